import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { ShiftFigures } from '../../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { mapChannels } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, MS_PER_H, MS_PER_MIN, MS_PER_S, type TimeRange } from '../../../../src/shared/kit/units.ts';
import { isShiftReportOpenAtom } from '../../../../src/ui/features/shift/atoms.ts';
import { ShiftReport } from '../../../../src/ui/features/shift/ShiftReport.tsx';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import { PrintContext } from '../../../../src/ui/kit/page/print.ts';
import { linkStateAtom, missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { T0 } from '../../../support/mission.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { fakeSessionControl } from '../../../support/time-control.tsx';
import { readCsv } from '../performance/csv-reader.ts';

const figures = (period: TimeRange, changes: Partial<ShiftFigures> = {}): ShiftFigures => ({
  ...period,
  downlinkedMb: 1200.4,
  outOfLimitsMs: 0,
  outOfLimits: mapChannels(() => 0),
  notNominalMs: 0,
  leastStateOfCharge: 0.619,
  faults: 3,
  raised: 2,
  recovered: 2,
  ongoing: 1,
  commands: 4,
  payloadOnMs: 7 * MS_PER_H,
  cleared: { byFdir: 0, byCommand: 0 },
  asked: 0,
  unconfirmed: 0,
  modes: [],
  ...changes,
});

type Ask = RemoteSessionControl['shiftReport'];

/** Answers as the session does: not at the first question. */
const answering = () => {
  let asked = 0;
  return vi.fn<Ask>(async (period) => {
    asked += 1;
    if (asked % 2 === 1) return { ok: true, value: undefined };
    const temperature = 12 * MS_PER_MIN;
    return {
      ok: true,
      value: {
        seed: 4711,
        branch: 'Drill',
        own: figures(period, {
          cleared: { byFdir: 3, byCommand: 1 },
          asked: 4,
          answeredInMs: 95 * MS_PER_S,
          payloadOnMs: 7.5 * MS_PER_H,
        }),
        crew: figures(period, { downlinkedMb: 1500 }),
        unattended: figures(period, {
          downlinkedMb: 900,
          commands: 0,
          outOfLimitsMs: temperature,
          outOfLimits: { ...mapChannels(() => 0), temperature },
          notNominalMs: MS_PER_H,
          asked: 6,
          payloadOnMs: 0,
        }),
      },
    };
  });
};

async function openReport(shiftReport: Ask) {
  const store = createStore();
  store.set(missionSecondAtom, T0);
  store.set(isShiftReportOpenAtom, true);
  const files: ExportFile[] = [];
  const print = vi.fn();
  renderWithStore(
    <SessionControlContext value={fakeSessionControl({ shiftReport })}>
      <DownloadContext value={(file) => files.push(file)}>
        <PrintContext value={print}>
          <ShiftReport />
        </PrintContext>
      </DownloadContext>
    </SessionControlContext>,
    store,
  );
  return { store, files, print, dialog: await screen.findByRole('dialog', { name: 'Shift report' }) };
}

const cellsOf = (dialog: HTMLElement, name: string): readonly (string | null)[] =>
  within(within(dialog).getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('the shift report', () => {
  it('shows the last 8 h beside the same with the duty crew and unattended, and says how they compare', async () => {
    const ask = answering();
    const { dialog } = await openReport(ask);
    expect(
      await within(dialog).findByText(
        '1,200 MB downlinked: 300 MB less than with the duty crew, 300 MB more than unattended.',
      ),
    ).toBeVisible();
    expect(ask).toHaveBeenCalledTimes(2);
    expect(ask).toHaveBeenLastCalledWith({ from: addMs(T0, -8 * MS_PER_H), to: T0 });
    expect(cellsOf(dialog, 'Data downlinked')).toEqual(['1,200 MB', '1,500 MB', '900 MB']);
    expect(cellsOf(dialog, 'Temperature out of limits')).toEqual(['none', 'none', '12 min']);
    expect(cellsOf(dialog, 'Lowest charge')).toEqual(['61 %', '61 %', '61 %']);
    expect(cellsOf(dialog, 'Outside NOMINAL mode')).toEqual(['none', 'none', '1 h']);
    expect(within(dialog).queryByText(/Attitude deviation out of limits/)).toBeNull();
  });

  it('shows how long the payload was on, and what became of faults and of anomalies that asked', async () => {
    const { dialog } = await openReport(answering());
    await within(dialog).findByRole('table');
    expect(cellsOf(dialog, 'Payload on')).toEqual(['7 h 30 min', '7 h', 'none']);
    expect(cellsOf(dialog, 'Faults cleared by on-board FDIR')).toEqual(['3', '0', '0']);
    expect(cellsOf(dialog, 'Faults cleared by a command')).toEqual(['1', '0', '0']);
    expect(cellsOf(dialog, 'Asked for action')).toEqual(['4', '0', '6']);
    expect(cellsOf(dialog, 'Median answer')).toEqual(['1 min 35 s', 'none', 'none']);
  });

  it('has no row of what happened in no hand', async () => {
    const { dialog } = await openReport(answering());
    await within(dialog).findByRole('table');
    for (const name of ['Median time until cleared', 'Commands not confirmed']) {
      expect(within(dialog).queryByText(name)).toBeNull();
    }
  });

  it('saves what it shows in seconds and MB, with the times in UTC, branch, seed and build', async () => {
    const { dialog, files } = await openReport(answering());
    await within(dialog).findByRole('table');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save CSV' }));
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['shift-report-2026-11-20T12-00-00Z.csv', 'text/csv;charset=utf-8'],
    ]);
    const [heads = [], ...rows] = readCsv(files[0]?.text ?? '');
    const cellOf = (row: readonly string[] | undefined, head: string) => row?.[heads.indexOf(head)];
    const [own, crew, unattended] = rows;
    expect(rows.map((row) => cellOf(row, 'Shift'))).toEqual(['This shift', 'Duty crew', 'Unattended']);
    for (const row of rows) {
      expect(cellOf(row, 'Start (UTC)')).toBe('2026-11-20T04:00:00.000Z');
      expect(cellOf(row, 'End for spreadsheets (UTC)')).toBe('2026-11-20 12:00:00');
      expect([cellOf(row, 'Branch'), cellOf(row, 'Seed')]).toEqual(['Drill', '4711']);
      expect(cellOf(row, 'Build')).toBe('development build');
    }
    expect(cellOf(own, 'Data downlinked (MB)')).toBe('1200');
    expect(cellOf(crew, 'Data downlinked (MB)')).toBe('1500');
    expect(cellOf(own, 'Payload on (s)')).toBe('27000');
    expect(cellOf(own, 'Median answer (s)')).toBe('95');
    expect(cellOf(crew, 'Median answer (s)')).toBe('');
    expect(cellOf(unattended, 'Temperature out of limits (s)')).toBe('720');
    expect(cellOf(unattended, 'Faults active at the end')).toBe('1');
    expect(within(dialog).getByRole('status')).toHaveTextContent(
      'Saved as shift-report-2026-11-20T12-00-00Z.csv',
    );
  });

  it('prints the report alone, once, with seed and build, and puts the page back', async () => {
    const { dialog, print } = await openReport(answering());
    await within(dialog).findByRole('table');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.documentElement.dataset.printed).toBe('shift report');
    const title = screen.getByRole('heading', { name: 'ORBITA-1: shift report', hidden: true });
    const page = title.parentElement as HTMLElement;
    expect(page.parentElement).toBe(document.body);
    expect(page).toHaveTextContent(/1,200 MB downlinked: .*2026-11-20 04:00 to 12:00 UTC/);
    expect(page).toHaveTextContent('Branch Drill, seed 4711, development build');
    expect(within(page).getByRole('row', { name: /^Payload on/, hidden: true })).toHaveTextContent(
      '7 h 30 min',
    );
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(document.documentElement.dataset.printed).toBeUndefined();
    expect(screen.queryByRole('heading', { name: 'ORBITA-1: shift report', hidden: true })).toBeNull();
  });

  it('asks again for another period', async () => {
    const ask = answering();
    const { dialog } = await openReport(ask);
    await within(dialog).findByRole('table');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Period' }), 'Last hour');
    expect(await within(dialog).findByRole('table')).toBeVisible();
    expect(ask).toHaveBeenLastCalledWith({ from: addMs(T0, -MS_PER_H), to: T0 });
  });

  it('says why there is no report, and neither prints nor saves', async () => {
    const { dialog } = await openReport(async () => ({
      ok: false,
      message: 'The simulation is restarting.',
    }));
    expect(await within(dialog).findByText('The simulation is restarting.')).toBeVisible();
    for (const name of ['Print', 'Save CSV']) {
      expect(within(dialog).getByRole('button', { name })).toBeDisabled();
    }
  });

  it('is asked for again after a restart of the simulation, and only if it was refused', async () => {
    const message = 'The simulation is restarting. Try again in a moment.';
    const ask = answering().mockResolvedValueOnce({ ok: false, message });
    const { dialog, store } = await openReport(ask);
    expect(await within(dialog).findByText(/^The simulation is restarting/)).toBeVisible();
    const reconnect = (): void => {
      act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
      act(() => store.set(linkStateAtom, { status: 'connected' }));
    };
    reconnect();
    expect(await within(dialog).findByText(/^1,200 MB downlinked/)).toBeVisible();
    expect(within(dialog).queryByText(/restarting/)).toBeNull();
    expect(ask).toHaveBeenCalledTimes(3);
    reconnect();
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('stops asking once it is closed', async () => {
    let asked = 0;
    const { store } = await openReport(async () => {
      asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return { ok: true, value: undefined };
    });
    await userEvent.click(screen.getByRole('button', { name: /Close/ }));
    expect(store.get(isShiftReportOpenAtom)).toBe(false);
    const before = asked;
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(asked - before).toBeLessThanOrEqual(1);
  });
});
