import {
  type BetweenProjection,
  betweenProjection,
  createLine,
  endOfLine,
  followLine,
  type Line,
  latitudeAt,
} from './between-projection.ts';
import {
  AIR_FROM,
  colourAt,
  createPlaces,
  type EarthView,
  findPlace,
  ONE_PIXEL,
  OPAQUE,
  type Places,
  prepareSampling,
  type Sampling,
  throughAir,
  type WholeEarth,
} from './earth-sampling.ts';

/** The Earth while plane and globe turn into each other. */
export interface BetweenView extends EarthView {
  /** 0 for the plane, 1 for the globe; in between, neither included. */
  readonly globe: number;
  /** Pixels of the picture per radian at the centre, and where the centre is. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Of a row, only every eighth place is computed, and the others are interpolated. */
const SPAN = 8;
/** Bend of the way between two of them, in parts of a pixel of the Earth's picture, from which all are computed. */
const MOST_BEND = 4 * ONE_PIXEL;
/** Most columns beyond the end of a row that it covers in part. */
const MOST_OVERHANG = 8;

interface Picture {
  readonly sampling: Sampling;
  readonly projection: BetweenProjection;
  readonly width: number;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** What is drawn of a row. */
interface Outline {
  readonly latitude: number;
  /** End on the right: turned longitude, and distance from the middle in radians of the plane. */
  readonly longitude: number;
  readonly distance: number;
}

function outlineAt(row: number, picture: Picture): Outline {
  const { projection } = picture;
  const latitude = latitudeAt((picture.y - row - 0.5) / picture.scale, projection);
  const cosine = Math.cos(latitude);
  const longitude = endOfLine(cosine, projection);
  const distance = projection.plane * longitude + projection.globe * cosine * Math.sin(longitude);
  return { latitude, longitude, distance };
}

interface Buffers {
  readonly line: Line;
  /** Of the line, on one side of the middle. */
  readonly nodes: Places;
  /** Of each column; sine and cosine of the turned longitude only where there is air. */
  readonly places: Places;
  readonly sine: Float64Array;
  readonly cosine: Float64Array;
}

function createBuffers({ width, x }: Picture): Buffers {
  const count = Math.ceil(Math.max(x, width - x) / SPAN) + 3;
  return {
    line: createLine(count),
    nodes: createPlaces(count),
    places: createPlaces(width),
    sine: new Float64Array(width),
    cosine: new Float64Array(width),
  };
}

/** Whether the way through four places is so straight that those between the inner two can be interpolated. */
function isStraight(values: Int32Array, distance: Float64Array, index: number, count: number): boolean {
  const slopeAt = (from: number): number =>
    ((values[from + 1] as number) - (values[from] as number)) /
    ((distance[from + 1] as number) - (distance[from] as number) + 1e-12);
  const slope = slopeAt(index);
  const before = index > 0 ? slopeAt(index - 1) : slope;
  const after = index + 2 < count ? slopeAt(index + 1) : slope;
  const length = (distance[index + 1] as number) - (distance[index] as number);
  const bend = Math.max(Math.abs(slope - before), Math.abs(slope - after)) * length;
  return bend < MOST_BEND;
}

/** Columns on one side of the middle. */
interface Side {
  /** 1 on the right, -1 on the left. */
  readonly sign: 1 | -1;
  /** Distance in pixels from which there is air, or the row ends. */
  readonly clear: number;
  /** Distance in pixels of the last column that is drawn. */
  readonly reach: number;
}

/** Finds the places of the columns of a row on one side of the middle. */
function fillSide(buffers: Buffers, picture: Picture, count: number, latitude: number, side: Side): void {
  const { line, nodes, places, sine, cosine } = buffers;
  const { sampling, width, scale, x } = picture;
  const { sign, clear, reach } = side;
  const [north, latitudeCosine] = [Math.sin(latitude), Math.cos(latitude)];
  for (let index = 0; index < count; index++) {
    const east = sign * latitudeCosine * (line.sine[index] as number);
    findPlace(nodes, index, sampling, east, north, latitudeCosine * (line.cosine[index] as number));
  }
  const columnAt = (distance: number): number => x + sign * distance - 0.5;
  for (let index = 0; index < count; index++) {
    const next = Math.min(index + 1, count - 1);
    const start = (line.distance[index] as number) * scale;
    // Beyond the end of the row, what it covers in part.
    const end = next > index ? (line.distance[next] as number) * scale : reach;
    const first = Math.max(0, Math.ceil(columnAt(sign > 0 ? start : end)));
    const last = Math.min(width - 1, Math.floor(columnAt(sign > 0 ? end : start)));
    if (first > last) continue;
    const share = next > index ? sign / (end - start) : 0;
    const from = next > index ? (sign * (first - columnAt(0)) - start) / (end - start) : 0;
    const across = nodes.across[index] as number;
    const down = nodes.down[index] as number;
    const toRight = (nodes.across[next] as number) - across;
    const toLower = (nodes.down[next] as number) - down;
    const isSmooth =
      isStraight(nodes.across, line.distance, index, count) &&
      isStraight(nodes.down, line.distance, index, count);
    const [startSine, startCosine] = [line.sine[index] as number, line.cosine[index] as number];
    if (!isSmooth || end > clear) {
      const toSine = (line.sine[next] as number) - startSine;
      const toCosine = (line.cosine[next] as number) - startCosine;
      for (let column = first, part = from; column <= last; column++, part += share) {
        sine[column] = sign * (startSine + toSine * part);
        cosine[column] = startCosine + toCosine * part;
      }
    }
    if (isSmooth) {
      for (let column = first, part = from; column <= last; column++, part += share) {
        places.across[column] = across + toRight * part;
        places.down[column] = down + toLower * part;
      }
    } else {
      for (let column = first; column <= last; column++) {
        const east = latitudeCosine * (sine[column] as number);
        findPlace(places, column, sampling, east, north, latitudeCosine * (cosine[column] as number));
      }
    }
  }
}

/**
 * Draws rows `from` to `to` (exclusive) of the Earth between plane and globe into a picture of `width` pixels: RGBA words,
 * transparent outside, smooth at the edge. Rows do not depend on each other.
 */
export function drawBetweenRows(
  target: Uint32Array,
  width: number,
  earth: WholeEarth,
  view: BetweenView,
  from: number,
  to: number,
): void {
  const { globe, scale, x, y } = view;
  const [sampling, projection] = [prepareSampling(earth, view), betweenProjection(globe)];
  const picture: Picture = { sampling, projection, width, scale, x, y };
  const buffers = createBuffers(picture);
  const { places, sine, cosine } = buffers;
  const { plane, top } = projection;
  const airDepth = AIR_FROM * globe;
  const strength = globe * globe;
  const halfWidths = [from - 1, from].map((row) => outlineAt(row, picture).distance * scale);
  let [before = 0, own = 0] = halfWidths;
  for (let row = from; row < to; row++) {
    const line = row * width;
    target.fill(0, line, line + width);
    const after = outlineAt(row + 1, picture).distance * scale;
    const slope = (after - before) / 2;
    const outline = outlineAt(row, picture);
    const halfWidth = own;
    [before, own] = [own, after];
    const rowCover = Math.min(1, (top - Math.abs((y - row - 0.5) / scale)) * scale + 0.5);
    if (rowCover <= 0) continue;
    const { latitude } = outline;
    const [north, latitudeCosine] = [Math.sin(latitude), Math.cos(latitude)];
    /** Columns per pixel of distance from the edge. */
    const steepness = Math.sqrt(1 + slope * slope);
    const overhang = Math.min(MOST_OVERHANG, steepness / 2);
    const endCosine = Math.cos(outline.longitude);
    const clearCosine = endCosine + airDepth / latitudeCosine;
    const airFrom = clearCosine >= 1 ? 0 : clearCosine <= -1 ? Math.PI : Math.acos(clearCosine);
    const airDistance =
      airFrom >= outline.longitude
        ? Number.POSITIVE_INFINITY
        : (plane * airFrom + globe * latitudeCosine * Math.sin(airFrom)) * scale;
    const clear = rowCover < 1 ? -1 : Math.min(airDistance, halfWidth - steepness / 2);
    const reach = halfWidth + overhang;
    const count = followLine(
      buffers.line,
      latitudeCosine,
      projection,
      outline,
      SPAN / scale,
      Math.max(x, width - x) / scale,
    );
    fillSide(buffers, picture, count, latitude, { sign: 1, clear, reach });
    fillSide(buffers, picture, count, latitude, { sign: -1, clear, reach });
    const first = Math.max(0, Math.ceil(x - 0.5 - reach));
    const last = Math.min(width - 1, Math.floor(x - 0.5 + reach));
    for (let column = first; column <= last; column++) {
      const colour = colourAt(earth, places.across[column] as number, places.down[column] as number);
      const distance = Math.abs(column + 0.5 - x);
      if (distance < clear) {
        target[line + column] = OPAQUE | colour;
        continue;
      }
      const cover = Math.min(1, (halfWidth - distance) / steepness + 0.5) * rowCover;
      if (cover <= 0) continue;
      const east = latitudeCosine * (sine[column] as number);
      const up = latitudeCosine * (cosine[column] as number);
      const depth = Math.min(1, Math.max(0, 1 - (up - latitudeCosine * endCosine) / airDepth));
      target[line + column] = throughAir(colour, depth, sampling, east, north, up, strength, cover);
    }
  }
}
