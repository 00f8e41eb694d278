import { parseArgs } from 'node:util';
import { RATES, type Rate } from '../src/shared/contract/transport.ts';
import { writeReport } from './report.ts';
import { LEAST_DESK_MINUTES, soakPage } from './soak/page.ts';
import { judge, table, type Watched } from './soak/verdict.ts';
import { soakWeek } from './soak/week.ts';

const USAGE = `npm run soak -- [options]
  --minutes 30        how long the page is driven; ${LEAST_DESK_MINUTES} at least at the desk
  --renderer canvas   or webgl, in software where there is no graphics card
  --display desk      worked at; or wall, left alone
  --rate 1            of mission time, up to 3600: then nobody works, and growth counts by hours of mission
  --no-week           without the simulated week in Node`;

function readOptions() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '30' },
      renderer: { type: 'string', default: 'canvas' },
      display: { type: 'string', default: 'desk' },
      rate: { type: 'string', default: '1' },
      'no-week': { type: 'boolean', default: false },
    },
  });
  const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
  const { renderer, display } = values;
  const isRenderer = renderer === 'canvas' || renderer === 'webgl';
  const isDisplay = display === 'desk' || display === 'wall';
  const leastMinutes = display === 'desk' ? LEAST_DESK_MINUTES : 1;
  if (!(minutes >= leastMinutes) || !isRenderer || !isDisplay || !RATES.includes(rate as Rate)) {
    throw new Error(USAGE);
  }
  return { minutes, renderer, display, rate, hasWeek: !values['no-week'] } as const;
}

/** Observes the product for a long time; exits with code 1 if something grows beyond its bound. */
export async function main(): Promise<void> {
  const { hasWeek, ...page } = readOptions();
  const watched: Watched[] = [];
  if (hasWeek) watched.push(...(await soakWeek()));
  watched.push(...(await soakPage(page)));
  const verdicts = watched.map(judge);
  console.log(`\n${table(verdicts)}`);
  writeReport('soak.json', { options: page, verdicts, watched });
  if (!verdicts.every(({ isHeld }) => isHeld)) process.exitCode = 1;
}
