import type { Exercise, ExerciseAids } from '../../../shared/contract/exercise.ts';
import { EXERCISE_CATALOGUE, type ExerciseId } from '../../../shared/entities/exercise-catalogue.ts';

/** What an exercise has besides its card. */
type Plot = Omit<Exercise, 'name' | 'objective' | 'minutes'>;

const ALL_AIDS: ExerciseAids = { explanations: true, suggestions: true, diagram: true, lookAhead: true };

/**
 * Passes and eclipses follow from the start time; docs/exercises.md lists the exercises. The bands of the goals are
 * chosen from flights that are unattended, by a literal follower of the suggestions and a solver.
 */
const PLOTS: Readonly<Record<ExerciseId, Plot>> = {
  // Passes over Houston at 13:36 and Madrid at 13:55.
  'first-contact': {
    start: { seed: 11, time: '2026-11-20T13:35:00Z', recorderMb: 4000 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 10 }, act: { fault: 'antenna-off', course: 'lasting' } },
      {
        id: 'hint-1',
        when: { after: 'onset-1', minutes: 5 },
        act: { hint: 'Open the anomaly: it names the command that it needs.' },
      },
      {
        id: 'hint-2',
        when: { condition: 'station in view', from: 15 },
        act: { hint: 'Data Downlink doubles the rate while a station is in view.' },
      },
    ],
    goals: [
      { measure: 'recoveryMin', full: 8, none: 30, weight: 2 },
      { measure: 'downlinkedMb', full: 400, none: 150, weight: 1 },
    ],
    pass: 70,
  },
  // Passes over Madrid at 15:33, low, and Canberra at 16:17, high.
  'too-warm': {
    start: { seed: 12, time: '2026-11-20T15:20:00Z', recorderMb: 3000 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 8 }, act: { fault: 'heater-stuck-on', course: 'lasting' } },
      {
        id: 'hint-1',
        when: { condition: 'station in view' },
        act: { hint: 'The transmitter dissipates power in the bus. What does the anomaly say of it?' },
      },
      {
        id: 'hint-2',
        when: { command: 'Thermal Control' },
        act: { hint: 'Thermal Control takes ten minutes. The next pass is a better one.' },
      },
    ],
    goals: [
      { measure: 'recoveryMin', full: 12, none: 45, weight: 2 },
      { measure: 'downlinkedMb', full: 270, none: 110, weight: 1 },
    ],
    pass: 70,
  },
  // Eclipse from 20:53 to 21:13.
  'before-the-eclipse': {
    start: { seed: 13, time: '2026-11-20T20:22:00Z', charge: 0.5 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 6 }, act: { fault: 'wing-folded', course: 'lasting' } },
      {
        id: 'hint-1',
        when: { after: 'onset-1', minutes: 8 },
        act: { hint: 'Each minute of full sunlight before the eclipse counts.' },
      },
    ],
    goals: [
      { measure: 'leastChargePct', full: 50, none: 30, weight: 2 },
      { measure: 'recoveryMin', full: 2, none: 12, weight: 1 },
    ],
    pass: 75,
  },
  'busy-hour': {
    start: { seed: 14, time: '2026-11-20T17:00:00Z' },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 6 }, act: { fault: 'wheel-failing', course: 'transient' } },
      {
        id: 'hint-1',
        when: { after: 'onset-1', minutes: 6 },
        act: {
          hint: 'On-board protection retries within four minutes of the onset. A command then is one too many.',
        },
      },
      { id: 'onset-2', when: { minute: 19 }, act: { fault: 'drive-stuck', course: 'transient' } },
      { id: 'onset-3', when: { minute: 29 }, act: { fault: 'gimbal-slip', course: 'transient' } },
      { id: 'onset-4', when: { minute: 38 }, act: { fault: 'gyro-drift', course: 'lasting' } },
    ],
    goals: [
      { measure: 'commands', full: 1, none: 4, weight: 2 },
      { measure: 'faultsAtEnd', full: 0, none: 1, weight: 2 },
      { measure: 'answerMin', full: 2, none: 20, weight: 1 },
    ],
    pass: 75,
  },
  // Eclipse from 06:12 to 06:34; passes over Madrid at 06:40 and Canberra at 07:24.
  'safe-morning': {
    start: { seed: 15, time: '2026-11-21T06:10:00Z', charge: 0.42, recorderMb: 5000, mode: 'SAFE' },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      {
        id: 'onset-1',
        when: { condition: 'sunlight', from: 10 },
        act: { fault: 'antenna-off', course: 'lasting' },
      },
      {
        id: 'hint-1',
        when: { minute: 40 },
        act: {
          hint: 'Safe mode can be left above a charge of 50 %, and not before an open fault allows it.',
        },
      },
      {
        id: 'onset-2',
        when: { condition: 'nominal mode' },
        act: { fault: 'gyro-drift', course: 'lasting' },
      },
    ],
    goals: [
      { measure: 'notNominalMin', full: 45, none: 85, weight: 2 },
      { measure: 'downlinkedMb', full: 400, none: 150, weight: 2 },
      { measure: 'faultsAtEnd', full: 0, none: 1, weight: 1 },
    ],
    pass: 75,
  },
  // Eclipse until 13:26; passes over Houston at 13:36 and Madrid at 13:55.
  'two-at-once': {
    start: { seed: 16, time: '2026-11-20T13:15:00Z', charge: 0.8, recorderMb: 5000 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 13 }, act: { fault: 'louvre-open', course: 'lasting' } },
      { id: 'onset-2', when: { minute: 13 }, act: { fault: 'cell-short', course: 'lasting' } },
      {
        id: 'hint-1',
        when: { after: 'onset-2', minutes: 6 },
        act: { hint: 'The command against one fault makes the other one worse. Which fault can wait?' },
      },
    ],
    goals: [
      { measure: 'recoveryMin', full: 18, none: 40, weight: 2 },
      { measure: 'notNominalMin', full: 10, none: 60, weight: 1 },
      { measure: 'downlinkedMb', full: 400, none: 150, weight: 3 },
      { measure: 'faultsAtEnd', full: 0, none: 2, weight: 1 },
    ],
    pass: 85,
  },
  // Passes over Houston at 20:10 and 21:48, none besides.
  'full-recorder': {
    start: { seed: 17, time: '2026-11-20T19:50:00Z', charge: 0.7, recorderMb: 7950 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 12 }, act: { fault: 'weak-cell', course: 'lasting' } },
      {
        id: 'hint-1',
        when: { after: 'onset-1', minutes: 1.5 },
        act: {
          hint: 'The battery monitor reports one cell that is full before the others. Does it bear the load that you plan?',
        },
      },
      { id: 'onset-2', when: { minute: 85 }, act: { fault: 'receiver-detuned', course: 'lasting' } },
    ],
    goals: [
      { measure: 'downlinkedMb', full: 330, none: 120, weight: 3 },
      { measure: 'notNominalMin', full: 15, none: 120, weight: 1 },
      { measure: 'faultsAtEnd', full: 0, none: 2, weight: 1 },
      { measure: 'recoveryMin', full: 8, none: 30, weight: 2 },
    ],
    pass: 80,
  },
  'last-resort': {
    start: { seed: 18, time: '2026-11-20T17:10:00Z' },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 8 }, act: { fault: 'radiator-blocked', course: 'safed' } },
      {
        id: 'hint-1',
        when: { channel: 'temperature', above: 34 },
        act: { hint: 'The temperature rises by degrees a minute. What does it reach, and when?' },
      },
      {
        id: 'hint-2',
        when: { condition: 'safe mode' },
        act: {
          hint: 'Safe mode protects the spacecraft and stops its work. What must end before it can be left?',
        },
      },
    ],
    goals: [
      { measure: 'notNominalMin', full: 5, none: 60, weight: 2 },
      { measure: 'recoveryMin', full: 12, none: 60, weight: 2 },
    ],
    pass: 75,
  },
  // Passes over Houston at 13:36 and Madrid at 13:55.
  'own-judgement': {
    start: { seed: 19, time: '2026-11-20T13:10:00Z', recorderMb: 5000 },
    profile: 'none',
    aids: { ...ALL_AIDS, suggestions: false },
    triggers: [
      { id: 'onset-1', when: { minute: 5 }, act: { fault: 'receiver-detuned', course: 'lasting' } },
      { id: 'withdrawal-1', when: { after: 'onset-1', minutes: 5 }, act: { withdraw: 'receiver-detuned' } },
      { id: 'onset-2', when: { minute: 20 }, act: { fault: 'gimbal-slip', course: 'lasting' } },
      {
        id: 'onset-3',
        when: { condition: 'no station in view', from: 34 },
        act: { fault: 'receiver-detuned', course: 'lasting' },
      },
      {
        id: 'hint-1',
        when: { after: 'onset-2', minutes: 6 },
        act: { hint: 'The encoder of the antenna and the signal tell different faults apart.' },
      },
    ],
    goals: [
      { measure: 'recoveryMin', full: 6, none: 35, weight: 2 },
      { measure: 'downlinkedMb', full: 400, none: 100, weight: 2 },
      { measure: 'commands', full: 4, none: 8, weight: 1 },
      { measure: 'answerMin', full: 3, none: 20, weight: 1 },
    ],
    pass: 75,
  },
  'bare-readings': {
    start: { seed: 20, time: '2026-11-20T22:20:00Z', charge: 0.8 },
    profile: 'calm',
    aids: { ...ALL_AIDS, explanations: false },
    triggers: [
      { id: 'onset-1', when: { minute: 6 }, act: { fault: 'louvre-open', course: 'lasting' } },
      {
        id: 'onset-2',
        when: { after: 'onset-1', minutes: 1 },
        act: { fault: 'high-resistance', course: 'lasting' },
      },
      {
        id: 'hint-1',
        when: { after: 'onset-2', minutes: 6 },
        act: { hint: 'Several faults may have one remedy. Anything else may harm one of them.' },
      },
    ],
    goals: [
      { measure: 'recoveryMin', full: 14, none: 45, weight: 2 },
      { measure: 'commands', full: 1, none: 3, weight: 2 },
      { measure: 'answerMin', full: 3, none: 20, weight: 1 },
    ],
    pass: 75,
  },
  'rough-shift': {
    start: { seed: 21, time: '2026-11-20T12:40:00Z', recorderMb: 5000 },
    profile: 'hard',
    aids: { ...ALL_AIDS, diagram: false },
    triggers: [
      {
        id: 'onset-1',
        when: { condition: 'sunlight', from: 45 },
        act: { fault: 'wheel-failing', course: 'contained' },
      },
      {
        id: 'hint-1',
        when: { minute: 10 },
        act: { hint: 'Most faults of this shift end by an on-board retry. Watch for those that do not.' },
      },
    ],
    goals: [
      { measure: 'downlinkedMb', full: 430, none: 170, weight: 2 },
      { measure: 'outOfLimitsMin', full: 10, none: 60, weight: 2 },
      { measure: 'answerMin', full: 3, none: 20, weight: 1 },
      { measure: 'commands', full: 15, none: 30, weight: 1 },
    ],
    pass: 75,
  },
  // Eclipse from 16:14 to 16:33; pass over Canberra from 16:17 to 16:26.
  'night-watch': {
    start: { seed: 22, time: '2026-11-20T16:05:00Z', charge: 0.6, recorderMb: 6000 },
    profile: 'none',
    aids: ALL_AIDS,
    triggers: [
      { id: 'onset-1', when: { minute: 3 }, act: { fault: 'heater-stuck-on', course: 'lasting' } },
      { id: 'onset-2', when: { condition: 'eclipse' }, act: { fault: 'cell-short', course: 'lasting' } },
      {
        id: 'hint-1',
        when: { condition: 'station in view' },
        act: { hint: 'The pass lasts nine minutes. What must be over before the transmitter draws power?' },
      },
      {
        id: 'hint-2',
        when: { condition: 'sunlight', from: 20 },
        act: { hint: 'The array works again. What still keeps the payload off?' },
      },
    ],
    goals: [
      { measure: 'leastChargePct', full: 53, none: 48, weight: 2 },
      { measure: 'recoveryMin', full: 15, none: 60, weight: 2 },
      { measure: 'notNominalMin', full: 15, none: 60, weight: 2 },
      { measure: 'downlinkedMb', full: 150, none: 30, weight: 2 },
    ],
    pass: 80,
  },
};

/** Built-in exercises by name. */
export const BUILT_IN_EXERCISES: ReadonlyMap<string, Exercise> = new Map(
  EXERCISE_CATALOGUE.map(({ id, name, objective, minutes }) => [
    id,
    { name, objective, minutes, ...PLOTS[id] },
  ]),
);
