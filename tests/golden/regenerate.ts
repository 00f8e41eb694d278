import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GOLDEN_SEEDS, simulateGoldenMission } from '../support/golden.ts';

/** Rewrites the golden missions after an intended change of the mission: `npm run golden`. */
export function regenerate(): void {
  for (const seed of GOLDEN_SEEDS) {
    const file = fileURLToPath(new URL(`mission-${seed}.txt`, import.meta.url));
    writeFileSync(file, simulateGoldenMission(seed));
  }
}
