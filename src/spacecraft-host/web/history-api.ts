import { Hono } from 'hono';
import * as v from 'valibot';
import { readBy } from '../../shared/kit/read-by.ts';
import { PACKET_PARAMETERS } from '../describe/catalogue.ts';
import type { Caller } from './access.ts';
import { minMax } from './downsample.ts';
import type { History } from './history.ts';

/** History of telemetry over HTTP, in JSON. */

export interface HistoryApiOptions {
  readonly history: History;
  /** Returns why a caller is refused. */
  readonly refusal: (caller: Caller) => string | undefined;
}

/** Samples of an answer at most, with or without `size`: more than a history has. */
const MOST_SAMPLES = 20_000;

const isSize = (size: number): boolean => Number.isInteger(size) && size >= 1 && size <= MOST_SAMPLES;
const NUMBER = v.pipe(
  v.string('is not a number'),
  v.check((text) => text.trim() !== '', 'is not a number'),
  v.transform(Number),
  v.finite('is not a number'),
);
const QUERY = v.object({
  parameter: v.string('is missing'),
  /** Milliseconds of UTC, both included. */
  start: NUMBER,
  end: NUMBER,
  size: v.optional(v.pipe(NUMBER, v.check(isSize, `is not a whole number of 1 to ${MOST_SAMPLES}`))),
  /** What stays of more samples than `size`: the newest, or the lowest and highest of equal intervals. */
  strategy: v.optional(v.picklist(['latest', 'minmax'], 'is none of latest, minmax'), 'latest'),
});

/** Returns the application. Pages of other origins than those that `refusal` accepts can neither ask nor read. */
export function createHistoryApi({ history, refusal }: HistoryApiOptions): Hono {
  const app = new Hono();
  app.use('*', async (context, next) => {
    const host = context.req.header('host');
    const origin = context.req.header('origin');
    const message = refusal({ host, origin, token: context.req.query('token') });
    if (message !== undefined) return context.json({ message }, 403);
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    if (origin !== undefined) context.header('Access-Control-Allow-Origin', origin);
    context.header('Vary', 'Origin');
    return next();
  });
  app.get('/history', (context) => {
    const read = readBy(QUERY, context.req.query());
    if (!read.ok) return context.json({ message: `The request is refused: ${read.message}.` }, 400);
    const { parameter: key, start, end, size = MOST_SAMPLES, strategy } = read.value;
    const parameter = PACKET_PARAMETERS.find((one) => one.key === key);
    if (!parameter) return context.json({ message: 'There is no such parameter.' }, 404);
    const samples = history.samples(parameter, start, end);
    return context.json(strategy === 'minmax' ? minMax(samples, size) : samples.slice(-size));
  });
  app.notFound((context) => context.json({ message: 'There is no such address.' }, 404));
  return app;
}
