import * as v from 'valibot';
import type { Clock } from '../shared/kit/clock.ts';
import { addMs, type EpochMs, epochMs, MS_PER_S } from '../shared/kit/units.ts';
import {
  afterFailure,
  afterSuccess,
  type CachedAnswer,
  CLOCK_TOLERANCE_MS,
  isDue,
  type Outage,
  type Policy,
  type UpstreamState,
} from './cached-answer.ts';
import type { GatewayEffects, SharedText } from './effects.ts';
import { FAILURE_KINDS } from './outcome.ts';

/** A call is expected to have ended this long after its time limit. */
const MARGIN_MS = 2 * MS_PER_S;
/** A process looks for the answer that another one is fetching after this time, then after twice that, and so on. */
const FIRST_LOOK_MS = 10;
const LONGEST_LOOK_MS = 200;

/** How the values of a source are written as JSON, and read again. */
export interface ValueForm<T> {
  toJson(value: T): unknown;
  /** Returns `undefined` for what is no value. */
  fromJson(json: unknown): T | undefined;
}

/** Returns the form of values that are JSON themselves. */
export const plainForm = <T>(schema: v.GenericSchema): ValueForm<T> => ({
  toJson: (value) => value,
  fromJson: (json) => (v.is(schema, json) ? (json as T) : undefined),
});

/** The state of a source that several processes share, and what a process needs to take part. */
export interface Sharing<T> {
  readonly text: SharedText;
  readonly form: ValueForm<T>;
  /** Time limit of a call, ms. */
  readonly limitMs: number;
  readonly pause: (ms: number) => Promise<void>;
  /** This process goes on with the state of another one. */
  readonly onAdopted?: ((state: UpstreamState<T>) => void) | undefined;
}

/** Returns how a source of this name is shared; `undefined` if processes share nothing. */
export function sharingOf<T>(
  { shared, timeoutSignal }: Pick<GatewayEffects, 'shared' | 'timeoutSignal'>,
  name: string,
  parts: Pick<Sharing<T>, 'form' | 'limitMs' | 'onAdopted'>,
): Sharing<T> | undefined {
  if (!shared) return undefined;
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      timeoutSignal(ms).addEventListener('abort', () => resolve());
    });
  return { ...parts, text: shared.text(name), pause };
}

/** What a process does when its source is due. */
export type Turn<T> =
  /** Another process has called. */
  | { readonly kind: 'answered'; readonly state: UpstreamState<T> }
  /** This process calls for all, and tells them the state afterwards; that resolves to false if they may not know it. */
  | {
      readonly kind: 'own';
      readonly state: UpstreamState<T>;
      readonly end: (state: UpstreamState<T>) => Promise<boolean>;
    }
  /** The store is away. */
  | { readonly kind: 'alone' };

const instant = v.pipe(v.number(), v.minValue(0), v.maxValue(8e15), v.transform(epochMs));
const recordSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** A call in progress, with the time from which it counts as lost. */
    call: v.optional(v.object({ at: instant, until: instant })),
    answer: v.optional(v.object({ value: v.unknown(), fetchedAt: instant })),
    outage: v.optional(
      v.object({
        failure: v.object({ kind: v.picklist(FAILURE_KINDS), message: v.string() }),
        failures: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
        failedAt: instant,
        nextTry: instant,
      }),
    ),
    lastSuccess: v.optional(instant),
  }),
);

type Call = NonNullable<v.InferOutput<typeof recordSchema>['call']>;

interface SharedRecord<T> {
  readonly state: UpstreamState<T>;
  readonly call?: Call | undefined;
}

function writeRecord<T>(
  { cached, outage, lastSuccess }: UpstreamState<T>,
  form: ValueForm<T>,
  call?: Call,
): string {
  const answer = cached && { value: form.toJson(cached.value), fetchedAt: cached.fetchedAt };
  return JSON.stringify({ call, answer, outage, lastSuccess });
}

/** An instant of a machine whose clock is a little ahead is not in the future. */
const notAhead = (time: EpochMs, now: EpochMs): EpochMs =>
  time > now && time - now <= CLOCK_TOLERANCE_MS ? now : time;

