/** A built-in exercise as it is offered. */
export interface ExerciseCard {
  /** Name in addresses. */
  readonly id: string;
  readonly name: string;
  /** Briefing. From the third exercise on it does not name what will fail. */
  readonly objective: string;
  /** Duration. */
  readonly minutes: number;
}

/** Built-in exercises, the easiest first; the worker has their triggers and goals. */
export const EXERCISE_CATALOGUE = [
  {
    id: 'first-contact',
    name: 'First contact',
    objective:
      'The antenna will lose its pointing between two passes. Restore it before the second one, and downlink as much data as the passes allow.',
    minutes: 45,
  },
  {
    id: 'too-warm',
    name: 'Too warm',
    objective:
      'A heater will not turn off. Stop the rise of the temperature, and do nothing that adds heat before it has stopped.',
    minutes: 70,
  },
  {
    id: 'before-the-eclipse',
    name: 'Before the eclipse',
    objective:
      'An eclipse begins in half an hour, and only half of the charge is left. Come through it with charge to spare.',
    minutes: 60,
  },
  {
    id: 'busy-hour',
    name: 'A busy hour',
    objective:
      'Expect several anomalies within an hour. Respond to each, but command only what the spacecraft cannot do alone.',
    minutes: 65,
  },
  {
    id: 'safe-morning',
    name: 'Morning in safe mode',
    objective:
      'You take over a spacecraft in safe mode with a low battery. Bring it back to nominal operations, and use the passes on the way.',
    minutes: 90,
  },
  {
    id: 'two-at-once',
    name: 'Two at once',
    objective:
      'Two subsystems will need you at the same time, shortly before two passes. Choose the order of your commands with care.',
    minutes: 60,
  },
  {
    id: 'full-recorder',
    name: 'Full recorder',
    objective:
      'The recorder is nearly full and only one station is in reach, twice. Save the data without harm to the spacecraft.',
    minutes: 135,
  },
  {
    id: 'last-resort',
    name: 'Last resort',
    objective:
      'On-board protection may not be able to contain what happens. Keep the spacecraft in nominal operations, or return to them soon.',
    minutes: 90,
  },
  {
    id: 'own-judgement',
    name: 'Own judgement',
    objective:
      'The console suggests no commands in this exercise. Keep the spacecraft fit for work, and downlink the data of two passes.',
    minutes: 60,
  },
  {
    id: 'bare-readings',
    name: 'Bare readings',
    objective:
      'The console explains no anomaly in this exercise. Find out what the readings mean, and command as little as possible.',
    minutes: 75,
  },
  {
    id: 'rough-shift',
    name: 'Rough shift',
    objective:
      'Two hours with many faults and without the diagram of the spacecraft. Decide what needs you, and lose no pass.',
    minutes: 120,
  },
  {
    id: 'night-watch',
    name: 'Night watch',
    objective:
      'The only pass of the next hours lies in an eclipse. Bring the spacecraft through the night, and the data to the ground.',
    minutes: 90,
  },
] as const satisfies readonly ExerciseCard[];

export type ExerciseId = (typeof EXERCISE_CATALOGUE)[number]['id'];
