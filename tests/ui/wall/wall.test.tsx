import { act, screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Anomaly } from '../../../src/shared/entities.ts';
import { linkStateAtom, missionSecondAtom, type Store, sliceAtoms } from '../../../src/ui/mission/atoms.ts';
import type { WallEffects } from '../../../src/ui/wall/effects.ts';
import { OrbitSide } from '../../../src/ui/wall/OrbitSide.tsx';
import { PlanPanel } from '../../../src/ui/wall/PlanPanel.tsx';
import { FAILURES, REMOUNT_MS } from '../../../src/ui/wall/recovery.ts';
import { SpacecraftPanel } from '../../../src/ui/wall/SpacecraftPanel.tsx';
import { TelemetryStrip } from '../../../src/ui/wall/TelemetryStrip.tsx';
import { WallBoundary } from '../../../src/ui/wall/WallBoundary.tsx';
import { WallFootline } from '../../../src/ui/wall/WallFootline.tsx';
import { WallHeader } from '../../../src/ui/wall/WallHeader.tsx';
import { initialTimeline } from '../../../src/worker/initial-state/sample-data.ts';
import { later, startMission, startUneventfulMission, T0 } from '../../support/mission.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';
import { spacecraftView } from '../../support/spacecraft-view.ts';

const ANOMALY: Anomaly = {
  id: 'a',
  timestamp: T0,
  type: 'Battery',
  severity: 'Critical',
  message: 'Battery voltage fell 1.80 V in 6 min: a battery cell has shorted.',
  aiExplanation: 'Battery voltage is 22.10 V.',
  status: 'Active',
  suggestedAction: 'Enter Safe Mode',
};

function storeOf(mission = startUneventfulMission()): Store {
  const store = createStore();
  showMission(store, mission);
  // Nothing is wrong on board.
  store.set(sliceAtoms.spacecraft, spacecraftView({ time: T0 }));
  return store;
}

describe('telemetry on the wall', () => {
  it('has five channels, each with its value, its unit and its level as a word', () => {
    renderWithStore(<TelemetryStrip />, storeOf());
    const channels = screen.getAllByRole('listitem');
    expect(channels.map((channel) => within(channel).getByRole('heading').textContent)).toEqual([
      'Battery',
      'Solar',
      'Signal',
      'Temperature',
      'Attitude',
    ]);
    const figures = [/\d\d\.\d\d V/, /\d W/, /\d\.\d %/, /\d\.\d °C/, /\d\.\d\d °/];
    for (const [index, channel] of channels.entries()) {
      expect(channel).toHaveTextContent(figures[index] ?? 'a channel more');
      expect(within(channel).getByText(/^(Nominal|Warning|Critical)$/)).toBeVisible();
    }
  });

  it('mutes nominal levels, so that a warning stands out', () => {
    const store = storeOf();
    const [sample] = store.get(sliceAtoms.telemetry)?.slice(-1) ?? [];
    if (!sample) throw new Error('no sample');
    store.set(sliceAtoms.telemetry, [{ ...sample, batteryVoltage: 21.5 }]);
    renderWithStore(
      <>
        <WallHeader />
        <TelemetryStrip />
      </>,
      store,
    );
    const isQuiet = (word: string) =>
      screen.getAllByText(word).map((label) => label.closest<HTMLElement>('[data-quiet]')?.dataset.quiet);
    expect(isQuiet('Nominal')).toEqual(['true', 'true', 'true', 'true', 'true']);
    expect(isQuiet('Warning')).toEqual(['false']);
  });

  it('has charts with a scale in the channel’s unit and the time that they show', () => {
    const store = storeOf();
    renderWithStore(<SpacecraftPanel />, store);
    const [battery, ...others] = screen.getAllByText('last 95 s').map(({ parentElement }) => parentElement);
    expect(battery?.textContent).toMatch(/^\d\d\u00a0V\d\d\u00a0Vlast 95 s$/);
    expect(others).toHaveLength(4);
  });

  it.each([
    ['too old', (store: Store) => store.set(missionSecondAtom, later(20_000))],
    ['of a worker that is away', (store: Store) => store.set(linkStateAtom, { status: 'lost', attempt: 1 })],
  ])('shows no value that is %s', (_name, age) => {
    const store = storeOf();
    renderWithStore(
      <>
        <TelemetryStrip />
        <SpacecraftPanel />
      </>,
      store,
    );
    act(() => age(store));
    expect(screen.getAllByText('Unknown')).toHaveLength(10);
    expect(screen.queryByText(/\d\.\d/)).toBeNull();
    expect(screen.queryByText('Nominal')).toBeNull();
  });
});

