import { describe, expect, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../src/shared/contract/network.ts';
import {
  OPERATION_NAMES,
  type OperationName,
  readOperationInput,
} from '../../../src/shared/contract/operations.ts';
import type { Outcome } from '../../../src/shared/contract/outcome.ts';
import {
  COMMAND_NAMES,
  type Command,
  EVENT_TYPES,
  PRIORITIES,
  type TimelineEvent,
} from '../../../src/shared/entities/entities.ts';
import type { Random } from '../../../src/worker/kit/random.ts';
import { beginMission } from '../../../src/worker/mission/begin.ts';
import { dispatch } from '../../../src/worker/mission/dispatch/dispatch.ts';
import { createMission } from '../../../src/worker/mission/mission.ts';
import { readEventDraft } from '../../../src/worker/mission/operations/timeline.ts';
import { createGroundView } from '../../../src/worker/mission/state/ground-view.ts';
import type { SimulationContext } from '../../../src/worker/mission/state/mission-state.ts';
import { createPropagators } from '../../../src/worker/orbit/propagators.ts';
import { environmentAt } from '../../../src/worker/spacecraft/environment.ts';
import { planFault } from '../../../src/worker/spacecraft/fdir.ts';
import { fuzz, insist, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateClone } from '../../support/fuzz-mutations.ts';
import { startMission, T0 } from '../../support/mission.ts';

const COMMAND = { name: 'Rotate Antenna', scheduledTime: '2026-11-20T15:00', priority: 'High' };
const EVENT = {
  title: 'Antenna test',
  startTime: '2026-11-20T15:00',
  endTime: '2026-11-20T16:00',
  description: 'Of the new antenna',
  type: 'Maintenance',
  priority: 'Low',
};
const LAST = Date.UTC(2199, 11, 31, 23, 59, 59);

const propagators = createPropagators();
const SEEN: Pick<SimulationContext, 'network' | 'environmentAt'> = {
  network: SPECIFIED_NETWORK,
  environmentAt: (time) =>
    propagators.orbita.ok ? environmentAt(propagators.orbita.value, time) : undefined,
};
const CONTEXT: SimulationContext = {
  ...SEEN,
  propagators,
  planFault,
  anomaliesShown: (anomalies) => anomalies,
  viewShown: (view) => view,
  viewOnGround: createGroundView(SEEN),
};

const INPUTS: Partial<Record<OperationName, unknown>> = {
  queueCommand: COMMAND,
  sendCommand: { name: 'Rotate Antenna', anomaly: 'anomaly-3' },
  addEvent: EVENT,
  shelveAnomaly: { id: 'anomaly-3', minutes: 30, reason: 'known' },
};

/** One call over the channel: the operation, its input and the request's name. */
interface Call {
  readonly name: OperationName;
  readonly input: unknown;
  readonly request: unknown;
}

const CALLS: readonly Call[] = OPERATION_NAMES.map((name) => ({
  name,
  input: INPUTS[name] ?? 'cmd-1',
  request: 'request-1',
}));

const mutateCall = ({ name, input, request }: Call, random: Random): Call =>
  random.next() < 0.8
    ? { name, input: mutateClone(input, random), request }
    : { name, input, request: mutateClone(request, random) };

function checkCommand({ name, scheduledTime, priority }: Command): void {
  insist(COMMAND_NAMES.includes(name) && PRIORITIES.includes(priority), 'The words are not of the lists.');
  insistOnRange(scheduledTime, 0, LAST, 'The time');
}

function checkEvent({ title, startTime, endTime, description, type, priority }: TimelineEvent): void {
  insist(EVENT_TYPES.includes(type) && PRIORITIES.includes(priority), 'The words are not of the lists.');
  for (const time of [startTime, endTime]) insistOnRange(time, 0, LAST, 'The time');
  insist(title.trim() === title && title !== '' && [...title].length <= 200, 'The title is none.');
  insist(typeof description === 'string' && [...description].length <= 2000, 'The description is too long.');
}

function checkOutcome(outcome: Outcome<unknown>): void {
  if (!outcome.ok) insistOnWords(outcome.message);
}

describe('a mutated request to the mission', () => {
  it('does what a rule allows, or is refused with a message; the mission stays whole', () => {
    const fresh = beginMission({ seed: 1, startTime: T0, profile: 'specified' }, CONTEXT);
    return fuzz({
      runs: 700,
      corpus: CALLS,
      mutate: mutateCall,
      check({ name, input, request }) {
        const named = typeof request === 'string' ? request : undefined;
        const read = readOperationInput(name, input);
        if (!read.ok) return insistOnWords(read.message);
        const { state, outcome, notices } = dispatch(fresh, name, read.value, CONTEXT, { request: named });
        checkOutcome(outcome);
        insist(outcome.ok || state === fresh, 'A refusal has changed the mission.');
        insist(outcome.ok === notices.length > 0, 'A notice is missing, or says nothing.');
        if (name === 'queueCommand' && outcome.ok) checkCommand(outcome.value as Command);
        if (name === 'addEvent' && outcome.ok) checkEvent(outcome.value as TimelineEvent);
      },
    });
  });

  it('leaves the mission in a state from which another one can resume, and a journal that repeats it', async () => {
    const { mission, control, record } = startMission();
    await fuzz({
      runs: 200,
      isSlow: true,
      corpus: CALLS,
      mutate: mutateCall,
      check({ name, input, request }) {
        const operation = control[name] as (input: unknown, request: unknown) => Outcome<unknown>;
        checkOutcome(operation(input, request));
        structuredClone(mission.journal().at(-1));
      },
    });
    const { header, entries } = structuredClone(record());
    expect(createMission({ ...header, journal: entries }).hash()).toBe(mission.hash());
    const keyframe = structuredClone(mission.keyframe());
    expect(createMission({ ...header, journal: entries, keyframe }).hash()).toBe(mission.hash());
  });
});

it('a mutated form of the timeline is an event, or says which field is wrong', () =>
  fuzz<unknown>({
    runs: 1000,
    corpus: [EVENT, { title: 'T', startTime: EVENT.startTime, endTime: EVENT.endTime }],
    mutate: mutateClone,
    check(draft) {
      const form = readOperationInput('addEvent', draft);
      if (!form.ok) return insistOnWords(form.message);
      const read = readEventDraft(form.value);
      if (read.ok) return checkEvent({ id: 'event-1', status: 'Scheduled', ...read.value });
      insistOnWords(read.message);
      insist((read.fields ?? []).length > 0, 'No field is named.');
    },
  }));

it.each(OPERATION_NAMES)('%s refuses a missing value', (name) => {
  const operation = startMission().control[name] as (input?: unknown) => Outcome<unknown>;
  for (const input of [undefined, null, 0, '', [], {}, Symbol.iterator.toString()]) {
    expect(operation(input)).toMatchObject({ ok: false });
  }
});
