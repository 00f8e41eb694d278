import { type Atom, atom } from 'jotai';
import { TELEMETRY_PERIOD_MS } from '../../shared/constants.ts';
import {
  HISTORY_CHANNELS,
  type History,
  type HistoryChannel,
  type ModelChannel,
  type SessionMarks,
} from '../../shared/history.ts';
import { isModelChannel, MODEL_DEFINITIONS } from '../../shared/model-channels.ts';
import { TELEMETRY_CHANNELS } from '../../shared/telemetry-channels.ts';
import { epochMs } from '../../shared/units.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { type ChartView, isRecent, type SessionBounds, type Span, spanOf } from './chart-view.ts';
import { NO_MARKS } from './marks.ts';
import { NO_SERIES, type Series, samplesSeries, seriesUntil } from './series.ts';

/** What the charts show, kept while other tabs are open. */
export const chartViewAtom = atom<ChartView>({ range: '100 s' });

/** Channels of the model that the user has added, in that order. */
export const addedChannelsAtom = atom<readonly ModelChannel[]>([]);

/** Charts or diagram, where both have no space. */
export const cardViewAtom = atom<'charts' | 'diagram'>('charts');

/** Whether the 20 samples are shown. */
export const isRecentAtom = atom((get) => isRecent(get(chartViewAtom)));

const newestSampleAtom = atom((get) => get(sliceAtoms.telemetry)?.at(-1)?.timestamp);

/** The end of the charts: it advances with each sample, and without a link as often. In a replay, the instant shown. */
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
export const spanAtom = atom((get): Span | undefined => {
  const bounds = get(boundsAtom);
  return bounds && spanOf(get(chartViewAtom), bounds);
});

/** Changes the view, within the session. */
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
}

/** The newest answer of the session. */
export const loadedAtom = atom<LoadedHistory | undefined>(undefined);
/** Why there is no newer one. */
export const historyFailureAtom = atom<string | undefined>(undefined);

/** Behind the 20 samples there are none. */
export const marksAtom = atom((get) => (get(isRecentAtom) ? NO_MARKS : (get(loadedAtom)?.marks ?? NO_MARKS)));

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

/** What is known of each channel over the span shown. */
export const seriesAtoms = Object.fromEntries(
  HISTORY_CHANNELS.map((channel) => [channel, seriesAtomOf(channel)]),
) as Readonly<Record<HistoryChannel, Atom<Series>>>;

/** In the order of the charts. */
export const shownChannelsAtom = atom((get): readonly HistoryChannel[] => [
  ...TELEMETRY_CHANNELS,
  ...get(addedChannelsAtom),
]);

/** What the session has to be asked for: nothing for the 20 samples. */
export const queriedChannelsAtom = atom((get): readonly HistoryChannel[] =>
  get(isRecentAtom) ? get(addedChannelsAtom) : get(shownChannelsAtom),
);

/** In the same order. */
export const shownSeriesAtom = atom((get): readonly Series[] =>
  get(shownChannelsAtom).map((channel) => get(seriesAtoms[channel])),
);
