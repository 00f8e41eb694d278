import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { vi } from 'vitest';
import { createRandom, type Random } from '../../src/worker/kit/random.ts';

/**
 * Fuzzing: a decoder gets hundreds to thousands of mutated valid inputs. The mutations depend only on a seed. `FUZZ_RUNS` sets the
 * number of inputs per decoder, `FUZZ_SEED` the first seed.
 */

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
const RUNS = process.env.FUZZ_RUNS === undefined ? undefined : Number(process.env.FUZZ_RUNS);

if (RUNS !== undefined) vi.setConfig({ testTimeout: 3_600_000 });

export interface Fuzzed<Input> {
  /** Number of inputs, unless `FUZZ_RUNS` is set. */
  readonly runs: number;
  /** Uses a hundredth of `FUZZ_RUNS`: each of its inputs runs a whole mission. */
  readonly isSlow?: boolean;
  /** Valid inputs. */
  readonly corpus: readonly Input[];
  /** Applies one mutation to a copy of an input. */
  mutate(input: Input, random: Random): Input;
  /** Throws unless the input was decoded to a valid value or refused with a message. */
  check(input: Input): void | Promise<void>;
}

/** Largest number of mutations of one input. */
const MOST_MUTATIONS = 4;
/** Allowed heap growth over 100,000 inputs: an input should leave nothing; the rest is V8's own. */
const HEAP_ALLOWANCE_BYTES = 12e6;
/** Fewer inputs say nothing about heap growth. */
const FEWEST_FOR_HEAP = 500;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

const PROTOTYPES = [Object, Array, Function, String, Number, Map, Set, Date, Promise].map(
  ({ prototype }) => prototype as object,
);
const membersOfPrototypes = (): number =>
  PROTOTYPES.reduce((sum, prototype) => sum + Reflect.ownKeys(prototype).length, 0);

/** Formats a value for a message: shows what JSON omits (NaN, cycles, undefined), and cuts long input. */
export function show(input: unknown): string {
  const seen = new Set<unknown>();
  const text = JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) return `<${value}>`;
    if (typeof value !== 'object' || value === null) return value === undefined ? '<undefined>' : value;
    if (ArrayBuffer.isView(value)) return `<bytes ${Buffer.from(value.buffer).toString('base64')}>`;
    if (seen.has(value)) return '<seen above>';
    seen.add(value);
    return value;
  });
  return text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length} characters)` : text;
}

function build<Input>({ corpus, mutate }: Fuzzed<Input>, base: number, seeds: readonly number[]): Input {
  const start = corpus[base];
  if (start === undefined) throw new Error('The corpus is empty.');
  return seeds.reduce<Input>((input, seed) => mutate(input, createRandom(seed)), start);
}

async function failureOf<Input>({ check }: Fuzzed<Input>, input: Input): Promise<unknown> {
  const before = membersOfPrototypes();
  try {
    await check(input);
  } catch (error) {
    return error ?? new Error('Something was thrown that is nothing.');
  }
  return membersOfPrototypes() === before ? undefined : new Error('A prototype has been changed.');
}

/** Drops every mutation without which the check still fails. */
async function shrink<Input>(
  fuzzed: Fuzzed<Input>,
  base: number,
  seeds: readonly number[],
): Promise<readonly number[]> {
  let kept = seeds;
  for (const seed of seeds) {
    const fewer = kept.filter((other) => other !== seed);
    if ((await failureOf(fuzzed, build(fuzzed, base, fewer))) !== undefined) kept = fewer;
  }
  return kept;
}

/** Runs a decoder on its inputs; the first failure fails the test, with instructions to reproduce it. */
export async function fuzz<Input>(fuzzed: Fuzzed<Input>): Promise<void> {
  const runs = RUNS === undefined ? fuzzed.runs : Math.ceil(RUNS / (fuzzed.isSlow ? 100 : 1));
  const warmUp = Math.ceil(runs / 10);
  let heapBefore = 0;
  for (let run = 0; run < runs; run++) {
    if (run === warmUp) heapBefore = heapBytes();
    const random = createRandom(SEED + run);
    const base = Math.floor(random.next() * fuzzed.corpus.length);
    const count = 1 + Math.floor(random.next() * MOST_MUTATIONS);
    const seeds = Array.from({ length: count }, () => Math.floor(random.next() * 2 ** 32));
    const input = build(fuzzed, base, seeds);
    if ((await failureOf(fuzzed, input)) === undefined) continue;
    const least = build(fuzzed, base, await shrink(fuzzed, base, seeds));
    const error = await failureOf(fuzzed, least);
    const told = error instanceof Error ? (error.stack ?? error.message) : show(error);
    throw new Error(
      `Have it again with FUZZ_SEED=${SEED + run} FUZZ_RUNS=1. The input was\n${show(least)}\n${told}`,
    );
  }
  if (runs < FEWEST_FOR_HEAP) return;
  const grown = heapBytes() - heapBefore;
  if (grown > HEAP_ALLOWANCE_BYTES) throw new Error(`The heap has grown by ${grown} bytes in ${runs} runs.`);
}

/**
 * Fails with a message unless a condition is true. Cheaper than an assertion library, which matters over 100,000
 * inputs.
 */
export function insist(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(what);
}

const LONGEST_MESSAGE = 1000;
const PLACEHOLDERS = /undefined|\[object|^\s*$/;
/** Quotations of the input are exempt from the checks. */
const QUOTED = /"(?:[^"\\]|\\.)*"?/g;

/** Checks that a refusal is readable: short, and without an unformatted value. */
export function insistOnWords(message: unknown): void {
  insist(typeof message === 'string', 'The message is no text.');
  insist(!PLACEHOLDERS.test(String(message).replace(QUOTED, 'it')), `The message says nothing: "${message}"`);
  insist(String(message).length <= LONGEST_MESSAGE, `The message has ${String(message).length} characters.`);
}

export const insistOnRange = (value: unknown, low: number, high: number, what: string): void =>
  insist(typeof value === 'number' && value >= low && value <= high, `${what} is ${show(value)}.`);

/** Checks that every number in a value is finite, at any depth. */
export function insistOnFinite(value: unknown, path = 'it'): void {
  if (typeof value === 'number') insist(Number.isFinite(value), `${path} is ${value}.`);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, member] of Object.entries(value)) insistOnFinite(member, `${path}.${key}`);
}
