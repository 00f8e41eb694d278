import type { EpochMs } from '../../../src/shared/kit/units.ts';

/** Functions of `Math` whose last digits ECMAScript leaves to the engine. */
export const INEXACT: readonly string[] = Object.getOwnPropertyNames(Math).filter(
  (name) =>
    typeof Math[name as 'sin'] === 'function' &&
    !/^(abs|ceil|clz32|floor|f16round|fround|imul|max|min|random|round|sign|sqrt|sumPrecise|trunc)$/.test(
      name,
    ),
);

/** Returns the snapshot after an hour of a mission, in a realm where inexact functions of `Math` throw. */
export async function flyWithoutNativeMath(): Promise<string> {
  for (const name of INEXACT) {
    Object.defineProperty(Math, name, {
      value: () => {
        throw new Error(`Math.${name} was called.`);
      },
    });
  }
  const { createMission } = await import('../../../src/worker/mission/mission.ts');
  const start = Date.UTC(2026, 10, 20, 12) as EpochMs;
  const mission = createMission({ seed: 1, startTime: start });
  mission.advanceTo((start + 3_600_000) as EpochMs);
  return JSON.stringify(mission.snapshot());
}
