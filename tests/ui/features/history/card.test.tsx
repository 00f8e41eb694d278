import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { HistoryQuery, SessionMarks } from '../../../../src/shared/contract/history.ts';
import type { LookAhead, LookAheadQuery } from '../../../../src/shared/contract/look-ahead.ts';
import type { Outcome } from '../../../../src/shared/contract/outcome.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { MAIN_BRANCH, type TransportView } from '../../../../src/shared/contract/transport.ts';
import { FIXED_DISPLAY } from '../../../../src/shared/entities/constants.ts';
import type { TelemetrySample } from '../../../../src/shared/entities/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { chartViewAtom, loadedAtom } from '../../../../src/ui/features/history/atoms.ts';
import { HistoryCard } from '../../../../src/ui/features/history/HistoryCard.tsx';
import { NO_MARKS } from '../../../../src/ui/features/history/marks.ts';
import { CopyPictureContext } from '../../../../src/ui/kit/files/copy-picture.ts';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import { drawnTexts, fakeSessionControl, type Samples } from '../../../support/history.ts';
import { later, startMission, T0 } from '../../../support/mission.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { sample } from '../../../support/telemetry.ts';
import { readCsv } from '../performance/csv-reader.ts';

const HOUR_S = 3600;

/** Returns twenty samples up to an instant. */
const samplesTo = (endS: number, batteryVoltage = 28): readonly TelemetrySample[] =>
  Array.from({ length: 20 }, (_, index) => sample(endS - (19 - index) * 5, { batteryVoltage }));

/** A battery voltage every 5 s for two hours, with one outlier at half time and a gap. */
const VOLTAGES: Samples = Array.from({ length: (2 * HOUR_S) / 5 + 1 }, (_, index) => {
  const value = index === 720 ? 21.5 : index > 1000 && index < 1100 ? Number.NaN : 28 + (index % 3) / 10;
  return [later(index * 5000), value] as const;
});
const CHARGES: Samples = VOLTAGES.map(([time], index) => [time, 0.8 + index / 100_000] as const);

const TRANSPORT: TransportView = {
  rate: 1,
  isInStep: true,
  isMissionInStep: true,
  mode: 'live',
  startTime: T0,
  branch: MAIN_BRANCH,
  branches: [{ id: MAIN_BRANCH, name: MAIN_BRANCH }],
  slowsOnCritical: true,
};

interface CardOptions {
  readonly marks?: SessionMarks;
  readonly control?: RemoteSessionControl;
  readonly copy?: (picture: HTMLCanvasElement) => Promise<void>;
}

function renderCard({ marks = NO_MARKS, control, copy = async () => {} }: CardOptions = {}) {
  const store = createStore();
  const nowS = 2 * HOUR_S;
  store.set(sliceAtoms.telemetry, samplesTo(nowS));
  store.set(sliceAtoms.transport, TRANSPORT);
  store.set(sliceAtoms.spacecraft, spacecraftView());
  store.set(missionSecondAtom, later(nowS * 1000));
  store.set(linkStateAtom, { status: 'connected' });
  const fake = fakeSessionControl({ batteryVoltage: VOLTAGES, stateOfCharge: CHARGES }, marks);
  const files: ExportFile[] = [];
  const view = renderWithStore(
    <SessionControlContext value={control ?? fake.control}>
      <DownloadContext value={(file) => files.push(file)}>
        <CopyPictureContext value={copy}>
          <Toasts />
          <HistoryCard diagram={<p>the diagram</p>} diagramTime={<p>modelled</p>} />
        </CopyPictureContext>
      </DownloadContext>
    </SessionControlContext>,
    store,
  );
  return { ...view, store, files, queries: fake.queries };
}

async function exportCsv(step: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await userEvent.click(await screen.findByRole('button', { name: step }));
}

const range = (name: string) => screen.getByRole('button', { name });
const chart = (name: RegExp) => screen.getByRole('img', { name });
const row = (name: string): HTMLElement => {
  const item = screen.getByRole('heading', { name }).closest('li');
  if (!item) throw new Error(`no channel ${name}`);
  return item;
};

