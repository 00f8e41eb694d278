import { epochMs } from '../src/shared/kit/units.ts';
import {
  auditOperator,
  meanOf,
  OPERATOR_NAMES,
  type OperatorName,
  type ShiftResult,
} from './audit-operators.ts';

const FROM = epochMs(Date.UTC(2026, 10, 20, 12));
/** `npm run operators -- seeds hours`. */
const [givenSeeds = '10', givenHours = '8'] = process.argv.slice(2);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Largest lag of the literal follower behind the duty crew, as a share. */
const BEHIND = 0.15;

/** Compares missions under different operators, averaged over all seeds. */
export function main(): void {
  const seeds = Array.from({ length: Number(givenSeeds) }, (_, index) => index + 1);
  const shifts = new Map<OperatorName, ShiftResult>();
  for (const name of OPERATOR_NAMES) {
    const all = seeds.map((seed) => auditOperator(name, seed, FROM, Number(givenHours)));
    const mean = meanOf(all);
    shifts.set(name, mean);
    const { downlinkedMb, outOfLimits, health, notNominal } = mean;
    console.log(
      `  ${name}: ${downlinkedMb.toFixed(0)} MB, out of limits ${percent(outOfLimits)}, health ${health.toFixed(1)} %, not NOMINAL ${percent(notNominal)}`,
    );
  }
  const [crew, literal, good] = (['duty crew', 'literal follower', 'good operator'] as const).map((name) =>
    shifts.get(name),
  );
  if (!crew || !literal || !good) return;
  const goals = [
    [
      'the literal follower is within 15 % of the duty crew',
      literal.downlinkedMb >= (1 - BEHIND) * crew.downlinkedMb &&
        literal.outOfLimits <= (1 + BEHIND) * crew.outOfLimits &&
        literal.health >= (1 - BEHIND) * crew.health,
    ],
    [
      'a good operator beats the duty crew',
      good.downlinkedMb > crew.downlinkedMb &&
        good.outOfLimits < crew.outOfLimits &&
        good.health > crew.health,
    ],
  ] as const;
  for (const [goal, isMet] of goals) {
    console.log(`  ${goal}: ${isMet ? 'met' : 'missed'}`);
    if (!isMet) process.exitCode = 1;
  }
}
