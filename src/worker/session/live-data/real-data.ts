import type { CallState, RealData, RealDataCall } from '../../../shared/contract/real-data.ts';
import type { Astronaut, IssPosition, SatellitePosition } from '../../../shared/entities/entities.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import type { Answer, RoundAnswers } from './answers.ts';
import { type IssOrbit, provenanceOf, takeFix, takeSamples } from './iss-orbit.ts';

/** Live data of the ISS as shown, and the resulting orbit. */
export interface RealDataState {
  readonly shown: RealData;
  readonly orbit: IssOrbit;
}

const NOT_TRIED: CallState = { status: 'loading' };

/** Live data before the first round. */
export const NO_REAL_DATA: RealData = {
  status: 'loading',
  issPosition: null,
  astronauts: [],
  satellitePositions: [],
  calls: { issPosition: NOT_TRIED, astronauts: NOT_TRIED, satellitePositions: NOT_TRIED },
};

/**
 * A time derived from an age in whole seconds is late by the duration of the round (at most CALL_LIMIT_MS).
 */
const AGE_BLUR_MS = 10 * MS_PER_S;

const UNKNOWN_ERROR = 'Unknown error occurred';
const OFFLINE = 'This computer is offline. Calls resume when online.';

/** Status of one call after a round, and its value. */
interface CallResult<T> {
  readonly value: T;
  readonly call: CallState;
}

/** Previous status and value of one call, and the new answer. */
interface Taking<T> {
  readonly held: CallState;
  readonly heldValue: T;
  readonly none: T;
  readonly answer: Result<Answer<T>>;
  isOlder(answer: Answer<T>): boolean;
}

/**
 * Takes the answer of one call. An answer older than the current value is dropped; a failed one leaves `none` (spec
 * §8) and the time of the last success.
 */
function take<T>({ held, heldValue, none, answer, isOlder }: Taking<T>, now: EpochMs): CallResult<T> {
  if (!answer.ok) {
    return { value: none, call: { ...held, status: 'failed', error: answer.message || UNKNOWN_ERROR } };
  }
  const { value, source, dataTime, isStale, error } = answer.value;
  if (isOlder(answer.value)) {
    return { value: heldValue, call: { ...withoutTrouble(held), status: 'ready', lastSuccess: now } };
  }
  return {
    value,
    call: {
      status: 'ready',
      lastSuccess: now,
      source,
      dataTime,
      ...(isStale && { isStale }),
      ...(error !== undefined && { error }),
    },
  };
}

const withoutTrouble = ({ error: _error, isStale: _isStale, ...call }: CallState): CallState => call;

/** Updates the orbit after a round. Answers that fit no orbit are refused. */
function followIss(
  orbit: IssOrbit,
  answers: RoundAnswers,
  now: EpochMs,
): { readonly orbit: IssOrbit; readonly answers: RoundAnswers } {
  let followed = orbit;
  let { satellitePositions, issPosition } = answers;
  if (satellitePositions.ok) {
    const taken = takeSamples(followed, satellitePositions.value);
    if (taken.ok) followed = taken.value;
    else satellitePositions = taken;
  }
  if (issPosition.ok) {
    const taken = takeFix(followed, issPosition.value, now);
    if (taken.ok) followed = taken.value;
    else issPosition = taken;
  }
  return { orbit: followed, answers: { ...answers, satellitePositions, issPosition } };
}

/** Returns the state after a round of calls (spec §8, design.md §3 for the combined load). */
export function takeRound(
  state: RealDataState,
  received: RoundAnswers,
  now: EpochMs,
  nextTry: EpochMs,
): RealDataState {
  const { orbit, answers } = followIss(state.orbit, received, now);
  const { shown } = state;
  const issPosition = take<IssPosition | null>(
    {
      held: shown.calls.issPosition,
      heldValue: shown.issPosition,
      none: null,
      answer: answers.issPosition,
      isOlder: ({ dataTime }) => shown.issPosition !== null && dataTime < shown.issPosition.timestamp,
    },
    now,
  );
  const astronauts = take<readonly Astronaut[]>(
    {
      held: shown.calls.astronauts,
      heldValue: shown.astronauts,
      none: [],
      answer: answers.astronauts,
      isOlder: ({ dataTime }) =>
        shown.astronauts.length > 0 && addMs(dataTime, AGE_BLUR_MS) < (shown.calls.astronauts.dataTime ?? 0),
    },
    now,
  );
  const satellitePositions = take<readonly SatellitePosition[]>(
    {
      held: shown.calls.satellitePositions,
      heldValue: shown.satellitePositions,
      none: [],
      answer: answers.satellitePositions,
      // Data of the services differ in age; the time of the samples counts.
      isOlder: ({ value }) => (value[0]?.timestamp ?? 0) < (shown.satellitePositions[0]?.timestamp ?? 0),
    },
    now,
  );
  const calls: Readonly<Record<RealDataCall, CallState>> = {
    issPosition: issPosition.call,
    astronauts: astronauts.call,
    satellitePositions: satellitePositions.call,
  };
  const hasSucceeded = Object.values(calls).some(({ status }) => status === 'ready');
  return {
    orbit,
    shown: {
      ...outcome(hasSucceeded || isLive(orbit, now), calls.issPosition.error),
      issPosition: issPosition.value,
      astronauts: astronauts.value,
      satellitePositions: satellitePositions.value,
      calls,
      nextTry,
    },
  };
}

const isLive = (orbit: IssOrbit, now: EpochMs): boolean => provenanceOf(orbit, now).kind === 'live';

const outcome = (isGood: boolean, error = UNKNOWN_ERROR): Pick<RealData, 'status' | 'error'> =>
  isGood ? { status: 'ready' } : { status: 'error', error };

/** Handles a round due while the computer was offline: no call and no failure; the current data age. */
export function waitForNetwork(state: RealDataState, now: EpochMs): RealDataState {
  const { nextTry: _nextTry, status: _status, error: _error, ...shown } = state.shown;
  const waiting = { ...outcome(isLive(state.orbit, now), OFFLINE), ...shown };
  const isSame = state.shown.nextTry === undefined && state.shown.status === waiting.status;
  return isSame ? state : { ...state, shown: waiting };
}
