import { act, screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { Profiler } from 'react';
import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '../../../../src/shared/entities/entities.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { chartRange, limitBands } from '../../../../src/ui/features/telemetry/limit-bands.ts';
import { TelemetryCard } from '../../../../src/ui/features/telemetry/TelemetryCard.tsx';
import { trendOf } from '../../../../src/ui/features/telemetry/trend.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { MODEL_DEFINITIONS } from '../../../../src/ui/mission/link/model-channels.ts';
import { later, startMission, T0 } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { sample } from '../../../support/telemetry.ts';

const NOW = sample(0, {
  batteryVoltage: 28.12,
  solarOutput: 431.4,
  signalStrength: 63.25,
  temperature: -0.04,
  attitudeStability: 0.52,
});

/** Returns 20 samples, the newest at T0, generated from the index 0 to 19. */
const history = (change: (index: number) => Partial<TelemetrySample>): readonly TelemetrySample[] =>
  Array.from({ length: 20 }, (_, index) => ({
    ...NOW,
    timestamp: later((index - 19) * 5000),
    ...change(index),
  }));

function renderCard(samples: readonly TelemetrySample[] | undefined) {
  const store = createStore();
  store.set(sliceAtoms.telemetry, samples);
  store.set(missionSecondAtom, T0);
  store.set(linkStateAtom, { status: 'connected' });
  return renderWithStore(<TelemetryCard />, store);
}

const channel = (name: string): HTMLElement => {
  const row = screen.getByRole('heading', { name }).closest('li');
  if (!row) throw new Error(`no channel ${name}`);
  return row;
};

describe('the telemetry card', () => {
  it('says that it is loading until the first sample (spec §8)', () => {
    const { store } = renderCard(undefined);
    expect(screen.getByText('Loading telemetry...')).toBeVisible();
    act(() => showMission(store, startMission()));
    expect(screen.queryByText('Loading telemetry...')).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(TELEMETRY_CHANNELS.length);
  });

  it.each([
    ['Battery voltage', '28.12V'],
    ['Solar output', '431W'],
    ['Signal strength', '63.3%'],
    ['Temperature', '0.0°C'],
    ['Attitude deviation', '0.52°'],
  ])('shows %s as %s, nominal, with its chart', (name, text) => {
    renderCard(history(() => ({})));
    const row = channel(name);
    expect(row.textContent).toContain(text);
    expect(within(row).getByText('Nominal')).toBeVisible();
    const [number = ''] = text.match(/[\d.]+/) ?? [];
    expect(
      within(row).getByRole('img', { name: new RegExp(`^${name}, last 95 s: ${number} `) }),
    ).toBeVisible();
  });

  it.each([
    ['Battery voltage', { batteryVoltage: 21.9 }, 'Warning', 'caution'],
    ['Battery voltage', { batteryVoltage: 19.9 }, 'Critical', 'critical'],
    ['Temperature', { temperature: 61 }, 'Critical', 'critical'],
    ['Attitude deviation', { attitudeStability: 1.6 }, 'Warning', 'caution'],
    ['Signal strength', { signalStrength: Number.NaN }, 'Unknown', 'off'],
  ])('shows the level of %s at %o as the word %s and a shape of its own', (name, change, word, status) => {
    renderCard(history((index) => (index === 19 ? change : {})));
    const label = within(channel(name)).getByText(word);
    expect(label.getAttribute('data-status')).toBe(status);
    expect(label.querySelector('svg')).not.toBeNull();
  });

  it.each([
    ['Attitude deviation', { attitudeStability: 2.1 }, 'SAFE', 'Warning', 'caution'],
    ['Attitude deviation', { attitudeStability: 3.1 }, 'SURVIVAL', 'Critical', 'critical'],
    ['Signal strength', { signalStrength: 45 }, 'SAFE', 'Warning', 'caution'],
  ] as const)('says of %s at %o that %s causes it by design: %s', (name, change, mode, word, status) => {
    const { store } = renderCard(history(() => change));
    expect(within(channel(name)).getByText(word)).toBeVisible();
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ mode })));
    const shown = within(channel(name)).getByText(`By design in ${mode}`);
    expect(shown.closest<HTMLElement>('[data-status]')?.dataset.status).toBe(status);
    expect(within(channel(name)).getByText(`${word}, by design in ${mode}`)).toBeInTheDocument();
    expect(channel(name).dataset.level).toBe(word.toLowerCase());
  });

  it('shows the level itself beyond what the mode causes', () => {
    const { store } = renderCard(history(() => ({ attitudeStability: 4.1 })));
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ mode: 'SAFE' })));
    expect(within(channel('Attitude deviation')).getByText('Critical')).toBeVisible();
  });

  it('shows the level itself while a fault acts on the channel, too', () => {
    const { store } = renderCard(history(() => ({ attitudeStability: 2.1 })));
    const faults = [{ anomalyId: 'a', parts: ['wheels'], label: 'attitude fault' }] as const;
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ mode: 'SAFE', faults })));
    expect(within(channel('Attitude deviation')).getByText('Warning')).toBeVisible();
  });

  it('mutes nominal levels, so that a warning stands out', () => {
    renderCard(history(() => ({ batteryVoltage: 21.9 })));
    const isQuiet = (name: string, word: string) =>
      within(channel(name)).getByText(word).closest<HTMLElement>('[data-quiet]')?.dataset.quiet;
    expect(isQuiet('Battery voltage', 'Warning')).toBe('false');
    for (const name of ['Signal strength', 'Temperature', 'Attitude deviation'])
      expect(isQuiet(name, 'Nominal')).toBe('true');
  });

  it('shows Unknown once its samples are stale or the worker is lost', () => {
    const { store } = renderCard(history(() => ({})));
    act(() => store.set(missionSecondAtom, later(13_000)));
    expect(screen.getAllByText('Unknown')).toHaveLength(TELEMETRY_CHANNELS.length);
    expect(screen.getByText(/^stale since/)).toBeVisible();
    act(() => store.set(missionSecondAtom, later(12_000)));
    expect(screen.queryAllByText('Unknown')).toHaveLength(0);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getAllByText('Unknown')).toHaveLength(TELEMETRY_CHANNELS.length);
  });

  it('renders for telemetry only, not for another slice or every second', () => {
    const store = createStore();
    const mission = startMission();
    showMission(store, mission);
    let commits = 0;
    renderWithStore(
      <Profiler id="card" onRender={() => (commits += 1)}>
        <TelemetryCard />
      </Profiler>,
      store,
    );
    commits = 0;
    const ephemerides = structuredClone(mission.snapshot().ephemerides.value);
    act(() => store.set(sliceAtoms.ephemerides, ephemerides));
    act(() => store.set(missionSecondAtom, later(1000)));
    expect(commits).toBe(0);
    mission.advanceTo(later(5000));
    act(() => showMission(store, mission));
    expect(commits).toBe(1);
  });
});

