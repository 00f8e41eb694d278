import { describe, expect, it } from 'vitest';
import { addMs, degrees, type EpochMs, epochMs, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { type EphemerisWindow, endTime } from '../../../../src/shared/orbit/ephemeris.ts';
import { poseAt } from '../../../../src/ui/map/geometry/marker-pose.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const window = windowAround(NOON, 'iss');

describe('the position of a marker', () => {
  it.each([
    ['the prime meridian', [7000, 0, 0], [0, 0, 7], { longitude: 0, latitude: 0 }],
    ['90° east', [0, 7000, 0], [0, 0, 7], { longitude: 90, latitude: 0 }],
    ['90° west', [0, -7000, 0], [0, 0, 7], { longitude: -90, latitude: 0 }],
    ['the North Pole', [0, 0, 7000], [7, 0, 0], { latitude: 90 }],
    ['the South Pole', [0, 0, -7000], [7, 0, 0], { latitude: -90 }],
  ] as const)('is the position at that instant: over %s', (_place, position, velocity, at) => {
    const standing: EphemerisWindow = {
      startTime: NOON,
      stepMs: 1000,
      positionsEcefKm: new Float64Array([...position, ...position]),
      velocitiesEcefKmPerS: new Float64Array([...velocity, ...velocity]),
      eclipseFractions: new Float32Array(2),
    };
    expect(poseAt(standing, NOON)).toMatchObject({ ...at, isCurrent: true });
  });

  it('is the last known one, marked as such, after the window, and none before it', () => {
    const end = endTime(window);
    const last = poseAt(window, end);
    expect(last?.isCurrent).toBe(true);
    expect(poseAt(window, addMs(end, 8 * 3600 * MS_PER_S))).toEqual({ ...last, isCurrent: false });
    expect(poseAt(window, addMs(window.startTime, -1))).toBeUndefined();
  });

  it('is none for an empty window', () => {
    const empty = {
      ...window,
      positionsEcefKm: new Float64Array(),
      velocitiesEcefKmPerS: new Float64Array(),
      eclipseFractions: new Float32Array(),
    };
    expect(poseAt(empty, NOON)).toBeUndefined();
  });
});

describe('the heading of a marker', () => {
  const globe: MapView = { globe: 1, longitude: degrees(20), latitude: degrees(-10), zoom: 1 };

  it.each([
    ['plane', WHOLE_PLANE],
    ['turned plane', { ...WHOLE_PLANE, longitude: degrees(130), zoom: 3 }],
    ['globe', globe],
  ])('is along its way over the %s, at every latitude', (_, view) => {
    const projector = createProjector(view, { width: 800, height: 400 });
    const placeAt = (time: EpochMs) => {
      const pose = poseAt(window, time);
      if (!pose) throw new Error('no pose');
      return { ...pose, ...projector.place(pose.longitude, pose.latitude) };
    };
    for (let minute = -10; minute < 40; minute += 1.3) {
      const time = addMs(NOON, minute * 60 * MS_PER_S);
      const [a, b, pose] = [placeAt(addMs(time, -500)), placeAt(addMs(time, 500)), placeAt(time)];
      // On the plane it may wrap from one edge to the other.
      const turn = projector.planeWidth || Number.POSITIVE_INFINITY;
      const east = b.x - a.x - (Number.isFinite(turn) ? turn * Math.round((b.x - a.x) / turn) : 0);
      const way = Math.atan2(east, a.y - b.y);
      const direction = projector.direction(pose.longitude, pose.latitude, pose.heading);
      expect(Math.cos(way - direction)).toBeGreaterThan(0.999);
    }
  });

  it('is up for north, right for east, also at a pole', () => {
    const { direction } = createProjector(WHOLE_PLANE, { width: 800, height: 400 });
    const at = (heading: number, latitude: number) =>
      direction(degrees(7), degrees(latitude), degrees(heading));
    expect(at(0, 50)).toBe(0);
    expect(at(90, 50)).toBeCloseTo(Math.PI / 2);
    expect(at(45, 0)).toBeCloseTo(Math.PI / 4);
    expect(Number.isFinite(at(30, 90))).toBe(true);
  });
});