function readRecord<T>(text: string, form: ValueForm<T>, policy: Policy<T>, now: EpochMs): SharedRecord<T> {
  const read = v.safeParse(recordSchema, text || '{}');
  if (!read.success) return { state: {} };
  const { call, answer, outage, lastSuccess } = read.output;
  const value = answer && form.fromJson(answer.value);
  const succeeded =
    answer && value !== undefined ? afterSuccess(value, notAhead(answer.fetchedAt, now), policy) : {};
  return {
    state: {
      ...succeeded,
      ...(lastSuccess !== undefined && { lastSuccess }),
      ...(outage && { outage: { ...outage, failedAt: notAhead(outage.failedAt, now) } }),
    },
    call,
  };
}

const isRunning = ({ at, until }: Call, now: EpochMs): boolean => notAhead(at, now) <= now && now < until;

/** Returns the state after a call whose process has ended during it: it counts, and has failed. */
const afterLostCall = <T>(state: UpstreamState<T>, { at }: Call, policy: Policy<T>): UpstreamState<T> =>
  afterFailure(state, { kind: 'refused', message: 'A server stopped during its call' }, at, 1, policy);

/** Unites two states of a source: the newest answer, and the newest outage if it has followed that. */
export function united<T>(one: UpstreamState<T>, other: UpstreamState<T>): UpstreamState<T> {
  const later = <X>(a: X | undefined, b: X | undefined, timeOf: (x: X) => number): X | undefined =>
    a === undefined || (b !== undefined && timeOf(b) > timeOf(a)) ? b : a;
  const cached = later<CachedAnswer<T>>(one.cached, other.cached, ({ fetchedAt }) => fetchedAt);
  const outage = later<Outage>(one.outage, other.outage, ({ failedAt }) => failedAt);
  const lastSuccess = later<EpochMs>(one.lastSuccess, other.lastSuccess, (time) => time);
  const isOver = outage && lastSuccess !== undefined && lastSuccess > outage.failedAt;
  return {
    ...(cached && { cached }),
    ...(lastSuccess !== undefined && { lastSuccess }),
    ...(outage && !isOver && { outage }),
  };
}

/**
 * Waits until the source is not due any more because another process has called, or until it is up to this process to call.
 * Never rejects. The clocks of the machines must agree to within 5 s.
 * @param own returns the state in this process
 */
export async function takeTurn<T>(
  { text, form, limitMs, pause }: Sharing<T>,
  policy: Policy<T>,
  clock: Clock,
  own: () => UpstreamState<T>,
): Promise<Turn<T>> {
  let known = { text: '', version: -1 };
  let lookMs = FIRST_LOOK_MS;
  try {
    for (;;) {
      known = (await text.read(known.version)) ?? known;
      const now = clock.now();
      const { call, state: kept } = readRecord(known.text, form, policy, now);
      if (call && isRunning(call, now)) {
        await pause(lookMs);
        lookMs = Math.min(2 * lookMs, LONGEST_LOOK_MS);
        continue;
      }
      const state = united(call ? afterLostCall(kept, call, policy) : kept, own());
      if (!isDue(state, now)) return { kind: 'answered', state };
      const begun = writeRecord(state, form, { at: now, until: addMs(now, limitMs + MARGIN_MS) });
      const version = await text.replace(begun, known.version);
      if (version === undefined) continue;
      const end = (after: UpstreamState<T>): Promise<boolean> =>
        text.replace(writeRecord(after, form), version).then(
          () => true,
          () => false,
        );
      return { kind: 'own', state, end };
    }
  } catch {
    return { kind: 'alone' };
  }
}

/** Tells the others a state that came about while the store was away. Rejects if it still is. */
export async function tellState<T>(
  { text, form }: Sharing<T>,
  policy: Policy<T>,
  clock: Clock,
  state: UpstreamState<T>,
): Promise<void> {
  for (;;) {
    const known = await text.read();
    const { state: kept, call } = readRecord(known?.text ?? '', form, policy, clock.now());
    // The calling process will publish its own state, which is newer.
    if (!known || (call && isRunning(call, clock.now()))) return;
    const told = writeRecord(united(kept, state), form);
    if ((await text.replace(told, known.version)) !== undefined) return;
  }
}
