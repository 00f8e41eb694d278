import { setFlagsFromString } from 'node:v8';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectFractions } from '../../src/worker/kit/expect-fractions.ts';
import { noEffects } from '../../src/worker/spacecraft/fault-effects.ts';
import { copyOf, INITIAL_SPACECRAFT } from '../../src/worker/spacecraft/model.ts';

let haveSameClass: (one: object, other: object) => boolean;

beforeAll(() => {
  setFlagsFromString('--allow-natives-syntax');
  haveSameClass = new Function('one', 'other', 'return %HaveSameMap(one, other)') as typeof haveSameClass;
  setFlagsFromString('--no-allow-natives-syntax');
});

/** Returns a record whose numbers have all become fractions. */
function withFractions<Kind extends object>(record: Kind): Kind {
  for (const [field, value] of Object.entries(record)) {
    if (typeof value === 'number') Object.assign(record, { [field]: 0.25 });
  }
  return record;
}

describe('records whose numbers become fractions', () => {
  it('get another hidden class, unless the engine was told', () => {
    const untold = () => ({ volts: 0, amperes: 1 });
    expect(haveSameClass(untold(), withFractions(untold()))).toBe(false);
    const told = () => ({ watts: 0, hours: 1 });
    expectFractions(told());
    expect(haveSameClass(told(), withFractions(told()))).toBe(true);
  });

  it('are the spacecraft and the effects of its faults, and keep their hidden classes', () => {
    expect(haveSameClass(copyOf(INITIAL_SPACECRAFT), withFractions(copyOf(INITIAL_SPACECRAFT)))).toBe(true);
    expect(haveSameClass(noEffects(), withFractions(noEffects()))).toBe(true);
  });
});
