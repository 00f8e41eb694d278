import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LogEntry } from '../../../../src/shared/entities/event-log.ts';
import { addMs, epochMs, MS_PER_DAY } from '../../../../src/shared/kit/units.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { EventLogCard } from '../../../../src/ui/features/log/EventLogCard.tsx';
import { buildLogExport } from '../../../../src/ui/features/log/log-export.ts';
import { logFilterAtom, NO_FILTER } from '../../../../src/ui/features/log/log-filter.ts';
import { DownloadContext } from '../../../../src/ui/kit/files/download.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import { later, startMission, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { readCsv } from '../performance/csv-reader.ts';

const NOW = epochMs(Date.UTC(2026, 10, 20, 15, 12, 7));
const START = addMs(NOW, -7 * MS_PER_DAY);

const entry = (id: number, changes: Partial<LogEntry> = {}): LogEntry => ({
  id,
  time: addMs(NOW, (id - 600) * 1000),
  kind: 'Command',
  level: 'info',
  text: `text of ${id}`,
  ...changes,
});

const LOG = [
  entry(1, { text: 'Rotate Antenna queued' }),
  entry(2, { kind: 'Limit', level: 'warning', text: 'Battery voltage below 22 V' }),
  entry(3, { kind: 'Pass', level: 'success', text: 'AOS Madrid' }),
  entry(4, { kind: 'Limit', level: 'critical', text: 'Battery voltage below 20 V' }),
];

function renderCard(entries: readonly LogEntry[] | undefined, download = vi.fn()) {
  const store = createStore();
  store.set(sliceAtoms.log, entries);
  store.set(sliceAtoms.clock, { startTime: START, time: NOW });
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  const rendered = renderWithStore(
    <DownloadContext value={download}>
      <EventLogCard />
      <Toasts />
    </DownloadContext>,
    store,
  );
  return { ...rendered, download };
}

const list = () => screen.getByRole('region', { name: 'Events, newest first' });
const rows = () => within(list()).queryAllByRole('listitem');
const chip = (name: RegExp) => screen.getByRole('button', { name });

afterEach(() => {
  act(() => void toast.dismiss());
});

