import { expect, it } from 'vitest';
import { createRunner } from '../../../src/spacecraft-host/runner.ts';
import { createMission } from '../../../src/worker/mission/mission.ts';
import { T0 } from '../../support/mission.ts';

it.each([1, 20])('%d spacecraft that lag behind leave the sockets their time', (count) => {
  /** A clock that advances by a millisecond whenever it is read: as if each slice of a mission took so long. */
  let at = 0;
  const now = (): number => at++;
  const fleet = Array.from({ length: count }, () =>
    createRunner({
      mission: createMission({ seed: 1, startTime: T0, profile: 'none' }),
      rate: 3600,
      count,
      now,
      send: () => undefined,
    }),
  );
  at += 60_000;
  const begun = at;
  for (const { tick } of fleet) tick();
  expect(at - begun).toBeGreaterThan(50);
  expect(at - begun).toBeLessThanOrEqual(100 + 3 * count);
  for (const { mission } of fleet) expect(mission().time()).toBeGreaterThan(T0);
});
