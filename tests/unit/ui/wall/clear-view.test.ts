import { describe, expect, it } from 'vitest';
import { SATELLITE_IDS, type SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { fixAt } from '../../../../src/shared/orbit/ephemeris.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { contactsAhead } from '../../../../src/ui/wall/agenda.ts';
import { sceneView } from '../../../../src/ui/wall/camera-views.ts';
import { wallScale } from '../../../../src/ui/wall/geometry.ts';
import { type Rect, type WallLayout, wallLayout } from '../../../../src/ui/wall/layout.ts';
import { mapSubjects, placeOf } from '../../../../src/ui/wall/map-subjects.ts';
import { later, startUneventfulMission } from '../../../support/mission.ts';

/** Half of a marker, in rem. */
const PICTURE = 0.8;

/** Classifies an operator's view of a marker: `off` if it is entirely beyond the map's free part. */
function seen({ free, panel, time }: WallLayout, width: number, point: { x: number; y: number }) {
  const overlaps = (rect: Rect): boolean =>
    point.x + PICTURE > rect.left &&
    point.x - PICTURE < rect.left + rect.width &&
    point.y + PICTURE > rect.top &&
    point.y - PICTURE < rect.top + rect.height;
  if (!overlaps({ ...free, left: 0, width })) return 'off';
  if ([panel, time].some((rect) => rect && overlaps(rect))) return 'covered';
  const isWhole =
    point.x >= PICTURE &&
    point.x <= width - PICTURE &&
    point.y >= free.top + PICTURE &&
    point.y <= free.top + free.height - PICTURE;
  return isWhole ? 'whole' : 'cut';
}

/** Snapshots of the mission at three instants, with the orbits around each. */
const SNAPSHOTS = [0, 5, 11].map((hours) => {
  const centre = later(hours * MS_PER_H);
  return { centre, slices: startUneventfulMission({ clock: { now: () => centre } }).snapshot() };
});
/** Looks over an orbit and a half around each instant. */
const LOOKS = Array.from({ length: 28 }, (_, index) => (index - 14) * 5 * MS_PER_MIN);
/** Instants until the next look. */
const INSTANTS = [0, 3, 6, 9].map((seconds) => seconds * MS_PER_S);

const WINDOWS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];

/** Counts over all looks how each satellite is seen. */
function countSeen(
  window: (typeof WINDOWS)[number],
  scene: 'orbit' | 'contacts' | 'plan' | 'anomaly',
  hasTime: boolean,
  isAlarmed = false,
) {
  const { shape, rootPx } = wallScale({ distanceM: 5, diagonalInches: 55 }, window);
  const stage = { width: window.width / rootPx, height: window.height / rootPx };
  const layout = wallLayout(stage, shape, scene, isAlarmed, hasTime);
  const counts: Record<string, number> = {};
  let from: MapView = WHOLE_PLANE;
  for (const { centre, slices } of SNAPSHOTS) {
    const ephemerides = slices.ephemerides.value;
    const plan = slices.contacts.value;
    const contacts = plan.satellites.orbita;
    if (!contacts.ok) throw new Error('no contacts');
    const positionOf = (id: SatelliteId, time: EpochMs) => {
      const { [id]: ephemeris } = ephemerides;
      const fix = ephemeris.status === 'available' ? fixAt(ephemeris.window, time) : undefined;
      if (!fix) throw new Error('no position');
      return fix;
    };
    for (const look of LOOKS) {
      const now = addMs(centre, look);
      from = sceneView(scene, {
        stage,
        layout,
        subjects: mapSubjects(ephemerides, plan, now, 1),
        spacecraft: placeOf(ephemerides, 'orbita', now),
        station: contactsAhead(contacts.value, now, 1)[0]?.station,
        from,
      });
      const projector = createProjector(from, stage);
      for (const instant of INSTANTS) {
        for (const id of SATELLITE_IDS) {
          const { longitude, latitude } = positionOf(id, addMs(now, instant));
          const key = `${id} ${seen(layout, stage.width, projector.place(longitude, latitude))}`;
          counts[key] = (counts[key] ?? 0) + 1;
        }
      }
    }
  }
  return counts;
}

const ALL = SNAPSHOTS.length * LOOKS.length * INSTANTS.length;

describe.each(WINDOWS)(
  'on a wall of $width pixels, no panel covers a satellite and no edge cuts one',
  (window) => {
    it.each([
      ['orbit', false],
      ['orbit', true],
      ['plan', false],
      ['plan', true],
      ['anomaly', true],
    ] as const)('in the scene %s, with the time that is shown: %s', (scene, hasTime) => {
      expect(countSeen(window, scene, hasTime)).toEqual({ 'orbita whole': ALL, 'iss whole': ALL });
    });

    it('in the scene orbit, with the states of its tiles and the time that is shown', () => {
      expect(countSeen(window, 'orbit', true, true)).toEqual({ 'orbita whole': ALL, 'iss whole': ALL });
    });

    it.each([false, true])('in the scene contacts, with the time that is shown: %s', (hasTime) => {
      const {
        'orbita whole': spacecraft,
        'iss whole': iss,
        ...others
      } = countSeen(window, 'contacts', hasTime);
      expect(Object.keys(others).toSorted()).toEqual(['iss off', 'orbita off']);
      expect(spacecraft).toBeGreaterThan(0);
      expect(iss).toBeGreaterThan(0);
    });
  },
);
