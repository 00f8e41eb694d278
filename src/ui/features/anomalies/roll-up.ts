import { atom } from 'jotai';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import {
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { isTelemetryStaleAtom } from '../../mission/link/staleness.ts';
import { isInLimits, isOngoing } from './fault-state.ts';
import { isForeseen, type RiskText, riskText } from './risk.ts';
import {
  asksForAction,
  highestSeverity,
  isActive,
  isHeard,
  isLeftToFdir,
  MOST_URGENT_FIRST,
  SEVERITY_STATUS,
} from './severity.ts';

/** Status word for all ongoing anomalies; `undefined` before the first list. */
export type RollUpWord = 'Critical' | 'High' | 'Medium' | 'Low' | 'Nominal' | 'Unknown' | undefined;

/** Anomalies, split into ongoing ones and those whose fault has ended (recovered or resolved). */
export const partedAnomaliesAtom = atom((get) => {
  const view = get(sliceAtoms.spacecraft);
  const anomalies = get(sliceAtoms.anomalies) ?? [];
  const ongoing = anomalies.filter((anomaly) => isOngoing(anomaly, view));
  return { ongoing, over: anomalies.filter((anomaly) => !ongoing.includes(anomaly)) };
});

/** Time for which the end of a fault is news. */
const NEWS_MS = 15 * MS_PER_MIN;

/** The unresolved anomaly whose fault ended last, while that is news at the displayed time. */
export const newestOutcomeAtom = atom((get): Anomaly | undefined => {
  const now = get(missionSecondAtom) ?? 0;
  const over = get(partedAnomaliesAtom).over.filter(({ status }) => status !== 'Resolved');
  const ended = get(sliceAtoms.log)?.findLast(
    ({ kind, level, of = [], time }) =>
      kind === 'Anomaly' &&
      level === 'success' &&
      now - time < NEWS_MS &&
      over.some(({ id }) => of.includes(id)),
  );
  return ended && over.find(({ id }) => ended.of?.includes(id));
});

/** Channels in limits; none without fresh telemetry. */
const inLimitsAtom = atom((get): readonly TelemetryChannel[] => {
  const newest = get(sliceAtoms.telemetry)?.at(-1);
  if (!newest || get(isTelemetryStaleAtom)) return [];
  return TELEMETRY_CHANNELS.filter((channel) => telemetryLevel(channel, newest[channel]) === 'nominal');
});

/** Ids of anomalies whose fault has ended and whose channel is back in limits. */
export const recoveredAtom = atom((get): ReadonlySet<Anomaly['id']> => {
  const inLimits = get(inLimitsAtom);
  const recovered = get(partedAnomaliesAtom).over.filter((anomaly) => isInLimits(anomaly, inLimits));
  return new Set(recovered.map(({ id }) => id));
});

/** Present state, compared with a forecast; `undefined` without fresh telemetry. */
const presentAtom = atom((get) => {
  const [newest, view] = [get(sliceAtoms.telemetry)?.at(-1), get(sliceAtoms.spacecraft)];
  const now = get(missionSecondAtom);
  if (!newest || !view || now === undefined || get(isTelemetryStaleAtom)) return undefined;
  return { newest, now, mode: view.mode, faults: view.faults };
});

/** Forecast for each ongoing anomaly, by its id; none without fresh telemetry. */
export const riskTextsAtom = atom((get): ReadonlyMap<Anomaly['id'], RiskText> => {
  const present = get(presentAtom);
  const texts = new Map<Anomaly['id'], RiskText>();
  for (const { anomalyId, risks = [] } of present?.faults ?? []) {
    const risk = present && riskText(risks, present);
    if (risk) texts.set(anomalyId, risk);
  }
  return texts;
});

/** Basis of a severity that no reading shows: a forecast limit violation, or only the kind of fault. */
export type SeverityBasis = 'predicted' | 'in limits';

/** Basis by id, for ongoing anomalies whose severity no reading shows yet. */
export const severityBasisAtom = atom((get): ReadonlyMap<Anomaly['id'], SeverityBasis> => {
  const inLimits = get(inLimitsAtom);
  const present = get(presentAtom);
  const isPredicted = ({ id, severity }: Anomaly): boolean => {
    const risks = present?.faults.find(({ anomalyId }) => anomalyId === id)?.risks ?? [];
    return present !== undefined && isForeseen(severity, risks, present);
  };
  const unseen = get(partedAnomaliesAtom).ongoing.filter(
    (anomaly) => isHeard(anomaly.severity) && isInLimits(anomaly, inLimits),
  );
  return new Map(unseen.map((anomaly) => [anomaly.id, isPredicted(anomaly) ? 'predicted' : 'in limits']));
});

/** Number of ongoing anomalies, including those that a full list omits. */
export const ongoingCountAtom = atom((get) => {
  const listed = get(sliceAtoms.anomalies) ?? [];
  const unlisted = get(sliceAtoms.spacecraft)?.faults.filter(({ anomalyId }) =>
    listed.every(({ id }) => id !== anomalyId),
  );
  return get(partedAnomaliesAtom).ongoing.length + (unlisted?.length ?? 0);
});

/** Rank in the list of the Overview: unanswered ones that ask for action first, shelved ones last. */
function urgencyRank(anomaly: Anomaly): number {
  if (anomaly.shelved) return 2;
  return isActive(anomaly) && asksForAction(anomaly) ? 0 : 1;
}

/** Ongoing anomalies by urgency: by rank, then by severity, then the newest. */
export const urgentFirstAtom = atom((get): readonly Anomaly[] =>
  get(partedAnomaliesAtom).ongoing.toSorted(
    (a, b) =>
      urgencyRank(a) - urgencyRank(b) ||
      MOST_URGENT_FIRST.indexOf(a.severity) - MOST_URGENT_FIRST.indexOf(b.severity),
  ),
);

/** Ongoing anomalies that ask for action; the others are left to the on-board FDIR for now, or shelved. */
const askingAtom = atom((get): readonly Anomaly[] => get(partedAnomaliesAtom).ongoing.filter(asksForAction));

/** Number of ongoing anomalies that ask for action, including those that a full list omits. */
export const askingCountAtom = atom(
  (get) => get(ongoingCountAtom) - (get(partedAnomaliesAtom).ongoing.length - get(askingAtom).length),
);

/** Number of ongoing anomalies that are shelved. */
export const shelvedCountAtom = atom(
  (get) => get(partedAnomaliesAtom).ongoing.filter(({ shelved }) => shelved).length,
);

/** `3 ongoing`, `3 ongoing, 1 left to FDIR`; `1 left to FDIR` and `2 shelved` where that is all. */
export const ongoingTextAtom = atom((get): string => {
  const count = get(ongoingCountAtom);
  const { ongoing } = get(partedAnomaliesAtom);
  const shelvedCount = get(shelvedCountAtom);
  const leftCount = ongoing.filter((anomaly) => !anomaly.shelved && isLeftToFdir(anomaly)).length;
  if (count > 0 && leftCount === count) return `${count} left to FDIR`;
  if (count > 0 && shelvedCount === count) return `${count} shelved`;
  return [
    `${count || 'None'} ongoing`,
    ...(leftCount > 0 ? [`${leftCount} left to FDIR`] : []),
    ...(shelvedCount > 0 ? [`${shelvedCount} shelved`] : []),
  ].join(', ');
});

/** Highest severity of the ongoing anomalies. Never nominal without a link or fresh telemetry. */
export const rollUpAtom = atom((get): RollUpWord => {
  if (get(isTelemetryStaleAtom)) return 'Unknown';
  if (!get(sliceAtoms.anomalies)) return undefined;
  return highestSeverity(get(partedAnomaliesAtom).ongoing) ?? 'Nominal';
});

/** The roll-up of the anomalies that ask for action: for signs that call an operator. */
export const askingRollUpAtom = atom((get): RollUpWord => {
  const word = get(rollUpAtom);
  if (word === undefined || word === 'Unknown') return word;
  return highestSeverity(get(askingAtom)) ?? 'Nominal';
});

export const ROLL_UP_STATUS: Readonly<Record<NonNullable<RollUpWord>, StatusLevel>> = {
  ...SEVERITY_STATUS,
  Nominal: 'normal',
  Unknown: 'off',
};
