import type { CommandName } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import type { ActivityView } from '../../../shared/entities/spacecraft.ts';
import { formatList } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { remember } from '../../kit/remember.ts';
import { FAULT_KINDS, type FaultKind } from '../../spacecraft/fault-kinds.ts';
import { capitalize, formatUtcTime } from '../telemetry/telemetry-text.ts';
import { remediesOf, type Suggestion } from './assessment.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import { byAbout } from './forecast-text.ts';
import { housekeeping } from './housekeeping.ts';
import type { Symptoms } from './symptoms.ts';

/** Words for the possible causes and the recommended action. */

/** "antenna off pointing, antenna gimbal slipped or receiver detuned" */
const oneOf = (words: readonly string[]): string => formatList(words, 'or');

export const labelsOf = remember((causes: readonly FaultName[]): string =>
  oneOf(causes.map((name) => FAULT_KINDS[name].label)),
);

export function causeLine({ view }: Symptoms, causes: readonly FaultName[]): string {
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) return `${capitalize(labelsOf(causes))}.`;
  const { cause, why } = FAULT_SIGNATURES[only];
  return `${capitalize(cause)}; ${why(housekeeping(view))}.`;
}

/** Time within which further samples may distinguish the causes. */
const TOLD_APART_MS = 5 * MS_PER_MIN;

/** Cost of safe mode, and the command that ends it. */
const SAFE_MODE_COST =
  'Safe mode stops the payload and mostly exceeds the attitude limit until Attitude Adjustment.';

export const remedyInProgress = (
  view: Symptoms['view'],
  causes: readonly FaultName[],
  time: EpochMs,
): ActivityView | undefined =>
  view?.activities.find(
    ({ name, endTime }) =>
      endTime > time && causes.some((cause) => FAULT_KINDS[cause].recoveryCommand === name),
  );

/**
 * Describes the recommended action; for several causes, the commands that fit, the suggested one first.
 * @param suggested absent if Enter Safe Mode, the first one, costs more than it gains
 * @param rival a fault with priority that the command would worsen
 */
export function doLine(
  { since, view }: Symptoms,
  causes: readonly FaultName[],
  { suggested, rival }: Suggestion,
  time: EpochMs,
): string {
  const inProgress = remedyInProgress(view, causes, time);
  if (inProgress)
    return `Wait: ${inProgress.name} is in progress and ends ${byAbout(inProgress.endTime, time)}.`;
  if (rival) {
    const { type } = FAULT_KINDS[rival.name];
    return `Wait: ${rival.command} could worsen the ${type} fault of ${formatUtcTime(rival.since)}, which comes first.`;
  }
  const { fits, avoid } = remedyText(causes);
  if (!suggested) return `Leave it to FDIR for now: safe mode would cost more. ${capitalize(avoid)}.`;
  const isDecided = causes.length === 1 || time - since >= TOLD_APART_MS || remediesOf(causes).length === 1;
  const wait = isDecided ? '' : 'The next samples may tell them apart. ';
  const isSafeMode = suggested === 'Enter Safe Mode' && (view?.mode ?? 'NOMINAL') === 'NOMINAL';
  const separator = causes.length === 1 ? '; ' : '. ';
  return [`${wait}${fits}${avoid && `${separator}${avoid}`}.`, ...(isSafeMode ? [SAFE_MODE_COST] : [])].join(
    ' ',
  );
}

interface RemedyText {
  /** Effect of the command, or the causes that each command fits. */
  readonly fits: string;
  /** Commands to avoid, and why; empty if there are none. */
  readonly avoid: string;
}

const remedyText = remember((causes: readonly FaultName[]): RemedyText => {
  const [only, ...others] = causes;
  if (only !== undefined && others.length === 0) {
    const { recoveryCommand, worsenedBy }: FaultKind = FAULT_KINDS[only];
    const { recoveryEffect, wouldWorsen } = FAULT_SIGNATURES[only];
    return {
      fits: `${recoveryCommand} ${recoveryEffect}`,
      avoid: wouldWorsen ? `${worsenedBy.join(' or ')} ${wouldWorsen}` : '',
    };
  }
  const avoided = [
    ...new Set(causes.flatMap((cause): readonly CommandName[] => FAULT_KINDS[cause].worsenedBy)),
  ];
  const fits = remediesOf(causes).map(([command, fitted]) =>
    fitted.length === causes.length
      ? `${command} fits each of these causes`
      : `${command} fits ${labelsOf(fitted)}`,
  );
  return {
    fits: fits.join(', '),
    avoid: avoided.length > 0 ? `Avoid ${oneOf(avoided)} until the cause is known` : '',
  };
});