const EMPTY = { ok: true, value: { from: T0, to: T0, channels: {} } };

/** Returns a session that answers questions for the past so, and has no marks. */
const controlWith = (history: (query: HistoryQuery) => Promise<unknown>): RemoteSessionControl =>
  ({
    ...fakeSessionControl({}).control,
    history,
    marks: async () => ({ ok: true, value: NO_MARKS }),
  }) as unknown as RemoteSessionControl;

describe('the charts', () => {
  it('start with the 20 samples, without a question to the session', () => {
    const { queries } = renderCard();
    expect(range('100 s')).toHaveAttribute('aria-pressed', 'true');
    expect(chart(/^Battery voltage, last 95 s: 28.00 volts/)).toBeVisible();
    expect(screen.getAllByRole('listitem')).toHaveLength(TELEMETRY_CHANNELS.length);
    expect(queries).toEqual([]);
  });

  it('show a longer range, its extremes, and no other range as pressed', async () => {
    const { queries } = renderCard();
    fireEvent.click(range('All'));
    expect(
      await screen.findByRole('img', {
        name: /^Battery voltage, 2 h to 14:00:00 UTC: 21.50 to 28.20 volts, has been outside its warning limit$/,
      }),
    ).toBeVisible();
    expect(row('Battery voltage')).toHaveTextContent('min 21.50max 28.20');
    expect(range('All')).toHaveAttribute('aria-pressed', 'true');
    expect(range('100 s')).toHaveAttribute('aria-pressed', 'false');
    expect(queries).toEqual([
      expect.objectContaining({
        from: T0,
        to: later(2 * HOUR_S * 1000),
        channels: expect.arrayContaining(['batteryVoltage', 'attitudeStability']),
      }),
    ]);
  });

  it('ask again at each new sample, and not every second', async () => {
    const { store, queries } = renderCard();
    fireEvent.click(range('10 min'));
    await waitFor(() => expect(queries).toHaveLength(1));
    await act(async () => store.set(missionSecondAtom, later(2 * HOUR_S * 1000 + 3000)));
    expect(queries).toHaveLength(1);
    await act(async () => store.set(sliceAtoms.telemetry, samplesTo(2 * HOUR_S + 5)));
    await waitFor(() => expect(queries).toHaveLength(2));
    expect(queries[1]?.to).toBe(later((2 * HOUR_S + 5) * 1000));
  });

  it('go on to the present while no sample comes', async () => {
    const { store } = renderCard();
    fireEvent.click(range('10 min'));
    await act(async () => store.set(missionSecondAtom, later((2 * HOUR_S + 61) * 1000)));
    expect(chart(/^Battery voltage, 10 min to 14:01:00 UTC/)).toBeVisible();
  });

  it('end at the instant shown in a replay, with nothing later in them', async () => {
    const { store } = renderCard();
    fireEvent.click(range('All'));
    await screen.findByRole('img', { name: /21.50 to 28.20 volts/ });
    await act(async () => {
      store.set(sliceAtoms.transport, { ...TRANSPORT, mode: 'replay' });
      store.set(sliceAtoms.telemetry, samplesTo(1800));
      store.set(missionSecondAtom, later(1_802_000));
    });
    expect(
      chart(/^Battery voltage, 30 min 2 s to 12:30:02 UTC: 28.00 to 28.20 volts, within limits$/),
    ).toBeVisible();
  });

  describe('that look ahead', () => {
    const now = later(2 * HOUR_S * 1000);
    const atMin = (minutes: number): EpochMs => addMs(now, minutes * MS_PER_MIN);
    const times = Float64Array.of(now, atMin(30), atMin(93));
    const band = (values: readonly number[], by: number) => Float64Array.from(values, (value) => value + by);
    const volts = [28, 25, 21];
    const told: LookAhead = {
      from: now,
      to: atMin(93),
      channels: {
        batteryVoltage: { times, values: band(volts, 0), low: band(volts, -0.5), high: band(volts, 0.5) },
      },
      crossings: [
        {
          channel: 'batteryVoltage',
          level: 'warning',
          value: 22,
          isUpper: false,
          to: 'out',
          from: atMin(70),
          until: atMin(72),
        },
      ],
      approaches: [],
      partings: [],
      modes: [],
      without: [],
    };
    function renderAhead(answer: Outcome<LookAhead> = { ok: true, value: told }) {
      const lookAhead = vi.fn(async (_query: LookAheadQuery) => answer);
      const control = { ...fakeSessionControl({ batteryVoltage: VOLTAGES }).control, lookAhead };
      return { ...renderCard({ control }), lookAhead };
    }

    it('say what is predicted as far ahead as the range goes back, and the limit that is crossed', async () => {
      const { lookAhead } = renderAhead();
      fireEvent.click(range('Orbit'));
      expect(
        await screen.findByRole('img', {
          name: /; predicted to 15:33:00 UTC: 20.50 to 28.50 volts, falls below 22\sV at about 15:10 UTC, in 1 h 10 min$/,
        }),
      ).toBeVisible();
      expect(row('Battery voltage')).toHaveTextContent(/falls below 22\sV at about 15:10 UTC, in 1 h 10 min/);
      expect(screen.getByText('1 h 33 min to 14:00:00 UTC, and 1 h 33 min to come')).toBeVisible();
      expect(lookAhead).toHaveBeenCalledWith({
        channels: expect.arrayContaining(['batteryVoltage', 'attitudeStability']),
        to: atMin(FIXED_DISPLAY.orbitPeriodMin),
      });
    });

    it('name the anomalies whose effect the prediction lacks', async () => {
      const [anomaly] = startMission().snapshot().anomalies.value;
      if (!anomaly) throw new Error('There is no anomaly.');
      const { store } = renderAhead({ ok: true, value: { ...told, without: [anomaly.id] } });
      act(() => store.set(sliceAtoms.anomalies, [anomaly]));
      fireEvent.click(range('Orbit'));
      const text = new RegExp(
        `and 1 h 33 min to come without the ${anomaly.type} anomaly of \\d\\d:\\d\\d, whose cause is not known$`,
      );
      expect(await screen.findByText(text)).toBeVisible();
    });

    it('have a keyboard cursor that goes on into what is predicted, to its end and back', async () => {
      renderAhead();
      fireEvent.click(range('Orbit'));
      await screen.findByRole('img', { name: /; predicted to 15:33:00 UTC/ });
      const slider = screen.getByRole('slider', { name: 'Cursor on Battery voltage' });
      act(() => slider.focus());
      fireEvent.keyDown(slider, { key: 'ArrowRight' });
      expect(slider).toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(/ {2}about [\d.]+ V, predicted/),
      );
      fireEvent.keyDown(slider, { key: 'End' });
      expect(slider).toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(/^15:33:00 {2}about 2\d.\d\d V/),
      );
      expect(slider).toHaveAttribute('aria-valuenow', String(atMin(93)));
      fireEvent.keyDown(slider, { key: 'Home' });
      expect(slider).toHaveAttribute('aria-valuetext', expect.not.stringContaining('predicted'));
    });

    it('ask again with each minute and each command, and not with each second', async () => {
      const { store, lookAhead } = renderAhead();
      await waitFor(() => expect(lookAhead).toHaveBeenCalledTimes(1));
      lookAhead.mockClear();
      fireEvent.click(range('6 h'));
      await waitFor(() => expect(lookAhead).toHaveBeenCalledTimes(1));
      await act(async () => store.set(missionSecondAtom, addMs(now, 59_000)));
      expect(lookAhead).toHaveBeenCalledTimes(1);
      await act(async () => store.set(missionSecondAtom, addMs(now, 60_000)));
      expect(lookAhead).toHaveBeenCalledTimes(2);
      await act(async () => store.set(sliceAtoms.commands, []));
      expect(lookAhead).toHaveBeenCalledTimes(3);
    });

    it('say that readings have left their prediction, in every range', async () => {
      const since = atMin(-10);
      const predicted = {
        times: Float64Array.of(atMin(-20), atMin(-10), now),
        values: band([28, 28, 28], 0),
        low: band([28, 28, 28], -0.2),
        high: band([28, 28, 28], 0.2),
      };
      const parting = { channel: 'batteryVoltage', since, amount: -0.43, causes: [], predicted } as const;
      renderAhead({ ok: true, value: { ...told, channels: {}, crossings: [], partings: [parting] } });
      const name = /0\.4 V below its prediction since 13:50 UTC/;
      expect(await screen.findByRole('img', { name })).toBeVisible();
      fireEvent.click(range('All'));
      expect(await screen.findByRole('img', { name })).toBeVisible();
      expect(screen.queryByRole('img', { name: /^Solar output, .*its prediction/ })).toBeNull();
    });

    it('show the past alone in the other ranges, and where the exercise has no look ahead', async () => {
      const { lookAhead } = renderAhead({
        ok: false,
        message: 'This exercise is flown without a look ahead.',
      });
      fireEvent.click(range('All'));
      expect(chart(/^Battery voltage, /)).toBeVisible();
      await waitFor(() => expect(lookAhead).toHaveBeenLastCalledWith({ channels: [], to: now }));
      fireEvent.click(range('Orbit'));
      await waitFor(() => expect(lookAhead.mock.lastCall?.[0].channels).toContain('batteryVoltage'));
      expect(screen.queryByRole('img', { name: /predicted/ })).toBeNull();
      expect(screen.getByText('1 h 33 min to 14:00:00 UTC')).toBeVisible();
    });
  });

  it('say why the session gives no history', async () => {
    renderCard({ control: controlWith(async () => ({ ok: false, message: 'The archive is full' })) });
    fireEvent.click(range('6 h'));
    expect(await screen.findByText('History unavailable: The archive is full')).toBeVisible();
  });

  it('say that the past is being loaded until the session has it', async () => {
    let answer: ((value: unknown) => void) | undefined;
    const history = vi
      .fn()
      .mockResolvedValueOnce({ ok: true, value: undefined })
      .mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    renderCard({ control: controlWith(history) });
    fireEvent.click(range('6 h'));
    expect(await screen.findByText(/^The past is being loaded/)).toBeVisible();
    await act(async () => answer?.(EMPTY));
    expect(screen.queryByText(/^The past is being loaded/)).toBeNull();
  });

  it('show a newer span at once, although the session still loads the one before', async () => {
    const history = vi.fn(async ({ from, to }: { readonly from: number; readonly to: number }) => {
      await new Promise((resolve) => setTimeout(resolve));
      return to - from <= 10 * MS_PER_MIN ? EMPTY : { ok: true, value: undefined };
    });
    const { store } = renderCard({ control: controlWith(history) });
    fireEvent.click(range('6 h'));
    await screen.findByText(/^The past is being loaded/);
    fireEvent.click(range('10 min'));
    await waitFor(() => expect(store.get(loadedAtom)).toBeDefined());
    expect(screen.queryByText(/^The past is being loaded/)).toBeNull();
  });

  it('show each answer, although a newer span is asked for already', async () => {
    let answer: ((value: unknown) => void) | undefined;
    const open = () => new Promise((resolve) => (answer = resolve));
    const history = vi.fn(open);
    const { store } = renderCard({ control: controlWith(history) });
    fireEvent.click(range('6 h'));
    fireEvent.click(range('10 min'));
    await act(async () => answer?.(EMPTY));
    expect(store.get(loadedAtom)?.history).toEqual(EMPTY.value);
    expect(history).toHaveBeenCalledTimes(2);
  });

  it('drop an answer of another branch', async () => {
    let answer: ((value: unknown) => void) | undefined;
    const history = vi
      .fn()
      .mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
      .mockResolvedValue(EMPTY);
    const { store } = renderCard({ control: controlWith(history) });
    fireEvent.click(range('All'));
    await act(async () => store.set(sliceAtoms.transport, { ...TRANSPORT, branch: 'B' }));
    await waitFor(() => expect(history).toHaveBeenCalledTimes(2));
    const times = Float64Array.of(later(1000));
    await act(async () =>
      answer?.({
        ok: true,
        value: { from: T0, to: T0, channels: { batteryVoltage: { times, values: Float64Array.of(3) } } },
      }),
    );
    expect(screen.queryByRole('img', { name: /3.00/ })).toBeNull();
  });
});

