import { type Container, Graphics, type Renderer, RendererType } from 'pixi.js';
import { describe, expect, it } from 'vitest';
import { mapSatellites } from '../../../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { endTime } from '../../../../src/shared/orbit/ephemeris.ts';
import { markerRadius } from '../../../../src/ui/map/draw/draw-marker.ts';
import { type MapPalette, readPalette } from '../../../../src/ui/map/draw/palette.ts';
import { createFrames } from '../../../../src/ui/map/geometry/frame.ts';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { poseAt } from '../../../../src/ui/map/geometry/marker-pose.ts';
import { createProjector, type Shape } from '../../../../src/ui/map/geometry/projector.ts';
import { groundTrack } from '../../../../src/ui/map/geometry/track.ts';
import { type MapView, WHOLE_PLANE } from '../../../../src/ui/map/geometry/view.ts';
import { type BaseMapScene, createBaseMap } from '../../../../src/ui/map/layers/base-map.ts';
import { windowAround } from '../../../unit/ui/map/windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const SIZE = mapSize({ width: 1600, height: 800, pixelRatio: 1 }, 16);
const NO_LAND: Shape = { type: 'MultiLineString', coordinates: [] };
const PALETTE: MapPalette = {
  ...readPalette(document.documentElement.style),
  satellites: mapSatellites(() => '#fff'),
};
const window = windowAround(NOON);

function poseOf(now: EpochMs) {
  const pose = poseAt(window, now);
  if (!pose) throw new Error('no position');
  return pose;
}

const scene: BaseMapScene = {
  satellites: [
    {
      id: 'orbita',
      window,
      track: {
        track: groundTrack(window),
        phases: [{ from: window.startTime, to: endTime(window), phase: 'sunlit' }],
        color: '#fff',
        opacity: 1,
      },
    },
  ],
  front: 'orbita',
  stations: [],
  linkEnd: undefined,
  covers: [],
  reach: { trailMs: 10 * MS_PER_MIN, leadMs: 10 * MS_PER_MIN },
};

/**
 * Shows a minute of the map over the satellite, ten frames a second.
 * @returns the number of times its track was drawn, and the longest way from there to the marker, in device pixels
 */
function showMinute(view: Pick<MapView, 'globe' | 'zoom'>) {
  let tracks: Graphics | undefined;
  const renderer = {
    type: RendererType.CANVAS,
    render({ container }: { readonly container: Container }) {
      tracks ??= container.children.find((child) => child instanceof Graphics);
    },
  } as unknown as Renderer;
  const map = createBaseMap(renderer, SIZE, { areas: NO_LAND, coasts: NO_LAND }, PALETTE);
  const projector = createProjector({ ...WHOLE_PLANE, ...view, ...poseOf(NOON) }, SIZE);
  const frames = createFrames();
  let drawn: unknown;
  let drawnAt: { readonly x: number; readonly y: number } | undefined;
  let [count, longest] = [0, 0];
  for (let ms = 0; ms <= MS_PER_MIN; ms += 100) {
    const now = addMs(NOON, ms);
    map.update(now, scene, projector, undefined, frames(ms, now), () => []);
    const { longitude, latitude } = poseOf(now);
    const { x, y } = projector.place(longitude, latitude);
    const [shown] = tracks?.context.instructions ?? [];
    if (shown !== drawn) {
      drawn = shown;
      drawnAt = { x, y };
      count += 1;
    }
    if (drawnAt) longest = Math.max(longest, Math.hypot(x - drawnAt.x, y - drawnAt.y));
  }
  return { count, longest };
}

describe('the track of a satellite', () => {
  it.each([
    { globe: 0, zoom: 1 },
    { globe: 0, zoom: 5 },
    { globe: 0, zoom: 20 },
    { globe: 1, zoom: 20 },
  ] as const)('is drawn again before the marker has left its beginning: %o', (view) => {
    expect(showMinute(view).longest).toBeLessThan(markerRadius(SIZE));
  });

  it('is drawn every ten seconds on the whole plane', () => {
    expect(showMinute({ globe: 0, zoom: 1 }).count).toBe(7);
  });
});
