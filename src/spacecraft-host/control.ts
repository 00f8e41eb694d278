import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as v from 'valibot';
import type { Outcome } from '../shared/contract/outcome.ts';
import { FAULT_COURSES, FAULT_NAMES } from '../shared/entities/faults.ts';
import { readBy } from '../shared/kit/read-by.ts';
import { LINK_PROFILES, MOST_BIT_ERRORS } from '../shared/packets/link.ts';
import { INSTANT_TEXT, readInstant } from './instant.ts';
import { LONGEST_STEP_S, type Runner } from './runner.ts';

/** Control of the simulation over HTTP. It is no part of the link: a spacecraft has none of it. */

export interface ControlOptions {
  readonly runner: Runner;
  readonly mostRate: number;
  /** Returns the recording of the mission so far. */
  readonly recording: () => string;
}

const LONGEST_BODY = 4096;
/** Names of this machine that a request may be sent to. */
const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

const INSTANT = v.pipe(
  v.string('is not a text'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const time = readInstant(dataset.value);
    if (time !== undefined) return time;
    addIssue({ message: `is not ${INSTANT_TEXT}` });
    return NEVER;
  }),
);
const NAME = v.pipe(
  v.string('is not a text'),
  v.regex(/^[\w.-]{1,40}$/, 'is not a name of 1 to 40 letters, digits, dots, dashes and underscores'),
);
const NUMBER = v.pipe(v.number('is not a number'), v.finite('is not a number'));

/** Reads the body of a request; without one it is an empty record. */
async function readBody<Output>(
  context: Context,
  schema: v.GenericSchema<unknown, Output>,
): Promise<Output | Response> {
  let body: unknown = {};
  try {
    const text = await context.req.text();
    if (text !== '') body = JSON.parse(text);
  } catch {
    return context.json({ message: 'The body is not JSON.' }, 400);
  }
  const read = readBy(schema, body);
  return read.ok ? read.value : context.json({ message: `The body is refused: ${read.message}.` }, 400);
}

/** Returns the state of the simulation as data. */
function statusOf(runner: Runner) {
  const mission = runner.mission();
  const { rate, isPaused, until } = runner.pace();
  const { onboard } = mission.facts();
  const utc = (time: number): string => new Date(time).toISOString();
  return {
    time: utc(mission.time()),
    rate,
    isPaused,
    until: until === undefined ? null : utc(until),
    seed: mission.header.seed,
    start: utc(mission.header.startTime),
    profile: mission.header.profile,
    link: onboard && {
      ...onboard.link,
      storedPackets: onboard.store.packets,
      scheduledTelecommands: onboard.schedule.entries.length,
    },
    /** As they really are: telemetry shows only their effects. */
    faults: mission.faults().map(({ name, startTime, plan }) => ({
      name,
      since: utc(startTime),
      course: plan.course,
    })),
    snapshots: runner.kept().map(({ name, time }) => ({ name, time: utc(time) })),
  };
}

/**
 * Returns the HTTP application. A foreign Host or Origin is refused, so that no web page can use it through a browser of
 * this machine.
 */
export function createControl({ runner, mostRate, recording }: ControlOptions): Hono {
  const app = new Hono();
  app.use('*', async (context, next) => {
    const host = context.req.header('host') ?? '';
    const origin = context.req.header('origin');
    const isLocal = LOCAL_HOST.test(host) && (origin === undefined || origin === `http://${host}`);
    if (!isLocal)
      return context.json({ message: 'Only programs of this machine may control the spacecraft.' }, 403);
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    return next();
  });
  app.use(
    '*',
    bodyLimit({
      maxSize: LONGEST_BODY,
      onError: (context) => context.json({ message: 'The body is too long.' }, 413),
    }),
  );

  const answer = (context: Context, outcome: Outcome<unknown>) =>
    outcome.ok ? context.json(statusOf(runner)) : context.json({ message: outcome.message }, 409);

  app.get('/status', (context) => context.json(statusOf(runner)));
  app.get('/recording', (context) => context.body(recording(), 200, { 'Content-Type': 'application/jsonl' }));

  app.post('/rate', async (context) => {
    const isRate = (rate: number): boolean => rate > 0 && rate <= mostRate;
    const rate = v.pipe(NUMBER, v.check(isRate, `is not a rate above 0 and up to ${mostRate}`));
    const body = await readBody(context, v.strictObject({ rate }));
    if (body instanceof Response) return body;
    runner.setRate(body.rate);
    return context.json(statusOf(runner));
  });
  app.post('/pause', (context) => {
    runner.pause();
    return context.json(statusOf(runner));
  });
  app.post('/resume', async (context) => {
    const body = await readBody(context, v.strictObject({ until: v.optional(INSTANT) }));
    return body instanceof Response ? body : answer(context, runner.resume(body.until));
  });
  app.post('/step', async (context) => {
    const isStep = (seconds: number): boolean => seconds > 0 && seconds <= LONGEST_STEP_S;
    const seconds = v.pipe(NUMBER, v.check(isStep, `is not above 0 and up to ${LONGEST_STEP_S}`));
    const body = await readBody(context, v.strictObject({ seconds }));
    return body instanceof Response ? body : answer(context, runner.step(body.seconds));
  });
  app.post('/faults', async (context) => {
    const course = v.optional(v.picklist(FAULT_COURSES, `is none of ${FAULT_COURSES.join(', ')}`));
    const inject = v.picklist(FAULT_NAMES, `is none of ${FAULT_NAMES.join(', ')}`);
    const body = await readBody(context, v.strictObject({ inject, course }));
    return body instanceof Response ? body : answer(context, runner.apply({ kind: 'fault', ...body }));
  });
  app.delete('/faults/:name', (context) =>
    answer(context, runner.apply({ kind: 'fault', clear: context.req.param('name') })),
  );
  app.post('/link', async (context) => {
    const profile = v.picklist(LINK_PROFILES, `is none of ${LINK_PROFILES.join(', ')}`);
    const isRate = (rate: number): boolean => rate >= 0 && rate <= MOST_BIT_ERRORS;
    const bitErrorRate = v.pipe(NUMBER, v.check(isRate, `is not a rate of 0 to ${MOST_BIT_ERRORS}`));
    const change = v.strictObject({ profile: v.optional(profile), bitErrorRate: v.optional(bitErrorRate) });
    const body = await readBody(context, change);
    return body instanceof Response ? body : answer(context, runner.apply({ kind: 'link', ...body }));
  });
  app.post('/snapshots', async (context) => {
    const body = await readBody(context, v.strictObject({ name: NAME }));
    if (body instanceof Response) return body;
    runner.keep(body.name);
    return context.json(statusOf(runner));
  });
  app.post('/snapshots/:name/restore', (context) =>
    answer(context, runner.restore(context.req.param('name'))),
  );

  app.notFound((context) => context.json({ message: 'There is no such address.' }, 404));
  return app;
}
