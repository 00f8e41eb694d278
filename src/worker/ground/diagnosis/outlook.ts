import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import type { FaultRisk } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  formatLimit,
  mapChannels,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { FAULT_NAMES, type FaultName } from '../../spacecraft/fault-kinds.ts';
import {
  type Band,
  CHANNEL_LIMITS,
  type ChannelLimit,
  type ForeseenLimit,
  type ForeseenMode,
  type Foresight,
  isBeyond,
  isSameLimit,
  LIMITS_OF,
  MOST_TURNS,
} from '../../spacecraft/forecast.ts';
import { capitalize, channelName } from '../telemetry/telemetry-text.ts';
import { expectFdir, type FdirExpectation, fdirSentence, type KnownFdir } from './expected-fdir.ts';
import { FAULT_SIGNATURES } from './fault-signatures.ts';
import { within } from './forecast-text.ts';

/** What is foreseen of all faults together, for every card the same, without what FDIR has not reported. */
export interface MissionForesight extends Foresight {
  /** Until when FDIR may act on a fault without the ground knowing yet. */
  readonly fdirUntil?: EpochMs;
}

/** Facts about the further course of a fault, as known on the ground. */
export interface OutlookFacts extends KnownFdir {
  readonly foresight?: MissionForesight | undefined;
}

type ReadChannel = (channel: TelemetryChannel) => number;

/**
 * What an outlook states. `passes`: the reading passes the limit within the band, out or back in, also `again` after it
 * has come back; `kept`: it does not pass it; `broken`: it stays beyond it; `near`: it comes, or is, so close that noise may
 * take it past; `helped`: as `kept`, if FDIR acts as expected.
 */
export type LimitStatement = ChannelLimit &
  Band & {
    readonly kind: 'passes' | 'kept' | 'broken' | 'near' | 'helped';
    readonly to?: 'out' | 'in';
    readonly isAgain?: true;
  };

/** The spacecraft changes its mode within the band, which has these limits passed. */
export interface ModeStatement extends ForeseenMode {
  readonly passes: readonly LimitStatement[];
}

/** What lies ahead of a fault if nothing is done. */
export interface Outlook {
  readonly fdir: FdirExpectation;
  /** Whether FDIR may still act before what the statements say: they hold unless it does. */
  readonly isUnlessFdir: boolean;
  readonly limits: readonly LimitStatement[];
  readonly mode?: ModeStatement;
  /** While several causes fit: the channels that one of them takes out of limits. */
  readonly atWorst: readonly TelemetryChannel[];
}

/** Channels with limits in which each fault shows, the one that it finally takes out of limits first. */
const CHANNELS_OF = Object.fromEntries(
  FAULT_NAMES.map((name) => {
    const { leadsTo, indications } = FAULT_SIGNATURES[name];
    const shown = [...(leadsTo ? [leadsTo] : []), ...indications.map(({ channel }) => channel)];
    return [name, [...new Set(shown)].filter((channel) => LIMITS_OF[channel].length > 0)];
  }),
) as unknown as Readonly<Record<FaultName, readonly TelemetryChannel[]>>;

/** A reading is close to a limit up to this distance, which noise may bridge; in the channel's unit. */
const CLOSE: Readonly<Record<TelemetryChannel, number>> = {
  ...mapChannels((channel) => CHANNELS[channel].deadband),
  signalStrength: 4,
  attitudeStability: 0.3,
};
/** A reading that was close, and is to be so for less, has left already. */
const SOON_MS = 5 * MS_PER_MIN;
/** A forecast that ends sooner says nothing of what stays as it is. */
const LEAST_AHEAD_MS = MS_PER_H;

