import {
  type AnswerOrigin,
  type LiveSource,
  readAstronauts,
  readIssPosition,
  readOrigin,
  readSatellitePositions,
} from '../../../shared/contract/live-answers.ts';
import type { RealDataCall } from '../../../shared/contract/real-data.ts';
import { OLDEST_POSITION_MS } from '../../../shared/entities/constants.ts';
import type { Astronaut, IssPosition, SatellitePosition } from '../../../shared/entities/entities.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';

/** Tolerated clock difference: an answer further in the future is refused. */
export const FUTURE_TOLERANCE_MS = 5 * MS_PER_S;

/** A validated answer with its source. */
export interface Answer<T> {
  readonly value: T;
  readonly source: LiveSource;
  /** Time of the data, by the service behind the gateway. */
  readonly dataTime: EpochMs;
  /** True if the gateway marks it stale. */
  readonly isStale: boolean;
  /** Reason why the gateway has nothing newer. */
  readonly error?: string;
}

/** Raw results of the calls of one round. */
export type RoundReplies = Readonly<Record<RealDataCall, Result<unknown>>>;

/** Validated results of the calls of one round. */
export interface RoundAnswers {
  readonly issPosition: Result<Answer<IssPosition>>;
  readonly astronauts: Result<Answer<readonly Astronaut[]>>;
  readonly satellitePositions: Result<Answer<readonly SatellitePosition[]>>;
}

const originOf = (json: unknown, fallback: LiveSource): AnswerOrigin =>
  readOrigin(json) ?? { source: fallback, ageS: 0, isStale: false };

function answer<T>(value: T, { source, isStale, error }: AnswerOrigin, dataTime: EpochMs): Answer<T> {
  return { value, source, dataTime, isStale, ...(error !== undefined && { error }) };
}

const CLOCK_ADVICE = 'check this computer’s clock';

function readFix(json: unknown, now: EpochMs): Result<Answer<IssPosition>> {
  const read = readIssPosition(json);
  if (!read.ok) return read;
  const ageMs = now - read.value.timestamp;
  if (ageMs < -FUTURE_TOLERANCE_MS) {
    return failed(`The position is ${formatDuration(-ageMs)} in the future: ${CLOCK_ADVICE}.`);
  }
  if (ageMs > OLDEST_POSITION_MS) return failed(`The position is ${formatDuration(ageMs)} old.`);
  return succeeded(answer(read.value, originOf(json, 'Open Notify'), read.value.timestamp));
}

function readPeople(json: unknown, now: EpochMs): Result<Answer<readonly Astronaut[]>> {
  const read = readAstronauts(json);
  if (!read.ok) return read;
  const origin = originOf(json, 'Open Notify');
  return succeeded(answer(read.value, origin, addMs(now, -origin.ageS * MS_PER_S)));
}

function readSamples(json: unknown, now: EpochMs): Result<Answer<readonly SatellitePosition[]>> {
  const read = readSatellitePositions(json);
  if (!read.ok) return read;
  const [first] = read.value;
  const last = read.value.at(-1);
  if (!first || !last) return failed('The response contains no positions.');
  if (first.timestamp - now > FUTURE_TOLERANCE_MS) {
    return failed(
      `The positions begin ${formatDuration(first.timestamp - now)} in the future: ${CLOCK_ADVICE}.`,
    );
  }
  if (now - last.timestamp > OLDEST_POSITION_MS) {
    return failed(`The positions end ${formatDuration(now - last.timestamp)} ago: ${CLOCK_ADVICE}.`);
  }
  const origin = originOf(json, 'N2YO');
  return succeeded(answer(read.value, origin, addMs(now, -origin.ageS * MS_PER_S)));
}

const readReply = <T>(
  reply: Result<unknown>,
  now: EpochMs,
  read: (json: unknown, now: EpochMs) => Result<Answer<T>>,
): Result<Answer<T>> => (reply.ok ? read(reply.value, now) : reply);

/** Validates the results of a round. */
export const readReplies = (replies: RoundReplies, now: EpochMs): RoundAnswers => ({
  issPosition: readReply(replies.issPosition, now, readFix),
  astronauts: readReply(replies.astronauts, now, readPeople),
  satellitePositions: readReply(replies.satellitePositions, now, readSamples),
});
