import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { ShiftFigures } from '../../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { mapChannels } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, MS_PER_H, MS_PER_MIN, MS_PER_S, type TimeRange } from '../../../../src/shared/kit/units.ts';
import { isShiftReportOpenAtom } from '../../../../src/ui/features/shift/atoms.ts';
import { ShiftReport } from '../../../../src/ui/features/shift/ShiftReport.tsx';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { T0 } from '../../../support/mission.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { fakeSessionControl } from '../../../support/time-control.tsx';

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
  renderWithStore(
    <SessionControlContext value={fakeSessionControl({ shiftReport })}>
      <ShiftReport />
    </SessionControlContext>,
    store,
  );
  return { store, dialog: await screen.findByRole('dialog', { name: 'Shift report' }) };
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

  it('asks again for another period', async () => {
    const ask = answering();
    const { dialog } = await openReport(ask);
    await within(dialog).findByRole('table');
    await userEvent.selectOptions(within(dialog).getByRole('combobox', { name: 'Period' }), 'Last hour');
    expect(await within(dialog).findByRole('table')).toBeVisible();
    expect(ask).toHaveBeenLastCalledWith({ from: addMs(T0, -MS_PER_H), to: T0 });
  });

  it('says why there is no report', async () => {
    const { dialog } = await openReport(async () => ({
      ok: false,
      message: 'The simulation is restarting.',
    }));
    expect(await within(dialog).findByText('The simulation is restarting.')).toBeVisible();
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
