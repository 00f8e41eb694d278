import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flyGoldenTrace, GOLDEN_SEEDS } from '../support/golden.ts';

/** Rewrites the golden traces: `npm run golden`, for a change of the model that is meant. */
export function regenerate(): void {
  for (const seed of GOLDEN_SEEDS) {
    const file = fileURLToPath(new URL(`spacecraft-${seed}.json`, import.meta.url));
    const rows = Object.entries(flyGoldenTrace(seed)).map(
      ([channel, values]) => `  "${channel}": [${values.join(', ')}]`,
    );
    writeFileSync(file, `{\n${rows.join(',\n')}\n}\n`);
  }
}