/** What is foreseen of one limit, as it reads beside the newest reading. */
function statementsOf(
  limit: ChannelLimit,
  { limits, until }: Foresight,
  reading: number,
  now: EpochMs,
): readonly LimitStatement[] {
  const isOut = isBeyond(limit, reading);
  const { channel, level, value, isUpper } = limit;
  const isClose = Math.abs(reading - value) <= CLOSE[channel];
  const state = (kind: LimitStatement['kind'], band: Band, more: Partial<LimitStatement> = {}) => ({
    channel,
    level,
    value,
    isUpper,
    kind,
    from: band.from,
    until: band.until,
    ...more,
  });
  const known: ForeseenLimit | undefined = limits.find((other) => isSameLimit(other, limit));
  const past = known?.turns.findLast(({ until }) => until < now);
  if (past?.closeUntil !== undefined && past.closeUntil >= now && isClose) {
    return [state('near', { from: past.until, until: past.closeUntil })];
  }
  const [turn, next] = known?.turns.filter((ahead) => ahead.until >= now) ?? [];
  if (turn) {
    if (isOut === (turn.to === 'out')) {
      // Before the band a new forecast is due; within it, noise takes the reading to and fro.
      return turn.from > now || !isClose ? [] : [state('near', { from: turn.from, until: turn.until })];
    }
    const passes = state('passes', turn, { to: turn.to });
    if (turn.to === 'out' || !next) return [passes];
    // It may be out again as soon as it may be back.
    const again = next.from <= turn.until ? { from: now, until: next.until } : next;
    return [passes, state('passes', again, { to: 'out', isAgain: true })];
  }
  const near = known?.near;
  if (near) {
    if (isOut && (near.from > now || !isClose)) return [];
    // It will be close some time: it is so now only if the reading is.
    if (isClose) return [state('near', { from: near.from, until })];
    return near.until - now > SOON_MS ? [state('near', { from: near.until, until })] : [];
  }
  const turns = known?.turns ?? [];
  const last = turns.at(-1);
  const isExpectedOut = last ? last.to === 'out' : known !== undefined;
  if (isOut !== isExpectedOut || turns.length >= MOST_TURNS || until - now < LEAST_AHEAD_MS) return [];
  return [state(isOut ? 'broken' : 'kept', { from: now, until })];
}

/** Whether the newest sample is beyond a limit, or within it, against what was foreseen for its instant. */
export const isContradicted = ({ limits }: Foresight, newest: TelemetrySample): boolean =>
  CHANNEL_LIMITS.some((limit) => {
    const reading = newest[limit.channel];
    if (!Number.isFinite(reading)) return false;
    const known = limits.find((other) => isSameLimit(other, limit));
    const { timestamp } = newest;
    if (known?.near && known.near.from <= timestamp) return false;
    const turns = known?.turns ?? [];
    if (turns.some(({ from, until, closeUntil = until }) => from <= timestamp && timestamp <= closeUntil))
      return false;
    const next = turns.find(({ from }) => from > timestamp);
    const last = turns.findLast(({ until }) => until < timestamp);
    const isOut = last ? last.to === 'out' : next ? next.to === 'in' : known !== undefined && !known.near;
    return isOut !== isBeyond(limit, reading);
  });

