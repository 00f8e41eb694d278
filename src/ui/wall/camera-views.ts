import { type Degrees, degrees, wrapLongitude } from '../../shared/kit/units.ts';
import type { Size } from '../kit/page/size.ts';
import { type MapView, scaleOf } from '../map/geometry/view.ts';
import type { Rect, WallLayout } from './layout.ts';
import type { WallScene } from './scenes.ts';

export interface GroundPlace {
  readonly longitude: Degrees;
  readonly latitude: Degrees;
}

/** A subject that should be visible on the map. */
export interface MapSubject extends GroundPlace {
  /** Relative importance. */
  readonly weight: number;
  /** Half the size of a satellite's picture, in rem. It must be fully visible, before everything else. */
  readonly reach?: number;
}

/** Subjects of the camera, and what covers them. */
export interface CameraContext {
  readonly stage: Size;
  readonly layout: WallLayout;
  /** Satellites and stations, now and until the scene ends. */
  readonly subjects: readonly MapSubject[];
  /** Position of the spacecraft at the end of the movement. */
  readonly spacecraft: GroundPlace | undefined;
  /** The station of the current or next contact. */
  readonly station: GroundPlace | undefined;
  /** The current view. */
  readonly from: MapView;
}

/** Maximum latitude of the satellites, in degrees. */
const MOST_LATITUDE = 52;
/** Minimum zoom that is worth losing meridians at the edges, and the maximum. */
const LEAST_ZOOM = 1.2;
const MOST_PLANE_ZOOM = 1.8;

/** Space for a marker and its name around a subject, in rem. */
const REACH: Size = { width: 4, height: 1.9 };
/** Half the size of a marker, in rem. */
export const MARKER = 0.8;
/** Cost per unit of weight of a satellite that is not fully visible: more than that of all names and stations. */
const SATELLITE_COST = 10;

const STEP = 3;
/** Heights of the equator to try, as shares of the maximum distance from the middle of the free part. */
const SHARES = [0, -1 / 3, 1 / 3, -2 / 3, 2 / 3, -1, 1];
/** Cost of any movement of the map, and of half a turn. */
const MOVE_COST = 0.4;
const TURN_COST = 0.6;

/** Returns the overlap of a span around a middle with a range, as a share of the span. */
const overlap = (middle: number, reach: number, from: number, to: number): number =>
  middle - reach >= from && middle + reach <= to
    ? 1
    : Math.max(0, Math.min(middle + reach, to) - Math.max(middle - reach, from)) / (2 * reach);

const middleOf = ({ left, top, width, height }: Rect) => ({ x: left + width / 2, y: top + height / 2 });

const placeAt = ({ width, height }: Size, { x, y }: { readonly x: number; readonly y: number }) => ({
  x: x / width,
  y: y / height,
});

/** Returns the whole numbers on either side of 0. */
const rangeAbout = (most: number): readonly number[] =>
  Array.from({ length: 2 * most + 1 }, (_, index) => index - most);

/** Visibility of a subject: in full, beyond the free part, covered by a panel, or partly hidden (`cut`). */
type Sight = 'clear' | 'off' | 'covered' | 'cut';

/** Half a picture is worse than none. */
const SIGHT_COST: Readonly<Record<Sight, number>> = { clear: 0, off: 1, covered: 1, cut: 1.1 };

function sightOf(
  { stage, layout: { free, panel, time } }: Pick<CameraContext, 'stage' | 'layout'>,
  { x, y }: { readonly x: number; readonly y: number },
  reach: number,
): Sight {
  const [top, bottom] = [free.top, free.top + free.height];
  if (x < -reach || x > stage.width + reach || y < top - reach || y > bottom + reach) return 'off';
  let sight: Sight = 'clear';
  for (const cover of [panel, time]) {
    const across = cover && overlap(x, reach, cover.left, cover.left + cover.width);
    const along = cover && overlap(y, reach, cover.top, cover.top + cover.height);
    if (across === 1 && along === 1) return 'covered';
    if (across && along) sight = 'cut';
  }
  const isInside = overlap(x, reach, 0, stage.width) === 1 && overlap(y, reach, top, bottom) === 1;
  return isInside ? sight : 'cut';
}

/**
 * Returns the whole plane with the tracks in the free height, turned so that neither panel nor edge covers what
 * matters.
 */