describe('the header of the wall', () => {
  it('shows the time, the satellite and its status', () => {
    renderWithStore(<WallHeader />, storeOf());
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('ORBITA-1');
    expect(screen.getByText('12:00:00')).toBeVisible();
    expect(screen.getByText('Nominal')).toBeVisible();
  });

  it('names the most urgent anomaly, and how many there are beside it', () => {
    const store = storeOf();
    store.set(sliceAtoms.anomalies, [
      { ...ANOMALY, id: 'b', type: 'Solar', severity: 'Low' },
      ANOMALY,
      { ...ANOMALY, id: 'c', status: 'Resolved' },
    ]);
    renderWithStore(<WallHeader />, store);
    expect(screen.getByRole('banner').textContent).toContain('CriticalBattery+1');
  });

  it('shows no anomalies without a link', () => {
    const store = storeOf();
    store.set(sliceAtoms.anomalies, [ANOMALY]);
    store.set(linkStateAtom, { status: 'lost', attempt: 1 });
    renderWithStore(<WallHeader />, store);
    expect(screen.getByText('Unknown')).toBeVisible();
    expect(screen.queryByText('Critical')).toBeNull();
  });
});

describe('upcoming contacts, eclipses and events', () => {
  it('count down to the contact, the eclipse transition and the event', () => {
    const store = storeOf();
    store.set(sliceAtoms.timeline, initialTimeline(T0).events);
    renderWithStore(<OrbitSide />, store);
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms[0]).toMatch(/^(AOS|LOS) (Houston|Madrid|Canberra)$/);
    expect(terms[1]).toMatch(/^(Eclipse|Sunrise)$/);
    expect(terms[2]).toBe('High-rate data downlink');
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^in \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^in \d\d:\d\d:\d\d$/),
      'in 02:00:00',
    ]);
    expect(screen.getByText('Earth observation campaign')).toBeVisible();
    act(() => store.set(missionSecondAtom, later(61_000)));
    expect(screen.getByText('01:58:59')).toBeVisible();
  });

  it('is unknown while the worker is lost', () => {
    const store = storeOf();
    renderWithStore(<OrbitSide />, store);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getAllByText('--:--:--')).toHaveLength(3);
    expect(screen.getByText('Not known')).toBeVisible();
  });
});

describe('anomalies and timeline on the wall', () => {
  it('show one anomaly with its action, two without, and an empty state', () => {
    const store = storeOf();
    renderWithStore(<PlanPanel />, store);
    const anomalies = within(screen.getByRole('region', { name: 'Anomalies' }));
    expect(anomalies.getByText('None active')).toBeVisible();
    act(() => store.set(sliceAtoms.anomalies, [ANOMALY]));
    expect(anomalies.getByText('Enter Safe Mode')).toBeVisible();
    act(() => store.set(sliceAtoms.anomalies, [ANOMALY, { ...ANOMALY, id: 'b' }, { ...ANOMALY, id: 'c' }]));
    expect(anomalies.getAllByText(ANOMALY.message)).toHaveLength(2);
    expect(anomalies.queryByText('Enter Safe Mode')).toBeNull();
  });

  it('show the outlook of a single anomaly', () => {
    const store = storeOf();
    const explanation =
      'Seen: It is low.\nLikely cause: A cell.\nIf nothing is done: FDIR retries.\nDo: Wait.';
    store.set(sliceAtoms.anomalies, [{ ...ANOMALY, aiExplanation: explanation }]);
    renderWithStore(<PlanPanel />, store);
    // After the action: what has no space is left out from the end.
    expect(screen.getByText(/^Action:/).nextElementSibling).toHaveTextContent(/^FDIR retries\.$/);
    expect(screen.queryByText(/It is low/)).toBeNull();
  });

  it('keep an acknowledged anomaly until its fault has ended', () => {
    const store = storeOf();
    const fault = {
      anomalyId: 'a',
      type: 'Battery',
      parts: ['battery'],
      label: 'weak battery cell',
    } as const;
    store.set(sliceAtoms.anomalies, [{ ...ANOMALY, status: 'Acknowledged' }]);
    store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(5000), faults: [fault] }));
    renderWithStore(<PlanPanel />, store);
    expect(screen.getByText(ANOMALY.message)).toBeVisible();
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ time: later(10_000) })));
    expect(screen.getByText('None active')).toBeVisible();
  });

  it('show current and upcoming events', () => {
    const store = storeOf();
    store.set(sliceAtoms.timeline, initialTimeline(T0).events);
    renderWithStore(<PlanPanel />, store);
    const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
    expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Now Earth observation campaign until 13:10 · Experiment',
      '14:00 High-rate data downlink in 02:00:00 · Communication',
      '18:00 Reaction wheel desaturation in 06:00:00 · Maneuver',
      '12:00 Battery capacity test in 1d 00:00 · Maintenance',
    ]);
    act(() => store.set(sliceAtoms.timeline, []));
    expect(timeline.getByText('Nothing planned')).toBeVisible();
  });
});

