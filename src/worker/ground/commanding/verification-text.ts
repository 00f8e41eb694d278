import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import {
  channelName,
  formatAmount,
  formatChange,
  formatReading,
  formatSigned,
  formatSpan,
} from '../telemetry/telemetry-text.ts';
import type { Criteria, Criterion } from './verification-criteria.ts';
import type { Seen } from './verification-evaluation.ts';

/** Result of a verification. */
export interface VerificationOutcome {
  readonly verdict: 'confirmed' | 'not confirmed';
  /** Observations, or only the unmet ones if there are any; empty if nothing was received. */
  readonly seen: readonly Seen[];
  readonly afterMs: number;
  /** Reason why a command whose criteria are met is not confirmed. */
  readonly but?: 'late' | 'not carried out';
}

/** "solar output up by 30 W or more within 60 s" */
export function describeExpectation({ all, note }: Criteria, withinMs: number): string {
  const wanted = `${all.map(describeCriterion).join('; ')} within ${formatSpan(withinMs)}`;
  return note ? `${wanted}; ${note}` : wanted;
}

const BUT = { late: ', but only', 'not carried out': ', but not carried out' } as const;

/** "solar output +38 W within 20 s" */
export function describeOutcome({ verdict, seen, afterMs, but }: VerificationOutcome): string {
  const all = seen.length > 0 ? seen.map(describeSeen).join('; ') : 'nothing was received';
  const when = `${verdict === 'confirmed' ? 'within' : 'after'} ${formatSpan(afterMs)}`;
  return `${all}${but ? BUT[but] : ''} ${when}`;
}

function describeCriterion(criterion: Criterion): string {
  switch (criterion.is) {
    case 'change': {
      const direction = criterion.by < 0 ? 'down' : 'up';
      const amount = formatAmount(criterion.channel, Math.abs(criterion.by));
      return `${channelName(criterion.channel)} ${direction} by ${amount} or more`;
    }
    case 'hold': {
      const { channel, worse, within } = criterion;
      return `${channelName(channel)} ${worse} by no more than ${formatAmount(channel, within)}`;
    }
    case 'in-limits':
      return `${channelName(criterion.channel)} in limits`;
    case 'resistance':
      return `battery resistance down by ${formatNumber(criterion.byOhm, 2)} Ω or more`;
    case 'slope': {
      const than = `${formatNumber(Math.abs(criterion.by), 2)} °C/min or more`;
      return `bus temperature slope ${criterion.by < 0 ? 'down' : 'up'} by ${than}`;
    }
    case 'aligned':
      return 'antenna at 0.0°';
    case 'deployed':
      return describeSeen({ is: 'deployed', share: 1 });
    case 'mode':
      return describeSeen(criterion);
    case 'lighter':
      return `load down by ${criterion.byW} W or more`;
    case 'linked':
      return 'link acquired';
    case 'heater-off':
      return describeSeen({ is: 'heater', isOn: false });
    case 'downlinked':
      return `${criterion.byMb} MB or more downlinked`;
  }
}

function describeSeen(seen: Seen): string {
  switch (seen.is) {
    case 'no-reading':
      return `no reading of ${channelName(seen.channel)}`;
    case 'no-change':
      return `no change in ${channelName(seen.channel)}`;
    case 'change': {
      const { channel, by, sun } = seen;
      const change = `${channelName(channel)}${sun === 'set' ? ', with the Sun set,' : ''} ${formatChange(channel, by)}`;
      return sun === 'set since' ? `${change} before sunset` : change;
    }
    case 'reading': {
      const { channel, value, isInLimits } = seen;
      const where = isInLimits ? 'in limits' : 'out of limits';
      return `${channelName(channel)} ${formatReading(channel, value)}, ${where}`;
    }
    case 'resistance': {
      const { fromOhm, toOhm } = seen;
      if (toOhm === undefined) return 'battery resistance not measurable';
      return `battery resistance from ${formatNumber(fromOhm, 2)} to ${formatNumber(toOhm, 2)} Ω`;
    }
    case 'slope': {
      const { from, to, sun } = seen;
      if (to === undefined) return 'too few readings of bus temperature';
      const light = sun ? `, with the Sun ${sun},` : '';
      return `bus temperature slope${light} from ${formatSigned(from, 2)} to ${formatSigned(to, 2)} °C/min`;
    }
    case 'antenna': {
      const angle = `${formatNumber(seen.misalignment, 1)}°`;
      return seen.isAligned ? `antenna at ${angle}` : `antenna still ${angle} off`;
    }
    case 'deployed':
      return `deployed share at ${Math.floor(100 * seen.share + 0.5)} %`;
    case 'mode':
      return `mode ${seen.mode}`;
    case 'load': {
      const { byW } = seen;
      return byW === 0 ? 'no change in load' : `load ${byW < 0 ? '−' : '+'}${Math.abs(byW)} W`;
    }
    case 'link': {
      const { link, antenna, marginDb } = seen;
      if (link === 'none') return 'no link';
      const over = link === 'station' ? 'ground station' : 'relay';
      return `${antenna === 'low' ? 'low-gain ' : ''}link over the ${over}, ${formatNumber(marginDb, 1)} dB margin`;
    }
    case 'heater':
      return `heater ${seen.isOn ? 'still on' : 'off'}`;
    case 'downlinked':
      return seen.mb < 0.05 ? 'no data downlinked' : `${formatNumber(seen.mb, 1)} MB downlinked`;
  }
}
