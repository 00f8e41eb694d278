import { activePasses, type SatelliteContacts } from '../../../shared/contract/contact-plan.ts';
import type { SessionMarks, TimeSpan } from '../../../shared/contract/history.ts';
import { ANOMALY_SEVERITIES } from '../../../shared/entities/entities.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type EpochMs, epochMs, type TimeRange } from '../../../shared/kit/units.ts';

/** Describes the marks behind the charts in words. */

/** Maximum marks named at an instant. */
const NAMED = 3;

export const NO_MARKS: SessionMarks = { anomalies: [], commands: [], events: [], contacts: [], eclipses: [] };

/** Returns the eclipses and the contacts with active stations that are planned within a span to come. */
export function marksAhead(
  planned: SatelliteContacts,
  { from, to }: TimeRange,
): Pick<SessionMarks, 'contacts' | 'eclipses'> {
  const cut = (start: number, end: number) => ({
    from: epochMs(Math.max(start, from)),
    to: epochMs(Math.min(end, to)),
  });
  const contacts = activePasses(planned)
    .filter(({ pass }) => pass.los > from && pass.aos < to)
    .map(({ station, pass }) => ({ ...cut(pass.aos, pass.los), station: station.name }))
    .toSorted((a, b) => a.from - b.from);
  const changes = planned.eclipseTransitions;
  const eclipses = changes.flatMap(({ time, isEclipsed }, index) => {
    const end = changes[index + 1]?.time ?? to;
    return isEclipsed && end > from && time < to ? [cut(time, end)] : [];
  });
  return { contacts, eclipses };
}

/** Returns marks of which none lasts beyond an instant. */
export function marksUntil(marks: SessionMarks, end: EpochMs): SessionMarks {
  const until = <Span extends TimeSpan>(span: Span): Span =>
    span.to === undefined ? { ...span, to: end } : span;
  return {
    ...marks,
    events: marks.events.map(until),
    contacts: marks.contacts.map(until),
    eclipses: marks.eclipses.map(until),
  };
}

export interface MarkText {
  readonly key: string;
  readonly time: EpochMs;
  /** Absent for an instant, and while ongoing. */
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

/** Returns the marks near an instant from marks sorted oldest first. Searches from the end, where most queries are. */
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

let newest:
  | {
      readonly marks: SessionMarks;
      readonly time: EpochMs;
      readonly reachMs: number;
      readonly texts: readonly string[];
    }
  | undefined;

/**
 * Describes what happened at an instant, most urgent first, and its surroundings. Cached, because each chart
 * asks the same.
 * @param reachMs maximum distance of an anomaly or a command
 */
export function textsAt(marks: SessionMarks, time: EpochMs, reachMs: number): readonly string[] {
  if (newest?.marks !== marks || newest.time !== time || newest.reachMs !== reachMs) {
    newest = { marks, time, reachMs, texts: findText(marks, time, reachMs) };
  }
  return newest.texts;
}

function findText(marks: SessionMarks, time: EpochMs, reachMs: number): readonly string[] {
  const anomalies = withinReach(marks.anomalies, time, reachMs);
  const commands = withinReach(marks.commands, time, reachMs);
  const events = marks.events.filter((event) => covers(event, time));
  const moreCount = Math.max(0, anomalies.length + commands.length + events.length - NAMED);
  // Over a week dozens are near, too many to listen to.
  const urgent = anomalies
    .toSorted((a, b) => ANOMALY_SEVERITIES.indexOf(b.severity) - ANOMALY_SEVERITIES.indexOf(a.severity))
    .slice(0, NAMED);
  const named = {
    anomalies: urgent,
    commands: commands.slice(0, NAMED - urgent.length),
    events: events.slice(0, Math.max(0, NAMED - urgent.length - commands.length)),
  };
  const happened = markTexts({ ...NO_MARKS, ...named }).map(({ text }) => text);
  const station = marks.contacts.find((contact) => covers(contact, time))?.station;
  return [
    ...happened,
    ...(moreCount > 0 ? [`${moreCount} more`] : []),
    ...(station === undefined ? [] : [`Contact ${station}`]),
    ...(marks.eclipses.some((eclipse) => covers(eclipse, time)) ? ['Eclipse'] : []),
  ];
}
