import type { HistoryChannel } from '../../../shared/contract/history.ts';
import type { LookAhead, PredictedApproach, PredictedCrossing } from '../../../shared/contract/look-ahead.ts';
import { predictedAt } from '../../../shared/contract/predicted-line.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { CHANNELS, formatLimit, unitOf } from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { formatUtcMinute } from '../../kit/format.ts';
import { bandText, isSameLimit, limitText } from '../../mission/look-ahead/crossing-text.ts';
import { leftOutText } from '../../mission/look-ahead/left-out.ts';
import { type Compared, differenceOf, endOf, LEAST_WEIGHT, pairAt } from './effect-difference.ts';

/** The effect of a command before it is sent: what is predicted with it, held against what is predicted without. */

/** What the sentences need to know besides the predictions. */
export interface EffectFacts {
  readonly now: EpochMs;
  /** Time of the command on the ground; not before now. */
  readonly time: EpochMs;
  /** The first sunrise after it, if one is planned. */
  readonly sunrise: EpochMs | undefined;
  readonly anomalies: readonly Anomaly[];
}

/** Smaller differences are not worth a word: share of the charge, and megabytes. */
const LEAST_CHARGE = 0.01;
const LEAST_MB = 10;
/** A difference begins to count this long after the command is on board: until then it is carried out. */
const SETTLED_MS = 20 * MS_PER_MIN;
/** Mode changes that are closer are the same one. */
const SAME_MS = 3 * MS_PER_MIN;

const percent = (share: number): string => `${formatNumber(100 * share, 0)} %`;
const data = (mb: number): string =>
  Math.abs(mb) < 1000 ? `${formatNumber(mb, 0)} MB` : `${formatNumber(mb / 1000, 1)} GB`;
const at = (time: EpochMs): string => `at ${formatUtcMinute(time)} UTC`;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the predictions without what lies beyond the end of either. */
function untilEnd(compared: Compared): Compared {
  const end = endOf(compared);
  const cut = (told: LookAhead): LookAhead => ({
    ...told,
    crossings: told.crossings.filter(({ from }) => from <= end),
    approaches: told.approaches.filter(({ from }) => from <= end),
    modes: told.modes.filter(({ time }) => time <= end),
  });
  return { withIt: cut(compared.withIt), without: cut(compared.without) };
}

/** Says when the command is on board, if that is later than it is sent, or that no link is predicted for it. */
function arrivalSentence({ withIt }: Compared, { time }: EffectFacts): string | undefined {
  const { arrival, to } = withIt;
  if (arrival === undefined && withIt.isOpen) return undefined;
  if (arrival === undefined)
    return `No link is predicted until ${formatUtcMinute(to)} UTC: it would wait for one.`;
  return arrival - time < MS_PER_MIN ? undefined : `It would be on board ${at(arrival)}.`;
}

type ModeChange = LookAhead['modes'][number];

const modePhrase = (mode: ModeChange['mode']): string =>
  mode === 'NOMINAL' ? 'returns to NOMINAL' : `enters ${mode}`;

/** Says the mode changes that the command adds, moves or avoids; of each mode the first. */
function modeSentence({ withIt, without }: Compared): string | undefined {
  const firstOf = ({ modes }: LookAhead, mode: ModeChange['mode']) =>
    modes.find((change) => change.mode === mode);
  const modes = new Set([...withIt.modes, ...without.modes].map(({ mode }) => mode));
  const texts = [...modes].flatMap((mode) => {
    const [own, other] = [firstOf(withIt, mode), firstOf(without, mode)];
    if (own && !other) return [`${modePhrase(mode)} ${at(own.time)}`];
    if (other && !own) return [mode === 'NOMINAL' ? 'stays out of NOMINAL' : `does not enter ${mode}`];
    if (!own || !other || Math.abs(own.time - other.time) <= SAME_MS) return [];
    return [`${modePhrase(mode)} ${at(own.time)} instead of ${formatUtcMinute(other.time)}`];
  });
  return texts.length > 0 ? `ORBITA-1 ${texts.join(', and ')}.` : undefined;
}

