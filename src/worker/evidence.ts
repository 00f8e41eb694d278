import type { CommandName, TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_PERIOD_MS } from '../shared/limits.ts';
import type { CommandEvidence, SpacecraftView, Verdict } from '../shared/spacecraft.ts';
import { addMs, type EpochMs, MS_PER_S } from '../shared/units.ts';
import { isWhole } from './diagnosis/observed-change.ts';
import { describeSought, find, type Sight } from './evidence-findings.ts';
import { type Goal, goalOf } from './evidence-goals.ts';
import type { FaultName } from './spacecraft/fault-kinds.ts';
import { formatSpan } from './telemetry-words.ts';

/** A command that is watched for what it brings about. Plain cloneable data. */
export interface Watch {
  readonly commandId: string;
  readonly startTime: EpochMs;
  readonly until: EpochMs;
  /** The last sample before the command. */
  readonly base?: TelemetrySample;
  readonly goal: Goal;
  readonly expected: string;
  readonly observed?: string;
  readonly verdict: (typeof WATCH_VERDICTS)[number];
}

/** What a watch can come to; what is not on board yet is not watched. */
export const WATCH_VERDICTS = [
  'watching',
  'confirmed',
  'not confirmed',
] as const satisfies readonly Verdict[];

export interface Watched {
  readonly commandId: string;
  readonly name: CommandName;
  /** When it was executed. */
  readonly time: EpochMs;
  /** Oldest first. */
  readonly telemetry: readonly TelemetrySample[];
  /** The spacecraft as the command finds it; it may show the command among its activities already. */
  readonly view: SpacecraftView;
  /** What the faults that act can be, as far as is known. */
  readonly faults?: readonly FaultName[];
  /** When a ground station next comes into view, where that is known. */
  readonly nextStationTime?: EpochMs;
}

/** A watch goes on for so many samples after the command has been carried out, for them to show it. */
const SAMPLES_AFTERWARDS = 3;
/** Where samples come more seldom than every 5 s, a watch goes on for so many of them longer. */
const SAMPLES_LONGER = 2;

/** Begins to watch a command: what is expected of it follows from the state that it finds. */
export function watchCommand({
  commandId,
  name,
  time,
  telemetry,
  view,
  faults,
  nextStationTime,
}: Watched): Watch {
  const known = telemetry.filter((sample) => sample.timestamp <= time && isWhole(sample));
  const base = known.at(-1);
  const goal = goalOf({ name, base, telemetry: known, view, faults, nextStationTime });
  const activity = view.activities.find((other) => other.commandId === commandId);
  const { telemetryPeriodMs } = view.radio;
  const longerMs = SAMPLES_LONGER * Math.max(0, telemetryPeriodMs - TELEMETRY_PERIOD_MS);
  const until = Math.max(
    addMs(time, goal.withinMs + longerMs),
    addMs(activity?.endTime ?? time, SAMPLES_AFTERWARDS * telemetryPeriodMs),
  ) as EpochMs;
  const wanted = `${goal.sought.map(describeSought).join('; ')} within ${formatSpan(until - time)}`;
  return {
    commandId,
    startTime: time,
    until,
    ...(base && { base }),
    goal,
    expected: goal.note ? `${wanted}; ${goal.note}` : wanted,
    verdict: 'watching',
  };
}

/** The watch after a new sample: the very one that was given while there is nothing new to say. */
export function observeWatch(
  watch: Watch,
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView,
  time: EpochMs,
): Watch {
  const { startTime, until, base, goal, verdict } = watch;
  if (verdict !== 'watching' || time <= startTime) return watch;
  const since = telemetry.filter(({ timestamp }) => timestamp > startTime && timestamp <= until);
  const sight: Sight = { base, since, view };
  const findings = goal.sought.map((sought) => find(sought, sight));
  const isDone = !goal.isAtEnd || isCarriedOut(view, watch, time);
  if (isDone && time <= until && findings.every(({ isMet }) => isMet)) {
    return conclude(watch, 'confirmed', `${textOf(findings)} within ${formatSpan(time - startTime)}`);
  }
  if (time < until) return watch;
  if (time > until + GRACE_SAMPLES * view.radio.telemetryPeriodMs)
    return conclude(watch, 'not confirmed', lateText(sight, watch));
  const missing = findings.filter(({ isMet }) => !isMet);
  const seen = textOf(missing.length > 0 ? missing : findings);
  const only = missing.length > 0 ? '' : isDone ? ', but only' : ', but not carried out';
  return conclude(watch, 'not confirmed', `${seen}${only} after ${formatSpan(time - startTime)}`);
}

