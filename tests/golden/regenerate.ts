import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GOLDEN_SEEDS, liveGoldenMission } from '../support/golden.ts';

/** Rewrites the golden missions: `npm run golden`, for a change of the mission that is meant. */
export function regenerate(): void {
  for (const seed of GOLDEN_SEEDS) {
    const file = fileURLToPath(new URL(`mission-${seed}.txt`, import.meta.url));
    writeFileSync(file, liveGoldenMission(seed));
  }
}
