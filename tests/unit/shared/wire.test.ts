import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissionUpdate } from '../../../src/shared/mission-control.ts';
import { addMs, MS_PER_MIN, MS_PER_S } from '../../../src/shared/units.ts';
import { packUpdate, unpackUpdate } from '../../../src/shared/wire.ts';
import { openSession } from '../../../src/worker/session/session.ts';
import { asListener, T0 } from '../../support/mission.ts';

const sent = (update: MissionUpdate): MissionUpdate => unpackUpdate(structuredClone(packUpdate(update)));
const updateWith = (slices: unknown): MissionUpdate =>
  ({ time: T0, slices, notices: [], handled: [], recorded: { entries: [], marks: [] } }) as never;

describe('an update on its way to the page', () => {
  it('arrives as it was sent, in every update of a quarter of an hour', async () => {
    let now = T0;
    const session = openSession({ clock: { now: () => now }, seed: 1 });
    const updates: MissionUpdate[] = [];
    session.control.subscribe(asListener((update) => void updates.push(update)));
    for (let ms = 5 * MS_PER_S; ms <= 15 * MS_PER_MIN; ms += 5 * MS_PER_S) {
      now = addMs(T0, ms);
      session.advanceTo(now);
      await Promise.resolve();
    }
    expect(updates.length).toBeGreaterThan(180);
    for (const update of updates) expect(sent(update)).toStrictEqual(update);
  });

  it('arrives as it was sent, whatever it holds', () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.float(),
      fc.constantFrom(-0, 1 / 262_144, 8191.5, 8193),
    );
    const value = fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null), fc.constant(undefined));
    const recordOf = <T>(model: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
      fc.record(model, { noNullPrototype: true });
    const record = fc.oneof(recordOf({ a: number, b: value }), recordOf({ a: number, c: value }));
    const slices = recordOf({
      list: fc.array(record),
      values: fc.array(value),
      numbers: fc.array(number).map((numbers) => Float64Array.from(numbers)),
      nested: fc.array(recordOf({ of: fc.array(record), text: fc.string() })),
    });
    fc.assert(
      fc.property(slices, (some) => {
        expect(sent(updateWith(some))).toStrictEqual(updateWith(some));
      }),
      { seed: 1 },
    );
  });

  it('arrives also from a sender that does not pack it', () => {
    const update = updateWith({ list: [{ a: 1 }, { a: 2 }, { a: 3 }], numbers: Float64Array.of(0.1) });
    expect(unpackUpdate(update)).toStrictEqual(update);
  });
});