describe('the trend of a channel', () => {
  it.each([
    ['rising', 0.05, 'rising', 0.6],
    ['falling', -0.05, 'falling', -0.6],
    ['within the noise', 0.001, 'steady', undefined],
  ] as const)('that is %s, with %d V a sample, is %s', (_case, perSample, direction, perMin) => {
    const samples = history((index) => ({ batteryVoltage: 28 + index * perSample }));
    const trend = trendOf(samples, 'batteryVoltage');
    expect(trend.direction).toBe(direction);
    if (perMin === undefined) expect(trend.perMin).toBeUndefined();
    else expect(trend.perMin).toBeCloseTo(perMin, 9);
  });

  it.each([0, 1])('of %d samples is steady', (count) => {
    expect(trendOf(history(() => ({})).slice(0, count), 'temperature').direction).toBe('steady');
  });
});

describe('the charts', () => {
  it('draw their bands at the limits of the specification', () => {
    expect(limitBands(CHANNELS.temperature, -60, 80)).toEqual([
      { level: 'critical', from: -60, to: -40, limit: -40 },
      { level: 'warning', from: -40, to: -20, limit: -20 },
      { level: 'warning', from: 40, to: 60, limit: 40 },
      { level: 'critical', from: 60, to: 80, limit: 60 },
    ]);
    expect(limitBands(CHANNELS.batteryVoltage, 19, 30)).toEqual([
      { level: 'critical', from: 19, to: 20, limit: 20 },
      { level: 'warning', from: 20, to: 22, limit: 22 },
    ]);
  });

  it('draw no band outside the scale, and none for a channel without limits', () => {
    expect(limitBands(CHANNELS.temperature, -30, 50).map(({ from, to }) => [from, to])).toEqual([
      [-30, -20],
      [40, 50],
    ]);
    expect(limitBands(CHANNELS.batteryVoltage, 23, 30)).toEqual([]);
    expect(limitBands(CHANNELS.solarOutput, 0, 800)).toEqual([]);
  });

  it.each([
    ['batteryVoltage', 28, 28.2, [21, 29]],
    ['batteryVoltage', 21.5, 21.8, [21, 23]],
    ['solarOutput', 431, 433, [400, 500]],
    ['solarOutput', 400, 450, [350, 500]],
    ['solarOutput', 0, 0, [0, 100]],
    ['temperature', 26, 27, [25, 45]],
    ['temperature', -0.1, 0.2, [-25, 5]],
    ['attitudeStability', 0.4, 0.6, [0, 2]],
    ['signalStrength', 58, 61, [45, 65]],
  ] as const)('fit %s from %d to %d and the limit nearest to it', (channel, low, high, range) => {
    expect(chartRange(CHANNELS[channel], low, high)).toEqual(range);
  });

  it('stay within what a channel can have, and span two steps', () => {
    expect(chartRange(MODEL_DEFINITIONS.stateOfCharge, 96, 97)).toEqual([80, 100]);
    expect(chartRange(MODEL_DEFINITIONS.stateOfCharge, 0, 1)).toEqual([0, 20]);
  });

  it('span at least two steps without data', () => {
    expect(chartRange(CHANNELS.solarOutput, null, null)).toEqual([0, 100]);
  });
});

describe('the judgement of the array', () => {
  it.each([
    ['a wing folded back in sunlight', { powerW: 310, potentialW: 620 }, 'Low for this light'],
    ['the Sun at the edge of what the axis allows', { powerW: 399, potentialW: 620 }, 'Nominal'],
    ['eclipse', { powerW: 0, potentialW: 0 }, 'Nominal'],
    ['the last of the light', { powerW: 1, potentialW: 40 }, 'Nominal'],
  ])('in %s', (_case, array, word) => {
    const store = createStore();
    store.set(sliceAtoms.telemetry, [NOW]);
    store.set(missionSecondAtom, T0);
    store.set(linkStateAtom, { status: 'connected' });
    const view = spacecraftView();
    store.set(sliceAtoms.spacecraft, { ...view, array: { ...view.array, ...array } });
    renderWithStore(<TelemetryCard />, store);
    const row = screen.getByRole('heading', { name: 'Solar output' }).closest('li');
    expect(row?.textContent).toContain(word);
  });
});
