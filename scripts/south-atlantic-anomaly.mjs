/**
 * Prints the outline of the South Atlantic Anomaly for src/ui/map/surface/south-atlantic-anomaly.ts. Run by hand, when a new
 * World Magnetic Model is out. Its package is no dependency of the product:
 *
 *     mkdir /tmp/field && cd /tmp/field && npm i --no-save geomagnetism@0.2.0
 *     cd - && node scripts/south-atlantic-anomaly.mjs /tmp/field
 */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { geoRotation } from 'd3-geo';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node scripts/south-atlantic-anomaly.mjs FOLDER_WITH_THE_PACKAGE');
const load = createRequire(join(resolve(folder), 'package.json'));

/** Midpoint of the model's validity. */
const model = load('geomagnetism').model(new Date('2027-07-01T00:00:00Z'));
const LEVEL_NT = 23_000;
const ALTITUDE_KM = 430;
/** Reference point from which the whole outline is in sight. */
const [CENTRE_LONGITUDE, CENTRE_LATITUDE] = [-42, -25];
const POINTS = 60;

const fieldAt = ([longitude, latitude]) => model.point([latitude, longitude, ALTITUDE_KM]).f;
const fromEquator = geoRotation([0, CENTRE_LATITUDE]);

/** Returns the place at a bearing (clockwise from north) and a distance in degrees from the centre. */
function placeAt(bearing, distance) {
  const [b, d] = [(bearing * Math.PI) / 180, (distance * Math.PI) / 180];
  const latitude = Math.asin(Math.sin(d) * Math.cos(b));
  const longitude = Math.atan2(Math.sin(d) * Math.sin(b), Math.cos(d));
  const [x, y] = fromEquator([(longitude * 180) / Math.PI, (latitude * 180) / Math.PI]);
  return [x + CENTRE_LONGITUDE, y];
}

const ring = Array.from({ length: POINTS }, (_, index) => {
  const bearing = (index * 360) / POINTS;
  let inside = 0;
  while (fieldAt(placeAt(bearing, inside + 0.5)) < LEVEL_NT) inside += 0.5;
  let outside = inside + 0.5;
  for (let step = 0; step < 20; step++) {
    const middle = (inside + outside) / 2;
    if (fieldAt(placeAt(bearing, middle)) < LEVEL_NT) inside = middle;
    else outside = middle;
  }
  return placeAt(bearing, inside).map((value) => Number(value.toFixed(1)));
});
process.stdout.write(`${model.name} ${model.epoch}\n${JSON.stringify(ring)}\n`);
