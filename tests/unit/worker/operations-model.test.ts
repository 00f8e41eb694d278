import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EpochMs, MS_PER_S } from '../../../src/shared/units.ts';
import {
  type AnomaliesState,
  acknowledgeAnomaly,
  drawAnomaly,
  resolveAnomaly,
} from '../../../src/worker/anomalies.ts';
import type { Answer } from '../../../src/worker/answers.ts';
import {
  type CommandsState,
  cancelCommand,
  executeCommand,
  queueCommand,
  restoreCommand,
} from '../../../src/worker/commands.ts';
import { createRandom } from '../../../src/worker/random.ts';
import { seedAnomalies, seedCommands, seedTimeline } from '../../../src/worker/sample-data.ts';
import {
  addEvent,
  cancelEvent,
  completeEvent,
  restoreEvent,
  startEvent,
  type TimelineState,
} from '../../../src/worker/timeline.ts';
import { later, T0 } from '../../support/mission.ts';
import {
  applyToModel,
  inputOf,
  type ModelOperation,
  modelOf,
  observeAnomalies,
  slicesOf,
} from '../../support/mission-model.ts';
import { actionArb } from '../../support/mission-model-arbitraries.ts';

type AnyAnswer<State> = Answer<State, { readonly id: string }>;

const COMMAND_RULES = { executeCommand, cancelCommand, restoreCommand };
const EVENT_RULES = { startEvent, completeEvent, cancelEvent, restoreEvent };
const ANOMALY_RULES = { acknowledgeAnomaly, resolveAnomaly };

/** The rules of the worker side by side, as a mission wires them. */
class Rules {
  commands: CommandsState = seedCommands(T0);
  timeline: TimelineState = seedTimeline(T0);
  anomalies: AnomaliesState = seedAnomalies(T0);

  perform(operation: ModelOperation, input: unknown, time: EpochMs): AnyAnswer<unknown> {
    const { name } = operation;
    if (name === 'queueCommand') return this.#keep('commands', queueCommand(this.commands, operation.draft));
    if (name === 'addEvent') return this.#keep('timeline', addEvent(this.timeline, operation.draft));
    const id = String(input);
    if (name in COMMAND_RULES) {
      const rule = COMMAND_RULES[name as keyof typeof COMMAND_RULES];
      return this.#keep('commands', rule(this.commands, id, time));
    }
    if (name in EVENT_RULES) {
      const rule = EVENT_RULES[name as keyof typeof EVENT_RULES];
      return this.#keep('timeline', rule(this.timeline, id, time));
    }
    return this.#keep('anomalies', ANOMALY_RULES[name as keyof typeof ANOMALY_RULES](this.anomalies, id));
  }

  #keep<Name extends 'commands' | 'timeline' | 'anomalies'>(name: Name, answer: AnyAnswer<this[Name]>) {
    if (!answer.outcome.ok) expect(answer.state).toBe(this[name]);
    this[name] = answer.state;
    return answer;
  }

  slices() {
    const { commands, timeline, anomalies } = this;
    return { commands: commands.commands, timeline: timeline.events, anomalies: anomalies.anomalies };
  }
}

describe('the rules and a naive model of the specification', () => {
  it('live through the same operations alike (spec §4, §5, §9)', { timeout: 60_000 }, () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(actionArb, { maxLength: 60, size: 'max' }), fc.integer(), (actions, seed) => {
        const rules = new Rules();
        const random = createRandom(seed);
        let model = modelOf(rules.slices());
        let time = T0;
        for (const action of actions) {
          if (action.kind === 'wait') {
            const since = time;
            time = later(action.ms, time);
            for (let due = later(30 * MS_PER_S, since); due <= time; due = later(30 * MS_PER_S, due)) {
              const { state, notices } = drawAnomaly(rules.anomalies, due, [], random);
              rules.anomalies = state;
              model = observeAnomalies(model, state.anomalies, since, time, notices.length);
            }
            continue;
          }
          const { operation } = action;
          const input = inputOf(model, operation, time);
          const { outcome, notices } = rules.perform(operation, input, time);
          const step = applyToModel(model, operation, time, outcome);
          const { notices: expectedNotices, ...expected } = step.expected;
          expect(outcome).toMatchObject(expected);
          expect(notices).toEqual(expectedNotices);
          if (!outcome.ok) expect(outcome.message).toMatch(/^[A-Z].+[.s]$/);
          model = step.model;
          expect(rules.slices()).toEqual(slicesOf(model));
          const path = `${operation.name} ${outcome.ok}`;
          seen.set(path, (seen.get(path) ?? 0) + 1);
        }
      }),
      { seed: 20_261_120, numRuns: 600 },
    );
    // Every operation was both taken and refused many times, so that the comparison means something.
    expect([...seen.keys()].length).toBe(22);
    expect(Math.min(...seen.values())).toBeGreaterThan(100);
  });
});
