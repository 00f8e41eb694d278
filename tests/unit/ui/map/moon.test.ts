import { AstroTime, GeoMoon, RotateVector, Rotation_EQJ_EQD, SiderealTime } from 'astronomy-engine';
import { geoDistance } from 'd3-geo';
import { expect, it } from 'vitest';
import { epochMs, MS_PER_DAY } from '../../../../src/shared/kit/units.ts';
import { sublunarPoint } from '../../../../src/ui/map/geometry/moon.ts';

/** Returns the place below the Moon, by a library that is accurate to an arc minute. */
function independent(time: Date): [longitude: number, latitude: number] {
  const at = new AstroTime(time);
  const { x, y, z } = RotateVector(Rotation_EQJ_EQD(at), GeoMoon(at));
  const longitude = (Math.atan2(y, x) * 180) / Math.PI - 15 * SiderealTime(at);
  return [longitude, (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI];
}

it('is where the Moon is in the zenith, to 0.6°, over four years', () => {
  for (let day = 0; day < 4 * 365; day += 3.37) {
    const time = epochMs(Date.UTC(2025, 0, 1) + Math.round(day * MS_PER_DAY));
    const { longitude, latitude } = sublunarPoint(time);
    const away = (geoDistance([longitude, latitude], independent(new Date(time))) * 180) / Math.PI;
    expect(away).toBeLessThan(0.6);
  }
});