/** The first look after a watch's end comes with the next sample. */
const GRACE_SAMPLES = 2;

const textOf = (findings: readonly { readonly text: string }[]): string =>
  findings.map(({ text }) => text).join('; ');

/** For what must hold to the end: the command is no longer under way, and has had the time to act. */
function isCarriedOut(
  { activities }: SpacecraftView,
  { commandId, startTime }: Watch,
  time: EpochMs,
): boolean {
  const isUnderWay = activities.some((activity) => activity.commandId === commandId);
  return !isUnderWay && time - startTime >= SETTLES_MS;
}

/** Shorter than every watch for what must hold. */
const SETTLES_MS = 30 * MS_PER_S;

/** A look that comes long after the watch's end sees another state: only samples of its time are told. */
function lateText(sight: Sight, { goal, startTime, until }: Watch): string {
  const inChannels = goal.sought.filter(({ is }) => is === 'change' || is === 'hold' || is === 'slope');
  const missing = inChannels.map((sought) => find(sought, sight)).filter(({ isMet }) => !isMet);
  const seen = missing.length > 0 ? textOf(missing) : 'nothing was received';
  return `${seen} after ${formatSpan(until - startTime)}`;
}

const conclude = (watch: Watch, verdict: Watch['verdict'], observed: string): Watch => ({
  ...watch,
  verdict,
  observed,
});

export const evidenceOf = ({ commandId, expected, observed, verdict, until }: Watch): CommandEvidence => ({
  commandId,
  expected,
  ...(observed !== undefined && { observed }),
  verdict,
  until,
});

/** The most that is kept, that of the latest commands. */
export const EVIDENCE_CAP = 200;

/** The evidence as of these watches: see `mergeEvidence`. */
export const gatherEvidence = (
  held: readonly CommandEvidence[],
  watches: readonly Watch[],
): readonly CommandEvidence[] => mergeEvidence(held, watches.map(evidenceOf));

/** The evidence with news: of a command that it holds in its place, of another one at the end. */
export function mergeEvidence(
  held: readonly CommandEvidence[],
  latest: readonly CommandEvidence[],
): readonly CommandEvidence[] {
  const news = new Map(latest.map((evidence) => [evidence.commandId, evidence]));
  const known = new Set(held.map(({ commandId }) => commandId));
  const added = [...news.values()].filter(({ commandId }) => !known.has(commandId));
  return [...held.map((old) => news.get(old.commandId) ?? old), ...added].slice(-EVIDENCE_CAP);
}

/** All watches after a new sample: the very list that was given if none has changed. */
export function observeWatches(
  watches: readonly Watch[],
  telemetry: readonly TelemetrySample[],
  view: SpacecraftView,
  time: EpochMs,
): readonly Watch[] {
  const observed = watches.map((watch) => observeWatch(watch, telemetry, view, time));
  return observed.some((watch, index) => watch !== watches[index]) ? observed : watches;
}

/** The watches that go on, moved with a clock that was set back: what they wait for takes as long as it would have. */
export const shiftWatches = (watches: readonly Watch[], shiftMs: number): readonly Watch[] =>
  watches.map((watch) =>
    watch.verdict === 'watching'
      ? { ...watch, startTime: addMs(watch.startTime, shiftMs), until: addMs(watch.until, shiftMs) }
      : watch,
  );
