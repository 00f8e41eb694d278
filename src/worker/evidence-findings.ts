import type { TelemetrySample } from '../shared/entities.ts';
import { telemetryLevel } from '../shared/limits.ts';
import type { SpacecraftView } from '../shared/spacecraft.ts';
import { isLitIn } from './diagnosis/observed-change.ts';
import { ALIGNED_DEG, isDeployed, resistanceOf, type Sought } from './evidence-goals.ts';
import { slopePerMin } from './telemetry-slope.ts';
import { channelName, formatAmount, formatChange, formatNumber, formatReading } from './telemetry-words.ts';

/** What there is to look at: the sample before the command, those since, and what the spacecraft reports. */
export interface Sight {
  readonly base: TelemetrySample | undefined;
  /** Oldest first. */
  readonly since: readonly TelemetrySample[];
  readonly view: SpacecraftView;
}

export interface Finding {
  readonly isMet: boolean;
  /** What is seen, as a clause. */
  readonly text: string;
}

/** What is expected, as a clause. */
export function describeSought(sought: Sought): string {
  switch (sought.is) {
    case 'change': {
      const direction = sought.by < 0 ? 'down' : 'up';
      const amount = formatAmount(sought.channel, Math.abs(sought.by));
      return `${channelName(sought.channel)} ${direction} by ${amount} or more`;
    }
    case 'hold':
      return `${channelName(sought.channel)} holds to ${formatAmount(sought.channel, sought.within)}`;
    case 'in-limits':
      return `${channelName(sought.channel)} in limits`;
    case 'resistance':
      return `battery resistance down by ${formatNumber(sought.byOhm, 2)} Ω or more`;
    case 'slope': {
      const than = `${formatNumber(Math.abs(sought.by), 2)} °C/min or more`;
      return `bus temperature turns ${sought.by < 0 ? 'down' : 'up'} by ${than}`;
    }
    case 'aligned':
      return 'antenna at 0.0°';
    case 'deployed':
      return 'deployed share at 100 %';
    case 'mode':
      return `mode ${sought.mode}`;
    case 'lighter':
      return `load down by ${sought.byW} W or more`;
    case 'linked':
      return 'the link answers';
    case 'heater-off':
      return 'heater off';
    case 'downlinked':
      return `${sought.byMb} MB or more brought down`;
  }
}

/** Whether it is there, and what is there. */
export function find(sought: Sought, sight: Sight): Finding {
  const { view } = sight;
  switch (sought.is) {
    case 'change':
    case 'hold':
      return findInChannel(sought, sight);
    case 'in-limits': {
      const newest = sight.since.findLast((sample) => Number.isFinite(sample[sought.channel]));
      const name = channelName(sought.channel);
      if (!newest) return { isMet: false, text: `no reading of ${name}` };
      const value = newest[sought.channel];
      const isMet = telemetryLevel(sought.channel, value) === 'nominal';
      const text = `${name} ${formatReading(sought.channel, value)}, ${isMet ? 'in limits' : 'out of limits'}`;
      return { isMet, text };
    }
    case 'resistance': {
      const ohm = resistanceOf(view);
      if (ohm === undefined) return { isMet: false, text: 'no current to tell the battery’s resistance by' };
      const text = `battery resistance from ${formatNumber(sought.fromOhm, 2)} to ${formatNumber(ohm, 2)} Ω`;
      return { isMet: sought.fromOhm - ohm >= sought.byOhm, text };
    }
    case 'slope':
      return findSlope(sought, sight);
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
      return { isMet: view.mode === sought.mode, text: `mode ${view.mode}` };
    case 'lighter': {
      const change = Math.round(view.loads.totalW - sought.fromW);
      const text = change === 0 ? 'no change in load' : `load ${change < 0 ? '−' : '+'}${Math.abs(change)} W`;
      return { isMet: -change >= sought.byW, text };
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
      const broughtMb = view.data.downlinkedMb - sought.fromMb;
      const text =
        broughtMb < 0.05 ? 'no data brought down' : `${formatNumber(broughtMb, 1)} MB brought down`;
      return { isMet: broughtMb >= sought.byMb, text };
    }
  }
}

function findInChannel(
  sought: Extract<Sought, { readonly is: 'change' | 'hold' }>,
  { base, since, view }: Sight,
): Finding {
  const { channel } = sought;
  const name = channelName(channel);
  const newest = since.findLast((sample) => Number.isFinite(sample[channel]));
  if (!newest || !base || !Number.isFinite(base[channel]))
    return { isMet: false, text: `no reading of ${name}` };
  const change = newest[channel] - base[channel];
  const hasSunSet = channel === 'solarOutput' && base.solarOutput > 5 && view.light < 0.5;
  const moved = `${name}${hasSunSet ? ', with the Sun set,' : ''} ${formatChange(channel, change)}`;
  if (sought.is === 'hold') {
    const { worse, within } = sought;
    const off = worse === 'up' ? change : -change;
    return off <= within
      ? { isMet: true, text: `${name} held to ${formatAmount(channel, within)}` }
      : { isMet: false, text: moved };
  }
  const isMet = sought.by < 0 ? change <= sought.by : change >= sought.by;
  // A change of less than a third of what was expected lies in the noise.
  const isStill = Math.abs(change) < Math.abs(sought.by) / 3;
  return { isMet, text: isStill ? `no change in ${name}` : moved };
}

function findSlope({ by, from }: Extract<Sought, { readonly is: 'slope' }>, { base, since }: Sight): Finding {
  const slope = slopePerMin(since, 'temperature');
  if (slope === undefined) return { isMet: false, text: 'too few readings of bus temperature' };
  const turned = slope - from;
  // The light turns the temperature more than a command does: where it has helped, nothing is proved.
  const hasHelped =
    base && since.some((sample) => isLitIn(sample) !== isLitIn(base) && isLitIn(sample) === by > 0);
  const isMet = !hasHelped && (by < 0 ? turned <= by : turned >= by);
  const signed = (value: number) => (value < 0 ? '' : '+') + formatNumber(value, 2);
  const light = hasHelped ? `, with the Sun ${by < 0 ? 'set' : 'risen'},` : '';
  return { isMet, text: `bus temperature${light} from ${signed(from)} to ${signed(slope)} °C/min` };
}
