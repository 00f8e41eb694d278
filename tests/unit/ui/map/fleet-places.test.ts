import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { ecefToGeodetic, geodeticToEcef } from '../../../../src/shared/orbit/frames.ts';
import {
  mostMovement,
  nearestPlace,
  PLACE,
  placeFleet,
} from '../../../../src/ui/map/geometry/fleet-places.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const SIZE = { width: 3840, height: 1920 };

const ecefOf = (longitude: number, latitude: number, altitudeKm: number): readonly number[] => {
  const { x, y, z } = geodeticToEcef({
    longitude: degrees(longitude),
    latitude: degrees(latitude),
    altitudeKm,
  });
  return [x, y, z];
};

function placesOf(view: MapView, ...positions: readonly (readonly number[])[]): Float32Array {
  const places = new Float32Array(3 * positions.length);
  placeFleet(
    new Float32Array(positions.flat()),
    new Uint8Array(positions.length).fill(1),
    view,
    SIZE,
    places,
  );
  return places;
}

const view = fc.record({
  globe: fc.constantFrom(0, 1),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }).map(degrees),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }).map(degrees),
  zoom: fc.double({ min: 1, max: 20, noNaN: true }),
  at: fc.constantFrom(undefined, { x: 0.4, y: 0.6 }),
});
const position = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -89.9, max: 89.9, noNaN: true }),
  altitudeKm: fc.double({ min: 100, max: 60_000, noNaN: true }),
});

describe('the places of a fleet', () => {
  it('are those of the projector, on plane and globe, to a twentieth of a pixel at 4K', () => {
    let compared = 0;
    fc.assert(
      fc.property(view, position, (shown, { longitude, latitude, altitudeKm }) => {
        const ecef = ecefOf(longitude, latitude, altitudeKm);
        const [x = 0, y = 0, z = 0] = new Float32Array(ecef);
        // Exact geodetic place of the values rounded to 32 bits.
        const exact = ecefToGeodetic({ x, y, z });
        const place = createProjector(shown, SIZE).place(exact.longitude, exact.latitude);
        const [ownX = 0, ownY = 0, look] = placesOf(shown, ecef);
        const isInside =
          place.x >= 1 && place.x <= SIZE.width - 1 && place.y >= 1 && place.y <= SIZE.height - 1;
        if (!isInside) return;
        expect(look).toBe(place.isNear ? PLACE.near : PLACE.far);
        compared += 1;
        expect(Math.abs(ownX - place.x)).toBeLessThan(0.05);
        expect(Math.abs(ownY - place.y)).toBeLessThan(0.05);
      }),
      { numRuns: 3000, seed: 20 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it('exist at the poles', () => {
    const [x, y, look] = placesOf(WHOLE_PLANE, [0, 0, 7000]);
    expect([x, y, look]).toEqual([1920, 0, PLACE.near]);
  });

  it('are hidden without a position, by choice, and off the picture', () => {
    const positions = new Float32Array([Number.NaN, 0, 0, ...ecefOf(0, 0, 400), ...ecefOf(0, 0, 400)]);
    const places = new Float32Array(9);
    placeFleet(positions, new Uint8Array([1, 0, 1]), WHOLE_PLANE, SIZE, places);
    expect([places[2], places[5], places[8]]).toEqual([PLACE.hidden, PLACE.hidden, PLACE.near]);
    expect(placesOf({ ...WHOLE_PLANE, zoom: 4 }, ecefOf(90, 0, 400))[2]).toBe(PLACE.hidden);
  });
});

describe('the movement of a fleet', () => {
  it('is the greatest of any satellite, and endless where one appears', () => {
    const earlier = new Float32Array([10, 10, PLACE.near, 50, 50, PLACE.near, 0, 0, PLACE.hidden]);
    const later = new Float32Array([10.25, 10, PLACE.near, 50, 49.5, PLACE.near, 900, 0, PLACE.hidden]);
    expect(mostMovement(later, earlier)).toBe(0.5);
    later[8] = PLACE.near;
    expect(mostMovement(later, earlier)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('the satellite at a pixel', () => {
  const places = new Float32Array([10, 10, PLACE.near, 14, 10, PLACE.near, 11, 10, PLACE.far, 11, 10, 0]);

  it('is the nearest one on the near side', () => {
    expect(nearestPlace(places, 11, 10, 8)).toBe(0);
    expect(nearestPlace(places, 13, 11, 8)).toBe(1);
  });

  it('is none beyond the reach', () => {
    expect(nearestPlace(places, 30, 10, 8)).toBeUndefined();
  });
});
