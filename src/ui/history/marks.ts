import type { SessionMarks, TimeSpan } from '../../shared/history.ts';
import type { EpochMs } from '../../shared/units.ts';
import { isolated } from '../kit/format.ts';

/** What happened behind the charts, in words. */

export const NO_MARKS: SessionMarks = { anomalies: [], commands: [], events: [], contacts: [], eclipses: [] };

export interface MarkText {
  readonly key: string;
  readonly time: EpochMs;
  /** Absent for an instant, and while it lasts. */
  readonly to?: EpochMs | undefined;
  /** `Command executed: Rotate Antenna` */
  readonly text: string;
}

/** All marks in words, oldest first. */
export function markTexts(marks: SessionMarks): readonly MarkText[] {
  const texts: MarkText[] = [
    ...marks.anomalies.map(({ id, time, severity, message }) => ({
      key: `anomaly ${id}`,
      time,
      text: `Anomaly, ${severity}: ${message}`,
    })),
    ...marks.commands.map(({ id, time, name }) => ({ key: `command ${id}`, time, text: `Command: ${name}` })),
    ...marks.events.map(({ id, from, to, title }) => ({
      key: `event ${id}`,
      time: from,
      to,
      text: `Event: ${isolated(title)}`,
    })),
    ...marks.contacts.map(({ from, to, station }) => ({
      key: `contact ${station} ${from}`,
      time: from,
      to,
      text: `Contact: ${station}`,
    })),
    ...marks.eclipses.map(({ from, to }) => ({ key: `eclipse ${from}`, time: from, to, text: 'Eclipse' })),
  ];
  return texts.sort((a, b) => a.time - b.time);
}

/** Of marks, oldest first, those near an instant; from the newest back, since most questions are about the end of a week. */
const withinReach = <Mark extends { readonly time: EpochMs }>(
  marks: readonly Mark[],
  time: EpochMs,
  reachMs: number,
): readonly Mark[] =>
  marks
    .slice(marks.findLastIndex((mark) => mark.time < time - reachMs) + 1)
    .filter((mark) => mark.time <= time + reachMs);

const covers = ({ from, to }: TimeSpan, time: EpochMs): boolean =>
  from <= time && (to === undefined || time <= to);

/**
 * What happened at an instant, most important first.
 * @param reachMs how far away an anomaly or a command may be
 */
export function wordsAt(marks: SessionMarks, time: EpochMs, reachMs: number): readonly string[] {
  const near = {
    anomalies: withinReach(marks.anomalies, time, reachMs),
    commands: withinReach(marks.commands, time, reachMs),
    events: marks.events.filter((event) => covers(event, time)),
  };
  const happened = markTexts({ ...NO_MARKS, ...near }).map(({ text }) => text);
  const station = marks.contacts.find((contact) => covers(contact, time))?.station;
  return [
    ...happened,
    ...(station === undefined ? [] : [`Contact ${station}`]),
    ...(marks.eclipses.some((eclipse) => covers(eclipse, time)) ? ['Eclipse'] : []),
  ];
}
