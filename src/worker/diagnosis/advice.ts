import type { CommandName } from '../../shared/entities.ts';
import { type EpochMs, MS_PER_MIN } from '../../shared/units.ts';
import { FAULT_KINDS, type FaultKind, type FaultName } from '../spacecraft/fault-kinds.ts';
import { capitalize } from '../telemetry/telemetry-words.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import { housekeeping } from './housekeeping.ts';
import { byAbout } from './outlook.ts';
import type { Symptoms } from './symptoms.ts';

/** Words for the causes that fit and for what to do about them. */

/** "antenna off pointing, antenna gimbal slipped or receiver detuned" */
const oneOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

export const labelsOf = (causes: readonly FaultName[]): string =>
  oneOf(causes.map((name) => FAULT_KINDS[name].label));

export function causeLine({ view }: Symptoms, causes: readonly FaultName[]): string {
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) return `${capitalize(labelsOf(causes))}.`;
  const { cause, why } = FAULT_SIGNATURES[only];
  return `${capitalize(cause)}; ${why(housekeeping(view))}.`;
}

/** Time within which further samples may separate the causes. */
const TOLD_APART_MS = 5 * MS_PER_MIN;

/** Recovery command of the remaining causes; with several, the command for each, in their order. */
export function doLine({ name, since, view }: Symptoms, causes: readonly FaultName[], time: EpochMs): string {
  const { recoveryCommand, worsenedBy }: FaultKind = FAULT_KINDS[name];
  const underWay = view?.activities.find(
    (activity) => activity.name === recoveryCommand && activity.endTime > time,
  );
  if (underWay)
    return `Wait: ${recoveryCommand} is being carried out and ends ${byAbout(underWay.endTime, time)}.`;
  if (causes.length === 1) {
    const { recoveryEffect, wouldWorsen } = FAULT_SIGNATURES[name];
    const worse = wouldWorsen ? `; ${worsenedBy.join(' or ')} ${wouldWorsen}` : '';
    return `${recoveryCommand} ${recoveryEffect}${worse}.`;
  }
  const avoided = [
    ...new Set(causes.flatMap((cause): readonly CommandName[] => FAULT_KINDS[cause].worsenedBy)),
  ];
  const avoid = avoided.length > 0 ? ` Avoid ${oneOf(avoided)} until the cause is known.` : '';
  const remedies = [...new Set(causes.map((cause) => FAULT_KINDS[cause].recoveryCommand))];
  if (remedies.length === 1) return `${recoveryCommand} fits each of these causes.${avoid}`;
  const fits = remedies.map(
    (command) =>
      `${command} fits ${labelsOf(causes.filter((cause) => FAULT_KINDS[cause].recoveryCommand === command))}`,
  );
  const choice = `${fits.join(', ')}.${avoid}`;
  return time - since < TOLD_APART_MS ? `Wait for the next samples to tell them apart. ${choice}` : choice;
}