/** Outlook without action, beside the newest readings. */
export function outlookOf(course: OutlookFacts, reading: ReadChannel, now: EpochMs): Outlook {
  const { causes, foresight, heardAt } = course;
  const fdir = expectFdir(course);
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) {
    const atWorst = fdir.stage === 'reported' ? [] : possibleChannels(causes, reading);
    return { fdir, isUnlessFdir: false, limits: [], atWorst };
  }
  if (!foresight) return { fdir, isUnlessFdir: false, limits: [], atWorst: [] };
  const { fdirUntil = 0, until } = foresight;
  const isUnlessFdir = heardAt <= fdirUntil;
  // Where it has changed already, a new forecast is due.
  const isEntered = course.view?.mode === foresight.mode?.mode;
  // The way back from SURVIVAL to SAFE is no consequence of the fault.
  const isWorst = course.view?.mode === 'SURVIVAL';
  const mode = isEntered || isWorst ? undefined : modeStatement(only, foresight, reading, now);
  const [main, ...beside] = CHANNELS_OF[only];
  const ofChannel = (channel: TelemetryChannel): readonly LimitStatement[] =>
    ownLimits(only, channel).flatMap((limit) => statementsOf(limit, foresight, reading(channel), now));
  const own = main === undefined ? [] : worthSaying(ofChannel(main), isUpperIn(only, main));
  const isNews = (limit: LimitStatement): boolean => limit.kind !== 'kept';
  // Another channel is worth it only where its own tells nothing new, and the mode does not tell it.
  const other = beside
    .filter((channel) => !mode?.passes.some((passed) => passed.channel === channel))
    .flatMap((channel) => ofChannel(channel).find(isPassing) ?? []);
  const limits = own.some(isNews) ? own : [...own, ...other.slice(0, 1)];
  const averted = isUnlessFdir
    ? limits
        .filter((limit) => isPassing(limit) && isKeptByFdir(foresight, limit))
        .map((limit): LimitStatement => ({ ...limit, kind: 'helped', from: now, until }))
    : [];
  return { fdir, isUnlessFdir, limits: [...limits, ...averted], ...(mode && { mode }), atWorst: [] };
}

/** A limit that is passed, for the first time. */
const isPassing = ({ kind, to, isAgain }: LimitStatement): boolean =>
  kind === 'passes' && to === 'out' && !isAgain;

const isKeptByFdir = ({ limits }: Foresight, limit: ChannelLimit): boolean =>
  limits.some((other) => other.isAverted && isSameLimit(other, limit));

/** Whether a cause leads a channel to its upper limits. */
const isUpperIn = (cause: FaultName, channel: TelemetryChannel): boolean =>
  FAULT_SIGNATURES[cause].indications.some(
    ({ channel: shown, direction }) => shown === channel && direction === 'up',
  );

/** The limits of a channel that a cause leads it to: of temperature those above or below, the others are not its doing. */
function ownLimits(cause: FaultName, channel: TelemetryChannel): readonly ChannelLimit[] {
  const limits = LIMITS_OF[channel];
  const own = limits.filter(({ isUpper }) => isUpper === isUpperIn(cause, channel));
  return own.length > 0 ? own : limits;
}

/**
 * What is worth saying of a channel: the last limit that it stays beyond, or its return from the first, and what it passes
 * next. Of the limits that are kept only the first on the side of the fault: beyond it the others are kept too.
 */
function worthSaying(statements: readonly LimitStatement[], isUpper: boolean): readonly LimitStatement[] {
  const beyond =
    statements.findLast(({ kind }) => kind === 'broken') ?? statements.find(({ to }) => to === 'in');
  const kept = statements.find((held) => held.kind === 'kept' && held.isUpper === isUpper);
  return statements.filter((held) => {
    if (held.kind === 'kept') return held === kept;
    return isPassing(held) || held.kind === 'near' || beyond === undefined || isSameLimit(held, beyond);
  });
}

const isDraining = (cause: FaultName): boolean =>
  FAULT_SIGNATURES[cause].indications.some(({ channel }) => channel === 'batteryVoltage');

/** The next mode, for a fault that drains the battery and so leads to it, and the limits that are passed from then on. */
function modeStatement(
  cause: FaultName,
  { mode: next, limits }: Foresight,
  reading: ReadChannel,
  now: EpochMs,
): ModeStatement | undefined {
  if (!isDraining(cause) || !next || next.until < now || next.mode === 'NOMINAL') return undefined;
  const passes = CHANNEL_LIMITS.flatMap((limit): readonly LimitStatement[] => {
    if (limit.channel === 'batteryVoltage' || isBeyond(limit, reading(limit.channel))) return [];
    const known = limits.find((other) => isSameLimit(other, limit));
    const turn = known?.turns.find(({ until, to }) => to === 'out' && until >= now);
    if (!turn || turn.until < next.from) return [];
    const { channel, level, value, isUpper } = limit;
    return [
      { channel, level, value, isUpper, kind: 'passes', to: 'out', from: turn.from, until: turn.until },
    ];
  });
  return { ...next, passes };
}

