import type { FaultView, SpacecraftPart, SpacecraftView } from '../../shared/spacecraft.ts';
import { remember, rememberLast } from '../kit/remember.ts';
import { FAULT_KINDS, type FaultName } from '../spacecraft/fault-kinds.ts';
import type { AnomaliesState, Faults } from './anomalies.ts';
import type { FaultRecord } from './fault-records.ts';

/** What the ground knows of faults: detected, not reported as ended, and which causes fit. */

const isKnownActing = ({ endedAt }: FaultRecord): boolean => endedAt === undefined;

const acting = (faults: Faults = {}): readonly (readonly [string, FaultRecord])[] =>
  Object.entries(faults).filter(([, record]) => isKnownActing(record));

/** Parts in which the causes lie. */
const partsOf = remember((causes: readonly FaultName[]): readonly SpacecraftPart[] => [
  ...new Set(causes.map((cause) => FAULT_KINDS[cause].part)),
]);

function viewFault([anomalyId, { name, reported }]: readonly [string, FaultRecord]): FaultView {
  const { type } = FAULT_KINDS[name];
  const [only, ...others] = reported.causes;
  const fault = { anomalyId, parts: partsOf(reported.causes) };
  return only !== undefined && others.length === 0
    ? { ...fault, label: FAULT_KINDS[only].label }
    : { ...fault, label: `${type.toLowerCase()} fault`, isCauseUnknown: true };
}

/** Faults of listed and closed anomalies, as published to the page, oldest first. */
export const knownFaults = rememberLast(
  ({ faults, closed }: Pick<AnomaliesState, 'faults' | 'closed'>): readonly FaultView[] =>
    [...acting(closed), ...acting(faults)].toSorted(([, a], [, b]) => a.since - b.since).map(viewFault),
);

/** Possible causes of the active faults, as far as the evidence has narrowed them. */
export const fittingFaults = ({
  faults,
  closed,
}: Pick<AnomaliesState, 'faults' | 'closed'>): readonly FaultName[] =>
  [...acting(closed), ...acting(faults)].flatMap(([, { reported }]) => reported.causes);

const isSameFault = (one: FaultView, other: FaultView | undefined): boolean =>
  other !== undefined &&
  one.anomalyId === other.anomalyId &&
  one.label === other.label &&
  (one.parts === other.parts || one.parts.join() === other.parts.join());

/** A view with the faults known on the ground; the given view if it has them already. */
export function withKnownFaults<View extends SpacecraftView | undefined>(
  view: View,
  anomalies: AnomaliesState,
): View {
  if (!view) return view;
  const faults = knownFaults(anomalies);
  const isSame =
    faults.length === view.faults.length &&
    faults.every((fault, index) => isSameFault(fault, view.faults[index]));
  return isSame ? view : { ...view, faults };
}