function chargeSentence(compared: Compared, { sunrise }: EffectFacts): string | undefined {
  const end = endOf(compared);
  const isSunrise = sunrise !== undefined && sunrise <= end;
  const time = isSunrise ? sunrise : end;
  const [withIt, without] = pairAt(compared, 'stateOfCharge', time) ?? [0, 0];
  if (Math.abs(withIt - without) < LEAST_CHARGE) return undefined;
  const when = isSunrise ? 'at sunrise' : at(time);
  return `Charge ${when} ${percent(withIt)} instead of ${percent(without)}.`;
}

function dataSentence(compared: Compared): string | undefined {
  const end = endOf(compared);
  const differenceOf = (channel: HistoryChannel): number => {
    const [withIt, without] = pairAt(compared, channel, end) ?? [0, 0];
    return withIt - without;
  };
  const downlinked = differenceOf('downlinked');
  const produced = downlinked + differenceOf('recorder');
  const texts = [
    [downlinked, 'downlinked'],
    [produced, 'recorded'],
  ] as const;
  const said = texts
    .filter(([mb]) => Math.abs(mb) >= LEAST_MB)
    .map(([mb, what]) => `${data(Math.abs(mb))} ${mb > 0 ? 'more' : 'less'} ${what}`);
  return said.length > 0 ? `${said.join(', ')} by ${formatUtcMinute(end)} UTC.` : undefined;
}

/**
 * Crossings outward of one prediction that the other one does not have, and around which the other one stays on the
 * inner side of the limit.
 */
const ownCrossings = (of: LookAhead, other: LookAhead): readonly PredictedCrossing[] =>
  outward(of).filter(
    (crossing) => !outward(other).some((held) => isSameLimit(held, crossing)) && isInside(other, crossing),
  );

/** True if a prediction is on the inner side of a limit around the time of a crossing. */
function isInside(
  { channels }: LookAhead,
  { channel, value, isUpper, from, until }: PredictedCrossing,
): boolean {
  const line = channels[channel];
  const held = line && predictedAt(line, epochMs((from + until) / 2));
  return held === undefined || (isUpper ? held <= value : held >= value);
}

/** Returns back inside a limit, from beyond it now, that the other prediction does not have. */
const ownReturns = (of: LookAhead, other: LookAhead): readonly PredictedCrossing[] =>
  of.crossings.filter(
    (crossing) =>
      crossing.to === 'in' &&
      !outward(of).some((held) => isSameLimit(held, crossing)) &&
      !other.crossings.some((held) => held.to === 'in' && isSameLimit(held, crossing)),
  );

const outward = ({ crossings }: LookAhead): readonly PredictedCrossing[] =>
  crossings.filter(({ to }) => to === 'out');

/** Approaches of one prediction to limits that the other one neither approaches nor crosses. */
const ownApproaches = (of: LookAhead, other: LookAhead): readonly PredictedApproach[] =>
  of.approaches.filter(
    (approach) =>
      ![...outward(of), ...other.approaches, ...outward(other)].some((held) => isSameLimit(held, approach)),
  );

/** Says which limits are crossed because of the command, and which no longer are; `undefined` without any. */
function limitSentence({ withIt, without }: Compared, { now }: EffectFacts): string | undefined {
  const whenOf = ({ from, until }: PredictedCrossing): string => bandText({ from, to: until }, now);
  const texts = [
    ...ownCrossings(withIt, without).map(
      (crossing) => `${nameOf(crossing)} ${limitText(crossing)} ${whenOf(crossing)}`,
    ),
    ...ownCrossings(without, withIt).map(
      (crossing) => `${nameOf(crossing)} no longer ${limitText(crossing)}`,
    ),
    ...ownReturns(withIt, without).map(
      (crossing) => `${nameOf(crossing)} returns ${insideText(crossing)} ${whenOf(crossing)}`,
    ),
    ...ownApproaches(withIt, without).map((approach) => `${nameOf(approach)} ${mayText(approach)}`),
  ];
  return texts.length > 0 ? `${capitalised(texts.join('; '))}.` : undefined;
}