/** Limits to say of one fault: the next, and the one after it. */
const MOST_RISKS = 2;

/** What comes of a fault of a known cause if nobody acts, the next first: what its outlook says in words. */
export function risksOf(
  cause: FaultName,
  { limits, mode, fdirUntil }: MissionForesight,
): readonly FaultRisk[] {
  const fdir = fdirUntil === undefined ? {} : { fdirUntil };
  const [main, ...beside] = CHANNELS_OF[cause];
  const foreseenOf = (channel: TelemetryChannel): readonly ForeseenLimit[] =>
    ownLimits(cause, channel).flatMap((limit) => limits.find((other) => isSameLimit(other, limit)) ?? []);
  const own = main === undefined ? [] : foreseenOf(main);
  // As in the outlook: another channel is worth it only where its own tells nothing new.
  const passed = (own.length > 0 ? own : beside.flatMap(foreseenOf)).flatMap(
    ({ channel, value, turns }): readonly FaultRisk[] => {
      const index = turns.findIndex(({ to }) => to === 'out');
      const turn = turns[index];
      if (!turn) return [];
      const back = turns[index - 1];
      const close = back && { closeUntil: back.closeUntil ?? back.until };
      return [{ from: turn.from, until: turn.until, ...close, ...fdir, channel, value }];
    },
  );
  const entered: readonly FaultRisk[] =
    isDraining(cause) && mode && mode.mode !== 'NOMINAL' ? [{ ...mode, ...fdir }] : [];
  return [...passed, ...entered].toSorted((a, b) => a.from - b.from).slice(0, MOST_RISKS);
}

/** While several causes fit: the channels in limits that one of them takes out of limits. */
const possibleChannels = (causes: readonly FaultName[], reading: ReadChannel): readonly TelemetryChannel[] =>
  [...new Set(causes.flatMap((cause) => FAULT_SIGNATURES[cause].leadsTo ?? []))].filter(
    (channel) => telemetryLevel(channel, reading(channel)) === 'nominal',
  );

/** The outlook in words. */
export function outlookText(outlook: Outlook, view: KnownFdir['view'], now: EpochMs): string {
  const { fdir, isUnlessFdir, limits, mode, atWorst } = outlook;
  const mayActOnIt = fdir.containedBy !== undefined;
  const unless = isUnlessFdir ? `Unless FDIR acts ${mayActOnIt ? '' : 'on another fault '}first, ` : '';
  const helped = limits.filter(({ kind }) => kind === 'helped');
  const isConditional = (limit: LimitStatement): boolean => isConditionalLimit(limit, now);
  const stated = conditionalFirst(
    limits.filter(({ kind }) => kind !== 'helped'),
    isConditional,
  );
  const clauses = stated.map((limit, index) => limitClause(limit, stated[index - 1], now));
  const hasCondition = stated.some(isConditional);
  const changes = mode ? modeClause(mode, now) : '';
  // All that holds unless FDIR acts is one sentence.
  const isJoined = mode !== undefined && hasCondition && unless !== '';
  const first = `${hasCondition ? unless : ''}${clauses.join('')}${isJoined ? `; ${changes}` : ''}.`;
  return [
    fdirSentence(fdir, view, now),
    clauses.length > 0 ? capitalize(first) : '',
    mode && !isJoined ? capitalize(`${unless}${changes}.`) : '',
    helped.length > 0 ? `${helperText(outlook)}, ${helpedText(helped)} not reached.` : '',
    ...atWorst.map((channel) => `At worst, ${channelName(channel)} leaves its limits.`),
  ]
    .filter((words) => words !== '')
    .join(' ');
}

