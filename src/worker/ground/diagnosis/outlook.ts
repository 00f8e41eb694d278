import type { TelemetrySample } from '../../../shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../shared/entities/faults.ts';
import type { FaultRisk } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  formatLimit,
  mapChannels,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../shared/entities/telemetry-channels.ts';
import { formatList } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';

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

/** Forecast of all faults together, the same for every card, without FDIR actions that are not reported yet. */
export interface MissionForesight extends Foresight {
  /** Time until which FDIR may act on a fault without the ground's knowledge. */
  readonly fdirUntil?: EpochMs;
}

/** Facts about the further course of a fault, as known on the ground. */
export interface OutlookFacts extends KnownFdir {
  readonly foresight?: MissionForesight | undefined;
}

type ReadChannel = (channel: TelemetryChannel) => number;

/**
 * Statement of an outlook. `passes`: the reading crosses the limit within the band, outward or back, or again after
 * its return (`isAgain`); `kept`: it does not cross it; `broken`: it stays beyond it; `near`: it is or comes so close
 * that noise may carry it across; `helped`: as `kept`, if FDIR acts as expected.
 */
export type LimitStatement = ChannelLimit &
  Band & {
    readonly kind: 'passes' | 'kept' | 'broken' | 'near' | 'helped';
    readonly to?: 'out' | 'in';
    readonly isAgain?: true;
  };

/** Mode change within the band, and the limits that are crossed as a result. */
export interface ModeStatement extends ForeseenMode {
  readonly passes: readonly LimitStatement[];
}

/** Expected course of a fault without action. */
export interface Outlook {
  readonly fdir: FdirExpectation;
  /** True if the statements hold only as long as FDIR does not act first. */
  readonly mayFdirAvert: boolean;
  readonly limits: readonly LimitStatement[];
  readonly mode?: ModeStatement;
  /** Channels that one of several possible causes takes out of limits. */
  readonly atWorst: readonly TelemetryChannel[];
}

/** Channels with limits in which each fault shows, starting with the one that it finally takes out of limits. */
const CHANNELS_OF = Object.fromEntries(
  FAULT_NAMES.map((name) => {
    const { leadsTo, indications } = FAULT_SIGNATURES[name];
    const shown = [...(leadsTo ? [leadsTo] : []), ...indications.map(({ channel }) => channel)];
    return [name, [...new Set(shown)].filter((channel) => LIMITS_OF[channel].length > 0)];
  }),
) as unknown as Readonly<Record<FaultName, readonly TelemetryChannel[]>>;

/** Distance from a limit that noise may bridge, so that the reading counts as close; in the channel's unit. */
const CLOSE: Readonly<Record<TelemetryChannel, number>> = {
  ...mapChannels((channel) => CHANNELS[channel].deadband),
  signalStrength: 4,
  attitudeStability: 0.3,
};
/** If a reading is not close and less than this remains of its forecast close period, it has moved away already. */
const SOON_MS = 5 * MS_PER_MIN;
/** A forecast that ends sooner makes no statement about limits without a crossing. */
const LEAST_AHEAD_MS = MS_PER_H;

/** Returns the statements on one limit, from its forecast and the newest reading. */
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
      // Before the band a new forecast is due; within it, noise moves the reading back and forth.
      return turn.from > now || !isClose ? [] : [state('near', { from: turn.from, until: turn.until })];
    }
    const passes = state('passes', turn, { to: turn.to });
    if (turn.to === 'out' || !next) return [passes];
    // It may leave again as soon as it may return.
    const again = next.from <= turn.until ? { from: now, until: next.until } : next;
    return [passes, state('passes', again, { to: 'out', isAgain: true })];
  }
  const near = known?.near;
  if (near) {
    if (isOut && (near.from > now || !isClose)) return [];
    // It is forecast to be close at some time; only the reading shows whether it is now.
    if (isClose) return [state('near', { from: near.from, until })];
    return near.until - now > SOON_MS ? [state('near', { from: near.until, until })] : [];
  }
  const turns = known?.turns ?? [];
  const last = turns.at(-1);
  const isExpectedOut = last ? last.to === 'out' : known !== undefined;
  if (isOut !== isExpectedOut || turns.length >= MOST_TURNS || until - now < LEAST_AHEAD_MS) return [];
  return [state(isOut ? 'broken' : 'kept', { from: now, until })];
}

