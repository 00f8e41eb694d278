import '../../src/ui/kit/style/tokens.css';
import '../../src/ui/kit/style/base.css';
import { createStore, Provider } from 'jotai';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  HISTORY_CHANNELS,
  type HistoryQuery,
  type SessionMarks,
  type TimeSpan,
} from '../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../src/shared/contract/session-control.ts';
import { MAIN_BRANCH } from '../../src/shared/contract/transport.ts';
import type { TelemetrySample } from '../../src/shared/entities/entities.ts';
import { CHANNELS, mapChannels, TELEMETRY_CHANNELS } from '../../src/shared/entities/telemetry-channels.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../src/shared/kit/units.ts';
import { chartViewAtom, type LoadedHistory, loadedAtom } from '../../src/ui/features/history/atoms.ts';
import { HistoryCard } from '../../src/ui/features/history/HistoryCard.tsx';
import { NO_MARKS } from '../../src/ui/features/history/marks.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../src/ui/mission/link/session-control.ts';
import { queryHistory } from '../../src/worker/session/archive/history.ts';
import { createSamples } from '../../src/worker/session/archive/samples.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const END = addMs(T0, 7 * MS_PER_DAY);
const STEP_MS = 5 * MS_PER_S;

/** Returns slow waves with noise, so that each pixel of a week has its own extremes. */
function sampleAt(time: EpochMs): TelemetrySample {
  const wave = (hours: number): number => Math.sin((2 * Math.PI * (time - T0)) / (hours * 3_600_000));
  const noise = Math.random() - 0.5;
  return {
    ...mapChannels((channel) => CHANNELS[channel].typical),
    timestamp: time,
    batteryVoltage: Math.round(100 * (27 + wave(1.5) + 0.1 * noise)) / 100,
    solarOutput: Math.round(Math.max(0, 500 * wave(1.5) + 10 * noise)),
    signalStrength: Math.round(10 * (70 + 10 * wave(5) + 2 * noise)) / 10,
    temperature: Math.round(10 * (20 + 8 * wave(1.5) + noise)) / 10,
    attitudeStability: Math.round(100 * (0.5 + 0.2 * noise)) / 100,
  };
}

const samples = createSamples();
const newest: TelemetrySample[] = [];
for (let time = T0; time <= END; time = addMs(time, STEP_MS)) {
  const sample = sampleAt(time);
  samples.columns.append(
    time,
    HISTORY_CHANNELS.map((name) =>
      'batteryVoltage' in sample && name in sample ? sample[name as 'temperature'] : 0,
    ),
  );
  if (END - time < 20 * STEP_MS) newest.push(sample);
}

const SEVERITIES = ['Medium', 'Low', 'High', 'Medium', 'Critical', 'Low'] as const;

/** Returns evenly spaced instants. */
const every = (ms: number): readonly EpochMs[] =>
  Array.from({ length: Math.floor((END - T0) / ms) }, (_, index) => addMs(T0, (index + 0.5) * ms));
const spansEvery = (ms: number, lengthMs: number) =>
  every(ms).map((from) => ({ from, to: addMs(from, lengthMs) }));

/** A week with as many anomalies as a mission draws, commands that answer some, contacts, eclipses and crew events. */
const WEEK: SessionMarks = {
  anomalies: every(5 * MS_PER_MIN).map((time, index) => ({
    id: `anomaly-${index}`,
    time,
    type: 'Battery',
    severity: SEVERITIES[index % SEVERITIES.length] ?? 'Low',
    message: 'Battery voltage low: 21.5 V',
  })),
  commands: every(20 * MS_PER_MIN).map((time, index) => ({
    id: `command-${index}`,
    time,
    name: 'Rotate Antenna' as const,
  })),
  events: spansEvery(3 * MS_PER_H, MS_PER_H).map((span, index) => ({
    ...span,
    id: `event-${index}`,
    title: 'Battery test',
  })),
  contacts: spansEvery(70 * MS_PER_MIN, 8 * MS_PER_MIN).map((span) => ({ ...span, station: 'Madrid' })),
  eclipses: spansEvery(93 * MS_PER_MIN, 35 * MS_PER_MIN),
};

/** Returns the marks in a span, as the archive does. */
function marksOf(from: EpochMs, to: EpochMs): SessionMarks {
  const isWithin = ({ time }: { readonly time: EpochMs }): boolean => time >= from && time <= to;
  const overlaps = (span: Required<TimeSpan>): boolean => span.from <= to && span.to >= from;
  return {
    anomalies: WEEK.anomalies.filter(isWithin),
    commands: WEEK.commands.filter(isWithin),
    events: WEEK.events.filter((span) => overlaps(span as Required<TimeSpan>)),
    contacts: WEEK.contacts.filter((span) => overlaps(span as Required<TimeSpan>)),
    eclipses: WEEK.eclipses.filter((span) => overlaps(span as Required<TimeSpan>)),
  };
}

const store = createStore();
store.set(sliceAtoms.telemetry, newest);
store.set(sliceAtoms.transport, {
  rate: 1,
  isInStep: true,
  isMissionInStep: true,
  mode: 'live',
  startTime: T0,
  branch: MAIN_BRANCH,
  branches: [{ id: MAIN_BRANCH, name: MAIN_BRANCH }],
  slowsOnCritical: true,
});
store.set(missionSecondAtom, END);
store.set(linkStateAtom, { status: 'connected' });

/** Pixel columns that the charts request. */
let asked = 1000;
let questions = 0;

/**
 * Answers only the first query, sent before the charts know their width; the next, sent after the answer, stays
 * pending.
 */
const silent = {
  history(query: HistoryQuery) {
    asked = query.columns;
    questions += 1;
    return questions === 1
      ? Promise.resolve({ ok: true, value: queryHistory(samples, query, END) })
      : new Promise(() => {});
  },
  marks: () => Promise.resolve({ ok: true, value: NO_MARKS }),
};

// A span longer than the samples, so the charts send a query.
store.set(chartViewAtom, { range: 'All' });

const root = document.getElementById('root');
if (!root) throw new Error('charts.html has no element with the id "root".');
createRoot(root).render(
  createElement(
    Provider,
    { store },
    createElement(
      SessionControlContext,
      { value: silent as Partial<RemoteSessionControl> as RemoteSessionControl },
      createElement(HistoryCard, { diagram: null, diagramTime: null }),
    ),
  ),
);

/** Prepares a redraw of all charts over a span that ends `back` samples before the newest one. */
function prepare(lengthMs: number, back: number): () => Promise<void> {
  const to = addMs(END, -back * STEP_MS);
  const from = addMs(to, -lengthMs);
  const loaded: LoadedHistory = {
    history: queryHistory(samples, { channels: TELEMETRY_CHANNELS, from, to, columns: asked }, END),
    marks: marksOf(from, to),
  };
  return async () => {
    flushSync(() => {
      store.set(chartViewAtom, { range: 'All', zoom: { lengthMs, to } });
      store.set(loadedAtom, loaded);
    });
    // uPlot draws in a microtask.
    await Promise.resolve();
    await Promise.resolve();
  };
}

/** Prepared redraw to be measured. */
let redraw: (() => Promise<void>) | undefined;

Object.assign(window, {
  async prepare(lengthMs: number, back: number) {
    redraw = prepare(lengthMs, back);
    await new Promise((resolve) => requestAnimationFrame(resolve));
  },
  /** Redraws in a page task, because Chromium does not count debugger calls as script. */
  redraw: () =>
    new Promise<void>((resolve) => {
      setTimeout(async () => {
        await redraw?.();
        resolve();
      });
    }),
});