describe('a channel of the model', () => {
  it('is added with its own values, asked for alone beside the 20 samples, and removed again', async () => {
    const { queries } = renderCard();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Add channel' }), 'Battery charge');
    expect(
      await screen.findByRole('img', { name: /^Battery charge, 1 min 35 s to 14:00:00 UTC: 81.4 percent$/ }),
    ).toBeVisible();
    expect(queries[0]?.channels).toEqual(['stateOfCharge']);
    const added = row('Battery charge');
    expect(within(added).queryByText('Nominal')).toBeNull();
    expect(screen.queryByRole('option', { name: 'Battery charge' })).toBeNull();
    act(() => within(added).getByRole('button', { name: 'Remove Battery charge' }).focus());
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('heading', { name: 'Battery charge' })).toBeNull();
    expect(document.body).not.toHaveFocus();
    expect(document.activeElement).toContainElement(screen.getByRole('list', { name: 'Channels' }));
    expect(screen.getByRole('option', { name: 'Battery charge' })).toBeInTheDocument();
  });
});

describe('the cursor of a chart, by keyboard', () => {
  const MARKS: SessionMarks = {
    ...NO_MARKS,
    anomalies: [
      {
        id: 'a',
        time: later(3_600_000),
        type: 'Battery',
        severity: 'High',
        message: 'Battery voltage is low',
      },
    ],
    eclipses: [{ from: later(3_500_000), to: later(3_700_000) }],
  };
  const slider = () => screen.getByRole('slider', { name: 'Cursor on Battery voltage' });

  async function openAll() {
    const view = renderCard({ marks: MARKS });
    fireEvent.click(range('All'));
    await screen.findByRole('img', { name: /21.50 to 28.20 volts/ });
    act(() => slider().focus());
    return view;
  }

  it('moves from sample to sample and reads them', async () => {
    await openAll();
    expect(slider()).toHaveAttribute('aria-valuetext', '14:00:00  28.00 V');
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(slider()).toHaveAttribute('aria-valuetext', '13:59:50  28.10 V');
    await userEvent.keyboard('{ArrowRight}');
    expect(slider()).toHaveAttribute('aria-valuetext', '13:59:55  28.20 V');
    await userEvent.keyboard('{Home}');
    expect(slider()).toHaveAttribute('aria-valuetext', '12:00:00  28.00 V');
  });

  it('zooms, pans and goes back', async () => {
    const { store } = await openAll();
    await userEvent.keyboard('{+}');
    expect(chart(/^Battery voltage, 1 h to 14:00:00 UTC/)).toBeVisible();
    expect(range('All')).toHaveAttribute('aria-pressed', 'false');
    await userEvent.keyboard('{PageDown}');
    expect(chart(/^Battery voltage, 1 h to 13:30:00 UTC/)).toBeVisible();
    await userEvent.keyboard('{-}');
    expect(store.get(chartViewAtom)).toEqual({ range: 'All' });
    await userEvent.keyboard('{+}{Escape}');
    expect(chart(/^Battery voltage, 2 h to 14:00:00 UTC/)).toBeVisible();
  });

  it('zooms only the charts of the mission shown: those of another one are over the range', async () => {
    const { store } = await openAll();
    await userEvent.keyboard('{+}{PageDown}');
    expect(chart(/^Battery voltage, 1 h to 13:30:00 UTC/)).toBeVisible();
    await act(async () => store.set(sliceAtoms.consoles, consolesView({ missionId: 'b'.repeat(32) })));
    expect(chart(/^Battery voltage, 2 h to 14:00:00 UTC/)).toBeVisible();
    expect(range('All')).toHaveAttribute('aria-pressed', 'true');
  });

  it('tells what happened there, and so does the line above the charts', async () => {
    const { store } = await openAll();
    await userEvent.keyboard('{+}{Home}{ArrowRight}');
    expect(store.get(chartViewAtom).zoom?.lengthMs).toBe(3_600_000);
    expect(slider()).toHaveAttribute(
      'aria-valuetext',
      '13:00:05  28.10 V, Anomaly, High: Battery voltage is low, Eclipse',
    );
    expect(screen.getByText(/Anomaly, High: Battery voltage is low · Eclipse$/)).toBeVisible();
  });
});