it('isolates the writing direction of an event title on the wall', () => {
  const store = storeOf();
  const events = (store.get(sliceAtoms.timeline) ?? []).map((event) => ({
    ...event,
    title: `צילום ${event.id}`,
  }));
  store.set(sliceAtoms.timeline, events);
  const { container } = renderWithStore(
    <>
      <OrbitSide />
      <PlanPanel />
    </>,
    store,
  );
  const isolated = Array.from(container.querySelectorAll('bdi'), ({ textContent }) => textContent);
  // The present and the next event beside the map, and four in the plan.
  expect(container.textContent?.match(/צילום/g)).toHaveLength(6);
  expect(isolated.filter((text) => text?.startsWith('צילום'))).toHaveLength(6);
});

describe('the footline of the wall', () => {
  it('shows the data sources and the link state', () => {
    const store = storeOf(startMission());
    renderWithStore(<WallFootline />, store);
    expect(screen.getByRole('status').textContent).toBe('Connected to ORBITA-1');
    expect(screen.getByText('SIMULATED · ISS SIMULATED')).toBeVisible();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 2 }));
    expect(screen.getByRole('status').textContent).toBe('Link to ORBITA-1 lost');
  });
});

describe('a wall that breaks', () => {
  let isBroken = true;
  const Fragile = () => {
    if (isBroken) throw new Error('no such orbit');
    return <p>alive</p>;
  };
  beforeEach(() => {
    isBroken = true;
    window.sessionStorage.clear();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  function breakWall() {
    const timers: { readonly delayMs: number; readonly callback: () => void }[] = [];
    let time = 1e12;
    const reload = vi.fn();
    const effects: WallEffects = {
      requestWakeLock: () => Promise.reject(new Error('none')),
      after(delayMs, callback) {
        timers.push({ delayMs, callback });
        return () => undefined;
      },
      now: () => time,
      reload,
    };
    renderWithStore(
      <WallBoundary effects={effects} fallback={<p role="status">Restarting automatically.</p>}>
        <Fragile />
      </WallBoundary>,
    );
    const wait = () => {
      const timer = timers.shift();
      time += timer?.delayMs ?? 0;
      act(() => timer?.callback());
      return timer?.delayMs;
    };
    return { reload, wait };
  }

  it('shows a message, and remounts automatically', () => {
    const { wait, reload } = breakWall();
    expect(screen.getByRole('status').textContent).toContain('Restarting automatically');
    isBroken = false;
    expect(wait()).toBe(REMOUNT_MS);
    expect(screen.getByText('alive')).toBeVisible();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page once if remounting does not help', () => {
    const { wait, reload } = breakWall();
    for (let failures = 0; failures < FAILURES; failures += 1) wait();
    expect(reload).toHaveBeenCalledTimes(1);
    const next = breakWall();
    for (let failures = 0; failures < 2 * FAILURES; failures += 1) next.wait();
    expect(next.reload).not.toHaveBeenCalled();
  });
});
