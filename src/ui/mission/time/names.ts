import type { SessionMarks } from '../../../shared/contract/history.ts';
import type { BranchId, BranchView } from '../../../shared/contract/transport.ts';
import { ANOMALY_SEVERITIES, type AnomalySeverity } from '../../../shared/entities/entities.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { SessionSpan } from './session.ts';

/** A mark whose name may be shown above it. */
export interface NamedMark {
  readonly key: string;
  readonly time: EpochMs;
  readonly text: string;
  /** The higher rank wins if two names need the same place. */
  readonly rank: number;
  /** Severity of an anomaly whose fault persists. */
  readonly severity?: AnomalySeverity;
  readonly branch?: BranchId;
}

/** A name at its place, in em from the left end. */
export interface PlacedName {
  readonly mark: NamedMark;
  readonly left: number;
  readonly width: number;
}

/** Assumed letter width, on the generous side: a name never reaches the next one. */
const LETTER_EMS = 0.62;
const LONGEST_EMS = 15;
const GAP_EMS = 1;
/** Width per name; more names would not be read. */
const EMS_PER_NAME = 14;

const RANK = { ongoing: 100, branch: 60, Critical: 50, High: 40, command: 30, event: 20 } as const;

const rankOf = (severity: AnomalySeverity): number =>
  severity === 'Critical' || severity === 'High' ? RANK[severity] : ANOMALY_SEVERITIES.indexOf(severity);

/** `Critical Temperature`, `Signal` */
const anomalyName = ({ type, severity }: SessionMarks['anomalies'][number]): string =>
  severity === 'Critical' ? `${severity} ${type}` : type;

/** Returns the names of anomalies, commands, events and branch starts. */
export function namedMarks(
  { anomalies, commands, events }: SessionMarks,
  branches: readonly BranchView[],
  ongoing: ReadonlySet<string>,
): readonly NamedMark[] {
  return [
    ...anomalies.map((anomaly): NamedMark => {
      const { id, time, severity } = anomaly;
      const isOngoing = ongoing.has(id);
      const rank = rankOf(severity) + (isOngoing ? RANK.ongoing : 0);
      return { key: id, time, text: anomalyName(anomaly), rank, ...(isOngoing && { severity }) };
    }),
    ...commands.map(({ id, time, name }): NamedMark => ({ key: id, time, text: name, rank: RANK.command })),
    ...events.map(
      ({ id, from, title }): NamedMark => ({ key: id, time: from, text: isolated(title), rank: RANK.event }),
    ),
    ...branches.flatMap(({ id, name, origin }): readonly NamedMark[] =>
      origin
        ? [{ key: `branch-${id}`, time: origin.time, text: isolated(name), rank: RANK.branch, branch: id }]
        : [],
    ),
  ];
}

/**
 * Places a few names without overlap, the most important and then the newest first.
 * @param widthEms width of the track, in em
 * @param taken parts that are already taken, from the left end
 */
export function placeNames(
  marks: readonly NamedMark[],
  { start, edge }: SessionSpan,
  widthEms: number,
  taken: readonly Omit<PlacedName, 'mark'>[] = [],
): readonly PlacedName[] {
  const most = Math.floor(widthEms / EMS_PER_NAME);
  const placed: PlacedName[] = [];
  const inView = marks.filter(({ time }) => time >= start && time <= edge);
  for (const mark of inView.toSorted((a, b) => b.rank - a.rank || b.time - a.time)) {
    if (placed.length >= most) break;
    const width = Math.min(mark.text.length * LETTER_EMS + 0.5, LONGEST_EMS);
    const middle = ((mark.time - start) / (edge - start)) * widthEms;
    const left = Math.max(0, Math.min(middle - width / 2, widthEms - width));
    const isFree = [...taken, ...placed].every(
      (other) => left >= other.left + other.width + GAP_EMS || left + width + GAP_EMS <= other.left,
    );
    if (isFree) placed.push({ mark, left, width });
  }
  return placed;
}

/** Returns the extent of a text centred at a share of the width, within the ends. */
export function textPlace(text: string, share: number, widthEms: number): Omit<PlacedName, 'mark'> {
  const width = text.length * LETTER_EMS + 0.5;
  return { left: Math.max(0, Math.min(share * widthEms - width / 2, widthEms - width)), width };
}
