import type { ShiftFigures, ShiftReport } from '../../../shared/contract/history.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { formatCount } from '../../kit/format.ts';

/** Who had the console in a period: names of the columns. */
export const HANDS = [
  ['own', 'This shift'],
  ['crew', 'Duty crew'],
  ['unattended', 'Unattended'],
] as const satisfies readonly (readonly [keyof ShiftReport, string])[];

/** A figure of a shift: its name, and its text in each hand. */
export interface ShiftRow {
  readonly name: string;
  /** In the order of `HANDS`. */
  readonly texts: readonly string[];
}

/** Kinds of figures: the unit of a value, and its text. */
const KINDS = {
  data: { unit: 'MB', textOf: (value) => `${formatCount(value)} MB` },
  share: { unit: '%', textOf: (value) => `${value} %` },
  /** Time for which something was so. */
  time: { unit: 's', textOf: (value) => (value === 0 ? 'none' : formatDuration(value * MS_PER_S)) },
  /** Time from one instant to another. */
  delay: { unit: 's', textOf: (value) => formatDuration(value * MS_PER_S) },
  count: { unit: undefined, textOf: formatCount },
} satisfies Readonly<Record<string, { readonly unit: string | undefined; textOf(value: number): string }>>;

/** A figure of a shift. */
export interface ShiftFigure {
  readonly name: string;
  readonly kind: keyof typeof KINDS;
  /** Returns its value in the unit of its kind, an integer from 0; `undefined` if there is none. */
  readonly of: (figures: ShiftFigures) => number | undefined;
  /** True if it is shown only where it is above zero in any hand. */
  readonly isRare?: true;
}

const seconds = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.floor(ms / MS_PER_S);

/** The figures of a shift, in order. */
export const SHIFT_FIGURES: readonly ShiftFigure[] = [
  { name: 'Data downlinked', kind: 'data', of: ({ downlinkedMb }) => Math.round(downlinkedMb) },
  { name: 'Payload on', kind: 'time', of: ({ payloadOnMs }) => seconds(payloadOnMs) },
  { name: 'Time out of limits', kind: 'time', of: ({ outOfLimitsMs }) => seconds(outOfLimitsMs) },
  ...TELEMETRY_CHANNELS.map(
    (channel): ShiftFigure => ({
      name: `${CHANNELS[channel].title} out of limits`,
      kind: 'time',
      of: ({ outOfLimits }) => seconds(outOfLimits[channel]),
      isRare: true,
    }),
  ),
  {
    name: 'Lowest charge',
    kind: 'share',
    of: ({ leastStateOfCharge: charge }) => (charge === undefined ? undefined : Math.floor(100 * charge)),
  },
  { name: 'Outside NOMINAL mode', kind: 'time', of: ({ notNominalMs }) => seconds(notNominalMs) },
  { name: 'Faults that became known', kind: 'count', of: ({ raised }) => raised },
  {
    name: 'Faults cleared by on-board FDIR',
    kind: 'count',
    of: ({ cleared }) => cleared.byFdir,
    isRare: true,
  },
  {
    name: 'Faults cleared by a command',
    kind: 'count',
    of: ({ cleared }) => cleared.byCommand,
    isRare: true,
  },
  { name: 'Faults active at the end', kind: 'count', of: ({ ongoing }) => ongoing },
  {
    name: 'Median time until cleared',
    kind: 'delay',
    of: ({ clearedInMs }) => seconds(clearedInMs),
    isRare: true,
  },
  { name: 'Asked for action', kind: 'count', of: ({ asked }) => asked, isRare: true },
  { name: 'Median answer', kind: 'delay', of: ({ answeredInMs }) => seconds(answeredInMs), isRare: true },
  { name: 'Commands executed', kind: 'count', of: ({ commands }) => commands },
  { name: 'Commands not confirmed', kind: 'count', of: ({ unconfirmed }) => unconfirmed, isRare: true },
];

/** Name of a figure with its unit: `Payload on (s)`. */
export function figureHead({ name, kind }: ShiftFigure): string {
  const { unit } = KINDS[kind];
  return unit === undefined ? name : `${name} (${unit})`;
}

/** Returns the figures of a shift as text, without those that are rare and nowhere above zero. */
export function shiftRows(report: ShiftReport): readonly ShiftRow[] {
  const isShown = ({ of, isRare }: ShiftFigure): boolean =>
    !isRare || HANDS.some(([hand]) => (of(report[hand]) ?? 0) > 0);
  return SHIFT_FIGURES.filter(isShown).map(({ name, kind, of }) => {
    const textOf = (figures: ShiftFigures): string => {
      const value = of(figures);
      if (value === undefined) return kind === 'share' ? 'unknown' : 'none';
      return KINDS[kind].textOf(value);
    };
    return { name, texts: HANDS.map(([hand]) => textOf(report[hand])) };
  });
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