/** True if the newest sample contradicts the forecast side of a limit. */
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

/** Returns the outlook without action, given the newest readings. */
export function outlookOf(facts: OutlookFacts, reading: ReadChannel, now: EpochMs): Outlook {
  const { causes, foresight, heardAt } = facts;
  const fdir = expectFdir(facts);
  const [only, ...others] = causes;
  if (only === undefined || others.length > 0) {
    const atWorst = fdir.stage === 'reported' ? [] : possibleChannels(causes, reading);
    return { fdir, mayFdirAvert: false, limits: [], atWorst };
  }
  if (!foresight) return { fdir, mayFdirAvert: false, limits: [], atWorst: [] };
  const { fdirUntil = 0, until } = foresight;
  const mayFdirAvert = heardAt <= fdirUntil;
  // Once the mode has changed, a new forecast is due.
  const isEntered = facts.view?.mode === foresight.mode?.mode;
  // The return from SURVIVAL to SAFE is no consequence of the fault.
  const isWorst = facts.view?.mode === 'SURVIVAL';
  const mode = isEntered || isWorst ? undefined : modeStatement(only, foresight, reading, now);
  const [main, ...beside] = CHANNELS_OF[only];
  const ofChannel = (channel: TelemetryChannel): readonly LimitStatement[] =>
    ownLimits(only, channel).flatMap((limit) => statementsOf(limit, foresight, reading(channel), now));
  const own = main === undefined ? [] : worthSaying(ofChannel(main), isUpperIn(only, main));
  const isNews = (limit: LimitStatement): boolean => limit.kind !== 'kept';
  // Another channel is stated only if the main one has no news and the mode statement does not cover it.
  const other = beside
    .filter((channel) => !mode?.passes.some((passed) => passed.channel === channel))
    .flatMap((channel) => ofChannel(channel).find(isPassing) ?? []);
  const limits = own.some(isNews) ? own : [...own, ...other.slice(0, 1)];
  const averted = mayFdirAvert
    ? limits
        .filter((limit) => isPassing(limit) && isKeptByFdir(foresight, limit))
        .map((limit): LimitStatement => ({ ...limit, kind: 'helped', from: now, until }))
    : [];
  return { fdir, mayFdirAvert, limits: [...limits, ...averted], ...(mode && { mode }), atWorst: [] };
}

/** True if a limit is crossed outward for the first time. */
const isPassing = ({ kind, to, isAgain }: LimitStatement): boolean =>
  kind === 'passes' && to === 'out' && !isAgain;

const isKeptByFdir = ({ limits }: Foresight, limit: ChannelLimit): boolean =>
  limits.some((other) => other.isAverted && isSameLimit(other, limit));

/** True if a cause leads a channel to its upper limits. */
const isUpperIn = (cause: FaultName, channel: TelemetryChannel): boolean =>
  FAULT_SIGNATURES[cause].indications.some(
    ({ channel: shown, direction }) => shown === channel && direction === 'up',
  );

/** Returns a channel's limits on the side to which a cause leads it; all limits if that side has none. */
function ownLimits(cause: FaultName, channel: TelemetryChannel): readonly ChannelLimit[] {
  const limits = LIMITS_OF[channel];
  const own = limits.filter(({ isUpper }) => isUpper === isUpperIn(cause, channel));
  return own.length > 0 ? own : limits;
}

/**
 * Selects the statements worth making about a channel: the last limit that it stays beyond, or its return within the
 * first, and the next crossings. Of the limits that are kept, only the first on the fault's side, which implies the
 * others.
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

/** Returns the next mode, for a fault that causes it by draining the battery, and the limits crossed from then on. */
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

/** Maximum number of risks of one fault: the next one and the one after it. */
const MOST_RISKS = 2;

