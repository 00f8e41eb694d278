import * as v from 'valibot';
import { ISS_NORAD_ID, POSITION_SECONDS } from '../shared/contract/backend.ts';
import { readSatellitePositions } from '../shared/contract/live-answers.ts';
import { SERVICE_LIMIT_MS } from '../shared/contract/time-limits.ts';
import type { SatellitePosition } from '../shared/entities/entities.ts';
import { SATELLITES } from '../shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../shared/kit/units.ts';
import { CLOCK_TOLERANCE_MS, doubling, type Policy } from './cached-answer.ts';
import type { GatewayEffects } from './effects.ts';
import { readAs } from './open-notify.ts';
import { type CallOutcome, unusable } from './outcome.ts';
import { plainForm, sharingOf } from './shared-source.ts';
import { createSource, type Source, type SourceEffects } from './source.ts';
import { type CallEffects, callUpstream } from './upstream-call.ts';

const SERVICE = 'N2YO';

/** A window is renewed when less than this is left: 15 calls an hour, of the 1,000 that a key allows. */
const LEAST_REMAINDER_MS = MS_PER_MIN;
/** Limit for windows that are too short: 360 calls an hour. */
const SHORTEST_LIFE_MS = 10 * MS_PER_S;
const QUOTA_WAIT_MS = 5 * MS_PER_MIN;

/** One sample per second, in order of time; never empty. */
export type PositionWindow = readonly SatellitePosition[];

/** Returns the start of an instant's second, to which a sample belongs. */
export const secondOf = (time: EpochMs): EpochMs => epochMs(Math.floor(time / MS_PER_S) * MS_PER_S);

const endOf = (positions: PositionWindow): EpochMs => positions.at(-1)?.timestamp ?? epochMs(0);

const POLICY: Policy<PositionWindow> = {
  staleAt: (positions, fetchedAt) =>
    epochMs(Math.max(fetchedAt + SHORTEST_LIFE_MS, endOf(positions) - LEAST_REMAINDER_MS)),
  validFrom: ([first]) => addMs(first?.timestamp ?? epochMs(0), -CLOCK_TOLERANCE_MS),
  expiresAt: (positions) => addMs(endOf(positions), MS_PER_S),
  waitMs: ({ kind }, failures, chance) =>
    kind === 'quota' ? QUOTA_WAIT_MS : doubling(7 * MS_PER_S, 10 * MS_PER_S, failures, chance),
};

/** True if the samples are one second apart: only then does the last one mark the window's end. */
const isEverySecond = (positions: PositionWindow): boolean =>
  positions.every(({ timestamp }, index) => {
    const before = positions[index - 1];
    return before === undefined || timestamp - before.timestamp === MS_PER_S;
  });

/** Metadata beside the positions, if present: an unknown satellite has no name. */
const infoSchema = v.object({ info: v.object({ satid: v.number(), satname: v.nullable(v.string()) }) });

function readWindow(json: unknown, now: EpochMs): CallOutcome<PositionWindow> {
  const info = v.safeParse(infoSchema, json);
  if (info.success && (info.output.info.satid !== ISS_NORAD_ID || info.output.info.satname === null)) {
    return unusable(`${SERVICE} sent positions of another satellite, or none`);
  }
  const read = readAs(SERVICE, readSatellitePositions(json));
  if (!read.ok) return read;
  const [first] = read.value;
  if (!first) return unusable(`${SERVICE} sent no positions`);
  if (first.timestamp - now > CLOCK_TOLERANCE_MS) return unusable(`${SERVICE} sent only future positions`);
  if (!isEverySecond(read.value)) return unusable(`${SERVICE} sent positions not one second apart`);
  const beyondMs = endOf(read.value) - now - POSITION_SECONDS * MS_PER_S;
  if (beyondMs > CLOCK_TOLERANCE_MS) {
    return unusable(`${SERVICE} sent positions beyond the requested ${POSITION_SECONDS} s`);
  }
  const coming = read.value.filter(({ timestamp }) => timestamp >= secondOf(now)).slice(0, POSITION_SECONDS);
  return coming.length > 0 ? { ok: true, value: coming } : unusable(`${SERVICE} sent only past positions`);
}

const FORM = plainForm<PositionWindow>(
  v.pipe(
    v.array(
      v.object({
        satlatitude: v.number(),
        satlongitude: v.number(),
        sataltitude: v.number(),
        azimuth: v.number(),
        elevation: v.number(),
        ra: v.number(),
        dec: v.number(),
        timestamp: v.number(),
      }),
    ),
    v.minLength(1),
  ),
);

/**
 * Returns the source of the ISS's next 300 seconds over New York City (spec §7), for any caller: other observers are
 * computed from it.
 */
export function n2yoSource(
  baseUrl: string,
  key: string,
  effects: CallEffects & SourceEffects & Pick<GatewayEffects, 'shared'>,
): Source<PositionWindow> {
  const { latitude, longitude, altitudeKm } = SATELLITES.iss.observer;
  const place = `${latitude}/${longitude}/${altitudeKm * 1000}`;
  const address = `${baseUrl}/rest/v1/satellite/positions/${ISS_NORAD_ID}/${place}/${POSITION_SECONDS}`;
  const endpoint = {
    service: SERVICE,
    what: 'positions',
    url: `${address}/&apiKey=${key}`,
    secret: key,
    read: (json: unknown) => readWindow(json, effects.clock.now()),
  };
  return createSource(
    POLICY,
    () => callUpstream(endpoint, effects),
    effects,
    undefined,
    sharingOf(effects, address, { form: FORM, limitMs: SERVICE_LIMIT_MS }),
  );
}
