import { describe, expect, it } from 'vitest';
import { type EphemerisWindow, endTime } from '../../../src/shared/ephemeris.ts';
import { addMs, degrees, epochMs, MS_PER_S } from '../../../src/shared/units.ts';
import { mapDirection, poseAt } from '../../../src/ui/map/geometry/marker-pose.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const window = windowAround(NOON, 'iss');

describe('the position of a marker', () => {
  it.each([
    ['the prime meridian', [7000, 0, 0], [0, 0, 7], { x: 400, y: 200 }],
    ['90° east', [0, 7000, 0], [0, 0, 7], { x: 600, y: 200 }],
    ['90° west', [0, -7000, 0], [0, 0, 7], { x: 200, y: 200 }],
    ['the North Pole', [0, 0, 7000], [7, 0, 0], { y: 0 }],
    ['the South Pole', [0, 0, -7000], [7, 0, 0], { y: 400 }],
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
  it('is along its way over the map, at every latitude', () => {
    for (let minute = -10; minute < 40; minute += 1.3) {
      const time = addMs(NOON, minute * 60 * MS_PER_S);
      const [a, b] = [poseAt(window, addMs(time, -500)), poseAt(window, addMs(time, 500))];
      const pose = poseAt(window, time);
      if (!a || !b || !pose) throw new Error('no pose');
      // In a second it moves by some 0.2 units, or over the antimeridian to the other edge.
      const east = ((b.x - a.x + 1200) % 800) - 400;
      const way = Math.atan2(east, -(b.y - a.y));
      expect(Math.cos(way - pose.direction)).toBeGreaterThan(0.9999);
    }
  });

  it('is up for north, right for east, also at a pole', () => {
    expect(mapDirection(degrees(0), degrees(50))).toBe(0);
    expect(mapDirection(degrees(90), degrees(50))).toBeCloseTo(Math.PI / 2);
    expect(mapDirection(degrees(45), degrees(0))).toBeCloseTo(Math.PI / 4);
    expect(Number.isFinite(mapDirection(degrees(30), degrees(90)))).toBe(true);
  });
});