describe('the data of the charts', () => {
  it('follow the range as a table, with what happened', async () => {
    const marks = {
      ...NO_MARKS,
      commands: [{ id: 'c', time: later(600_000), name: 'Data Downlink' as const }],
    };
    renderCard({ marks });
    fireEvent.click(range('All'));
    await screen.findByRole('img', { name: /21.50 to 28.20 volts/ });
    fireEvent.click(screen.getByRole('button', { name: 'Show data of telemetry' }));
    const [intervals, happened] = await screen.findAllByRole('table');
    expect(intervals).toHaveTextContent('Lowest to highest value in each 3 min');
    expect(within(intervals as HTMLElement).getByText('21.50 to 28.20')).toBeVisible();
    expect(within(intervals as HTMLElement).getByText('Warning')).toBeVisible();
    expect(happened).toHaveTextContent('12:10:00Command: Data Downlink');
  });

  it('are saved as CSV with every sample of the range', async () => {
    const { files } = renderCard();
    fireEvent.click(range('All'));
    await exportCsv('All samples');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('telemetry-2026-11-20T12-00-00Z-2026-11-20T14-00-00Z.csv');
    const [head, ...rows] = readCsv(files[0]?.text ?? '');
    expect(head?.slice(0, 4)).toEqual([
      'Time (UTC)',
      'Time for spreadsheets (UTC)',
      'Branch',
      'Battery voltage (V)',
    ]);
    expect(rows.map(([time = '']) => Date.parse(time))).toEqual(VOLTAGES.map(([time]) => time));
    expect(rows.map((cells) => cells[3])).toEqual(
      VOLTAGES.map(([, value]) => (Number.isNaN(value) ? '' : String(value))),
    );
    expect(rows[0]?.slice(0, 3)).toEqual(['2026-11-20T12:00:00.000Z', '2026-11-20 12:00:00', 'A']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are saved as CSV with minimum, mean and maximum of each minute', async () => {
    const { files } = renderCard();
    fireEvent.click(range('All'));
    await exportCsv('Each minute: min, mean, max');
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toMatch(/-each-minute\.csv$/);
    const [head, ...rows] = readCsv(files[0]?.text ?? '');
    expect(head?.slice(3, 6)).toEqual(['min', 'mean', 'max'].map((what) => `Battery voltage (V) ${what}`));
    expect(rows).toHaveLength(121);
    expect(rows[0]?.slice(3, 6)).toEqual(['28', '28.1', '28.2']);
    expect(rows[60]?.slice(1, 6)).toEqual(['2026-11-20 13:00:00', 'A', '21.5', '27.5583', '28.2']);
    expect(rows[85]?.slice(3, 6)).toEqual(['', '', '']);
  });

  it('are not saved without the session, and say why', async () => {
    const { files } = renderCard({
      control: {
        ...fakeSessionControl({}).control,
        stretch: async () => ({ ok: false, message: 'The simulation is restarting.' }),
      },
    });
    await exportCsv('All samples');
    expect(await screen.findByText('The CSV export failed: The simulation is restarting.')).toBeVisible();
    expect(files).toEqual([]);
  });

  it('are copied as a picture', async () => {
    const pictures: HTMLCanvasElement[] = [];
    const texts = drawnTexts();
    renderCard({ copy: async (picture) => void pictures.push(picture) });
    fireEvent.click(screen.getByRole('button', { name: 'Copy picture' }));
    await waitFor(() => expect(pictures).toHaveLength(1));
    expect(texts).toContain('ORBITA-1 telemetry, 1 min 35 s to 2026-11-20 14:00:00 UTC');
  });
});

describe('the views of the card', () => {
  it('are the charts or the diagram', () => {
    renderCard();
    expect(screen.queryByText('the diagram')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Diagram' }));
    expect(within(screen.getByRole('region', { name: 'Spacecraft' })).getByText('the diagram')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Battery voltage' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Diagram' })).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(screen.getByRole('button', { name: 'Charts' }));
    expect(screen.getByRole('heading', { name: 'Battery voltage' })).toBeVisible();
  });
});
