import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import type { PerformanceMetrics } from '../../../../src/shared/entities/entities.ts';
import { addMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { ongoingTextAtom } from '../../../../src/ui/features/anomalies/roll-up.ts';
import { MissionPerformanceCard } from '../../../../src/ui/features/performance/MissionPerformanceCard.tsx';
import type { ExportFile } from '../../../../src/ui/kit/files/download.ts';
import { DownloadContext, downloadFile } from '../../../../src/ui/kit/files/download.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { fakeSessionControl } from '../../../support/time-control.tsx';
import { NOW, REPORT } from './fixtures.ts';

function renderCard(
  changes: Partial<PerformanceMetrics> | undefined = {},
  download: (file: ExportFile) => void = vi.fn(),
) {
  const stretch: RemoteSessionControl['stretch'] = async () => ({
    ok: true,
    value: { samples: { times: new Float64Array(), values: {} }, performance: [] },
  });
  const store = createStore();
  if (changes) store.set(sliceAtoms.performance, { ...REPORT, ...changes });
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  return renderWithStore(
    <SessionControlContext value={fakeSessionControl({ stretch })}>
      <DownloadContext value={download}>
        <MissionPerformanceCard />
        <Toasts />
      </DownloadContext>
    </SessionControlContext>,
    store,
  );
}

const figure = (name: string): string => {
  const value = screen.getByText(name).parentElement?.querySelector('dd');
  return value?.textContent?.replaceAll('\u00a0', ' ') ?? '';
};

afterEach(() => {
  act(() => void toast.dismiss());
});

describe('the mission performance card (spec §2, §3)', () => {
  it('is a region of its name and shows the time of its metrics', () => {
    renderCard();
    const card = screen.getByRole('region', { name: 'Mission Performance' });
    expect(within(card).getByText('15:12:00 UTC').getAttribute('datetime')).toBe('2026-11-20T15:12:00.000Z');
    expect(card.textContent).toContain('as of 15:12:00 UTC');
  });

  it('shows the uptime of the header’s clock, between two reports too', () => {
    const { store } = renderCard({ missionUptime: 7 * MS_PER_DAY });
    act(() => {
      store.set(sliceAtoms.clock, { startTime: addMs(NOW, -7 * MS_PER_DAY - 3 * MS_PER_MIN), time: NOW });
    });
    expect(figure('Mission uptime')).toBe('7d 00:03');
  });

  it('counts the anomalies that the page shows now, between two reports too', () => {
    const { store } = renderCard();
    expect(figure('Anomalies')).toBe('2 ongoingLow count');
    act(() => store.set(sliceAtoms.anomalies, []));
    expect(store.get(ongoingTextAtom)).toBe('None ongoing');
    expect(figure('Anomalies')).toBe('0 ongoingLow count');
    expect(figure('Total commands')).toBe('54');
  });

  it('shows its loading state before there are metrics', () => {
    const { store } = renderCard();
    act(() => store.set(sliceAtoms.performance, undefined));
    expect(screen.getByText('Loading performance data...')).toBeVisible();
  });

  it.each([
    ['Average signal', 'Strong above 70 %, otherwise Weak'],
    ['Anomalies', 'Those whose fault persists; below 3 is Low, otherwise High'],
    ['Total commands', 'Pending and past commands'],
    ['System health', 'from 90 Excellent, from 80 Good, from 70 Fair, below Poor'],
  ])('defines %s in its tooltip (spec §9)', (name, words) => {
    renderCard();
    expect(screen.getByText(name).closest('[title]')?.getAttribute('title')).toContain(words);
  });

  it.each([
    ['Mission uptime', {}, '7d 03:12'],
    ['Total commands', {}, '54'],
    ['Average signal', { averageSignalStrength: 70.1 }, '70.1 %Strong'],
    ['Average signal', { averageSignalStrength: 70 }, '70.0 %Weak'],
    ['Anomalies', { anomalyCount: 2 }, '2 ongoingLow count'],
    ['Anomalies', { anomalyCount: 3 }, '3 ongoingHigh count'],
    ['Data downloaded', { dataDownloaded: 999.94 }, '999.9 MB'],
    ['Data downloaded', { dataDownloaded: 1243.7 }, '1.24 GB'],
    ['Power efficiency', {}, '88.3 %'],
    ['System health', { systemHealth: 90 }, '90.0 %Excellent'],
    ['System health', { systemHealth: 80 }, '80.0 %Good'],
    ['System health', { systemHealth: 70 }, '70.0 %Fair'],
    ['System health', { systemHealth: 69.9 }, '69.9 %Poor'],
    ['System health', { systemHealth: Number.NaN }, '–'],
  ])('shows %s of %o as %s, with the words of spec §9', (name, changes, text) => {
    renderCard(changes);
    expect(figure(name)).toBe(text);
  });

  it('shows the fixed week Monday to Sunday, 8, 6, 9, 7, 8, 5, 4, as text too (spec §9)', () => {
    renderCard();
    const week = screen.getByRole('figure');
    expect(week.textContent).toContain('fixed week');
    const days = within(week).getAllByRole('listitem');
    expect(days.map((day) => day.firstElementChild?.textContent)).toEqual([
      'Monday: 8 commands',
      'Tuesday: 6 commands',
      'Wednesday: 9 commands',
      'Thursday: 7 commands',
      'Friday: 8 commands',
      'Saturday: 5 commands',
      'Sunday: 4 commands',
    ]);
    const heights = days.map((day) => Number(day.querySelector('rect')?.getAttribute('height')));
    expect(heights).toEqual([8, 6, 9, 7, 8, 5, 4]);
  });

  it('marks its metrics as stale when the 30 s refresh is missing or the link is lost', () => {
    const { store } = renderCard();
    expect(screen.queryByText(/stale since/)).toBeNull();
    act(() => store.set(missionSecondAtom, epochMs(REPORT.time + 76_000)));
    expect(screen.getByText(/stale since/)).toBeVisible();
    act(() => store.set(missionSecondAtom, NOW));
    expect(screen.queryByText(/stale since/)).toBeNull();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText(/stale since/)).toBeVisible();
    expect(screen.getAllByText('Unknown')).toHaveLength(3); // signal, anomalies and health are no longer judged
  });
});

