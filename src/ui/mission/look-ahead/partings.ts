import { atom } from 'jotai';
import type { Parting } from '../../../shared/contract/look-ahead.ts';
import { CHANNELS, type TelemetryChannel, unitOf } from '../../../shared/entities/telemetry-channels.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { formatUtcMinute } from '../../kit/format.ts';
import { outlookAtom } from './outlook.ts';

const NO_PARTINGS: readonly Parting[] = [];

/** Channels that have left an earlier prediction and that no anomaly explains, the first one first. */
export const partingsAtom = atom((get) => get(outlookAtom)?.partings ?? NO_PARTINGS);

/** Returns the parting of a channel, if it has left its prediction. */
export const partingOf = (
  told: { readonly partings: readonly Parting[] } | undefined,
  channel: TelemetryChannel,
): Parting | undefined => told?.partings.find((parting) => parting.channel === channel);

/** `0.4 V below its prediction since 13:41 UTC` */
export function offText({ channel, amount, since }: Parting): string {
  const size = formatNumber(Math.abs(amount), CHANNELS[channel].variation < 1 ? 1 : 0);
  const unit = unitOf(channel).replace(' %', size === '1' ? ' point' : ' points');
  return `${size}${unit} ${amount < 0 ? 'below' : 'above'} its prediction since ${formatUtcMinute(since)} UTC`;
}

/** `Battery voltage has been 0.4 V below its prediction since 13:41 UTC, and 1 other channel is off its own` */
export const partingTextAtom = atom((get): string | undefined => {
  const [first, ...others] = get(partingsAtom);
  if (!first) return undefined;
  const text = `${CHANNELS[first.channel].title} has been ${offText(first)}`;
  if (others.length === 0) return text;
  return others.length === 1
    ? `${text}, and 1 other channel is off its own`
    : `${text}, and ${others.length} other channels are off theirs`;
});

/** `Possible causes: weak battery cell, high cell resistance`; `undefined` if no known fault explains it. */
export const partingCauseAtom = atom((get): string | undefined => {
  const causes = get(partingsAtom)[0]?.causes ?? [];
  if (causes.length === 0) return undefined;
  return `Possible cause${causes.length > 1 ? 's' : ''}: ${causes.map(({ label }) => label).join(', ')}`;
});