/** Whether something changes, which FDIR may keep from happening. */
const isConditionalLimit = ({ kind, to, from }: LimitStatement, now: EpochMs): boolean =>
  to !== undefined || kind === 'broken' || (kind === 'near' && from > now);

/** "Unless FDIR acts first, with no further fault, …" is hard to read: what is kept of another channel comes last. */
function conditionalFirst(
  stated: readonly LimitStatement[],
  isConditional: (limit: LimitStatement) => boolean,
): readonly LimitStatement[] {
  if (stated[0]?.kind !== 'kept' || !stated.some(isConditional)) return stated;
  const isKept = ({ kind }: LimitStatement): boolean => kind === 'kept';
  return [...stated.filter((limit) => !isKept(limit)), ...stated.filter(isKept)];
}

const limitText = ({ channel, value }: ChannelLimit): string => formatLimit(channel, value);

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const helpedText = (helped: readonly LimitStatement[]): string =>
  `${listed(helped.map(limitText))} ${helped.length > 1 ? 'are' : 'is'}`;

/** What keeps limits from being reached. */
function helperText({ fdir, isUnlessFdir }: Outlook): string {
  if (fdir.containedBy !== undefined) return 'With FDIR';
  return isUnlessFdir ? 'If FDIR acts on the other fault' : 'With that';
}

const sideOf = (isAbove: boolean): string => (isAbove ? 'above' : 'below');

/** Whether the reading is above the limit after it has passed it. */
const endsAbove = ({ isUpper, to }: LimitStatement): boolean => isUpper === (to === 'out');

/**
 * "battery voltage falls below 22 V between 22:07 and 22:19 UTC", and shorter after a clause on the
 * same channel: ", and below 20 V between …", "; 20 V is not reached within 12 h".
 */
function limitClause(statement: LimitStatement, before: LimitStatement | undefined, now: EpochMs): string {
  const { kind, channel, isUpper, to, isAgain, until } = statement;
  const isSameChannel = before?.channel === channel;
  const limit = limitText(statement);
  const lead = before ? '; ' : '';
  const start = isSameChannel ? '; it' : `${lead}${channelName(channel)}`;
  const hours = Math.floor((until - now) / MS_PER_H);
  switch (kind) {
    case 'passes': {
      const side = sideOf(endsAbove(statement));
      const verb = endsAbove(statement) ? 'rises' : 'falls';
      const time = within(statement, now);
      if (isAgain) return `, and ${verb} ${side} it again ${time}`;
      if (isSameChannel && before.kind === kind && before.to === to && !before.isAgain) {
        return `, and ${side} ${limit} ${time}`;
      }
      return `${start} ${verb} ${to === 'in' ? 'back ' : ''}${side} ${limit} ${time}`;
    }
    case 'broken':
      return `${start} stays ${sideOf(isUpper)} ${limit} for ${hours} h or more`;
    case 'near':
      return `${start} ${statement.from <= now ? 'is' : 'comes'} close to ${limit}`;
    default:
      if (isSameChannel) return `; ${limitText(statement)} is not reached within ${hours} h`;
      // A new fault is the one thing that a forecast cannot know.
      return `${lead}with no further fault, ${channelName(channel)} does not ${isUpper ? 'rise' : 'fall'} ${sideOf(isUpper)} ${limitText(statement)} within ${hours} h`;
  }
}

function modeClause({ mode, isOrSurvival, passes, from, until }: ModeStatement, now: EpochMs): string {
  const enters = `ORBITA-1 enters ${mode}${isOrSurvival ? ' or SURVIVAL' : ''} ${within({ from, until }, now)}`;
  const passed = passes.map(
    (limit) =>
      `${channelName(limit.channel)} ${sideOf(limit.isUpper)} ${limitText(limit)} ${within({ from: now, until: limit.until }, now)}`,
  );
  return passed.length === 0 ? enters : `${enters}, with ${listed(passed)}`;
}
