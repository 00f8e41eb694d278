import * as v from 'valibot';
import { LIVE_SOURCES } from '../../../shared/contract/live-answers.ts';
import { REAL_DATA_CALLS } from '../../../shared/contract/real-data.ts';
import { elements, name, time } from '../../../shared/contract/recording-schema.ts';
import { degrees } from '../../../shared/kit/units.ts';

/** Schema of live data from another console: their shape, and plausible numbers. */

const LONGEST_ERROR = 1000;
const MOST_ASTRONAUTS = 200;
const MOST_POSITIONS = 1000;
const MOST_FIXES = 100;

const within = (low: number, high: number) => v.pipe(v.number(), v.minValue(low), v.maxValue(high));
const angleWithin = (low: number, high: number) => v.pipe(within(low, high), v.transform(degrees));
const latitude = angleWithin(-90, 90);
const longitude = angleWithin(-180, 180);
const angle = angleWithin(-360, 360);
const altitudeKm = within(0, 100_000);
const error = v.optional(v.pipe(v.string(), v.maxLength(LONGEST_ERROR)));
const source = v.picklist(LIVE_SOURCES);

const call = v.object({
  status: v.picklist(['loading', 'ready', 'failed']),
  lastSuccess: v.optional(time),
  source: v.optional(source),
  dataTime: v.optional(time),
  isStale: v.optional(v.boolean()),
  error,
});

const position = v.object({
  satlatitude: latitude,
  satlongitude: longitude,
  sataltitude: altitudeKm,
  azimuth: angle,
  elevation: latitude,
  ra: angle,
  dec: latitude,
  timestamp: time,
  eclipsed: v.boolean(),
});

export const realDataSchema = v.object({
  shown: v.object({
    status: v.picklist(['loading', 'ready', 'error']),
    error,
    issPosition: v.nullish(v.object({ latitude, longitude, timestamp: time }), null),
    astronauts: v.pipe(v.array(v.object({ name, craft: name })), v.maxLength(MOST_ASTRONAUTS)),
    satellitePositions: v.pipe(v.array(position), v.maxLength(MOST_POSITIONS)),
    calls: v.object(v.entriesFromList(REAL_DATA_CALLS, call)),
    nextTry: v.optional(time),
  }),
  orbit: v.object({
    elements,
    isFitted: v.boolean(),
    measured: v.optional(v.object({ source, time, from: time, until: time })),
    fixes: v.pipe(
      v.array(v.object({ time, latitude, longitude, altitudeKm: v.optional(altitudeKm) })),
      v.maxLength(MOST_FIXES),
    ),
  }),
});
