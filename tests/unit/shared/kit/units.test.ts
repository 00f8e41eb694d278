import { describe, expect, it } from 'vitest';
import {
  addMs,
  degrees,
  epochMs,
  type Radians,
  toDegrees,
  toRadians,
  wrapLongitude,
} from '../../../../src/shared/kit/units.ts';

describe('units', () => {
  it.each([
    [180, Math.PI],
    [-90, -Math.PI / 2],
    [0, 0],
  ])('convert %d° to %d radians and back', (angle, radians) => {
    expect(toRadians(degrees(angle))).toBeCloseTo(radians, 12);
    expect(toDegrees(radians as Radians)).toBeCloseTo(angle, 12);
  });

  it('an instant moves forwards and backwards', () => {
    expect(addMs(epochMs(1000), 1)).toBe(1001);
    expect(addMs(epochMs(1000), -1)).toBe(999);
  });
});

describe('a longitude', () => {
  it.each([
    [-180, -180],
    [0, 0],
    [179, 179],
    [180, -180],
    [190, -170],
    [-190, 170],
    [540, -180],
    [-725, -5],
    [725, 5],
  ])('of %d° is wrapped to %d°', (longitude, wrapped) => {
    expect(wrapLongitude(degrees(longitude))).toBe(wrapped);
  });
});
