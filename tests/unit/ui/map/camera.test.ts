import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { createCamera } from '../../../../src/ui/map/camera/camera.ts';
import { panBy, turned, withinLimits, zoomAbout } from '../../../../src/ui/map/camera/moves.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { type MapView, MOST_ZOOM, mostLatitude, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';

const SIZE = { width: 1200, height: 600 };
const EUROPE: MapView = { globe: 0, longitude: degrees(10), latitude: degrees(45), zoom: 6 };
const nowhere = () => undefined;

describe('zooming', () => {
  it('keeps the place under the pointer, on the plane and on the globe', () => {
    for (const view of [EUROPE, { ...EUROPE, globe: 1, zoom: 2 } as const]) {
      const [x, y] = [700, 260];
      const before = createProjector(view, SIZE).positionAt(x, y);
      const after = createProjector(zoomAbout(view, SIZE, x, y, 1.2), SIZE).positionAt(x, y);
      const tolerance = view.globe === 0 ? 6 : -1;
      expect(after?.[0]).toBeCloseTo(before?.[0] ?? Number.NaN, tolerance);
      expect(after?.[1]).toBeCloseTo(before?.[1] ?? Number.NaN, tolerance);
    }
  });

  it('ends at the whole Earth and at twenty times', () => {
    expect(zoomAbout(EUROPE, SIZE, 600, 300, 1000).zoom).toBe(MOST_ZOOM);
    expect(zoomAbout(EUROPE, SIZE, 600, 300, 1 / 1000)).toMatchObject({ zoom: 1, latitude: 0 });
  });
});

describe('panning', () => {
  it('moves what is shown with the pointer', () => {
    const before = createProjector(EUROPE, SIZE).place(12, 44);
    const after = createProjector(panBy(EUROPE, SIZE, 30, -20), SIZE).place(12, 44);
    expect(after.x - before.x).toBeCloseTo(30, 6);
    expect(after.y - before.y).toBeCloseTo(-20, 6);
  });

  it('never leaves the limits, whatever the sequence', () => {
    const step = fc.oneof(
      fc.tuple(
        fc.constant('pan'),
        fc.integer({ min: -2000, max: 2000 }),
        fc.integer({ min: -2000, max: 2000 }),
      ),
      fc.tuple(fc.constant('zoom'), fc.integer({ min: 0, max: 1200 }), fc.integer({ min: -4, max: 4 })),
      fc.tuple(fc.constant('turn'), fc.integer({ min: 0, max: 1 }), fc.constant(0)),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let view = WHOLE_PLANE;
        for (const [kind, a, b] of steps) {
          if (kind === 'pan') view = panBy(view, SIZE, a, b);
          else if (kind === 'zoom') view = zoomAbout(view, SIZE, a, 300, 2 ** b);
          else view = turned(view, SIZE, a === 1);
          const most = view.globe === 0 ? mostLatitude(view, SIZE) + 1e-9 : 90;
          const isInside =
            view.zoom >= 1 &&
            view.zoom <= MOST_ZOOM &&
            Math.abs(view.longitude) <= 180 &&
            Math.abs(view.latitude) <= most;
          if (!isInside) return false;
        }
        return true;
      }),
      { seed: 1 },
    );
  });
});