describe('the event log card', () => {
  it('quotes a search text without matches in two lines at most', async () => {
    const user = userEvent.setup();
    renderCard(LOG);
    await user.click(screen.getByRole('searchbox', { name: 'Search the event log' }));
    await user.paste('x'.repeat(5000));
    expect(screen.getByText(/^No event found for/).textContent?.length).toBeLessThan(140);
  });

  it('shows the events of a span after its start to its end, says so, and shows all again on request', async () => {
    const { store } = renderCard(LOG);
    act(() =>
      store.set(logFilterAtom, {
        ...NO_FILTER,
        span: { from: addMs(NOW, -599_000), to: addMs(NOW, -597_000) },
      }),
    );
    const [newest, oldest, ...others] = rows();
    expect(newest).toHaveTextContent('AOS Madrid');
    expect(oldest).toHaveTextContent('Battery voltage below 22 V');
    expect(others).toEqual([]);
    expect(screen.getByText('2 of 4 shown, 15:02 to 15:02 UTC')).toBeVisible();
    act(() => store.set(missionSecondAtom, addMs(NOW, 2 * MS_PER_DAY)));
    expect(screen.getByText('2 of 4 shown, 2026-11-20 15:02 to 15:02 UTC')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(rows()).toHaveLength(4);
  });

  it.each(['Battery', 'nothing has this text'])(
    'moves the keyboard to the list when all events are shown again after a search for %s',
    async (text) => {
      const { store } = renderCard(LOG);
      act(() => store.set(logFilterAtom, { ...NO_FILTER, text }));
      screen.getByRole('button', { name: 'Show all' }).focus();
      await userEvent.keyboard('{Enter}');
      expect(rows()).toHaveLength(4);
      expect(list()).toHaveFocus();
    },
  );

  it('shows the events of all times in another mission, of the kinds that the user has chosen', () => {
    const { store } = renderCard(LOG);
    const span = { from: addMs(NOW, -599_000), to: addMs(NOW, -597_000) };
    act(() => store.set(logFilterAtom, { ...NO_FILTER, kinds: ['Limit'], span }));
    expect(rows()).toHaveLength(1);
    act(() => store.set(sliceAtoms.consoles, consolesView({ missionId: 'b'.repeat(32) })));
    expect(rows()).toHaveLength(2);
    expect(screen.getByText('2 of 4 shown')).toBeVisible();
  });

  it('is a region of its name, and shows its loading and empty states', () => {
    const { store } = renderCard(undefined);
    const card = screen.getByRole('region', { name: 'Event Log' });
    expect(within(card).getByText('Loading events...')).toBeVisible();
    act(() => store.set(sliceAtoms.log, []));
    expect(within(card).getByText('No events yet')).toBeVisible();
  });

  it('lists newest first, with UTC, MET, kind, level as shape and word, and text', () => {
    renderCard(LOG);
    const [newest] = rows();
    for (const part of [
      '15:02:11 UTC',
      'MET 6d 23:50:04',
      'Limit',
      'Critical',
      'Battery voltage below 20\u00a0V',
    ])
      expect(newest?.textContent).toContain(part);
    expect(within(list()).getByText('Critical').dataset.status).toBe('critical');
    expect(rows().at(-1)?.textContent).toContain('Rotate Antenna queued');
    expect(screen.getByText('4 events')).toBeVisible();
  });

  it('filters by kind and by level, counting within the other choice', async () => {
    renderCard(LOG);
    await userEvent.click(chip(/^Limit/));
    expect(rows()).toHaveLength(2);
    expect(chip(/^Warning/).textContent).toBe('Warning 1');
    expect(chip(/^Info/).textContent).toBe('Info 0');
    await userEvent.click(chip(/^Warning/));
    expect(rows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('below 22\u00a0V'),
    ]);
    // Each group of chips counts within the other group's selection, not its own.
    expect(chip(/^Critical/)).toHaveTextContent('Critical 1');
    expect(chip(/^Limit/)).toHaveTextContent('Limit 1');
    expect(chip(/^Command/)).toHaveTextContent('Command 0');
    expect(screen.getByText('1 of 4 shown')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(rows()).toHaveLength(4);
  });

  it('searches the text, and reports no match', async () => {
    renderCard(LOG);
    const search = screen.getByRole('searchbox', { name: 'Search the event log' });
    await userEvent.type(search, 'madrid');
    expect(rows()).toHaveLength(1);
    await userEvent.type(search, ' x');
    expect(screen.getByText(/^No event found/).textContent).toBe('No event found for “madrid x”');
    expect(screen.getByText('madrid x').tagName).toBe('BDI');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(rows()).toHaveLength(4);
  });

  it('renders only a part of five hundred entries', () => {
    renderCard(Array.from({ length: 500 }, (_, index) => entry(index)));
    expect(rows().length).toBeGreaterThan(10);
    expect(rows().length).toBeLessThan(80);
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('500');
  });

  it('is marked as last known while the link is lost', () => {
    const { store } = renderCard(LOG);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('Link lost: last known log shown.')).toBeVisible();
  });

  it('exports no control character from a pasted title', () => {
    const mission = startUneventfulMission();
    const draft = { startTime: '2026-11-20T15:00', endTime: '2026-11-20T16:00' };
    for (const title of [
      '\u202exyz',
      'ring\u0007 the\u0000 bell',
      `a${'\u0301'.repeat(150)}`,
      'two\nlines',
    ]) {
      const { ok } = mission.control.addEvent({ ...draft, title, description: title });
      expect(ok).toBe(true);
    }
    const { text } = buildLogExport(mission.snapshot().log.value, START, NOW);
    const added = readCsv(text).filter(([, , , , kind]) => kind === 'Timeline');
    expect(added.map((row) => row.at(-1))).toEqual([
      '“xyz” added',
      '“ring the bell” added',
      `“a${'\u0301'.repeat(8)}” added`,
      '“two lines” added',
    ]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  });

  it('exports the whole log, whatever is filtered', async () => {
    const { download } = renderCard(LOG);
    await userEvent.click(chip(/^Pass/));
    await userEvent.click(screen.getByRole('button', { name: 'Export Log CSV' }));
    expect(await screen.findByText('Event log exported as CSV')).toBeVisible();
    expect(download).toHaveBeenCalledExactlyOnceWith(buildLogExport(LOG, START, NOW));
  });

  it('says that a full log has lost its oldest entries', async () => {
    renderCard(Array.from({ length: 500 }, (_, index) => entry(index)));
    await userEvent.click(screen.getByRole('button', { name: 'Export Log CSV' }));
    expect(await screen.findByText('Event log exported as CSV: the newest 500 events')).toBeVisible();
    expect(screen.getByText('newest 500 events')).toBeVisible();
  });

  it('shows why the export failed', async () => {
    const download = vi.fn(() => {
      throw new Error('the disk is full');
    });
    renderCard(LOG, download);
    await userEvent.click(screen.getByRole('button', { name: 'Export Log CSV' }));
    expect(await screen.findByText('The CSV export failed: the disk is full')).toBeVisible();
  });
});

describe('the exported log', () => {
  it('is one table, oldest first, safe for a spreadsheet', () => {
    const told = entry(1, { text: '=1+1, "quoted"', of: ['cmd-7'], by: 'Console 2' });
    const file = buildLogExport([told, ...LOG.slice(1)], START, NOW);
    expect(file.text.codePointAt(0)).toBe(0xfeff);
    expect(file.name).toBe('mission-log-2026-11-20T15-12-07Z.csv');
    expect(file.type).toBe('text/csv;charset=utf-8');
    const [header, first, ...rest] = readCsv(file.text);
    expect(header).toEqual([
      'Id',
      'Time (UTC)',
      'Time for spreadsheets (UTC)',
      'MET',
      'Kind',
      'Level',
      'Operator',
      'Command id',
      'Event id',
      'Anomaly id',
      'Text',
    ]);
    expect(first).toEqual([
      '1',
      '2026-11-20T15:02:08.000Z',
      '2026-11-20 15:02:08',
      '6d 23:50:01',
      'Command',
      'Info',
      'Console 2',
      'cmd-7',
      '',
      '',
      `'=1+1, "quoted"`,
    ]);
    expect(rest).toHaveLength(3);
  });

  it('tells who did what to which command, event and anomaly of a mission', async () => {
    const mission = startMission({ seed: 3 });
    const { control } = mission;
    control.queueCommand({ name: 'Rotate Antenna', scheduledTime: '2026-11-21T12:00' });
    control.handOverConsole('duty crew');
    const known = { Command: new Set<string>(), Timeline: new Set<string>(), Anomaly: new Set<string>() };
    const entries = new Map<number, LogEntry>();
    for (let minute = 1; minute <= 90; minute += 1) {
      mission.advanceTo(later(minute * 60_000));
      const { commands, timeline, anomalies, log } = mission.snapshot();
      for (const { id } of commands.value) known.Command.add(id);
      for (const { id } of timeline.value) known.Timeline.add(id);
      for (const { id } of anomalies.value) known.Anomaly.add(id);
      for (const one of log.value) entries.set(one.id, one);
    }
    const [head = [], ...rows] = readCsv(buildLogExport([...entries.values()], T0, NOW).text);
    const cell = (row: readonly string[], name: string): string => row[head.indexOf(name)] ?? '';
    const counts = { Command: 0, Timeline: 0, Anomaly: 0 };
    for (const row of rows) {
      for (const kind of ['Command', 'Timeline', 'Anomaly'] as const) {
        const ids = cell(row, kind === 'Timeline' ? 'Event id' : `${kind} id`);
        expect(ids !== '').toBe(cell(row, 'Kind') === kind);
        if (ids === '') continue;
        counts[kind] += 1;
        expect(ids.split(' ').filter((id) => !known[kind].has(id))).toEqual([]);
      }
    }
    expect(counts.Command).toBeGreaterThan(5);
    expect(counts.Anomaly).toBeGreaterThan(5);
    const operators = new Set(rows.map((row) => cell(row, 'Operator')));
    expect(operators).toEqual(new Set(['', 'Operator', 'Duty crew']));
  });
});
