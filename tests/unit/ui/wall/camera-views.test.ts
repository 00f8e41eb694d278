import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GROUND_STATIONS } from '../../../../src/shared/entities/stations.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { createCamera } from '../../../../src/ui/map/camera/camera.ts';
import { createProjector } from '../../../../src/ui/map/geometry/projector.ts';
import { WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { type CameraContext, type MapSubject, sceneView } from '../../../../src/ui/wall/camera-views.ts';
import type { WallShape } from '../../../../src/ui/wall/geometry.ts';
import { wallLayout } from '../../../../src/ui/wall/layout.ts';
import { WALL_SCENES, type WallScene } from '../../../../src/ui/wall/scenes.ts';

const place = (longitude: number, latitude: number) => ({
  longitude: degrees(longitude),
  latitude: degrees(latitude),
});
const MADRID = place(-4.2, 40.4);
const SIZES: Readonly<Record<WallShape, { readonly width: number; readonly height: number }>> = {
  wide: { width: 41.7, height: 23.5 },
  broad: { width: 55.6, height: 23.5 },
  tall: { width: 23.5, height: 41.7 },
};
const SHAPES = ['wide', 'broad', 'tall'] as const;

function contextOf(
  shape: WallShape,
  scene: WallScene,
  satellites: readonly MapSubject[] = [],
): CameraContext {
  const stage = SIZES[shape];
  const stations = GROUND_STATIONS.map(({ lng, lat }) => ({ ...place(lng, lat), weight: 1.5 }));
  return {
    stage,
    layout: wallLayout(stage, shape, scene),
    subjects: [...satellites, ...stations],
    spacecraft: place(60, -50),
    station: MADRID,
    from: WHOLE_PLANE,
  };
}

function isFree(context: CameraContext, scene: WallScene, { longitude, latitude }: ReturnType<typeof place>) {
  const { stage, layout } = context;
  const { x, y, isVisible } = createProjector(sceneView(scene, context), stage).place(longitude, latitude);
  const { free, panel } = layout;
  const isBelow = panel && x > panel.left && y > panel.top;
  return isVisible && !isBelow && y >= free.top && y <= free.top + free.height;
}

const longitude = fc.integer({ min: -180, max: 179 });
const latitude = fc.integer({ min: -52, max: 52 });

describe.each(['orbit', 'anomaly', 'plan'] as const)('the plane in the scene %s', (scene) => {
  it.each(['wide', 'broad'] as const)('has the spacecraft in its free part, wherever it is: %s', (shape) => {
    fc.assert(
      fc.property(longitude, latitude, (lng, lat) => {
        const context = contextOf(shape, scene, [{ ...place(lng, lat), weight: 6 }]);
        expect(isFree(context, scene, place(lng, lat))).toBe(true);
      }),
    );
  });
});

describe.each(['anomaly', 'plan'] as const)('beside the long panel of the scene %s', (scene) => {
  /** Largest longitude difference of two satellites that fit beside the panel, in degrees. */
  const APART = 160;
  const PICTURE = 0.8;

  it('no part of a satellite is below the panel or beyond the edge', () => {
    fc.assert(
      fc.property(
        longitude,
        fc.integer({ min: -APART, max: APART }),
        latitude,
        latitude,
        (lng, east, a, b) => {
          const satellites = [
            { ...place(lng, a), weight: 6 },
            { ...place(lng + east, b), weight: 4 },
          ];
          const context = { ...contextOf('wide', scene), subjects: satellites };
          const projector = createProjector(sceneView(scene, context), context.stage);
          for (const { longitude: x, latitude: y } of satellites) {
            const point = projector.place(x, y);
            expect(point.x).toBeGreaterThanOrEqual(PICTURE);
            expect(point.x).toBeLessThanOrEqual((context.layout.panel?.left ?? 0) - PICTURE);
          }
        },
      ),
    );
  });
});

it('the ring around the spacecraft is clear of the long panel, wherever the other satellite is', () => {
  const RING = 1.2;
  fc.assert(
    fc.property(longitude, longitude, latitude, latitude, longitude, (lng, other, a, b, centre) => {
      const spacecraft = { ...place(lng, a), weight: 6, reach: RING };
      const satellites = [spacecraft, { ...place(other, b), weight: 4 }];
      const from = { ...WHOLE_PLANE, longitude: degrees(centre) };
      const context = { ...contextOf('wide', 'anomaly', satellites), from };
      const { x } = createProjector(sceneView('anomaly', context), context.stage).place(
        spacecraft.longitude,
        spacecraft.latitude,
      );
      expect(x).toBeGreaterThanOrEqual(RING);
      expect(x).toBeLessThanOrEqual((context.layout.panel?.left ?? 0) - RING);
    }),
  );
});

describe('the plane', () => {
  it('has both satellites in its free part beside the words of the orbit', () => {
    fc.assert(
      fc.property(longitude, latitude, longitude, latitude, (lngA, latA, lngB, latB) => {
        const context = contextOf('wide', 'orbit', [
          { ...place(lngA, latA), weight: 6 },
          { ...place(lngB, latB), weight: 4 },
        ]);
        expect(isFree(context, 'orbit', place(lngA, latA))).toBe(true);
        expect(isFree(context, 'orbit', place(lngB, latB))).toBe(true);
      }),
    );
  });

  it('stays where it is as long as nothing that matters is covered', () => {
    const context = contextOf('wide', 'orbit', [{ ...place(0, 20), weight: 6 }]);
    const view = sceneView('orbit', context);
    const moved = { ...context, subjects: [{ ...place(2, 21), weight: 6 }], from: view };
    expect(sceneView('orbit', moved)).toEqual(view);
  });

  it('fills the width, and on a tall wall more', () => {
    expect(sceneView('orbit', contextOf('wide', 'orbit')).zoom).toBe(1);
    expect(sceneView('orbit', contextOf('tall', 'orbit')).zoom).toBeGreaterThan(1.5);
  });
});

describe.each(SHAPES)('on a %s wall', (shape) => {
  it.each([
    ['globe', place(60, -50)],
    ['spacecraft', place(60, -50)],
    ['contacts', MADRID],
    ['sky', MADRID],
  ] as const)('the scene %s has its subject in the middle of the free part', (scene, subject) => {
    const context = contextOf(shape, scene);
    const view = sceneView(scene, context);
    const { x, y, isVisible } = createProjector(view, context.stage).place(
      subject.longitude,
      subject.latitude,
    );
    const { free } = context.layout;
    expect(isVisible).toBe(true);
    expect(x).toBeCloseTo(free.left + free.width / 2, 6);
    expect(y).toBeCloseTo(free.top + free.height / 2, 6);
  });

  it('the whole globe is beside the words', () => {
    const context = contextOf(shape, 'globe');
    const projector = createProjector(sceneView('globe', context), context.stage);
    const { free } = context.layout;
    const rightOf = projector.positionAt(free.left + free.width + 0.1, free.top + free.height / 2);
    expect(rightOf).toBeUndefined();
    expect(projector.positionAt(free.left + free.width / 2, free.top + 0.1)).toBeDefined();
  });
});

it('is the plane without a spacecraft or a station', () => {
  for (const scene of ['globe', 'spacecraft', 'contacts', 'sky'] as const) {
    const context = { ...contextOf('wide', scene), spacecraft: undefined, station: undefined };
    expect(sceneView(scene, context).globe).toBe(0);
    expect(sceneView(scene, context).zoom).toBe(1);
  }
});

describe.each(SHAPES)('the movements between scenes of a %s wall', (shape) => {
  /** Pixels per rem on a screen 1080 pixels high, or wide. */
  const SCALE = 46;
  const FRAME_MS = 1000 / 60;
  const MOVE_MS = 2500;
  const ORDER: readonly WallScene[] = [
    ...WALL_SCENES,
    'sky',
    'anomaly',
    'globe',
    'contacts',
    'spacecraft',
    'orbit',
  ];

  it('are even: in no frame does a satellite leap or stop short', () => {
    const { stage } = contextOf(shape, 'orbit');
    const size = { width: stage.width * SCALE, height: stage.height * SCALE };
    const satellites = [place(60, -50), place(-20, 35)];
    const camera = createCamera();
    let seen = 0;
    let time = 0;
    for (const scene of ORDER) {
      const subjects = satellites.map((one) => ({ ...one, weight: 5 }));
      const context = { ...contextOf(shape, scene, subjects), from: camera.target() };
      camera.moveTo(sceneView(scene, context), MOVE_MS);
      let path: { readonly x: number; readonly y: number; readonly isVisible: boolean }[][] = [];
      for (let frame = 0; frame < 160; frame++, time += FRAME_MS) {
        camera.advance(time, () => undefined);
        const projector = camera.projector(size);
        path = [...path, satellites.map((one) => projector.place(one.longitude, one.latitude))].slice(-3);
        const [a, b, c] = path;
        satellites.forEach((_, index) => {
          const [from, at, to] = [a?.[index], b?.[index], c?.[index]];
          if (!from?.isVisible || !at?.isVisible || !to?.isVisible) return;
          seen += 1;
          const change = Math.hypot(to.x - 2 * at.x + from.x, to.y - 2 * at.y + from.y);
          expect(change, `${scene}, frame ${frame}`).toBeLessThan(4);
        });
      }
    }
    expect(seen).toBeGreaterThan(1500);
  });
});