describe('the camera', () => {
  it('moves to a view within the duration, the short way round, and then rests', () => {
    const camera = createCamera({ ...EUROPE, longitude: degrees(170) });
    const target = { ...EUROPE, longitude: degrees(-170), zoom: 12 };
    camera.moveTo(target, 1000);
    camera.advance(5000, nowhere);
    camera.advance(5500, nowhere);
    expect(Math.abs(camera.view().longitude)).toBeGreaterThan(175);
    expect(camera.view().zoom).toBeGreaterThan(6);
    expect(camera.view().zoom).toBeLessThan(12);
    camera.advance(6000, nowhere);
    expect(camera.view()).toEqual(target);
    const rest = camera.view();
    camera.advance(6100, nowhere);
    expect(camera.view()).toBe(rest);
  });

  it('moves the centre on the picture as well', () => {
    const camera = createCamera(EUROPE);
    camera.moveTo({ ...EUROPE, at: { x: 0.3, y: 0.9 } }, 1000);
    camera.advance(0, nowhere);
    camera.advance(500, nowhere);
    expect(camera.view().at?.x).toBeCloseTo(0.4, 9);
    expect(camera.view().at?.y).toBeCloseTo(0.7, 9);
  });

  it('shows a view at once where a movement takes no time, and ends a movement when something is shown', () => {
    const camera = createCamera();
    camera.moveTo(EUROPE, 0);
    expect(camera.view()).toEqual(EUROPE);
    camera.moveTo(WHOLE_PLANE, 500);
    camera.show(withinLimits({ ...EUROPE, zoom: 3 }, SIZE));
    camera.advance(0, nowhere);
    camera.advance(10_000, nowhere);
    expect(camera.view().zoom).toBe(3);
  });

  it('keeps a followed satellite at the centre, and is told apart from a rest', () => {
    const camera = createCamera(EUROPE);
    let calls = 0;
    const unsubscribe = camera.subscribe(() => {
      calls += 1;
    });
    camera.follow('iss');
    camera.advance(0, (id) => (id === 'iss' ? [33, -12] : undefined));
    expect(camera.view()).toMatchObject({ longitude: 33, latitude: -12, zoom: 6 });
    const told = calls;
    camera.advance(16, () => [33.001, -12]);
    expect(calls).toBe(told);
    camera.follow(undefined);
    camera.advance(32, () => [80, 0]);
    expect(camera.view().longitude).toBe(33);
    unsubscribe();
  });

  it.each([
    [1, 0],
    [2, 45],
    [6, 75],
  ])('keeps the plane over the whole picture while it follows to a pole, at zoom %d', (zoom, farthest) => {
    const camera = createCamera({ ...WHOLE_PLANE, zoom });
    camera.projector(SIZE);
    camera.follow('iss');
    camera.advance(0, () => [20, 82]);
    expect(camera.view()).toMatchObject({ longitude: 20, latitude: farthest });
    camera.advance(16, () => [60, -82]);
    expect(camera.view()).toMatchObject({ longitude: 60, latitude: -farthest });
  });

  it('leaves a followed satellite at the centre of the globe, and of the plane as far as that fills the picture', () => {
    const camera = createCamera({ ...WHOLE_PLANE, globe: 1 });
    camera.projector(SIZE);
    camera.follow('iss');
    camera.advance(0, () => [20, 50]);
    expect(camera.view()).toMatchObject({ longitude: 20, latitude: 50 });
    camera.moveTo(turned(camera.view(), SIZE, false), 0);
    camera.advance(16, () => [20, 50]);
    expect(camera.view()).toMatchObject({ globe: 0, longitude: 20, latitude: 0 });
  });

  it('turns from the plane to a globe and back at once, however long a movement would take', () => {
    const camera = createCamera();
    for (const globe of [1, 0] as const) {
      camera.show({ ...camera.view(), longitude: degrees(20) });
      camera.advance(0, () => undefined);
      expect(camera.projector(SIZE).isMoving).toBe(true);
      const view: MapView = { ...WHOLE_PLANE, globe, longitude: degrees(50) };
      camera.moveTo(view, 2500);
      camera.advance(16, () => undefined);
      expect(camera.view()).toBe(view);
      expect(camera.projector(SIZE).isMoving).toBe(false);
    }
  });

  /** One revolution in 93 minutes. */
  const DEGREES_PER_S = 360 / (93 * 60);

  it.each([20, 200])(
    'moves while it follows at a rate of 60, and rests in step with UTC and when that ends: a frame of %i ms',
    (frameMs) => {
      const camera = createCamera(WHOLE_PLANE);
      camera.follow('iss');
      const follow = (from: number, degreesPerS: number): void => {
        for (let ms = 0; ms < 1500; ms += frameMs) {
          camera.advance(from + ms, () => [(ms / 1000) * degreesPerS, 0]);
        }
      };
      follow(0, DEGREES_PER_S);
      expect(camera.projector(SIZE).isMoving).toBe(false);
      follow(2000, 60 * DEGREES_PER_S);
      expect(camera.projector(SIZE).isMoving).toBe(true);
      follow(4000, 0);
      expect(camera.projector(SIZE).isMoving).toBe(false);
    },
  );

  it('projects with one projector until view or size change', () => {
    const camera = createCamera(EUROPE);
    const first = camera.projector(SIZE);
    expect(camera.projector(SIZE)).toBe(first);
    camera.show({ ...EUROPE, zoom: 7 });
    expect(camera.projector(SIZE)).not.toBe(first);
  });
});
