import { expect, it } from 'vitest';
import { nearestRelay, RELAY_LONGITUDES } from '../../../../src/shared/entities/relays.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';

it.each([
  [-45, -45],
  [10, -45],
  [20, 75],
  [130, 75],
  [140, -165],
  [180, -165],
  [-170, -165],
  [-110, -165],
  [-100, -45],
])('the relay nearest to a satellite over %d° east is over %d° east', (longitude, relay) => {
  expect(nearestRelay(degrees(longitude))).toBe(relay);
});

it('no longitude is more than 60° from a relay', () => {
  for (let longitude = -180; longitude <= 180; longitude += 1) {
    const away = Math.abs(nearestRelay(degrees(longitude)) - longitude);
    expect(Math.min(away, 360 - away)).toBeLessThanOrEqual(60);
  }
  expect(RELAY_LONGITUDES).toHaveLength(3);
});
