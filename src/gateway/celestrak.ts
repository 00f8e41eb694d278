import { ISS_NORAD_ID } from '../shared/backend.ts';
import { readOmm } from '../shared/orbit/elements.ts';
import { createPropagator, type Propagator } from '../shared/orbit/propagator.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { GatewayEffects } from './effects.ts';
import { doubling, type Policy } from './held-answer.ts';
import { readAs } from './open-notify.ts';
import { type Outcome, unusable } from './outcome.ts';
import { createSource, type Source } from './source.ts';
import { type CallEffects, callUpstream } from './upstream-call.ts';

const SERVICE = 'CelesTrak';

/** The data change every two hours at most, and nobody may ask more often. */
const LIFE_MS = 2 * MS_PER_H;
/** SGP4 loses a kilometre or so a day along the track: after two weeks it is no longer the station's place. */
const OLDEST_EPOCH_MS = 14 * MS_PER_DAY;
/** Elements may refer to a coming instant, such as a planned reboost. */
const FARTHEST_EPOCH_MS = 7 * MS_PER_DAY;
const AGED_FETCH_MS = 6 * MS_PER_H;
const AGED_EPOCH_MS = 3 * MS_PER_DAY;

const POLICY: Policy<Propagator> = {
  dueAt: (_orbit, fetchedAt) => addMs(fetchedAt, LIFE_MS),
  goodUntil: ({ epoch }) => addMs(epoch, OLDEST_EPOCH_MS),
  // An answer that is not good is the sign to stop and wait. Where none came, fewer than 40 tries fall into two hours, of the 50 it bears.
  waitMs: ({ kind }, failures, chance) =>
    kind === 'unreachable' || kind === 'timeout'
      ? doubling(10 * MS_PER_S, 5 * MS_PER_MIN, failures, chance)
      : LIFE_MS,
};

/** Whether positions from these elements are no longer as good as they could be. */
export const isAged = ({ epoch }: Propagator, fetchedAt: EpochMs, now: EpochMs): boolean =>
  now - fetchedAt > AGED_FETCH_MS || now - epoch > AGED_EPOCH_MS;

function readOrbit(json: unknown, now: EpochMs): Outcome<Propagator> {
  const elements = readAs(SERVICE, readOmm(json));
  if (!elements.ok) return elements;
  if (elements.value.NORAD_CAT_ID !== ISS_NORAD_ID) {
    return unusable(`${SERVICE} gave the elements of another satellite`);
  }
  const orbit = readAs(SERVICE, createPropagator(elements.value));
  if (!orbit.ok) return orbit;
  const { epoch } = orbit.value;
  if (now - epoch >= OLDEST_EPOCH_MS || epoch - now > FARTHEST_EPOCH_MS) {
    return unusable(`${SERVICE} gave elements of ${new Date(epoch).toISOString().slice(0, 10)}`);
  }
  return orbit;
}

/** The station's orbit, from its current elements, asked for every two hours at most. */
export function celestrakSource(
  baseUrl: string,
  effects: CallEffects & Pick<GatewayEffects, 'random'>,
): Source<Propagator> {
  const endpoint = {
    service: SERVICE,
    what: 'elements',
    url: `${baseUrl}/NORAD/elements/gp.php?CATNR=${ISS_NORAD_ID}&FORMAT=JSON`,
    read: (json: unknown) => readOrbit(json, effects.clock.now()),
  };
  return createSource(POLICY, () => callUpstream(endpoint, effects), effects);
}
