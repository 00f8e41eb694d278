import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { GOLDEN_SEEDS, simulateGoldenMission } from '../../../support/golden.ts';

it.each(GOLDEN_SEEDS)('the mission of seed %d is the golden one (npm run golden updates it)', (seed) => {
  const golden = readFileSync(new URL(`../../../golden/mission-${seed}.txt`, import.meta.url), 'utf8');
  expect(simulateGoldenMission(seed).split('\n')).toEqual(golden.split('\n'));
});
