import { type Atom, atom } from 'jotai';
import {
  HISTORY_CHANNELS,
  type History,
  type HistoryChannel,
  type ModelChannel,
  type SessionMarks,
} from '../../../shared/contract/history.ts';
import type { LookAhead } from '../../../shared/contract/look-ahead.ts';
import { partAround, partOf } from '../../../shared/contract/predicted-line.ts';
import type { BranchId } from '../../../shared/contract/transport.ts';
import { TELEMETRY_PERIOD_MS } from '../../../shared/entities/constants.ts';
import { TELEMETRY_CHANNELS } from '../../../shared/entities/telemetry-channels.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { orbitaContactsAtom } from '../../mission/clocks/clocks.ts';
import { missionIdAtom, missionSecondAtom, ownedAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { isModelChannel, MODEL_DEFINITIONS } from '../../mission/link/model-channels.ts';
import { crossingsAhead } from '../../mission/look-ahead/crossing-text.ts';
import { partingOf } from '../../mission/look-ahead/partings.ts';
import {
  type ComparedPair,
  comparedIdAtom,
  comparedNameAtom,
  comparedPairAtom,
  shownNameAtom,
} from '../../mission/time/comparison.ts';
import {
  aheadOf,
  type ChartView,
  isRecent,
  type RangeName,
  type SessionBounds,
  spanOf,
} from './chart-view.ts';
import { marksAhead, marksUntil, NO_MARKS } from './marks.ts';
import { type PartedChannel, type Prediction, scaledPrediction } from './prediction.ts';
import { NO_SERIES, type Series, samplesSeries, seriesUntil } from './series.ts';

const rangeAtom = atom<RangeName>('100 s');
const zoomAtom = ownedAtom<ChartView['zoom']>(missionIdAtom, undefined);

/** Charts' view, kept while other tabs are open; its zoom is of the mission shown. */
export const chartViewAtom = atom(
  (get): ChartView => {
    const zoom = get(zoomAtom);
    return { range: get(rangeAtom), ...(zoom && { zoom }) };
  },
  (_get, set, { range, zoom }: ChartView) => {
    set(rangeAtom, range);
    set(zoomAtom, zoom);
  },
);

/** Model channels that the user has added, in that order. */
export const addedChannelsAtom = atom<readonly ModelChannel[]>([]);

/** True while the 20 samples are shown. */
export const isRecentAtom = atom((get) => isRecent(get(chartViewAtom)));

const newestSampleAtom = atom((get) => get(sliceAtoms.telemetry)?.at(-1)?.timestamp);

/**
 * End of the charts: advances with each sample, and at the same rate without a link. In a replay, the
 * displayed time.
 */
const endAtom = atom((get) => {
  const newest = get(newestSampleAtom);
  const now = get(missionSecondAtom);
  if (newest === undefined || now === undefined) return newest;
  if (get(sliceAtoms.transport)?.mode === 'replay') return epochMs(Math.max(now, newest));
  return epochMs(Math.max(Math.floor(now / TELEMETRY_PERIOD_MS) * TELEMETRY_PERIOD_MS, newest));
});

const startAtom = atom((get) => {
  const oldest = get(sliceAtoms.telemetry)?.[0]?.timestamp;
  return get(sliceAtoms.transport)?.startTime ?? oldest;
});

/** `undefined` before the first sample. */
export const boundsAtom = atom((get): SessionBounds | undefined => {
  const start = get(startAtom);
  const end = get(endAtom);
  const newestSample = get(newestSampleAtom);
  if (start === undefined || end === undefined || newestSample === undefined) return undefined;
  return { start, end, newestSample };
});

/** `undefined` before the first sample. */
export const spanAtom = atom((get): TimeRange | undefined => {
  const bounds = get(boundsAtom);
  return bounds && spanOf(get(chartViewAtom), bounds);
});

/** How far the charts look ahead; 0 if they do not. */
export const aheadMsAtom = atom((get) => aheadOf(get(chartViewAtom)));

/** The session's newest answer about what is to come. */
export const lookAheadAtom = atom<LookAhead | undefined>(undefined);

/** The time axis of the charts: what has been, and what is to come. */
export const axisAtom = atom((get): TimeRange | undefined => {
  const span = get(spanAtom);
  return span && { from: span.from, to: addMs(span.to, get(lookAheadAtom) ? get(aheadMsAtom) : 0) };
});

function predictionAtomOf(channel: HistoryChannel): Atom<Prediction | undefined> {
  const factor = isModelChannel(channel) ? MODEL_DEFINITIONS[channel].factor : 1;
  return atom((get) => {
    const told = get(lookAheadAtom);
    const line = told?.channels[channel];
    const now = get(spanAtom)?.to;
    const axis = get(axisAtom);
    if (!told || !line || !axis || now === undefined || get(aheadMsAtom) === 0) return undefined;
    const coming = partOf(line, { from: now, to: axis.to });
    if (coming.times.length === 0) return undefined;
    const crossings = crossingsAhead(told, told.from).filter((crossing) => crossing.channel === channel);
    return scaledPrediction(coming, crossings, factor);
  });
}

/** Predicted course of each channel, while the charts look ahead. */
export const predictionAtoms = Object.fromEntries(
  HISTORY_CHANNELS.map((channel) => [channel, predictionAtomOf(channel)]),
) as Readonly<Record<HistoryChannel, Atom<Prediction | undefined>>>;

function partedAtomOf(channel: HistoryChannel): Atom<PartedChannel | undefined> {
  if (isModelChannel(channel)) return atom(undefined);
  return atom((get) => {
    const parting = partingOf(get(lookAheadAtom), channel);
    const span = get(spanAtom);
    const line = parting && span && partAround(parting.predicted, span);
    return parting && line && line.times.length > 1 ? { parting, line } : undefined;
  });
}

/** What was predicted of each channel whose readings have left it, within the shown span. */
export const partedAtoms = Object.fromEntries(
  HISTORY_CHANNELS.map((channel) => [channel, partedAtomOf(channel)]),
) as Readonly<Record<HistoryChannel, Atom<PartedChannel | undefined>>>;

/** Changes the view within the session. */
export const changeViewAtom = atom(
  null,
  (get, set, change: (view: ChartView, bounds: SessionBounds) => ChartView) => {
    const bounds = get(boundsAtom);
    if (bounds) set(chartViewAtom, change(get(chartViewAtom), bounds));
  },
);

export interface LoadedHistory {
  readonly history: History;
  readonly marks: SessionMarks;
  /** History of the branch that is compared. */
  readonly compared?: { readonly branch: BranchId; readonly history: History } | undefined;
}

/** The session's newest answer. */
export const loadedAtom = atom<LoadedHistory | undefined>(undefined);
/** Reason why there is no newer one. */
export const historyFailureAtom = atom<string | undefined>(undefined);

/** True while the session replays its past after a restart, before it can give a history. */
export const isPastLoadingAtom = atom(false);

/** None are drawn behind the 20 samples. */
export const marksAtom = atom((get) => (get(isRecentAtom) ? NO_MARKS : (get(loadedAtom)?.marks ?? NO_MARKS)));

/** Eclipses and contacts to come, as planned. */
const comingAtom = atom((get): Pick<SessionMarks, 'contacts' | 'eclipses'> | undefined => {
  const axis = get(axisAtom);
  const span = get(spanAtom);
  const planned = get(orbitaContactsAtom);
  if (!planned || !axis || !span || axis.to === span.to) return undefined;
  return marksAhead(planned, { from: span.to, to: axis.to });
});

/** The marks on the whole axis. */
export const axisMarksAtom = atom((get): SessionMarks => {
  const coming = get(comingAtom);
  const end = get(spanAtom)?.to;
  if (!coming || end === undefined) return get(marksAtom);
  const marks = marksUntil(get(marksAtom), end);
  return {
    ...marks,
    contacts: [...marks.contacts, ...coming.contacts],
    eclipses: [...marks.eclipses, ...coming.eclipses],
  };
});

function seriesAtomOf(channel: HistoryChannel): Atom<Series> {
  const factor = isModelChannel(channel) ? MODEL_DEFINITIONS[channel].factor : 1;
  return atom((get) => {
    const loaded = get(isRecentAtom) && !isModelChannel(channel) ? undefined : get(loadedAtom);
    const history = loaded?.history.channels[channel];
    const end = get(endAtom);
    if (history && end !== undefined) return seriesUntil(history, end, factor);
    const samples = get(sliceAtoms.telemetry);
    return samples && !isModelChannel(channel) ? samplesSeries(samples, channel) : NO_SERIES;
  });
}

/** Known values of each channel over the shown span. */
export const seriesAtoms = Object.fromEntries(
  HISTORY_CHANNELS.map((channel) => [channel, seriesAtomOf(channel)]),
) as Readonly<Record<HistoryChannel, Atom<Series>>>;

function comparedSeriesAtomOf(channel: HistoryChannel): Atom<Series | undefined> {
  const factor = isModelChannel(channel) ? MODEL_DEFINITIONS[channel].factor : 1;
  return atom((get) => {
    const branch = get(comparedIdAtom);
    if (branch === undefined) return undefined;
    const compared = get(loadedAtom)?.compared;
    const history = compared?.branch === branch ? compared.history.channels[channel] : undefined;
    const end = get(endAtom);
    return history && end !== undefined ? seriesUntil(history, end, factor) : NO_SERIES;
  });
}

/** The same for the compared branch; `undefined` without one. */
export const comparedSeriesAtoms = Object.fromEntries(
  HISTORY_CHANNELS.map((channel) => [channel, comparedSeriesAtomOf(channel)]),
) as Readonly<Record<HistoryChannel, Atom<Series | undefined>>>;

/** First sample that differs between two branches. */
export interface FirstDifference {
  readonly pair: ComparedPair;
  readonly time: EpochMs;
  readonly channel: HistoryChannel;
}

/** The session's newest answer. */
export const foundDifferenceAtom = atom<FirstDifference | undefined>(undefined);

/** Between the shown and the compared branch, up to the displayed time; `undefined` if unknown. */
export const firstDifferenceAtom = atom((get): FirstDifference | undefined => {
  const found = get(foundDifferenceAtom);
  const end = get(endAtom);
  const isOfPair = found?.pair === get(comparedPairAtom);
  return found && isOfPair && end !== undefined && found.time <= end ? found : undefined;
});

/** In chart order. */
export const shownChannelsAtom = atom((get): readonly HistoryChannel[] => [
  ...TELEMETRY_CHANNELS,
  ...get(addedChannelsAtom),
]);

/** Channels to request from the session: for the 20 samples only added ones. */
export const queriedChannelsAtom = atom((get): readonly HistoryChannel[] =>
  get(isRecentAtom) ? get(addedChannelsAtom) : get(shownChannelsAtom),
);

/** A curve of the charts. */
export interface Curve {
  readonly channel: HistoryChannel;
  readonly series: Series;
  /** Name of its branch while two are compared. */
  readonly branch?: string | undefined;
}

/** In chart order; for each channel the shown branch first. */
export const curvesAtom = atom((get): readonly Curve[] => {
  const names = [get(shownNameAtom), get(comparedNameAtom)];
  return get(shownChannelsAtom).flatMap((channel): Curve[] => {
    const series = get(seriesAtoms[channel]);
    const compared = get(comparedSeriesAtoms[channel]);
    if (!compared) return [{ channel, series }];
    return [series, compared].map((one, index) => ({ channel, series: one, branch: names[index] }));
  });
});
