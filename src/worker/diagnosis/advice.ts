import type { CommandName } from '../../shared/entities.ts';
import { type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { remember } from '../kit/remember.ts';
import { FAULT_KINDS, type FaultKind, type FaultName } from '../spacecraft/fault-kinds.ts';
import { capitalize } from '../telemetry/telemetry-words.ts';
import { remediesOf } from './assessment.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import { byAbout } from './forecast-words.ts';
import { housekeeping } from './housekeeping.ts';
import type { Symptoms } from './symptoms.ts';

/** Words for the causes that fit and for what to do about them. */

/** "antenna off pointing, antenna gimbal slipped or receiver detuned" */
const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const labelsOf = remember((causes: readonly FaultName[]): string =>
  oneOf(causes.map((name) => FAULT_KINDS[name].label)),
);

export function causeLine({ view }: Symptoms, causes: readonly FaultName[]): string {
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) return `${capitalize(labelsOf(causes))}.`;
  const { cause, why } = FAULT_SIGNATURES[only];
  return `${capitalize(cause)}; ${why(housekeeping(view))}.`;
}

/** Time within which further samples may separate the causes. */
const TOLD_APART_MS = 5 * MS_PER_MIN;

/** What to do about the remaining causes; with several, the commands that fit, the suggested one first. */
export function doLine({ since, view }: Symptoms, causes: readonly FaultName[], time: EpochMs): string {
  const underWay = view?.activities.find(
    ({ name, endTime }) =>
      endTime > time && causes.some((cause) => FAULT_KINDS[cause].recoveryCommand === name),
  );
  if (underWay) return `Wait: ${underWay.name} is in progress and ends ${byAbout(underWay.endTime, time)}.`;
  const [only, ...others] = causes;
  if (only !== undefined && others.length === 0) {
    const { recoveryCommand, worsenedBy }: FaultKind = FAULT_KINDS[only];
    const { recoveryEffect, wouldWorsen } = FAULT_SIGNATURES[only];
    const worse = wouldWorsen ? `; ${worsenedBy.join(' or ')} ${wouldWorsen}` : '';
    return `${recoveryCommand} ${recoveryEffect}${worse}.`;
  }
  const choice = choiceOf(causes);
  const isDecided = time - since >= TOLD_APART_MS || remediesOf(causes).length === 1;
  return isDecided ? choice : `Wait for the next samples to tell them apart. ${choice}`;
}

/** The commands that fit several causes, and those to avoid. */
const choiceOf = remember((causes: readonly FaultName[]): string => {
  const avoided = [
    ...new Set(causes.flatMap((cause): readonly CommandName[] => FAULT_KINDS[cause].worsenedBy)),
  ];
  const avoid = avoided.length > 0 ? ` Avoid ${oneOf(avoided)} until the cause is known.` : '';
  const fits = remediesOf(causes).map(([command, fitted]) =>
    fitted.length === causes.length
      ? `${command} fits each of these causes`
      : `${command} fits ${labelsOf(fitted)}`,
  );
  return `${fits.join(', ')}.${avoid}`;
});
