import type { SessionMarks, TimeSpan } from '../../../shared/contract/history.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatUtcTime, withUnitsJoined } from '../../kit/format.ts';

/** Maximum marks named at an instant; more would not be read while pointing. */
const NAMED = 3;

const covers = ({ from, to }: TimeSpan, time: EpochMs): boolean =>
  from <= time && (to === undefined || time <= to);

/** Describes the marks within a distance of an instant, nearest first, and the spans that contain it. */
export function marksNear(marks: SessionMarks, time: EpochMs, withinMs: number): readonly string[] {
  const points = [
    ...marks.anomalies.map((anomaly) => ({
      time: anomaly.time,
      text: `${anomaly.severity}: ${withUnitsJoined(anomaly.message)}`,
    })),
    ...marks.commands.map((command) => ({ time: command.time, text: `Command ${command.name}` })),
  ]
    .filter((point) => Math.abs(point.time - time) <= withinMs)
    .toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time))
    // With its time, because it may be later than the named instant.
    .map((point) => `${formatUtcTime(point.time)} ${point.text}`);
  const spans = [
    ...marks.events.filter((event) => covers(event, time)).map(({ title }) => isolated(title)),
    ...marks.contacts.filter((pass) => covers(pass, time)).map(({ station }) => `Contact ${station}`),
    ...(marks.eclipses.some((eclipse) => covers(eclipse, time)) ? ['Eclipse'] : []),
  ];
  return [...points.slice(0, NAMED), ...spans].slice(0, NAMED + 1);
}
