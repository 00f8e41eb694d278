import { activePasses, type ContactPlan, type StationPass } from '../../../shared/contract/contact-plan.ts';
import type { NetworkStation } from '../../../shared/contract/network.ts';
import type { Provenance, RealData } from '../../../shared/contract/real-data.ts';
import type { ConsoleDuty } from '../../../shared/entities/duty-crew.ts';
import type { Anomaly, Command, TimelineEvent } from '../../../shared/entities/entities.ts';
import {
  type LogEntry,
  type LogLevel,
  OPERATOR,
  SEVERITY_LEVELS,
} from '../../../shared/entities/event-log.ts';
import { SATELLITES, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { TelemetryChannel } from '../../../shared/entities/telemetry-channels.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { remember } from '../../kit/remember.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { FDIR_RULES } from '../../spacecraft/fdir.ts';
import type { AnomaliesState } from '../anomalies/anomalies.ts';
import type { LimitCause } from '../anomalies/anomaly-reports.ts';
import { isAnswered } from '../anomalies/asks.ts';
import type { FaultRecord } from '../anomalies/fault-records.ts';
import type { PressingReason } from '../diagnosis/symptoms.ts';
import type { FaultEvent } from '../telemetry/fault-events.ts';
import { formatUtcTime, passedLimit } from '../telemetry/telemetry-text.ts';
import type { LimitReason } from './event-log.ts';

/** Log entry with the time of the event, before it has an id. */
export type LogEvent = Omit<LogEntry, 'id'>;

/** Log events of an accepted operation by its value; `actor` is who requested it, if not the operator. */
export type LogOperation<Value> = (value: Value, time: EpochMs, actor?: string) => readonly LogEvent[];

const leadOf = (actor: string | undefined): string => (actor === undefined ? '' : `${actor}: `);

/** Logs what has become of a command. */
export const logCommand =
  (verb: string, level: LogLevel = 'info'): LogOperation<Command> =>
  ({ id, name }, time, actor) => [
    {
      time,
      of: [id],
      by: actor ?? OPERATOR,
      kind: 'Command',
      level,
      text: `${leadOf(actor)}${name} ${verb}`,
    },
  ];

/** Logs what has become of a timeline event. */
export const logTimelineEvent =
  (verb: string, level: LogLevel = 'info'): LogOperation<TimelineEvent> =>
  ({ id, title }, time, actor) => {
    const text = `${leadOf(actor)}“${isolated(title)}” ${verb}`;
    return [{ time, of: [id], by: actor ?? OPERATOR, kind: 'Timeline', level, text }];
  };

/** Logs what has become of an anomaly. */
export const logAnomaly =
  (verb: string): LogOperation<Anomaly> =>
  ({ id, type, message }, time, actor) => {
    const text = `${leadOf(actor)}${type} anomaly ${verb}: ${message}`;
    return [{ time, of: [id], by: actor ?? OPERATOR, kind: 'Anomaly', level: 'info', text }];
  };

/** Logs that an anomaly has been shelved: until when, and why. */
export const logShelved: LogOperation<Anomaly> = (anomaly, time, actor) => {
  const { until = time, reason = '' } = anomaly.shelved ?? {};
  return logAnomaly(`shelved until ${formatUtcTime(until)} (${isolated(reason)})`)(anomaly, time, actor);
};

export const logHandover: LogOperation<ConsoleDuty> = ({ holder }, time, actor = OPERATOR) => [
  { time, kind: 'Mission', level: 'info', text: `The ${holder} has the console`, by: actor },
];

export const logDemonstration: LogOperation<Anomaly> = (anomaly, time, actor = OPERATOR) => {
  const text = 'Demonstration: fault injected; the duty crew responds';
  return [{ time, kind: 'Mission', level: 'info', text, by: actor }, anomalyEvent(anomaly)];
};

export const anomalyEvent = ({ id, type, severity, message, timestamp }: Anomaly): LogEvent => ({
  time: timestamp,
  kind: 'Anomaly',
  level: SEVERITY_LEVELS[severity],
  text: `New ${severity} ${type} anomaly: ${message}`,
  of: [id],
});

/** Log event of one anomaly, worded so that identical events of several anomalies can be merged. */
export interface AnomalyNews extends Omit<LogEvent, 'text' | 'of' | 'by'> {
  readonly anomalyId: string;
  textFor(count: number): string;
}

/** Merges news that would read the same into one log event: faults of one type are not distinguished. */
export function newsEvents(news: readonly AnomalyNews[]): readonly LogEvent[] {
  const counts = new Map<string, { readonly first: AnomalyNews; readonly ids: string[] }>();
  for (const first of news) {
    const key = `${first.level} ${first.textFor(1)}`;
    const known = counts.get(key);
    if (known) known.ids.push(first.anomalyId);
    else counts.set(key, { first, ids: [first.anomalyId] });
  }
  return [...counts.values()].map(({ first: { time, kind, level, textFor, clearedBy }, ids }) => ({
    time,
    kind,
    level,
    ...(clearedBy && { clearedBy }),
    text: textFor(ids.length),
    of: ids,
  }));
}

/** Returns events for anomalies evicted unanswered from the full list, unless a newer one reports the same fault. */
export function departureEvents(
  before: AnomaliesState,
  after: AnomaliesState,
  time: EpochMs,
): readonly LogEvent[] {
  const isListed = (id: string): boolean => after.anomalies.some((other) => other.id === id);
  const isReported = ({ name }: FaultRecord): boolean =>
    Object.values(after.faults).some((other) => other.name === name);
  return before.anomalies.flatMap(
    ({ id, status, severity, type, timestamp, shelved }): readonly LogEvent[] => {
      if (status !== 'Active' || isListed(id)) return [];
      const record = before.faults[id];
      const persists = record !== undefined && record.endedAt === undefined;
      if (persists && isReported(record)) return [];
      const what = `${shelved ? 'Shelved' : 'Unanswered'} ${severity} ${type} anomaly of ${formatUtcTime(timestamp)} left the full list`;
      const text = `${what}; its fault ${persists ? 'persists' : 'has ended'}`;
      return [{ time, kind: 'Anomaly', level: persists ? 'warning' : 'info', text, of: [id] }];
    },
  );
}

const PRESSING_TEXT: Readonly<Record<PressingReason, string>> = {
  retry: 'the on-board retry has not cleared it',
  limits: 'a reading is out of limits',
};

/** A change of one anomaly, and of several alike: the text after "Battery anomaly" or "2 Battery anomalies". */
interface ChangeText {
  readonly one: string;
  readonly several: string;
}

/** What the log says of faults; an exercise may withhold some of it. */
export interface SaidOfFaults {
  readonly hasCauses: boolean;
  readonly hasSuggestions: boolean;
}

const ALL_SAID: SaidOfFaults = { hasCauses: true, hasSuggestions: true };

/** Returns what is news between two reports of one anomaly. */
function changesBetween(
  [earlier, before]: readonly [Anomaly, FaultRecord],
  [anomaly, record]: readonly [Anomaly, FaultRecord],
  { hasCauses, hasSuggestions }: SaidOfFaults,
): readonly ChangeText[] {
  const { severity, suggestedAction } = anomaly;
  const { causes, pressing } = record.reported;
  const hasBegunToAsk =
    !isAnswered(anomaly) && earlier.askedAt === undefined && anomaly.askedAt !== undefined;
  const asksWhy = hasBegunToAsk && pressing ? PRESSING_TEXT[pressing] : undefined;
  const changes: ChangeText[] = [];
  const isUnshelved = earlier.shelved && !anomaly.shelved && record.endedAt === undefined;
  if (isUnshelved) {
    const [asks, ask] = asksWhy
      ? [` and asks for action: ${asksWhy}`, ` and ask for action: ${asksWhy}`]
      : ['', ''];
    changes.push({ one: ` is no longer shelved${asks}`, several: ` are no longer shelved${ask}` });
  }
  const [only, ...others] = causes;
  const isIdentified =
    hasCauses && only !== undefined && others.length === 0 && before.reported.causes.length > 1;
  if (isIdentified) {
    const leftToFdir = anomaly.retriedUntil === undefined ? '' : '; it is left to FDIR for now';
    const what = suggestedAction ? `; ${suggestedAction} is suggested` : leftToFdir;
    const text = `: ${FAULT_KINDS[only].label}, severity ${severity}${hasSuggestions ? what : ''}`;
    changes.push({ one: text, several: text });
  } else if (severity !== earlier.severity) {
    const isPressed = pressing && pressing !== before.reported.pressing;
    const why = isPressed ? PRESSING_TEXT[pressing] : 'fewer causes fit';
    changes.push({ one: ` is now ${severity}: ${why}`, several: ` are now ${severity}: ${why}` });
    return changes;
  }
  if (asksWhy && !isUnshelved) {
    changes.push({ one: ` asks for action: ${asksWhy}`, several: ` ask for action: ${asksWhy}` });
  }
  return changes;
}

/**
 * Returns events for anomalies whose cause was identified, whose severity changed, whose shelving ended, or that began
 * to ask for action between two reports.
 */
export function diagnosisEvents(
  before: AnomaliesState,
  after: AnomaliesState,
  time: EpochMs,
  said: SaidOfFaults = ALL_SAID,
): readonly LogEvent[] {
  const changed = after.anomalies.filter((anomaly) => !before.anomalies.includes(anomaly));
  const news = changed.flatMap((anomaly): readonly AnomalyNews[] => {
    const { id, type, severity } = anomaly;
    const earlier = before.anomalies.find((other) => other.id === id);
    const [old, now] = [before.faults[id], after.faults[id]];
    if (!earlier || !old || !now) return [];
    return changesBetween([earlier, old], [anomaly, now], said).map(({ one, several }) => ({
      time,
      kind: 'Anomaly',
      level: SEVERITY_LEVELS[severity],
      anomalyId: id,
      textFor: (count) => (count === 1 ? `${type} anomaly${one}` : `${count} ${type} anomalies${several}`),
    }));
  });
  return newsEvents(news);
}

/**
 * Returns why a reading is beyond a limit, by the anomalies that have a share in it: the first one is named, and the
 * others are counted. "partly" if the reading would be beyond without them, too.
 */
export function limitReason(
  causes: readonly LimitCause[],
  channel: TelemetryChannel,
  value: number,
): LimitReason | undefined {
  const limit = passedLimit(channel, 'warning', value);
  if (limit === undefined) return undefined;
  const side = value < limit ? -1 : 1;
  const [first, ...others] = causes.filter(({ share }) => share * side > 0);
  if (!first) return undefined;
  const whole = others.reduce((sum, { share }) => sum + share, first.share);
  const isWhole = passedLimit(channel, 'warning', value - whole) === undefined;
  const also = others.length === 0 ? '' : ` and ${others.length} other${others.length === 1 ? '' : 's'}`;
  const text = `${isWhole ? '' : 'partly '}because of the ${first.type} anomaly of ${formatUtcTime(first.firstReportedAt)}${also}`;
  return { text, of: [first, ...others].map(({ id }) => id) };
}

/** Returns the cause once the evidence has identified it, ": one array string open"; otherwise an empty text. */
function causeText({ reported }: FaultRecord): string {
  const [only, ...others] = reported.causes;
  return only !== undefined && others.length === 0 ? `: ${FAULT_KINDS[only].label}` : '';
}

/** Who has cleared a fault without a command. */
const FDIR = 'On-board FDIR';

/**
 * Returns the news of a spacecraft report on a known fault, received at `time`.
 * @param hasCauses false in an exercise without explanations
 */
export function faultNews(
  { faults, closed }: Pick<AnomaliesState, 'faults' | 'closed'>,
  { anomalyId, kind, time: happenedAt, endedBy, course }: FaultEvent,
  time: EpochMs,
  hasCauses = true,
): readonly AnomalyNews[] {
  const record = faults[anomalyId] ?? closed?.[anomalyId];
  if (!record || record.endedAt !== undefined) return [];
  const { type } = FAULT_KINDS[record.name];
  const what = (count: number): string =>
    count === 1 ? `the fault of the ${type} anomaly` : `the faults of ${count} ${type} anomalies`;
  const cause = hasCauses ? causeText(record) : '';
  // The entry is dated by the sample that reported the event.
  const happenedText = formatUtcTime(happenedAt);
  const at = happenedText === formatUtcTime(time) ? '' : `, at ${happenedText}`;
  if (kind === 'contained') {
    const how = course === 'safed' ? 'by safe mode' : 'with the redundant unit';
    const price = FDIR_RULES[record.name].shedsPayload && course !== 'safed' ? ', the payload is off' : '';
    const textFor = (count: number): string => `${FDIR} contains ${what(count)} ${how}${cause}${price}${at}`;
    return [{ time, kind: 'Anomaly', level: 'info', anomalyId, textFor }];
  }
  const how = course === 'transient' ? 'a retry' : 'a reconfiguration';
  const textFor = (count: number): string =>
    endedBy
      ? `${endedBy} has cleared ${what(count)}${cause}${at}`
      : `${FDIR} has cleared ${what(count)}${cause}, by ${how}${at}`;
  const clearedBy = endedBy ? 'command' : 'FDIR';
  return [{ time, kind: 'Anomaly', level: 'success', anomalyId, textFor, clearedBy }];
}

const aosEvent = ({ station, pass }: StationPass, time: EpochMs): LogEvent => ({
  time,
  kind: 'Pass',
  level: 'info',
  text: `AOS ${station.name}, max elevation ${pass.maxElevation.toFixed(0)}°`,
});
const losEvent = ({ station }: StationPass, time: EpochMs): LogEvent => ({
  time,
  kind: 'Pass',
  level: 'info',
  text: `LOS ${station.name}`,
});

/** Returns ORBITA-1's orbit events in a plan, in order: contacts with active stations, eclipse transitions. */
export const allOrbitEvents = remember((plan: ContactPlan): readonly LogEvent[] => {
  const contacts = plan.satellites[SPACECRAFT];
  if (!contacts.ok) return [];
  const { eclipseTransitions } = contacts.value;
  const events = activePasses(contacts.value).flatMap((over) => [
    aosEvent(over, over.pass.aos),
    losEvent(over, over.pass.los),
  ]);
  for (const { time, isEclipsed } of eclipseTransitions) {
    const text = `${SATELLITES[SPACECRAFT].name} enters ${isEclipsed ? 'eclipse' : 'sunlight'}`;
    events.push({ time, kind: 'Eclipse', level: 'info', text });
  }
  return events.sort((a, b) => a.time - b.time);
});

/** Returns the first whole second at or after an orbit event, at which it is logged. */
export const dueTime = (time: EpochMs): EpochMs => epochMs(Math.ceil(time / MS_PER_S) * MS_PER_S);

/** Returns ORBITA-1's contacts whose AOS has been logged and whose LOS has not. */
const contactsInProgress = ({ satellites }: ContactPlan, time: EpochMs): readonly StationPass[] => {
  const contacts = satellites[SPACECRAFT];
  if (!contacts.ok) return [];
  return activePasses(contacts.value).filter(
    ({ pass }) => dueTime(pass.aos) <= time && dueTime(pass.los) > time,
  );
};

/** `Houston, Madrid, Berlin` */
const networkText = (network: readonly NetworkStation[]): string =>
  network.length === 0 ? 'no station, the relay alone' : network.map(({ name }) => name).join(', ');

/**
 * Returns the events of a ground network change, with the contacts that begin or end with it.
 * @param actor who changed it, if there are several consoles
 */
export function networkEvents(
  before: ContactPlan,
  after: ContactPlan,
  time: EpochMs,
  actor: string | undefined,
): readonly LogEvent[] {
  const lead = actor === undefined ? '' : `${actor}: `;
  const text = `${lead}Ground network: ${networkText(after.network)}`;
  const [held, next] = [contactsInProgress(before, time), contactsInProgress(after, time)];
  const notIn = (others: readonly StationPass[]) => (one: StationPass) =>
    others.every(({ station }) => station.id !== one.station.id);
  return [
    { time, kind: 'Mission', level: 'info', text, by: actor ?? OPERATOR },
    ...held.filter(notIn(next)).map((over) => losEvent(over, time)),
    ...next.filter(notIn(held)).map((over) => aosEvent(over, time)),
  ];
}

/** Returns the index of the first event after an instant, by binary search. */
export function indexAfter(events: readonly LogEvent[], time: EpochMs): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const event = events[middle];
    if (event && event.time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns ORBITA-1's orbit events after `from` up to `to`, in order. */
export function orbitEvents(plan: ContactPlan, from: EpochMs, to: EpochMs): readonly LogEvent[] {
  const events = allOrbitEvents(plan);
  return events.slice(indexAfter(events, from), indexAfter(events, to));
}

const PROVENANCE_TEXT: Readonly<Record<Provenance['kind'], string>> = {
  live: 'LIVE',
  predicted: 'PREDICTED',
  simulated: 'SIMULATED',
};

export function connectionEvents(
  before: { readonly realData: RealData; readonly iss: Provenance },
  after: { readonly realData: RealData; readonly iss: Provenance },
  time: EpochMs,
): readonly LogEvent[] {
  const events: LogEvent[] = [];
  if (before.iss.kind !== after.iss.kind) {
    const source = after.iss.kind !== 'simulated' && after.iss.source ? ` from ${after.iss.source}` : '';
    const level = after.iss.kind === 'live' ? 'success' : 'warning';
    const text = `The ISS is now ${PROVENANCE_TEXT[after.iss.kind]}${source}`;
    events.push({ time, kind: 'Connection', level, text });
  }
  if (before.realData.status !== after.realData.status && after.realData.status === 'error') {
    const text = `Live data unavailable: ${after.realData.error}`;
    events.push({ time, kind: 'Connection', level: 'warning', text });
  }
  return events;
}
