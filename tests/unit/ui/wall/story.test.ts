import { expect, it } from 'vitest';
import type { DutyTask } from '../../../../src/shared/entities/duty-crew.ts';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import type { CommandVerification } from '../../../../src/shared/entities/spacecraft.ts';
import { type StoryContext, storyOf } from '../../../../src/ui/wall/story.ts';
import { later, T0 } from '../../../support/mission.ts';
import { spacecraftView } from '../../../support/spacecraft-view.ts';

const ANOMALY: Anomaly = {
  id: 'a',
  timestamp: T0,
  type: 'Solar',
  severity: 'High',
  message: 'Solar output is 302 W.',
  aiExplanation: [
    'Seen: Solar output is 302 W while sunlit; it was 600 W before the onset.',
    'Likely cause: One array wing has retracted; half of the array is turned away.',
    'If nothing is done: FDIR should clear it by about 12:04 UTC, or contain it by about 12:15 UTC.',
    'Do: Deploy Solar Array drives the wing back onto its latch.',
  ].join('\n'),
  status: 'Active',
  suggestedAction: 'Deploy Solar Array',
};
const FAULT = { anomalyId: 'a', type: 'Solar', parts: ['array'], label: 'one wing folded' } as const;
/** An anomaly answered by a command. */
const ANSWERED: Anomaly = { ...ANOMALY, answer: 'c' };

const story = (context: Partial<StoryContext> = {}, anomaly = ANOMALY) =>
  storyOf(anomaly, {
    view: spacecraftView({ time: later(60_000), faults: [FAULT] }),
    verifications: [],
    crew: undefined,
    ...context,
  }).map(({ title, text }) => `${title}: ${text}`);

it('is what was seen, why, what would come, what is done, and the recovery, as much of each as two lines hold', () => {
  expect(story()).toEqual([
    'Seen: Solar output is 302 W while sunlit.',
    'Likely cause: One array wing has retracted.',
    'If nothing is done: FDIR should clear it by about 12:04 UTC, or contain it …',
    'Action: Deploy Solar Array',
    'Recovery: not yet',
  ]);
});

it('has whole sentences where one fits', () => {
  const outlook = 'If nothing is done: Attitude deviation stays in limits. FDIR retries until 12:15 UTC.';
  expect(story({}, { ...ANOMALY, aiExplanation: outlook })[1]).toBe(
    'If nothing is done: Attitude deviation stays in limits.',
  );
});

it('tells what the duty crew does, with the command if it is about this anomaly', () => {
  const crewLine = (task?: DutyTask) => story({ crew: task ? { task } : {} })[3];
  const handles = { text: 'Handles the Solar anomaly', command: 'Deploy Solar Array' } as const;
  expect(crewLine({ ...handles, anomalyId: 'a' })).toBe(
    'Duty crew: Handles the Solar anomaly: Deploy Solar Array',
  );
  expect(crewLine({ ...handles, anomalyId: 'b' })).toBe('Duty crew: Handles the Solar anomaly');
  expect(crewLine({ text: 'Assesses the Solar anomaly', anomalyId: 'a' })).toBe(
    'Duty crew: Assesses the Solar anomaly',
  );
  expect(crewLine({ text: 'Starts a data downlink' })).toBe('Duty crew: Starts a data downlink');
  expect(crewLine()).toBe('Duty crew: Monitors');
});

it.each([
  ['waiting', 'command waits for a link'],
  ['sent', 'command is on its way'],
  ['watching', 'expected: solar output up by 30 W'],
  ['confirmed', 'confirmed: solar output up by 30 W'],
  ['not confirmed', 'not confirmed: solar output up by 30 W'],
] as const)('tells what telemetry shows of its answer, %s', (verdict, text) => {
  const verification: CommandVerification = { commandId: 'c', expected: 'solar output up by 30 W', verdict };
  expect(story({ verifications: [verification] }, ANSWERED).at(-1)).toBe(`Verification: ${text}`);
});

it('does not take the verification of another command for that of its answer', () => {
  const verifications = [
    { commandId: 'b', expected: 'solar output up', verdict: 'watching' },
    { commandId: 'd', expected: '1 MB or more downlinked', verdict: 'confirmed' },
  ] as const;
  expect(story({ verifications }, ANSWERED).at(-1)).toBe('Recovery: not yet');
  expect(story({ verifications }).at(-1)).toBe('Recovery: not yet');
});

it.each([
  ['waiting', false],
  ['sent', false],
  ['watching', false],
  ['confirmed', false],
  ['not confirmed', true],
] as const)('has an outlook, with a command that is %s: %s', (verdict, hasOutlook) => {
  const verification: CommandVerification = { commandId: 'c', expected: 'solar output up by 30 W', verdict };
  const told = story({ verifications: [verification] }, ANSWERED);
  expect(told.some((chapter) => chapter.startsWith('If nothing is done'))).toBe(hasOutlook);
});

it('ends with the fault, and then has no outlook', () => {
  const ended = story({ view: spacecraftView({ time: later(60_000) }) });
  expect(ended.at(-1)).toBe('Recovery: the fault has ended');
  expect(ended.filter((chapter) => chapter.startsWith('If nothing is done'))).toEqual([]);
  expect(story({ view: spacecraftView({ time: T0 }) }).at(-1)).toBe('Recovery: not yet');
});

it('has the message where the explanation has no such lines', () => {
  expect(story({}, { ...ANOMALY, aiExplanation: 'A wing.' })[0]).toBe('Seen: Solar output is 302 W.');
});
