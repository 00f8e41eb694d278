import { FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import type { FaultView, SpacecraftPart, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { remember, rememberLast } from '../../kit/remember.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { causesOf } from '../diagnosis/fitting-causes.ts';
import { type MissionForesight, risksOf } from '../diagnosis/outlook.ts';
import type { AnomaliesState, Faults } from './anomalies.ts';
import type { FaultRecord } from './fault-records.ts';

/** The ground's knowledge of faults: detected, not reported as ended, and the causes that fit. */

const isKnownActing = ({ endedAt }: FaultRecord): boolean => endedAt === undefined;

const acting = (faults: Faults = {}): readonly (readonly [string, FaultRecord])[] =>
  Object.entries(faults).filter(([, record]) => isKnownActing(record));

const partsOf = remember((causes: readonly FaultName[]): readonly SpacecraftPart[] => [
  ...new Set(causes.map((cause) => FAULT_KINDS[cause].part)),
]);

const risksIn = remember(
  (foresight: MissionForesight) =>
    new Map(FAULT_NAMES.map((cause) => [cause, risksOf(cause, foresight)] as const)),
);

function viewFault(
  [anomalyId, { name, reported, firstReport }]: readonly [string, FaultRecord],
  foresight: MissionForesight | undefined,
): FaultView {
  const { type } = FAULT_KINDS[name];
  const [only, ...others] = reported.causes;
  const fault = { anomalyId, ...(firstReport && { firstReport }), parts: partsOf(reported.causes) };
  if (only === undefined || others.length > 0) {
    return { ...fault, label: `${type.toLowerCase()} fault`, isCauseUnknown: true };
  }
  // Until a reading shows the fault, its size is unknown on the ground.
  const risks = reported.phase === 'seen' ? foresight && risksIn(foresight).get(only) : undefined;
  return { ...fault, label: FAULT_KINDS[only].label, ...(risks?.length && { risks }) };
}

/** Faults of listed and closed anomalies, as published to the page, oldest first. */
export const knownFaults = rememberLast(
  ({
    faults,
    closed,
    foresight,
  }: Pick<AnomaliesState, 'faults' | 'closed' | 'foresight'>): readonly FaultView[] =>
    [...acting(closed), ...acting(faults)]
      .toSorted(([, a], [, b]) => a.since - b.since)
      .map((entry) => viewFault(entry, foresight)),
);

/** Returns a view without what the evidence has shown of causes: each fault may be any one of its type. */
export function withoutCauses(
  view: SpacecraftView,
  { faults, closed }: Pick<AnomaliesState, 'faults' | 'closed'>,
): SpacecraftView {
  return {
    ...view,
    faults: view.faults.map((known): FaultView => {
      const { anomalyId, firstReport } = known;
      const record = faults[anomalyId] ?? closed?.[anomalyId];
      if (!record) return known;
      const { type } = FAULT_KINDS[record.name];
      return {
        anomalyId,
        ...(firstReport && { firstReport }),
        parts: partsOf(causesOf(type)),
        label: `${type.toLowerCase()} fault`,
        isCauseUnknown: true,
      };
    }),
  };
}

/** Returns the possible causes of the active faults, as narrowed by the evidence. */
export const fittingFaults = ({
  faults,
  closed,
}: Pick<AnomaliesState, 'faults' | 'closed'>): readonly FaultName[] =>
  [...acting(closed), ...acting(faults)].flatMap(([, { reported }]) => reported.causes);

const isSameFault = (one: FaultView, other: FaultView | undefined): boolean =>
  other !== undefined &&
  one.anomalyId === other.anomalyId &&
  one.label === other.label &&
  one.risks === other.risks &&
  (one.parts === other.parts || one.parts.join() === other.parts.join());

/** Returns a view with the faults known on the ground; the given view if it has them already. */
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
