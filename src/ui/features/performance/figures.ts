import { anomalyLabel, healthLabel, signalLabel } from '../../../shared/entities/constants.ts';
import type { PerformanceMetrics } from '../../../shared/entities/entities.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { formatElapsed } from '../../kit/format.ts';

export type MetricName = keyof PerformanceMetrics;

/** The seven figures of spec §3, in its order. */
export const METRIC_NAMES = [
  'missionUptime',
  'totalCommands',
  'averageSignalStrength',
  'anomalyCount',
  'dataDownloaded',
  'powerEfficiency',
  'systemHealth',
] as const satisfies readonly MetricName[];

/** A figure in its export unit, and as display text. */
export interface Figure {
  readonly metric: MetricName;
  readonly name: string;
  /** In `unit`; `undefined` if unknown. */
  readonly value: number | undefined;
  readonly unit: string;
  /** Definition, and meaning of its label (spec §9). */
  readonly meaning: string;
  /** Label of spec §9, if any. */
  readonly label?: string;
  readonly shown: { readonly text: string; readonly unit?: string };
}

const NOT_KNOWN = { text: '–' } as const;
const MB_PER_GB = 1000;

/** Elapsed time to the minute: the figures are updated every 30 s. */
const toTheMinute = (durationMs: number): string => formatElapsed(durationMs).slice(0, -':00'.length);

function dataVolume(megabytes: number): Figure['shown'] {
  return megabytes < MB_PER_GB
    ? { text: formatNumber(megabytes, 1), unit: 'MB' }
    : { text: formatNumber(megabytes / MB_PER_GB, 2), unit: 'GB' };
}

const percentage = (value: number): Figure['shown'] => ({ text: formatNumber(value, 1), unit: '%' });
const count = (value: number): Figure['shown'] => ({ text: formatNumber(value, 0) });

interface MetricDisplay {
  readonly name: string;
  readonly meaning: string;
  readonly unit: string;
  readonly show: (value: number) => Figure['shown'];
  readonly label?: (value: number) => string;
  /** Subject of the label, where the word alone would be ambiguous. */
  readonly labelled?: string;
}

const DISPLAYS: Readonly<Record<MetricName, MetricDisplay>> = {
  missionUptime: {
    name: 'Mission uptime',
    meaning: 'Time since mission start, 7 days before this mission was begun',
    unit: 's',
    show: (seconds) => ({ text: toTheMinute(seconds * MS_PER_S) }),
  },
  totalCommands: {
    name: 'Total commands',
    meaning: 'Pending and past commands',
    unit: 'commands',
    show: count,
  },
  averageSignalStrength: {
    name: 'Average signal',
    meaning: 'Mean of the last 20 samples; Strong above 70 %, otherwise Weak',
    unit: '%',
    show: percentage,
    label: signalLabel,
  },
  anomalyCount: {
    name: 'Anomalies',
    meaning: 'Those whose fault persists; below 3 is Low, otherwise High',
    unit: 'anomalies',
    show: (ongoing) => ({ ...count(ongoing), unit: 'ongoing' }),
    label: anomalyLabel,
    labelled: 'count',
  },
  dataDownloaded: {
    name: 'Data downloaded',
    meaning: 'Downlinked since launch',
    unit: 'MB',
    show: dataVolume,
  },
  powerEfficiency: {
    name: 'Power efficiency',
    meaning: 'Array output in sunlight as a share of its output facing the Sun',
    unit: '%',
    show: percentage,
  },
  systemHealth: {
    name: 'System health',
    meaning:
      '100 % less deductions for limits, mode, charge, payload, link and recorder; from 90 Excellent, from 80 Good, from 70 Fair, below Poor',
    unit: '%',
    show: percentage,
    label: healthLabel,
  },
};

/** The label of a figure on the page: `Low count`. */
export const shownLabel = ({ metric, label }: Pick<Figure, 'metric' | 'label'>): string | undefined => {
  const { labelled } = DISPLAYS[metric];
  return label && labelled ? `${label} ${labelled}` : label;
};

/** True if a figure has a label while it is known. */
export const hasLabel = (metric: MetricName): boolean => DISPLAYS[metric].label !== undefined;

/** Figures of a report. A non-finite value is unknown and gets no label. */
export function figuresOf(metrics: PerformanceMetrics): readonly Figure[] {
  return METRIC_NAMES.map((metric) => {
    const { name, meaning, unit, show, label } = DISPLAYS[metric];
    const value = metric === 'missionUptime' ? metrics.missionUptime / MS_PER_S : metrics[metric];
    if (!Number.isFinite(value)) return { metric, name, meaning, unit, value: undefined, shown: NOT_KNOWN };
    return { metric, name, meaning, unit, value, shown: show(value), ...(label && { label: label(value) }) };
  });
}
