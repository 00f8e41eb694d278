import { describe, expect, it } from 'vitest';
import type { Exercise, Trigger } from '../../../../../src/shared/contract/exercise.ts';
import { FAULT_COURSES, FAULT_NAMES } from '../../../../../src/shared/entities/faults.ts';
import { MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { createRandom, type Random } from '../../../../../src/worker/kit/random.ts';
import { FAULT_KINDS } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import { flyExercise } from '../../../../support/exercise.ts';
import { recordUpdates } from '../../../../support/mission.ts';

/** `SEQUENCES=10000` takes a quarter of an hour. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 10);

const pick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(random.next() * items.length)] as T;

const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns an exercise of five to eight minutes with up to four faults, on a random day. */
function anyExercise(random: Random): Exercise {
  const minutes = 5 + Math.floor(random.next() * 4);
  const triggers = times(
    1 + Math.floor(random.next() * 4),
    (index): Trigger => ({
      id: `secret-${index}`,
      when: { minute: Math.floor(random.next() * (minutes - 1)) },
      act: { fault: pick(random, FAULT_NAMES), course: pick(random, FAULT_COURSES) },
    }),
  );
  const day = 1 + Math.floor(random.next() * 28);
  const hour = Math.floor(random.next() * 24);
  const two = (value: number): string => String(value).padStart(2, '0');
  return {
    name: 'Any',
    objective: 'Any.',
    minutes,
    start: { seed: Math.floor(random.next() * 1e9), time: `2026-11-${two(day)}T${two(hour)}:00:00Z` },
    profile: 'none',
    aids: {
      explanations: random.next() < 0.5,
      suggestions: random.next() < 0.5,
      diagram: true,
      lookAhead: true,
    },
    triggers,
    goals: [{ measure: 'faultsAtEnd', full: 0, none: 1, weight: 1 }],
    pass: 50,
  };
}

describe('what the page is told while an exercise lasts', () => {
  it(
    `holds no name, course or trigger of a fault, and no label before its anomaly, in ${SEQUENCES} random exercises`,
    () => {
      const random = createRandom(40);
      for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
        const exercise = anyExercise(random);
        const { updates, listener } = recordUpdates();
        const { session } = flyExercise(exercise, () => undefined, listener);
        const end = session.snapshot().exercise.value?.endTime ?? 0;
        const start = end - exercise.minutes * MS_PER_MIN;
        const during = updates.filter(({ time }) => time < end);
        expect(during.length).toBeGreaterThan(5);
        for (const update of during) {
          const told = JSON.stringify(update);
          const minute = (update.time - start) / MS_PER_MIN;
          for (const { id, when, act } of exercise.triggers) {
            if (!('fault' in act) || !('minute' in when)) throw new Error('not a fault at a time');
            const { label } = FAULT_KINDS[act.fault];
            const isTold = [id, act.fault, `"${act.course}"`].filter((secret) => told.includes(secret));
            expect({ sequence, minute, isTold }).toEqual({ sequence, minute, isTold: [] });
            const mayBeNamed =
              exercise.aids.explanations &&
              exercise.triggers.some(
                (other) =>
                  'fault' in other.act &&
                  'minute' in other.when &&
                  FAULT_KINDS[other.act.fault].type === FAULT_KINDS[act.fault].type &&
                  other.when.minute <= minute,
              );
            if (!mayBeNamed)
              expect({ sequence, minute, label, named: told.includes(label) }).toMatchObject({
                named: false,
              });
          }
        }
      }
    },
    60_000 + SEQUENCES * 200,
  );
});
