import { epochMs } from '../src/shared/kit/units.ts';
import { auditCards, type CardAudit, shareTrue } from './audit-cards.ts';

const FROM = epochMs(Date.UTC(2026, 10, 20, 12));
/** `npm run cards -- seeds hours`. */
const [givenSeeds = '30', givenHours = '8'] = process.argv.slice(2);

/** Share of the statements of each kind that must come true within their band. */
const LEAST_TRUE = 0.95;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Audits the cards of unattended missions with the faults that the specification draws. */
export function main(): void {
  const audits: CardAudit[] = [];
  for (let seed = 1; seed <= Number(givenSeeds); seed++) {
    audits.push(auditCards({ seed, from: FROM, hours: Number(givenHours) }));
  }
  const stated: Record<string, { stated: number; true: number }> = {};
  for (const [kind, tally] of audits.flatMap((audit) => Object.entries(audit.stated))) {
    const held = stated[kind] ?? { stated: 0, true: 0 };
    stated[kind] = { stated: held.stated + tally.stated, true: held.true + tally.true };
  }
  for (const [kind, tally] of Object.entries(stated).sort()) {
    console.log(`  ${kind}: ${percent(tally.true / tally.stated)} of ${tally.stated} came true`);
  }
  const contradictions = audits.flatMap((audit) => audit.contradictions);
  const cards = audits.reduce((sum, audit) => sum + audit.cards, 0);
  console.log(`  ${contradictions.length} contradictions with the sample beside in ${cards} looks at a card`);
  for (const what of contradictions.slice(0, 10)) console.log(`    ${what}`);
  if (contradictions.length > 0) process.exitCode = 1;
  const alternations = audits.flatMap((audit) => audit.alternations);
  console.log(
    `  ${alternations.length} statements about a limit given up and made again while no fault changed`,
  );
  for (const what of alternations.slice(0, 10)) console.log(`    ${what}`);
  for (const part of ['dated: FDIR', 'dated: ', 'negative: ']) {
    const share = shareTrue({ stated }, part);
    const isMet = share >= LEAST_TRUE;
    console.log(
      `  ${part}… ${percent(share)} came true: ${isMet ? 'met' : `missed, at least ${percent(LEAST_TRUE)}`}`,
    );
    if (!isMet) process.exitCode = 1;
  }
}