/** `may fall below 50 % for moments` */
const mayText = ({ channel, value, isUpper }: PredictedApproach): string =>
  `may ${isUpper ? 'rise above' : 'fall below'} ${formatLimit(channel, value)} for moments`;

/** `above 22 V` */
const insideText = ({ channel, value, isUpper }: PredictedApproach): string =>
  `${isUpper ? 'below' : 'above'} ${formatLimit(channel, value)}`;

const nameOf = ({ channel }: PredictedApproach): string => CHANNELS[channel].title.toLowerCase();

/** Channels whose change has no sentence of its own. */
const READ = ['signalStrength', 'temperature', 'attitudeStability'] as const;

/** Says which readings differ, for long or while the command is carried out, if their limits do not say it already. */
function readingSentence(compared: Compared): string | undefined {
  const { withIt, without } = compared;
  if (withIt.arrival === undefined) return undefined;
  const from = epochMs(withIt.arrival + SETTLED_MS);
  const said = [...ownCrossings(withIt, without), ...ownCrossings(without, withIt)];
  const texts = READ.flatMap((channel) => {
    const { title, decimals, deadband } = CHANNELS[channel];
    const difference = differenceOf(compared, channel, from);
    if (!difference || said.some((crossing) => crossing.channel === channel)) return [];
    const { mean, first, firstWeight } = difference;
    const amount = (by: number): string => {
      const number = formatNumber(Math.abs(by), Math.min(1, decimals));
      return `${number}${unitOf(channel).replace(' %', ' points')} ${by > 0 ? 'higher' : 'lower'}`;
    };
    if (Math.abs(mean) >= deadband) return [`${title.toLowerCase()} ${amount(mean)} on average`];
    return firstWeight < LEAST_WEIGHT
      ? []
      : [`${title.toLowerCase()} up to ${amount(first)} while it is carried out`];
  });
  return texts.length > 0 ? `${capitalised(texts.join(', '))}.` : undefined;
}

/** What the prediction cannot know. */
function caveats(compared: Compared, { anomalies }: EffectFacts): readonly string[] {
  const { withIt, without } = compared;
  const leftOut = leftOutText(withIt, anomalies);
  const end = formatUtcMinute(endOf(compared));
  return [
    ...(leftOut ? [`This leaves out ${leftOut}.`] : []),
    ...(withIt.isOpen || without.isOpen
      ? [`Nothing is predicted beyond ${end} UTC, when chance decides whether safe mode ends.`]
      : []),
  ];
}

/** Says the effect of a command in a few sentences, the most important first. */
export function effectText(predictions: Compared, facts: EffectFacts): string {
  const compared = untilEnd(predictions);
  const arrival = arrivalSentence(compared, facts);
  if (compared.withIt.arrival === undefined) {
    return [...(arrival === undefined ? [] : [arrival]), ...caveats(compared, facts)].join(' ');
  }
  const effects = [
    modeSentence(compared),
    chargeSentence(compared, facts),
    dataSentence(compared),
    readingSentence(compared),
  ].filter((sentence) => sentence !== undefined);
  const limits = limitSentence(compared, facts);
  const isQuiet = effects.length === 0 && limits === undefined;
  return [
    ...(arrival === undefined ? [] : [arrival]),
    ...(isQuiet ? ['No noticeable change.'] : effects),
    limits ?? (isAnyCrossed(compared) ? 'No limit is crossed because of it.' : 'No limit is crossed.'),
    ...caveats(compared, facts),
  ].join(' ');
}

/** True if a limit is crossed, or may be, with and without the command. */
const isAnyCrossed = ({ withIt }: Compared): boolean => outward(withIt).length + withIt.approaches.length > 0;