export function planeView({ stage, layout, subjects, from }: CameraContext): MapView {
  const { free, panel, time } = layout;
  const fitting = ((free.height / 2 - REACH.height) * 360) / (MOST_LATITUDE * stage.width);
  const zoom = fitting < LEAST_ZOOM ? 1 : Math.min(fitting, MOST_PLANE_ZOOM);
  const perDegree = (zoom * stage.width) / 360;
  // A broad plane is higher than the free part, so it is raised or lowered to show the satellites.
  const excess = Math.max(0, MOST_LATITUDE * perDegree + REACH.height - free.height / 2);
  const latitudeOf = (equator: number): number => (equator - stage.height / 2) / perDegree;

  const [middle, half] = [middleOf(free).y, stage.width / 2];

  /** Returns the cost of a placement for a subject: the hidden share of its surroundings, and the hiding of itself. */
  const hidden = ({ longitude, latitude, reach }: MapSubject, { centre, equator }: Placement): number => {
    const x = half + wrapLongitude(degrees(longitude - centre)) * perDegree;
    const y = equator - latitude * perDegree;
    const across = overlap(x, REACH.width, 0, stage.width);
    const along = overlap(y, REACH.height, free.top, free.top + free.height);
    const isBeside = panel && panel.top < free.top + free.height;
    const below = isBeside ? overlap(x, REACH.width, panel.left, panel.left + panel.width) : 0;
    const itself = SIGHT_COST[sightOf({ stage, layout }, { x, y }, reach ?? MARKER)];
    return (reach ? SATELLITE_COST : 1) * itself + 1 - Math.max(0, across - below) * along;
  };
  const cost = (placement: Placement): number => {
    const way = Math.abs(wrapLongitude(degrees(placement.centre - from.longitude)));
    const rise = Math.abs(latitudeOf(placement.equator) - from.latitude);
    const moving = way + rise < 0.01 ? 0 : MOVE_COST + (TURN_COST * way) / 180;
    return subjects.reduce((sum, subject) => sum + subject.weight * hidden(subject, placement), moving);
  };
  const farthest = excess + (time?.height ?? 0);
  const equators = excess > 0 ? SHARES.map((share) => middle + share * farthest) : [middle];
  const turns = Array.from({ length: 360 / STEP }, (_, index) => index * STEP - 180);
  const placements = [from.longitude, ...turns].flatMap((centre) =>
    equators.map((equator): Placement => ({ centre, equator })),
  );
  const costs = placements.map(cost);
  const best = placements[costs.indexOf(Math.min(...costs))] ?? { centre: from.longitude, equator: middle };
  return { globe: 0, longitude: degrees(best.centre), latitude: degrees(latitudeOf(best.equator)), zoom };
}

/** Position of the plane on the screen: the meridian in the middle, and the height of the equator in rem. */
interface Placement {
  readonly centre: number;
  readonly equator: number;
}

/** Diameter of the globe as shares of the free height and width: it extends behind header and tiles. */
const GLOBE_HEIGHT = 1.28;
const GLOBE_WIDTH = 0.98;

/** Returns a globe of a diameter with a place at a point of the screen. */
function globeView(
  stage: Size,
  { longitude, latitude }: GroundPlace,
  diameter: number,
  at: { readonly x: number; readonly y: number },
): MapView {
  const view: MapView = { globe: 1, longitude, latitude, zoom: 1, at: placeAt(stage, at) };
  return { ...view, zoom: diameter / (2 * scaleOf(view, stage)) };
}

/** Degrees in the free height around a station, whose circle is half as high. */
const STATION_DEGREES = 62;

/** Offsets of the station from the middle of the free part, in rem, the nearest first. */
const ASIDE = rangeAbout(10)
  .flatMap((x) => rangeAbout(4).map((y) => ({ x, y })))
  .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));

/**
 * Returns the plane around a station, off-centre if a panel would cover a satellite; `undefined` if that does not
 * help.
 */
function stationView(context: CameraContext, { longitude, latitude }: GroundPlace): MapView | undefined {
  const { stage, layout, subjects, from } = context;
  const { free } = layout;
  const zoom = Math.max(1.4, (free.height * 360) / (STATION_DEGREES * stage.width));
  const perDegree = (zoom * stage.width) / 360;
  const middle = middleOf(free);
  const viewWith = (at: { readonly x: number; readonly y: number }): MapView => ({
    globe: 0,
    longitude,
    latitude,
    zoom,
    at: placeAt(stage, at),
  });
  const isClear = (at: { readonly x: number; readonly y: number }): boolean =>
    subjects.every((subject) => {
      if (subject.reach === undefined) return true;
      const x = at.x + wrapLongitude(degrees(subject.longitude - longitude)) * perDegree;
      const y = at.y - (subject.latitude - latitude) * perDegree;
      const sight = sightOf(context, { x, y }, subject.reach);
      return sight === 'clear' || sight === 'off';
    });
  const held = from.at && { x: from.at.x * stage.width, y: from.at.y * stage.height };
  if (held && isSameView(from, viewWith(held)) && isClear(held)) return from;
  const at = ASIDE.map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y })).find(isClear);
  return at && viewWith(at);
}

/** Diameter of the globe above the charts, and above a station, in units of the screen's longer side. */
const CLOSE = 1.15;
const GROUND = 4;

/** Returns the map view of a scene. */
export function sceneView(scene: WallScene, context: CameraContext): MapView {
  const { stage, layout, spacecraft, station } = context;
  const { free } = layout;
  const longSide = Math.max(stage.width, stage.height);
  if (scene === 'globe' && spacecraft) {
    const diameter = Math.min(GLOBE_HEIGHT * free.height, GLOBE_WIDTH * free.width);
    return globeView(stage, spacecraft, diameter, middleOf(free));
  }
  if (scene === 'spacecraft' && spacecraft) {
    return globeView(stage, spacecraft, CLOSE * longSide, middleOf(free));
  }
  if (scene === 'sky' && station) return globeView(stage, station, GROUND * longSide, middleOf(free));
  return (scene === 'contacts' && station && stationView(context, station)) || planeView(context);
}

/** Scenes in which the spacecraft stays fixed on the screen, and the Earth turns below it. */
export const FOLLOWING: ReadonlySet<WallScene> = new Set<WallScene>(['globe', 'spacecraft']);

/** Returns true if two views look the same. */
export const isSameView = (a: MapView, b: MapView): boolean =>
  a.globe === b.globe &&
  Math.abs(wrapLongitude(degrees(a.longitude - b.longitude))) < 0.01 &&
  Math.abs(a.latitude - b.latitude) < 0.01 &&
  Math.abs(a.zoom - b.zoom) < 0.001 &&
  Math.abs((a.at?.x ?? 0.5) - (b.at?.x ?? 0.5)) < 0.001 &&
  Math.abs((a.at?.y ?? 0.5) - (b.at?.y ?? 0.5)) < 0.001;