describe('the exports (spec §5, §7, §9)', () => {
  it.each(['CSV', 'JSON'] as const)('saves a %s file and says so in the exact words', async (format) => {
    const download = vi.fn();
    renderCard({}, download);
    await userEvent.click(screen.getByRole('button', { name: `Export ${format}` }));
    const name = `mission-performance-2026-11-20T15-12-07Z.${format.toLowerCase()}`;
    expect(await screen.findByText(`Performance data exported as ${format}`)).toBeVisible();
    expect(download).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name }));
  });

  it('reports a failed export, and no success', async () => {
    renderCard({}, () => {
      throw new Error('the disk is full');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect(await screen.findByText('The CSV export failed: the disk is full')).toBeVisible();
    expect(screen.queryByText('Performance data exported as CSV')).toBeNull();
  });

  it('reports that there is nothing to export yet', async () => {
    const download = vi.fn();
    const { store } = renderCard({}, download);
    act(() => store.set(sliceAtoms.performance, undefined));
    await userEvent.click(screen.getByRole('button', { name: 'Export JSON' }));
    expect(await screen.findByText('No JSON file: there is no performance data yet.')).toBeVisible();
    expect(download).not.toHaveBeenCalled();
  });
});

describe('a download', () => {
  const revoked: string[] = [];
  const clicked: HTMLAnchorElement[] = [];
  const blobs: Blob[] = [];

  beforeEach(() => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this);
    });
    return () => vi.restoreAllMocks();
  });

  it('is a link to the file’s bytes under its name; the last one’s memory is given back with the next', async () => {
    const file = { name: 'a.csv', type: 'text/csv;charset=utf-8', text: 'a,b\r\n' };
    downloadFile(file);
    expect(clicked.map(({ download }) => download)).toEqual(['a.csv']);
    expect(await blobs[0]?.text()).toBe('a,b\r\n');
    expect(blobs[0]?.type).toBe('text/csv;charset=utf-8');
    expect(revoked).toEqual([]);
    downloadFile({ ...file, name: 'b.csv' });
    expect(revoked).toEqual(['blob:1']);
  });
});
