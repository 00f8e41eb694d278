import type { TelemetrySample } from '../../shared/entities.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import type { SpacecraftView } from '../../shared/spacecraft.ts';
import { telemetryLevel } from '../../shared/telemetry-channels.ts';
import { isLitIn } from '../diagnosis/observed-change.ts';
import { recentSlopePerMin } from '../telemetry/telemetry-slope.ts';
import {
  channelName,
  formatAmount,
  formatChange,
  formatReading,
  formatSigned,
} from '../telemetry/telemetry-words.ts';
import { ALIGNED_DEG, type Criterion, isDeployed, resistanceOf } from './verification-criteria.ts';

/** The sample before the command, those since, and the housekeeping. */
export interface Observation {
  readonly base: TelemetrySample | undefined;
  /** Oldest first. */
  readonly since: readonly TelemetrySample[];
  readonly view: SpacecraftView;
}

export interface Finding {
  readonly isMet: boolean;
  /** The observation, as a clause. */
  readonly text: string;
}

/** The expectation, as a clause. */
export function describeCriterion(criterion: Criterion): string {
  switch (criterion.is) {
    case 'change': {
      const direction = criterion.by < 0 ? 'down' : 'up';
      const amount = formatAmount(criterion.channel, Math.abs(criterion.by));
      return `${channelName(criterion.channel)} ${direction} by ${amount} or more`;
    }
    case 'hold':
      return `${channelName(criterion.channel)} steady to ${formatAmount(criterion.channel, criterion.within)}`;
    case 'in-limits':
      return `${channelName(criterion.channel)} in limits`;
    case 'resistance':
      return `battery resistance down by ${formatNumber(criterion.byOhm, 2)} Ω or more`;
    case 'slope': {
      const than = `${formatNumber(Math.abs(criterion.by), 2)} °C/min or more`;
      return `bus temperature turns ${criterion.by < 0 ? 'down' : 'up'} by ${than}`;
    }
    case 'aligned':
      return 'antenna at 0.0°';
    case 'deployed':
      return 'deployed share at 100 %';
    case 'mode':
      return `mode ${criterion.mode}`;
    case 'lighter':
      return `load down by ${criterion.byW} W or more`;
    case 'linked':
      return 'link acquired';
    case 'heater-off':
      return 'heater off';
    case 'downlinked':
      return `${criterion.byMb} MB or more downlinked`;
  }
}

/** Whether the criterion is met, and what is observed. */
export function evaluate(criterion: Criterion, observation: Observation): Finding {
  const { view } = observation;
  switch (criterion.is) {
    case 'change':
    case 'hold':
      return findInChannel(criterion, observation);
    case 'in-limits': {
      const newest = observation.since.findLast((sample) => Number.isFinite(sample[criterion.channel]));
      const name = channelName(criterion.channel);
      if (!newest) return { isMet: false, text: `no reading of ${name}` };
      const value = newest[criterion.channel];
      const isMet = telemetryLevel(criterion.channel, value) === 'nominal';
      const text = `${name} ${formatReading(criterion.channel, value)}, ${isMet ? 'in limits' : 'out of limits'}`;
      return { isMet, text };
    }
    case 'resistance': {
      const ohm = resistanceOf(view);
      if (ohm === undefined) return { isMet: false, text: 'no current to measure battery resistance' };
      const text = `battery resistance from ${formatNumber(criterion.fromOhm, 2)} to ${formatNumber(ohm, 2)} Ω`;
      return { isMet: criterion.fromOhm - ohm >= criterion.byOhm, text };
    }
    case 'slope':
      return findSlope(criterion, observation);
    case 'aligned': {
      const { misalignment } = view.radio;
      const angle = `${formatNumber(misalignment, 1)}°`;
      const isMet = misalignment <= ALIGNED_DEG;
      return { isMet, text: isMet ? `antenna at ${angle}` : `antenna still ${angle} off` };
    }
    case 'deployed': {
      const percent = Math.floor(100 * view.array.deployedShare + 0.5);
      return { isMet: isDeployed(view), text: `deployed share at ${percent} %` };
    }
    case 'mode':
      return { isMet: view.mode === criterion.mode, text: `mode ${view.mode}` };
    case 'lighter': {
      const change = Math.round(view.loads.totalW - criterion.fromW);
      const text = change === 0 ? 'no change in load' : `load ${change < 0 ? '−' : '+'}${Math.abs(change)} W`;
      return { isMet: -change >= criterion.byW, text };
    }
    case 'linked': {
      const { link, antenna, marginDb, lowGainMarginDb } = view.radio;
      if (link === 'none') return { isMet: false, text: 'no link' };
      const isLow = antenna === 'low';
      const over = `${isLow ? 'low-gain ' : ''}link over the ${link === 'station' ? 'ground station' : 'relay'}`;
      const ownDb = isLow ? lowGainMarginDb : marginDb;
      return { isMet: ownDb > 0, text: `${over}, ${formatNumber(ownDb, 1)} dB margin` };
    }
    case 'heater-off':
      return {
        isMet: !view.thermal.isHeaterOn,
        text: `heater ${view.thermal.isHeaterOn ? 'still on' : 'off'}`,
      };
    case 'downlinked': {
      const downlinkedMb = view.data.downlinkedMb - criterion.fromMb;
      const text =
        downlinkedMb < 0.05 ? 'no data downlinked' : `${formatNumber(downlinkedMb, 1)} MB downlinked`;
      return { isMet: downlinkedMb >= criterion.byMb, text };
    }
  }
}

function findInChannel(
  criterion: Extract<Criterion, { readonly is: 'change' | 'hold' }>,
  { base, since, view }: Observation,
): Finding {
  const { channel } = criterion;
  const name = channelName(channel);
  const newest = since.findLast((sample) => Number.isFinite(sample[channel]));
  if (!newest || !base || !Number.isFinite(base[channel]))
    return { isMet: false, text: `no reading of ${name}` };
  const change = newest[channel] - base[channel];
  const hasSunSet = channel === 'solarOutput' && base.solarOutput > 5 && view.light < 0.5;
  const moved = `${name}${hasSunSet ? ', with the Sun set,' : ''} ${formatChange(channel, change)}`;
  if (criterion.is === 'hold') {
    const { worse, within } = criterion;
    const off = worse === 'up' ? change : -change;
    return off <= within
      ? { isMet: true, text: `${name} steady to ${formatAmount(channel, within)}` }
      : { isMet: false, text: moved };
  }
  const isMet = criterion.by < 0 ? change <= criterion.by : change >= criterion.by;
  // A change of less than a third of the expected one is within the noise.
  const isStill = Math.abs(change) < Math.abs(criterion.by) / 3;
  return { isMet, text: isStill ? `no change in ${name}` : moved };
}

function findSlope(
  { by, from }: Extract<Criterion, { readonly is: 'slope' }>,
  { base, since }: Observation,
): Finding {
  const slope = recentSlopePerMin(since, 'temperature');
  if (slope === undefined) return { isMet: false, text: 'too few readings of bus temperature' };
  const turned = slope - from;
  // Illumination changes the temperature more than a command does: where it has contributed, nothing is
  // proved.
  const hasHelped =
    base && since.some((sample) => isLitIn(sample) !== isLitIn(base) && isLitIn(sample) === by > 0);
  const isMet = !hasHelped && (by < 0 ? turned <= by : turned >= by);
  const light = hasHelped ? `, with the Sun ${by < 0 ? 'set' : 'risen'},` : '';
  return {
    isMet,
    text: `bus temperature${light} from ${formatSigned(from, 2)} to ${formatSigned(slope, 2)} °C/min`,
  };
}
