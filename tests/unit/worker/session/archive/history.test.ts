import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HISTORY_CHANNELS, type HistoryQuery } from '../../../../../src/shared/contract/history.ts';
import { epochMs } from '../../../../../src/shared/kit/units.ts';
import { expectEqual } from '../../../../support/equal.ts';
import { T0 } from '../../../../support/mission.ts';
import { Ground, type Step } from './ground.ts';

type Act =
  | { readonly kind: Step | 'jump' | 'back'; readonly steps: number }
  | { readonly kind: 'fork'; readonly steps: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('high' as const), steps: fc.integer({ min: 1, max: 500 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('low' as const, 'none' as const, 'odd' as const),
      steps: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('jump' as const, 'back' as const, 'fork' as const),
      steps: fc.integer({ min: 1, max: 400 }),
    }),
  },
);

/** Returns the grounds of a session and its branches after some acts, taken in turn. */
function play(acts: readonly Act[]): readonly Ground[] {
  const grounds = [new Ground()];
  for (const [turn, { kind, steps }] of acts.entries()) {
    const ground = grounds[turn % grounds.length] as Ground;
    if (kind === 'jump') ground.jump(steps);
    else if (kind === 'back') ground.back(steps);
    else if (kind === 'fork')
      grounds.push(new Ground(ground, epochMs(ground.time - steps * 1000), grounds.length));
    else ground.live(kind, steps);
  }
  return grounds;
}

const share = fc.integer({ min: -100, max: 1100 }).map((thousandths) => thousandths / 1000);
const query = fc.record({
  ground: fc.nat(),
  from: share,
  length: fc
    .oneof(
      share,
      fc.integer({ min: 0, max: 50 }).map((thousandths) => thousandths / 1000),
    )
    .map(Math.abs),
  knownAt: fc.oneof(fc.constant(1), share),
  columns: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 120 })),
  channels: fc.subarray([...HISTORY_CHANNELS], { minLength: 1, maxLength: 2 }),
});

describe('the history of a session', () => {
  it('is that of a plain list of samples, over 3,000 queries to sessions with gaps, jumps and branches', () => {
    let asked = 0;
    let dense = 0;
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 4, maxLength: 9 }),
        fc.array(query, { minLength: 100, maxLength: 100 }),
        (acts, queries) => {
          const grounds = play(acts);
          for (const { ground: number, from, length, knownAt, columns, channels } of queries) {
            const ground = grounds[number % grounds.length] as Ground;
            const lived = ground.time - T0;
            const begin = Math.round(T0 + from * lived);
            const asks: HistoryQuery = {
              channels,
              from: epochMs(begin),
              to: epochMs(begin + Math.round(length * Math.abs(lived))),
              columns,
            };
            const known = epochMs(Math.round(T0 + knownAt * lived));
            const history = ground.archive.history(asks, known);
            for (const channel of channels) {
              const { times, values } = history.channels[channel] ?? { times: [], values: [] };
              const line = ground.lineOf(channel, asks, known);
              expectEqual(
                Array.from(times, (time, index) => [time, values[index]]),
                line,
              );
              if (line.length > 2 * columns) dense += 1;
            }
            asked += 1;
          }
        },
      ),
      { numRuns: 30, seed: 20_261_122, endOnFailure: true },
    );
    expect(asked).toBe(3000);
    expect(dense).toBeGreaterThan(300);
  });

  it('of a branch and of its parent are two, also after the time of one was moved back to before the branch', () => {
    const parent = new Ground();
    parent.live('high', 100);
    const branch = new Ground(parent, epochMs(parent.time - 100_000), 1);
    branch.live('high', 100);
    const other = new Ground(parent, parent.time, 2);
    for (const ground of [parent, branch]) {
      ground.back(90);
      ground.live('high', 200);
    }
    const asks: HistoryQuery = { channels: HISTORY_CHANNELS, from: T0, to: parent.time, columns: 1000 };
    for (const ground of [parent, branch, other]) {
      const { channels } = ground.archive.history(asks, parent.time);
      for (const channel of HISTORY_CHANNELS) {
        const line = ground.lineOf(channel, asks, parent.time);
        expect(line.length).toBeGreaterThanOrEqual(100);
        expect(Array.from(channels[channel]?.values ?? [])).toEqual(line.map(([, value]) => value));
      }
    }
  });
});
