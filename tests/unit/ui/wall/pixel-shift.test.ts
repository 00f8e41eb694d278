import { expect, it } from 'vitest';
import { MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { pixelShift } from '../../../../src/ui/wall/pixel-shift.ts';
import { later } from '../../../support/mission.ts';

it('moves by one step a minute around a closed path, each of its pixels once, about its middle', () => {
  const path = Array.from({ length: 33 }, (_, minute) => pixelShift(later(minute * MS_PER_MIN)));
  path.slice(1).forEach(({ x, y }, index) => {
    const before = path[index] ?? { x: Number.NaN, y: Number.NaN };
    expect(Math.abs(x - before.x) + Math.abs(y - before.y)).toBe(1);
  });
  expect(path[32]).toEqual(path[0]);
  const places = path.slice(0, 32);
  expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(32);
  expect(places.reduce((sum, { x }) => sum + x, 0)).toBe(0);
  expect(places.reduce((sum, { y }) => sum + y, 0)).toBe(0);
  expect(Math.max(...places.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(4);
});
