import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { OrbitalPositionCard } from '../../../../src/ui/features/orbital/OrbitalPositionCard.tsx';
import { TelemetryCard } from '../../../../src/ui/features/telemetry/TelemetryCard.tsx';
import { MissionTimelineCard } from '../../../../src/ui/features/timeline/MissionTimelineCard.tsx';
import { passesWithin } from '../../../../src/ui/features/timeline/pass-lane.ts';
import { spanFrom } from '../../../../src/ui/features/timeline/strip.ts';
import { stripStartAtom } from '../../../../src/ui/features/timeline/timeline-atoms.ts';
import { SkyCard } from '../../../../src/ui/features/tracking/SkyCard.tsx';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { later, observedPasses, startMission, T0 } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { showMission } from '../../../support/render.tsx';

const mission = startMission();

function renderMission(ui: React.ReactNode) {
  const store = createStore();
  showMission(store, mission);
  renderWithOperations(ui, {}, store);
  return store;
}

const showButton = (of: string) => screen.getByRole('button', { name: `Show data of ${of}` });
const headers = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);
const rows = (table: HTMLElement) => within(table).getAllByRole('row').slice(1);

describe('the table behind a chart', () => {
  it('of the telemetry charts: one row per sample, newest first, with units, opened and closed by keyboard', async () => {
    const store = renderMission(<TelemetryCard />);
    const samples = store.get(sliceAtoms.telemetry) ?? [];
    const user = userEvent.setup();
    showButton('telemetry').focus();
    await user.keyboard('{Enter}');
    const dialog = screen.getByRole('dialog', { name: 'Telemetry samples' });
    const table = within(dialog).getByRole('table');
    expect(table).toHaveAccessibleName();
    expect(headers(table)).toEqual([
      'Time',
      ...TELEMETRY_CHANNELS.map((channel) => `${CHANNELS[channel].title}, ${CHANNELS[channel].unit}`),
    ]);
    const shown = rows(table).map((row) => within(row).getByRole('rowheader').textContent);
    const times = samples.map(({ timestamp }) => new Date(timestamp).toISOString().slice(11, 19));
    expect(shown).toEqual(times.toReversed());
    const newest = rows(table)[0];
    const values =
      newest &&
      within(newest)
        .getAllByRole('cell')
        .map((cell) => Number(cell.textContent));
    TELEMETRY_CHANNELS.forEach((channel, index) => {
      expect(values?.[index]).toBeCloseTo(samples.at(-1)?.[channel] ?? Number.NaN, 0);
    });
    // Not a live region: new samples are there to be read, not announced.
    expect(dialog.closest('[aria-live]')).toBeNull();
    expect(dialog.querySelector('[aria-live], [role="status"]')).toBeNull();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(showButton('telemetry')).toHaveFocus();
  });

  it('of the telemetry charts marks values outside limits, and keeps its rows when a sample arrives', async () => {
    const store = renderMission(<TelemetryCard />);
    const samples = store.get(sliceAtoms.telemetry) ?? [];
    await userEvent.click(showButton('telemetry'));
    const [, held] = rows(screen.getByRole('table'));
    const last = samples.at(-1);
    if (!last) throw new Error('no sample');
    act(() =>
      store.set(sliceAtoms.telemetry, [
        ...samples.slice(1),
        { ...last, timestamp: later(5000), batteryVoltage: 19.5 },
      ]),
    );
    const after = rows(screen.getByRole('table'));
    expect(after[2]).toBe(held);
    expect(after[0]?.textContent).toContain('Critical 19.50');
  });

  it('of a pass: AOS, TCA and LOS', async () => {
    const store = renderMission(<SkyCard id="orbita" />);
    const now = store.get(missionSecondAtom) ?? 0;
    const pass = observedPasses(mission, 'orbita').find(({ los }) => los > now);
    if (!pass) throw new Error('no pass');
    await userEvent.click(showButton('the pass of ORBITA-1'));
    const table = screen.getByRole('table');
    expect(headers(table)).toEqual(['Time', 'Azimuth', 'Direction', 'Elevation', 'Event']);
    const cells = rows(table).map((row) => [...row.children].map((cell) => cell.textContent ?? ''));
    const events = cells.map((row) => row[4]).filter(Boolean);
    expect(events).toEqual(['AOS, rises', 'TCA, max elevation', 'LOS, sets']);
    const elevations = cells.map((row) => Number.parseFloat(row[3]?.replace('−', '-') ?? ''));
    expect(Math.max(...elevations)).toBeCloseTo(pass.maxElevation, 0);
    expect(elevations[0]).toBeCloseTo(0, 0);
    expect(elevations.at(-1)).toBeCloseTo(0, 0);
  });

  it('of the map: satellites and ground stations, and a description of the map with the satellite positions', async () => {
    renderMission(<OrbitalPositionCard own="iss" />);
    const map = screen.getByRole('group', { name: /^World map/ });
    expect(map).toHaveAccessibleDescription(/^ORBITA-1 over .+; .+\. ISS over .+; .+\.$/);
    await userEvent.click(showButton('the map'));
    const names = screen.getAllByRole('rowheader').map((cell) => cell.textContent);
    expect(names).toEqual(['ORBITA-1', 'ISS', 'Houston', 'Madrid', 'Canberra', 'Baikonur']);
  });

  it('of the timeline strip: as many passes as it says', async () => {
    renderMission(<MissionTimelineCard />);
    const strip = screen.getByRole('img', { name: /^Strip from/ });
    const [, count] = /(\d+) ground-station pass/.exec(strip.getAttribute('aria-label') ?? '') ?? [];
    await userEvent.click(showButton('the strip'));
    expect(rows(screen.getByRole('table'))).toHaveLength(Number(count));
  });

  it('of the timeline strip: dates on other days, also after midnight', async () => {
    const store = renderMission(<MissionTimelineCard />);
    await userEvent.click(showButton('the strip'));
    for (const now of [T0, later(12 * MS_PER_H + MS_PER_MIN)]) {
      act(() => store.set(missionSecondAtom, now));
      const today = new Date(now).toISOString().slice(0, 10);
      const start = store.get(stripStartAtom) ?? T0;
      const passes = passesWithin(store.get(sliceAtoms.contacts), spanFrom('24 h', start)).list;
      const told = rows(screen.getByRole('table')).map((row) =>
        [...row.children].slice(1, 3).map((cell) => {
          const [clock = '', date = today] = (cell.textContent ?? '').split(' ').reverse();
          expect(cell.textContent?.startsWith(today)).toBe(false);
          return Date.parse(`${date}T${clock}Z`);
        }),
      );
      const wholeSecond = (time: number) => Math.floor(time / 1000) * 1000;
      expect(told).toEqual(passes.map(({ whole }) => [whole.from, whole.to].map(wholeSecond)));
      const days = new Set(passes.map(({ from }) => new Date(from).getUTCDate()));
      expect(days.size).toBeGreaterThan(1);
    }
  });
});
