import { geoArea, geoContains } from 'd3-geo';
import { describe, expect, it } from 'vitest';
import { southAtlanticAnomaly } from '../../../../../src/ui/map/surface/south-atlantic-anomaly.ts';

describe('the South Atlantic Anomaly', () => {
  // Field of WMM2025 at 430 km in mid-2027, in nanotesla.
  it.each<[string, number, [number, number]]>([
    ['the place of the weakest field', 18_760, [-60, -22.5]],
    ['26° S 53° W', 18_900, [-53, -26]],
    ['Buenos Aires', 19_532, [-58.4, -34.6]],
    ['Lima', 20_237, [-77, -12]],
    ['Cape Town', 22_194, [18.4, -33.9]],
    ['Saint Helena', 23_119, [-5.7, -16]],
    ['Ascension', 23_168, [-14.4, -7.95]],
    ['the Falkland Islands', 24_047, [-58, -51.7]],
    ['0° N 0° E', 25_021, [0, 0]],
    ['Caracas', 26_099, [-66.9, 10.5]],
  ])('has %s where the field of %i nT is below 23,000 nT', (_, field, place) => {
    expect(geoContains(southAtlanticAnomaly, place)).toBe(field < 23_000);
  });

  it('is a closed ring around 11 % of the Earth', () => {
    const [ring = []] = southAtlanticAnomaly.coordinates;
    expect(ring.at(-1)).toEqual(ring[0]);
    expect(geoArea(southAtlanticAnomaly) / (4 * Math.PI)).toBeCloseTo(0.109, 3);
  });
});
