import fc from 'fast-check';
import { expect, it } from 'vitest';
import { degrees, toRadians } from '../../../../src/shared/kit/units.ts';
import { globeOver } from '../../../../src/ui/map/camera/moves.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';

const SIZE = { width: 800, height: 400 };
const GLOBE_RADIUS = (0.94 * 400) / 2;

const place = (longitude: number, latitude: number) => ({
  longitude: degrees(longitude),
  latitude: degrees(latitude),
});
type Place = ReturnType<typeof place>;

function angleBetween(a: Place, b: Place): number {
  const [x, y] = [toRadians(a.latitude), toRadians(b.latitude)];
  const turn = toRadians(degrees(a.longitude - b.longitude));
  const cosine = Math.sin(x) * Math.sin(y) + Math.cos(x) * Math.cos(y) * Math.cos(turn);
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI;
}

/** Returns the lit share of the visible disc from above a place, like the Moon's phase. */
const litShare = (from: Place, sun: Place): number =>
  (1 + Math.cos(toRadians(degrees(angleBetween(from, sun))))) / 2;

const longitude = fc.integer({ min: -180, max: 179 });
const satellite = fc.tuple(longitude, fc.integer({ min: -52, max: 52 }));
const subsolar = fc.tuple(longitude, fc.integer({ min: -23, max: 23 }));

it('the globe opens with the satellite well within its disc and a lit side in view, wherever both are', () => {
  let nights = 0;
  fc.assert(
    fc.property(satellite, subsolar, (at, light) => {
      const [over, sun] = [place(...at), place(...light)];
      const view = globeOver(over, sun);
      const { x, y, isVisible } = createProjector(view, SIZE).place(over.longitude, over.latitude);
      expect(isVisible).toBe(true);
      expect(Math.hypot(x - SIZE.width / 2, y - SIZE.height / 2)).toBeLessThan(0.9 * GLOBE_RADIUS);
      expect(litShare(view, sun)).toBeGreaterThan(0.12);
      if (litShare(over, sun) < 0.05) nights += 1;
    }),
    { numRuns: 500 },
  );
  expect(nights).toBeGreaterThan(10);
});

it('the globe opens right above a satellite whose side is lit', () => {
  expect(globeOver(place(40, 30), place(0, 10))).toMatchObject({ globe: 1, zoom: 1, ...place(40, 30) });
  expect(globeOver(place(-170, 30), place(150, 10))).toMatchObject(place(-170, 30));
});

it('the globe turns towards the Sun the short way', () => {
  expect(globeOver(place(170, 0), place(-70, 0))).toMatchObject(place(-130, 0));
  expect(globeOver(place(-170, 0), place(70, 0))).toMatchObject(place(130, 0));
});
