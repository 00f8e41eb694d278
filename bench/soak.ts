import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PROJECT_ROOT } from '../tests/browser/node-process.ts';
import { soakPage } from './soak/page.ts';
import { judge, table, type Watched } from './soak/verdict.ts';
import { soakWeek } from './soak/week.ts';

const USAGE = `npm run soak -- [options]
  --minutes 30        how long the page is driven
  --renderer canvas   or webgl, in software where there is no graphics card
  --display desk      worked at; or wall, left alone
  --no-week           without the simulated week in Node`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      renderer: { type: 'string', default: 'canvas' },
      display: { type: 'string', default: 'desk' },
      'no-week': { type: 'boolean', default: false },
    },
  });
  const minutes = Number(values.minutes);
  const { renderer, display } = values;
  const isRenderer = renderer === 'canvas' || renderer === 'webgl';
  const isDisplay = display === 'desk' || display === 'wall';
  if (!(minutes > 0) || !isRenderer || !isDisplay) throw new Error(USAGE);
  return { minutes, renderer, display, hasWeek: !values['no-week'] } as const;
}

/** Watches the product for a long time; ends with code 1 where something grows beyond its bound. */
export async function main(): Promise<void> {
  const { hasWeek, ...page } = readOptions();
  const watched: Watched[] = [];
  if (hasWeek) watched.push(...(await soakWeek()));
  watched.push(...(await soakPage(page)));
  const verdicts = watched.map(judge);
  console.log(`\n${table(verdicts)}`);
  const results = join(PROJECT_ROOT, 'bench/results');
  mkdirSync(results, { recursive: true });
  const machine = {
    node: process.version,
    platform: process.platform,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryBytes: totalmem(),
  };
  const report = { measuredAt: new Date().toISOString(), machine, options: page, verdicts, watched };
  writeFileSync(join(results, 'soak.json'), `${JSON.stringify(report, null, 2)}\n`);
  console.log('\nWritten to bench/results/soak.json');
  if (!verdicts.every(({ isHeld }) => isHeld)) process.exitCode = 1;
}
