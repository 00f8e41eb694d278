import { LOAD_GUIDELINE } from '../src/shared/entities/anomaly-load.ts';
import { epochMs } from '../src/shared/kit/units.ts';
import { type AlarmAudit, auditAlarms } from './audit-alarms.ts';

const FROM = epochMs(Date.UTC(2026, 10, 20, 12));
/** `npm run alarms -- seeds days`, and `alone` or `crew`; both by default. */
const [givenSeeds = '30', givenDays = '7', part] = process.argv.slice(2);
const seeds = Array.from({ length: Number(givenSeeds) }, (_, index) => index + 1);
const days = Number(givenDays);

const sum = (audits: readonly AlarmAudit[], of: (audit: AlarmAudit) => number): number =>
  audits.reduce((total, audit) => total + of(audit), 0);
const most = (audits: readonly AlarmAudit[], of: (audit: AlarmAudit) => number): number =>
  Math.max(...audits.map(of));

/** The figures of one or several missions, in one line. */
const figuresOf = (audits: readonly AlarmAudit[]): string => {
  const hours = sum(audits, (audit) => audit.hours);
  const anHour = (count: number): string => `${(count / hours).toFixed(2)}/h`;
  const above = sum(audits, (audit) => audit.periodsAboveTen) / sum(audits, (audit) => audit.periods);
  return [
    `anomalies ${anHour(sum(audits, (audit) => audit.anomalies))}`,
    `asks ${anHour(sum(audits, (audit) => audit.asks))}`,
    `worst ten minutes ${most(audits, (audit) => audit.worstTenMinutes)}`,
    `above ten ${(100 * above).toFixed(2)} %`,
    `limit lines ${anHour(sum(audits, (audit) => audit.limitLines))} (${anHour(sum(audits, (audit) => audit.limitWarnings))} warnings)`,
    `chattering ${sum(audits, (audit) => audit.chattering.length)}`,
    `drawn again within a minute ${sum(audits, (audit) => audit.drawnAgain)}`,
    `most stale ${most(audits, (audit) => audit.mostStale)}`,
    `wrongly quiet ${sum(audits, (audit) => audit.quiet.length)} of ${sum(audits, (audit) => audit.quietChecks)} checks`,
  ].join(', ');
};

const GOALS: readonly (readonly [name: string, isMet: (audits: readonly AlarmAudit[]) => boolean])[] = [
  [
    `at most ${LOAD_GUIDELINE.inLastHour} asks an hour`,
    (audits) =>
      sum(audits, ({ asks }) => asks) / sum(audits, ({ hours }) => hours) <= LOAD_GUIDELINE.inLastHour,
  ],
  [
    'more than ten asks in less than 1 % of the periods of ten minutes',
    (audits) =>
      sum(audits, ({ periodsAboveTen }) => periodsAboveTen) < 0.01 * sum(audits, ({ periods }) => periods),
  ],
  ['no chattering', (audits) => audits.every(({ chattering }) => chattering.length === 0)],
  ['fewer than five stale', (audits) => most(audits, ({ mostStale }) => mostStale) < 5],
  [
    'nothing that needs the ground stays quiet',
    (audits) => audits.every(({ quiet, quietChecks }) => quiet.length === 0 && quietChecks > 0),
  ],
];

/** Simulates missions unattended and with the duty crew, and checks their alarms against ISA-18.2 and EEMUA 191. */
export function main(): void {
  for (const [name, title] of [
    ['alone', 'Unattended'],
    ['crew', 'With the duty crew'],
  ] as const) {
    if (part !== undefined && part !== name) continue;
    console.log(title);
    const audits = seeds.map((seed) => {
      const audit = auditAlarms(seed, FROM, days, name === 'crew');
      console.log(`  seed ${seed}: ${figuresOf([audit])}`);
      for (const text of audit.chattering) console.log(`    repeats: ${text}`);
      for (const text of audit.quiet) console.log(`    quiet: ${text}`);
      return audit;
    });
    console.log(`  all: ${figuresOf(audits)}`);
    for (const [goal, isMet] of GOALS) {
      const met = isMet(audits);
      console.log(`  ${goal}: ${met ? 'met' : 'missed'}`);
      if (!met) process.exitCode = 1;
    }
  }
}
