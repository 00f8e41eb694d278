import { act } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { degrees, type EpochMs } from '../../../src/shared/kit/units.ts';
import { stateAt } from '../../../src/shared/orbit/ephemeris.ts';
import { ecefToGeodetic } from '../../../src/shared/orbit/frames.ts';
import { SEVERITY_STATUS } from '../../../src/ui/features/anomalies/severity.ts';
import { createCamera } from '../../../src/ui/map/camera/camera.ts';
import { MapOf } from '../../../src/ui/map/camera/map-context.ts';
import { type MapView, WHOLE_PLANE } from '../../../src/ui/map/geometry/view.ts';
import {
  edgeSecondAtom,
  linkStateAtom,
  missionSecondAtom,
  sliceAtoms,
  wallSecondAtom,
} from '../../../src/ui/mission/link/atoms.ts';
import { MissionTimeContext } from '../../../src/ui/mission/link/mission-time.ts';
import { AnomalyRing } from '../../../src/ui/wall/AnomalyRing.tsx';
import { storyLevelAtom, wallSceneAtom } from '../../../src/ui/wall/atoms.ts';
import { HOLD_MS, SCENE_MS, WALL_SCENES } from '../../../src/ui/wall/scenes.ts';
import { later, startUneventfulMission, T0 } from '../../support/mission.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';
import { spacecraftView } from '../../support/spacecraft-view.ts';
import { anomaly } from '../features/anomalies/fixtures.ts';

const SIZE = { width: 800, height: 400, pixelRatio: 1 };

/** Opens a wall whose mission has an anomaly of this instant; its spacecraft is over this place in a second. */
function openWall({ hasAnomaly = true } = {}) {
  const store = createStore();
  showMission(store, startUneventfulMission());
  store.set(sliceAtoms.spacecraft, spacecraftView({ time: T0 }));
  store.set(sliceAtoms.anomalies, hasAnomaly ? [anomaly('a', { timestamp: T0 })] : []);
  const ephemeris = store.get(sliceAtoms.ephemerides)?.orbita;
  const state = ephemeris?.status === 'available' && stateAt(ephemeris.window, later(1000));
  if (!state) throw new Error('no ephemeris');
  const camera = createCamera();
  const { container } = renderWithStore(
    <MissionTimeContext value={() => T0}>
      <MapOf value={{ camera, size: SIZE }}>
        <AnomalyRing />
      </MapOf>
    </MissionTimeContext>,
    store,
  );
  return {
    camera,
    store,
    ring: () => container.querySelector('span'),
    place: ecefToGeodetic(state.positionEcef),
  };
}

const globeOver = (longitude: number, latitude: number): MapView => ({
  globe: 1,
  longitude: degrees(longitude),
  latitude: degrees(latitude),
  zoom: 1,
});

describe('the ring around the spacecraft', () => {
  it('is there while an anomaly is told, and only then', () => {
    expect(openWall({ hasAnomaly: false }).ring()).toBeNull();
    const { store, ring } = openWall();
    expect(ring()).not.toBeNull();
    act(() => store.set(sliceAtoms.anomalies, []));
    expect(ring()).toBeNull();
  });

  it('is gone when the anomaly is closed, while its story is told in the colour of nominal', () => {
    const { store, ring } = openWall();
    const [sample] = store.get(sliceAtoms.telemetry)?.slice(-1) ?? [];
    if (!sample) throw new Error('no sample');
    const show = (time: EpochMs) =>
      act(() => {
        store.set(sliceAtoms.telemetry, [{ ...sample, timestamp: time }]);
        for (const atom of [missionSecondAtom, edgeSecondAtom, wallSecondAtom]) store.set(atom, time);
      });
    // Over a whole rotation: a scene that the onset has triggered ends with the anomaly.
    for (let turn = 0; turn < WALL_SCENES.length; turn += 1) {
      show(later(HOLD_MS + turn * SCENE_MS));
      if (store.get(wallSceneAtom) === 'anomaly') break;
    }
    expect(store.get(storyLevelAtom)).toBe(SEVERITY_STATUS[anomaly('a').severity]);
    expect(ring()).not.toBeNull();
    act(() => {
      store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(HOLD_MS) }));
      store.set(sliceAtoms.anomalies, [anomaly('a', { timestamp: T0, status: 'Resolved' })]);
    });
    expect(store.get(wallSceneAtom)).toBe('anomaly');
    expect(store.get(storyLevelAtom)).toBe('normal');
    expect(ring()).toBeNull();
  });

  it('stays, and the story in the colour of the severity, when the anomaly is resolved while its fault acts', () => {
    const { store, ring } = openWall();
    act(() => {
      const fault = { anomalyId: 'a', type: 'Battery', parts: ['battery'], label: 'weak cell' } as const;
      store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(1000), faults: [fault] }));
      store.set(sliceAtoms.anomalies, [anomaly('a', { timestamp: T0, status: 'Resolved' })]);
    });
    expect(store.get(storyLevelAtom)).toBe(SEVERITY_STATUS[anomaly('a').severity]);
    expect(ring()).not.toBeNull();
  });

  it('has the colour of unknown while telemetry is stale', () => {
    const { store, ring } = openWall();
    act(() => store.set(missionSecondAtom, later(HOLD_MS - 1000)));
    expect(store.get(storyLevelAtom)).toBe('off');
    expect(ring()).not.toBeNull();
  });

  it('is where the spacecraft will be when the second is over', () => {
    const { ring, place } = openWall();
    const [x = Number.NaN, y = Number.NaN] = (ring()?.style.translate ?? '')
      .split(' ')
      .map(Number.parseFloat);
    expect(x).toBeCloseTo((100 * (place.longitude + 180)) / 360, 1);
    expect(y).toBeCloseTo((100 * (90 - place.latitude)) / 180, 1);
  });

  it('is not drawn through the globe', () => {
    const { camera, ring, place } = openWall();
    act(() => camera.show(globeOver(place.longitude, place.latitude)));
    expect(ring()).not.toBeNull();
    act(() => camera.show(globeOver(place.longitude - 180, -place.latitude)));
    expect(ring()).toBeNull();
  });

  it('goes with the map as it moves, without a movement of its own', () => {
    const { camera, ring } = openWall();
    expect(ring()?.dataset.resting).toBe('true');
    act(() => camera.moveTo({ ...WHOLE_PLANE, zoom: 1.5 }, 2500));
    act(() => camera.advance(0, () => undefined));
    expect(ring()?.dataset.resting).toBe('false');
    act(() => camera.advance(3000, () => undefined));
    expect(ring()?.dataset.resting).toBe('true');
  });

  it('is gone while the worker is lost: nothing is known of the spacecraft', () => {
    const { store, ring } = openWall();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(ring()).toBeNull();
  });
});
