import type { ShiftFigures, ShiftReport } from '../../../shared/contract/history.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { formatCount } from '../../kit/format.ts';

/** A figure of a shift: its name, and its text in each hand. */
export interface ShiftRow {
  readonly name: string;
  readonly own: string;
  readonly crew: string;
  readonly unattended: string;
}

const durationText = (ms: number): string => (ms < MS_PER_S ? 'none' : formatDuration(ms));

const chargeText = ({ leastStateOfCharge }: ShiftFigures): string =>
  leastStateOfCharge === undefined ? 'unknown' : `${Math.floor(100 * leastStateOfCharge)} %`;

/** Returns the figures of a shift as text. A channel is listed where it was out of limits in any hand. */
export function shiftRows({ own, crew, unattended }: ShiftReport): readonly ShiftRow[] {
  const row = (name: string, textOf: (figures: ShiftFigures) => string): ShiftRow => ({
    name,
    own: textOf(own),
    crew: textOf(crew),
    unattended: textOf(unattended),
  });
  const out = TELEMETRY_CHANNELS.filter((channel) =>
    [own, crew, unattended].some(({ outOfLimits }) => outOfLimits[channel] >= MS_PER_S),
  );
  return [
    row('Data downlinked', ({ downlinkedMb }) => `${formatCount(Math.round(downlinkedMb))} MB`),
    row('Readings out of limits', ({ outOfLimitsMs }) => durationText(outOfLimitsMs)),
    ...out.map((channel) =>
      row(`${CHANNELS[channel].title} out of limits`, ({ outOfLimits }) =>
        durationText(outOfLimits[channel]),
      ),
    ),
    row('Lowest charge', chargeText),
    row('Outside NOMINAL mode', ({ notNominalMs }) => durationText(notNominalMs)),
    row('Faults that became known', ({ raised }) => formatCount(raised)),
    row('Faults active at the end', ({ ongoing }) => formatCount(ongoing)),
    row('Commands executed', ({ commands }) => formatCount(commands)),
  ];
}

/** Says in one sentence how the shift compares, by the data downlinked. */
export function shiftVerdict({ own, crew, unattended }: ShiftReport): string {
  const data = Math.round(own.downlinkedMb);
  const against = (other: ShiftFigures, who: string): string => {
    const difference = data - Math.round(other.downlinkedMb);
    if (difference === 0) return `as much data as ${who}`;
    return `${formatCount(Math.abs(difference))} MB ${difference > 0 ? 'more' : 'less'} than ${who}`;
  };
  return `${formatCount(data)} MB downlinked: ${against(crew, 'with the duty crew')}, ${against(unattended, 'unattended')}.`;
}