/** Returns the risks of a fault of known cause without action, the next first, as stated in its outlook. */
export function risksOf(
  cause: FaultName,
  { limits, mode, fdirUntil }: MissionForesight,
): readonly FaultRisk[] {
  const fdir = fdirUntil === undefined ? {} : { fdirUntil };
  const [main, ...beside] = CHANNELS_OF[cause];
  const foreseenOf = (channel: TelemetryChannel): readonly ForeseenLimit[] =>
    ownLimits(cause, channel).flatMap((limit) => limits.find((other) => isSameLimit(other, limit)) ?? []);
  const own = main === undefined ? [] : foreseenOf(main);
  // As in the outlook, another channel counts only if the main one has no news.
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

/** Returns the channels in limits that one of several possible causes takes out of limits. */
const possibleChannels = (causes: readonly FaultName[], reading: ReadChannel): readonly TelemetryChannel[] =>
  [...new Set(causes.flatMap((cause) => FAULT_SIGNATURES[cause].leadsTo ?? []))].filter(
    (channel) => telemetryLevel(channel, reading(channel)) === 'nominal',
  );

export function outlookText(outlook: Outlook, view: KnownFdir['view'], now: EpochMs): string {
  const { fdir, mayFdirAvert, limits, mode, atWorst } = outlook;
  const mayActOnIt = fdir.containedBy !== undefined;
  const unless = mayFdirAvert ? `Unless FDIR acts ${mayActOnIt ? '' : 'on another fault '}first, ` : '';
  const helped = limits.filter(({ kind }) => kind === 'helped');
  const isConditional = (limit: LimitStatement): boolean => isConditionalLimit(limit, now);
  const stated = conditionalFirst(
    limits.filter(({ kind }) => kind !== 'helped'),
    isConditional,
  );
  const clauses = stated.map((limit, index) => limitClause(limit, stated[index - 1], now));
  const hasCondition = stated.some(isConditional);
  const changes = mode ? modeClause(mode, now) : '';
  // Everything that holds unless FDIR acts goes into one sentence.
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

/** True for a change that FDIR may prevent. */
const isConditionalLimit = ({ kind, to, from }: LimitStatement, now: EpochMs): boolean =>
  to !== undefined || kind === 'broken' || (kind === 'near' && from > now);

/** Moves kept limits to the end: "Unless FDIR acts first, with no further fault, …" is hard to read. */
function conditionalFirst(
  stated: readonly LimitStatement[],
  isConditional: (limit: LimitStatement) => boolean,
): readonly LimitStatement[] {
  if (stated[0]?.kind !== 'kept' || !stated.some(isConditional)) return stated;
  const isKept = ({ kind }: LimitStatement): boolean => kind === 'kept';
  return [...stated.filter((limit) => !isKept(limit)), ...stated.filter(isKept)];
}

const limitText = ({ channel, value }: ChannelLimit): string => formatLimit(channel, value);

const helpedText = (helped: readonly LimitStatement[]): string =>
  `${formatList(helped.map(limitText))} ${helped.length > 1 ? 'are' : 'is'}`;

/** Describes the condition that keeps limits from being reached. */
function helperText({ fdir, mayFdirAvert }: Outlook): string {
  if (fdir.containedBy !== undefined) return 'With FDIR';
  return mayFdirAvert ? 'If FDIR acts on the other fault' : 'With that';
}

const sideOf = (isAbove: boolean): string => (isAbove ? 'above' : 'below');

/** True if the reading is above the limit after crossing it. */
const endsAbove = ({ isUpper, to }: LimitStatement): boolean => isUpper === (to === 'out');

/**
 * Describes a limit: "battery voltage falls below 22 V between 22:07 and 22:19 UTC"; shorter after a clause on the same
 * channel: ", and below 20 V between …", "; 20 V is not reached within 12 h".
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
      // A new fault is the only event that a forecast cannot anticipate.
      return `${lead}with no further fault, ${channelName(channel)} does not ${isUpper ? 'rise' : 'fall'} ${sideOf(isUpper)} ${limitText(statement)} within ${hours} h`;
  }
}

function modeClause({ mode, isOrSurvival, passes, from, until }: ModeStatement, now: EpochMs): string {
  const enters = `ORBITA-1 enters ${mode}${isOrSurvival ? ' or SURVIVAL' : ''} ${within({ from, until }, now)}`;
  const passed = passes.map(
    (limit) =>
      `${channelName(limit.channel)} ${sideOf(limit.isUpper)} ${limitText(limit)} ${within({ from: now, until: limit.until }, now)}`,
  );
  return passed.length === 0 ? enters : `${enters}, with ${formatList(passed)}`;
}
