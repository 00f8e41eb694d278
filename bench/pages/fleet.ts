import { networkPasses } from '../../src/ui/mission/contacts/stations-shown.ts';
import { finish } from '../../tests/support/finish.ts';
import 'pixi.js/unsafe-eval';
import '../../src/ui/kit/style/tokens.css';
import { Application } from 'pixi.js';
import { type FleetKnot, interpolatePositions, knotBefore } from '../../src/shared/contract/fleet.ts';
import { addMs, degrees, type EpochMs, epochMs, MS_PER_S } from '../../src/shared/kit/units.ts';
import { readPalette } from '../../src/ui/map/draw/palette.ts';
import { createFrames } from '../../src/ui/map/geometry/frame.ts';
import { land } from '../../src/ui/map/geometry/land.ts';
import { mapSize } from '../../src/ui/map/geometry/map-size.ts';
import { createProjector } from '../../src/ui/map/geometry/projector.ts';
import { type MapView, WHOLE_PLANE } from '../../src/ui/map/geometry/view.ts';
import { createBaseMap } from '../../src/ui/map/layers/base-map.ts';
import { createFleetLayer } from '../../src/ui/map/layers/fleet-layer.ts';
import { type Fleet, GROUP_COLOURS } from '../../src/ui/mission/fleet/fleet.ts';
import { createFleet } from '../../src/worker/fleet/propagate-fleet.ts';
import { syntheticElements } from '../../tests/support/synthetic-fleet.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const FRAMES = 120;
const WARM_UP = 20;
const SIZE = mapSize({ width: 1920, height: 1080, pixelRatio: 1 }, 16);

/** Mission time per frame: 600× at 60 frames per second, so that every frame moves all symbols visibly. */
const FRAME_MS = 10 * MS_PER_S;

const VIEWS: Readonly<Record<string, MapView>> = {
  plane: WHOLE_PLANE,
  globe: { globe: 1, longitude: degrees(10), latitude: degrees(30), zoom: 1 },
  zoomed: { globe: 0, longitude: degrees(10), latitude: degrees(30), zoom: 8 },
};

/** Returns a fleet with all its knots, as after the worker has sent them. */
function readyFleet(count: number): Fleet {
  const elements = Array.from({ length: count }, (_, number) => syntheticElements(number));
  const propagated = finish(createFleet(elements));
  const first = knotBefore(T0);
  const last = knotBefore(addMs(T0, (FRAMES + WARM_UP) * FRAME_MS)) + 1;
  const knots = new Map<number, FleetKnot>();
  for (let index = first; index <= last; index++) knots.set(index, finish(propagated.knot(index)));
  const positions = new Float32Array(3 * count);
  return {
    satellites: elements.map(({ OBJECT_NAME: name, NORAD_CAT_ID: id }) => ({ name, id: Number(id) })),
    isShown: new Uint8Array(count).fill(1),
    groups: Array.from({ length: count }, () => ''),
    colours: Uint8Array.from({ length: count }, (_, index) => index % (1 + GROUP_COLOURS)),
    positionsAt(time) {
      const before = knots.get(knotBefore(time));
      const after = knots.get(knotBefore(time) + 1);
      if (!before || !after) return undefined;
      interpolatePositions(before, after, time, positions);
      return positions;
    },
    stateAt: () => undefined,
    trackAt: () => undefined,
  };
}

const fleets = new Map<number, Fleet>();
const fleetOf = (count: number): Fleet => {
  const fleet = fleets.get(count) ?? readyFleet(count);
  fleets.set(count, fleet);
  return fleet;
};

const apps = new Map<string, Promise<Application>>();

async function startApp(renderer: 'canvas' | 'webgl'): Promise<Application> {
  const app = new Application();
  await app.init({
    width: SIZE.width,
    height: SIZE.height,
    preference: [renderer],
    autoStart: false,
    clearBeforeRender: false,
  });
  document.body.append(app.canvas);
  return app;
}

function appOf(renderer: 'canvas' | 'webgl'): Promise<Application> {
  const app = apps.get(renderer) ?? startApp(renderer);
  apps.set(renderer, app);
  return app;
}

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

export interface FleetCost {
  /** Milliseconds of script per frame. */
  readonly scriptMs: number;
  readonly framesPerS: number;
}

/** Measures frames of the base map with a fleet whose symbols all move; 0 satellites means no fleet. */
async function measureFleet(renderer: 'canvas' | 'webgl', view: string, count: number): Promise<FleetCost> {
  const app = await appOf(renderer);
  const palette = readPalette(getComputedStyle(document.documentElement));
  const projector = createProjector(VIEWS[view] ?? WHOLE_PLANE, SIZE);
  const frameAt = createFrames();
  const chart = createBaseMap(app.renderer, SIZE, land(), palette);
  chart.update(
    T0,
    {
      satellites: [],
      front: 'orbita',
      stations: networkPasses(undefined, 'orbita'),
      linkEnd: undefined,
      covers: [],
      reach: { trailMs: 0, leadMs: 0 },
    },
    projector,
    undefined,
    frameAt(0, T0),
    () => [],
  );
  const layer = createFleetLayer(app.renderer, SIZE, palette);
  const fleet = count > 0 ? fleetOf(count) : undefined;
  app.stage.addChild(chart.container, layer.container);
  let total = 0;
  let started = 0;
  for (let frame = -WARM_UP; frame < FRAMES; frame++) {
    const at = await nextFrame();
    if (frame === 0) started = at;
    const start = performance.now();
    const time: EpochMs = addMs(T0, (frame + WARM_UP) * FRAME_MS);
    layer.update(time, fleet, undefined, projector, () => [], [], frameAt(at, time));
    app.render();
    if (frame >= 0) total += performance.now() - start;
  }
  const ended = await nextFrame();
  app.stage.removeChildren();
  layer.destroy();
  chart.destroy();
  return { scriptMs: total / FRAMES, framesPerS: (FRAMES * MS_PER_S) / (ended - started) };
}

Object.assign(window, { measureFleet });
