import { describe, expect, it } from 'vitest';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
} from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { ecefToGeodetic, greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import { drawTrack } from '../../../../src/ui/map/draw/draw-tracks.ts';
import { fleetTrack } from '../../../../src/ui/map/geometry/fleet-track.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { createFleet } from '../../../../src/worker/fleet/propagate-fleet.ts';
import { type OrbitKind, syntheticElements } from '../../../support/synthetic-fleet.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const SIZE = mapSize({ width: 3840, height: 1920, pixelRatio: 1 }, 16);
/** Step of high orbits; low ones have a shorter one. */
const STEP_MS = 60_000;
const REACH = { trailMs: 0, leadMs: 12 * MS_PER_H };

interface Point {
  readonly x: number;
  readonly y: number;
}

const VIEWS: Readonly<Record<string, MapView>> = {
  plane: WHOLE_PLANE,
  globe: { globe: 1, longitude: degrees(170), latitude: degrees(70), zoom: 1 },
};

/** Returns the worker's track for a whole day. */
function courseOf(elements: OrbitalElements) {
  const steps = createFleet([elements]);
  let made = steps.next();
  while (!made.done) made = steps.next();
  const tracing = made.value.track({
    satellite: 0,
    from: NOON,
    to: addMs(NOON, MS_PER_DAY),
    stepMs: STEP_MS,
  });
  let traced = tracing.next();
  while (!traced.done) traced = tracing.next();
  return traced.value;
}

/** Returns a satellite's place by SGP4 in the picture of a view. */
function placesOf(elements: OrbitalElements, view: MapView) {
  const propagator = createPropagator(elements);
  if (!propagator.ok) throw new Error(propagator.message);
  const projector = createProjector(view, SIZE);
  return (time: EpochMs) => {
    const state = propagator.value.stateAt(time);
    if (!state) throw new Error('no state');
    const { longitude, latitude } = ecefToGeodetic(
      stateToEcef(state, greenwichSiderealTime(time)).positionEcef,
    );
    return { ...projector.place(longitude, latitude), longitude, latitude };
  };
}

/** Returns the lines of the drawn track ahead. */
function drawn(
  elements: OrbitalElements,
  view: MapView,
): { lines: Point[][]; strokes: number; fills: number } {
  const lines: Point[][] = [];
  let [strokes, fills] = [0, 0];
  drawTrack(
    {
      beginPath() {},
      closePath() {},
      moveTo: (x: number, y: number) => lines.push([{ x, y }]),
      lineTo: (x: number, y: number) => lines.at(-1)?.push({ x, y }),
      stroke() {
        strokes += 1;
      },
      fill() {
        fills += 1;
      },
    },
    { ...fleetTrack(courseOf(elements)), color: '#fff', opacity: 1, isQuiet: true },
    NOON,
    REACH,
    SIZE,
    createProjector(view, SIZE),
  );
  return { lines, strokes, fills };
}

function distanceTo(lines: readonly (readonly Point[])[], { x, y }: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    for (let index = 1; index < line.length; index++) {
      const [a, b] = [line[index - 1], line[index]];
      if (!a || !b) continue;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const length = dx * dx + dy * dy;
      const share = length > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length)) : 0;
      least = Math.min(least, Math.hypot(a.x + share * dx - x, a.y + share * dy - y));
    }
  }
  return least;
}

describe('the drawn track of an added satellite', () => {
  const CASES = (
    ['polarLeo', 'sunSynchronous', 'transfer', 'molniya', 'tundra', 'navigation'] as const
  ).flatMap((kind) => Object.keys(VIEWS).map((view) => [kind, view] as const));

  it.each(CASES)(
    'of a %s orbit passes through SGP4 at every knot within a pixel on the %s at 4K',
    (kind, name) => {
      const view = VIEWS[name] ?? WHOLE_PLANE;
      const elements = syntheticElements(3, kind);
      const placeAt = placesOf(elements, view);
      const { lines } = drawn(elements, view);
      let checked = 0;
      for (let time = NOON; time <= NOON + REACH.leadMs; time = addMs(time, 120_000)) {
        const place = placeAt(time);
        if (!place.isVisible) continue;
        checked += 1;
        expect(distanceTo(lines, place)).toBeLessThan(1);
      }
      expect(checked).toBeGreaterThan(50);
    },
  );

  it.each(['polarLeo', 'sunSynchronous', 'highLeo'] as const)(
    'of a %s orbit crosses the date line without a line across the map',
    (kind) => {
      const elements = syntheticElements(3, kind);
      const placeAt = placesOf(elements, WHOLE_PLANE);
      let crossings = 0;
      let before = placeAt(NOON).longitude;
      for (let time = NOON; time <= NOON + REACH.leadMs; time = addMs(time, 30_000)) {
        const { longitude } = placeAt(time);
        if (Math.abs(longitude - before) > 180) crossings += 1;
        before = longitude;
      }
      expect(crossings).toBeGreaterThan(0);
      const { lines } = drawn(elements, WHOLE_PLANE);
      const widest = Math.max(
        ...lines.flatMap((line) => line.slice(1).map(({ x }, index) => Math.abs(x - (line[index]?.x ?? x)))),
      );
      // Over a pole the longitude changes by half a revolution within a step.
      expect(widest).toBeLessThanOrEqual(kind === 'polarLeo' ? SIZE.width / 2 : SIZE.width / 20);
    },
  );

  it('of a geostationary orbit is a point', () => {
    const { lines } = drawn(
      { ...syntheticElements(3, 'geostationary'), INCLINATION: 0.01, ECCENTRICITY: 0.00001 },
      WHOLE_PLANE,
    );
    const points = lines.flat();
    expect(points.length).toBeGreaterThan(100);
    const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
    expect(spread(points.map(({ x }) => x))).toBeLessThan(2);
    expect(spread(points.map(({ y }) => y))).toBeLessThan(2);
  });

  it('has neither dashes nor arrows, and is thinner in the shadow', () => {
    const { strokes, fills } = drawn(syntheticElements(3, 'navigation'), WHOLE_PLANE);
    expect(fills).toBe(0);
    // Six fading stages, more with a change of light.
    expect(strokes).toBeGreaterThanOrEqual(6);
    expect(strokes).toBeLessThan(12);
  });
});

describe('the light along a track', () => {
  it('has no gaps, and changes where the worker says', () => {
    const elements = syntheticElements(1, 'sunSynchronous' satisfies OrbitKind);
    const course = courseOf(elements);
    const { track, phases } = fleetTrack(course);
    expect(phases[0]?.from).toBe(track.startTime);
    expect(phases.at(-1)?.to).toBe(track.endTime);
    expect(phases.length).toBeGreaterThan(20);
    phases.forEach(({ from, phase }, index) => {
      expect(phase).toBe(course.light[index]?.isEclipsed ? 'umbra' : 'sunlit');
      if (index > 0) expect(from).toBe(phases[index - 1]?.to);
    });
  });
});
