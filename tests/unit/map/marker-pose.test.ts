import { describe, expect, it } from 'vitest';
import { endTime, fixAt } from '../../../src/shared/ephemeris.ts';
import { addMs, degrees, epochMs, MS_PER_S } from '../../../src/shared/units.ts';
import { mapDirection, poseAt } from '../../../src/ui/map/geometry/marker-pose.ts';
import { toPlaneX, toPlaneY } from '../../../src/ui/map/geometry/plane.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const window = windowAround(NOON, 'iss');

describe('where a marker stands', () => {
  it('is the position at that instant', () => {
    const fix = fixAt(window, NOON);
    const pose = poseAt(window, NOON);
    expect(pose).toMatchObject({
      x: fix && toPlaneX(fix.longitude),
      y: fix && toPlaneY(fix.latitude),
      isCurrent: true,
    });
  });

  it('is never a wrong place: the last known one, marked, after the window, and none before it', () => {
    const end = endTime(window);
    const last = poseAt(window, end);
    expect(last?.isCurrent).toBe(true);
    expect(poseAt(window, addMs(end, 8 * 3600 * MS_PER_S))).toEqual({ ...last, isCurrent: false });
    expect(poseAt(window, addMs(window.startTime, -1))).toBeUndefined();
  });

  it('says nothing of an empty window', () => {
    const empty = {
      ...window,
      positionsEcefKm: new Float64Array(),
      velocitiesEcefKmPerS: new Float64Array(),
      eclipseFractions: new Float32Array(),
    };
    expect(poseAt(empty, NOON)).toBeUndefined();
  });
});

describe('where a marker points', () => {
  it('is along its way over the map, at every latitude', () => {
    for (let minute = -10; minute < 40; minute += 1.3) {
      const time = addMs(NOON, minute * 60 * MS_PER_S);
      const [a, b] = [poseAt(window, addMs(time, -500)), poseAt(window, addMs(time, 500))];
      const pose = poseAt(window, time);
      if (!a || !b || !pose || Math.abs(b.x - a.x) > 400) continue;
      const way = Math.atan2(b.x - a.x, -(b.y - a.y));
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
