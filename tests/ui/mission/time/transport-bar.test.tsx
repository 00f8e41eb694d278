import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionMarks } from '../../../../src/shared/contract/history.ts';
import { NOT_PARTED, type RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { IS_ONE_COLUMN } from '../../../../src/ui/kit/page/use-media-query.ts';
import { edgeSecondAtom, linkStateAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { TransportBar } from '../../../../src/ui/mission/time/TransportBar.tsx';
import { threeConsoles } from '../../../support/consoles-view.ts';
import { matchOnly } from '../../../support/media.ts';
import {
  BRANCH,
  EDGE,
  MISSION,
  NO_MARKS,
  renderWithTime,
  START,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const REPLAY = transportView({ mode: 'replay' });
const EXERCISE = transportView({ isInStep: false, isMissionInStep: false, hasOwnTime: true });
const HALF_PAST = addMs(START, 30 * MS_PER_MIN);

describe('the time control', () => {
  it('is a region with its controls; without a past there is nothing to return from', () => {
    renderWithTime(<TransportBar />);
    const bar = within(screen.getByRole('region', { name: 'Time control' }));
    expect(bar.getByRole('button', { name: 'Pause' })).toBeEnabled();
    expect(bar.getByRole('button', { name: 'Step one sample' })).toBeEnabled();
    expect(bar.getByRole('combobox', { name: 'Rate' })).toHaveValue('1');
    expect(bar.getByRole('combobox', { name: 'Run until' })).toHaveValue('');
    expect(bar.getByRole('slider', { name: 'Session time' })).toHaveAttribute('aria-valuetext', 'Live');
    expect(bar.getByRole('button', { name: 'Live' })).toHaveAttribute('aria-disabled', 'true');
    expect(bar.queryByRole('button', { name: 'Take over' })).toBeNull();
    expect(bar.getByRole('button', { name: 'Branches' })).toBeEnabled();
  });

  it('offers eleven rates and seven targets', () => {
    renderWithTime(<TransportBar />);
    const options = (name: string) =>
      within(screen.getByRole('combobox', { name }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(options('Rate')).toEqual([
      '1×',
      '2×',
      '5×',
      '10×',
      '30×',
      '60×',
      '120×',
      '300×',
      '600×',
      '1800×',
      '3600×',
    ]);
    expect(options('Run until')).toEqual([
      'Run until…',
      'AOS',
      'LOS',
      'sunrise',
      'eclipse',
      'due command',
      'event',
      'new anomaly',
    ]);
  });

  it('sets a rate, runs until a target, and steps', async () => {
    const { control } = renderWithTime(<TransportBar />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rate' }), '60×');
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(60);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Run until' }), 'eclipse');
    expect(control.runUntil).toHaveBeenCalledExactlyOnceWith('eclipse');
    await press('Step one sample');
    expect(control.step).toHaveBeenCalledOnce();
  });

  it('continues at the rate of the pause', async () => {
    const fast = transportView({ rate: 60, isInStep: false });
    const { control, store } = renderWithTime(<TransportBar />, fast);
    await press('Pause');
    expect(control.setRate).toHaveBeenLastCalledWith(0);
    act(() => showTime(store, { ...fast, rate: 0 }));
    expect(screen.getByRole('combobox', { name: 'Rate' })).toHaveValue('60');
    await press('Play');
    expect(control.setRate).toHaveBeenLastCalledWith(60);
  });

  it('continues at the rate of a pause in another window', async () => {
    const fast = transportView({ rate: 60, isInStep: false });
    const { control, store } = renderWithTime(<TransportBar />, fast);
    act(() => showTime(store, { ...fast, rate: 0 }));
    expect(screen.getByRole('combobox', { name: 'Rate' })).toHaveValue('60');
    await press('Play');
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(60);
  });

  it('continues the mission at its own rate after a replay, a branch or another mission', async () => {
    const paused = transportView({ rate: 0, isInStep: false });
    const past = { ...paused, mode: 'replay' } as const;
    const { control, store } = renderWithTime(<TransportBar />, paused);
    act(() => showTime(store, { ...past, replayRate: 600 }, { shown: HALF_PAST }));
    await press('Pause');
    act(() => showTime(store, past, { shown: HALF_PAST }));
    expect(screen.getByRole('combobox', { name: 'Rate' })).toHaveValue('600');
    act(() => showTime(store, { ...paused, rate: 300, branch: 'B', branches: [MISSION, BRANCH] }));
    act(() => showTime(store, paused));
    expect(screen.getByRole('combobox', { name: 'Rate' })).toHaveValue('1');
    await press('Play');
    expect(control.setRate).toHaveBeenLastCalledWith(1);
    act(() => showTime(store, { ...paused, rate: 120 }));
    act(() => {
      store.set(sliceAtoms.consoles, threeConsoles());
      showTime(store, paused);
    });
    await press('Play');
    expect(control.setRate).toHaveBeenLastCalledWith(1);
  });

  it('keeps a rate that is chosen while time is paused for Play', async () => {
    const { control } = renderWithTime(<TransportBar />, transportView({ rate: 0, isInStep: false }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rate' }), '600×');
    expect(control.setRate).not.toHaveBeenCalled();
    expect(screen.getByRole('combobox', { name: 'Rate' })).toHaveValue('600');
    await press('Play');
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(600);
  });

  it('continues at 1× after a run, which shows its target and can be stopped', async () => {
    const { control, store } = renderWithTime(<TransportBar />, transportView({ rate: 60, isInStep: false }));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Run until' }), 'AOS');
    act(() => showTime(store, transportView({ rate: 60, isInStep: false, runUntil: 'aos' })));
    const until = screen.getByRole('combobox', { name: 'Run until' });
    expect(until).toHaveValue('aos');
    await userEvent.selectOptions(until, 'Stop running');
    expect(control.runUntil).toHaveBeenLastCalledWith(undefined);
    act(() => showTime(store, transportView({ rate: 0, isInStep: false })));
    await press('Play');
    expect(control.setRate).toHaveBeenLastCalledWith(1);
  });

  it('shows the achieved rate where it falls short', () => {
    const { store } = renderWithTime(<TransportBar />, transportView({ rate: 3600, isInStep: false }));
    const rate = screen.getByRole('combobox', { name: 'Rate' });
    expect(screen.queryByText(/^achieves/)).toBeNull();
    expect(rate).toHaveAccessibleDescription('Rate ([ slower, ] faster)');
    act(() => showTime(store, transportView({ rate: 3600, isInStep: false, achievedRate: 2411.6 })));
    expect(screen.getByText('achieves 2412×')).toBeVisible();
    expect(rate).toHaveAccessibleDescription('Rate ([ slower, ] faster), achieves 2412×');
  });

  it('returns from a replay to the live edge, and from there to UTC', async () => {
    const { control, store } = renderWithTime(
      <TransportBar />,
      { ...REPLAY, isInStep: false },
      { shown: HALF_PAST },
    );
    await press('Return to live');
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(undefined);
    expect(control.returnToUtc).not.toHaveBeenCalled();
    act(() => showTime(store, transportView({ isInStep: false })));
    await press('Return to UTC');
    expect(control.returnToUtc).toHaveBeenCalledOnce();
  });

  it('says of an exercise at its edge that it has its own time, and of UTC that it is shown', () => {
    const { store } = renderWithTime(<TransportBar />);
    const live = () => screen.getByRole('button', { name: 'Live' });
    expect(live()).toHaveAccessibleDescription('Mission time is UTC, live');
    act(() => showTime(store, EXERCISE));
    expect(live()).toHaveAccessibleDescription('The exercise is shown live, in its own time');
    expect(live()).toHaveAttribute('aria-disabled', 'true');
  });

  it('returns from a branch of an exercise to the exercise', async () => {
    const view = { ...EXERCISE, branch: 'B', branches: [MISSION, BRANCH] };
    const { control } = renderWithTime(<TransportBar />, view);
    await press('Return to the mission');
    expect(control.showBranch).toHaveBeenCalledExactlyOnceWith('A');
  });

  it('takes over in a replay', async () => {
    const { control } = renderWithTime(<TransportBar />, REPLAY, { shown: HALF_PAST });
    await press('Take over');
    expect(control.takeOver).toHaveBeenCalledOnce();
  });

  it('plays, pauses and steps the past in a replay, whatever the mission does', async () => {
    const { control, store } = renderWithTime(<TransportBar />, REPLAY, { shown: HALF_PAST });
    expect(screen.getByRole('button', { name: 'Play' })).toHaveAccessibleDescription('Play the past');
    await press('Play');
    expect(control.setRate).toHaveBeenLastCalledWith(1);
    act(() => showTime(store, transportView({ mode: 'replay', replayRate: 10 }), { shown: HALF_PAST }));
    expect(screen.getByRole('combobox', { name: 'Rate' })).toHaveValue('10');
    await press('Pause');
    expect(control.setRate).toHaveBeenLastCalledWith(0);
    await press('Step one sample');
    expect(control.step).toHaveBeenCalledOnce();
  });

  it('keeps the focus on Return to live, which has nothing to do any more', async () => {
    const { control, store } = renderWithTime(<TransportBar />, REPLAY, { shown: HALF_PAST });
    const button = screen.getByRole('button', { name: 'Return to live' });
    act(() => button.focus());
    await userEvent.keyboard('{Enter}');
    act(() => showTime(store, transportView()));
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).not.toHaveAttribute('disabled'); // browsers blur a disabled button
    vi.clearAllMocks();
    await userEvent.keyboard('{Enter}');
    expect(control.seek).not.toHaveBeenCalled();
  });

  it('gives the focus to Pause where Take over is removed with its purpose', async () => {
    const { store } = renderWithTime(<TransportBar />, REPLAY, { shown: HALF_PAST });
    act(() => screen.getByRole('button', { name: 'Take over' }).focus());
    await userEvent.keyboard('{Enter}');
    act(() => showTime(store, transportView({ isInStep: false, branch: 'B', branches: [MISSION, BRANCH] })));
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  });

  it.each([
    ['a run', 0, 'sunrise', 'Paused at 13:00:00: Critical Temperature anomaly', 'at 300×, until sunrise'],
    ['a rate', 1, undefined, 'Slowed to 1×: new Critical Temperature anomaly', 'at 300×'],
  ] as const)(
    'names the Critical anomaly that has interrupted %s, and continues it',
    async (_what, rate, runUntil, text, how) => {
      const interrupted = { time: EDGE, anomaly: 'Temperature', rate: 300, runUntil } as const;
      const view = transportView({ rate, isInStep: false, interrupted });
      const { control, store } = renderWithTime(<TransportBar />, view);
      expect(screen.getByRole('status')).toHaveTextContent(text);
      const button = screen.getByRole('button', { name: 'Continue' });
      expect(button).toHaveAccessibleDescription(`Continue ${how}`);
      await userEvent.click(button);
      expect(control.continueRun).toHaveBeenCalledOnce();
      act(() => showTime(store, transportView({ rate: 300, isInStep: false })));
      expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
      expect(screen.getByRole('status')).toBeEmptyDOMElement();
    },
  );

  it('gives the focus to Pause on a phone, where Return to live is removed with its purpose', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    matchOnly(`${IS_ONE_COLUMN}, (pointer: coarse)`);
    const { store } = renderWithTime(<TransportBar />, REPLAY, { shown: HALF_PAST });
    act(() => screen.getByRole('button', { name: 'Return to live' }).focus());
    act(() => showTime(store, transportView()));
    expect(screen.queryByRole('button', { name: 'Return to live' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus();
  });
});

describe('the session time', () => {
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Session time' });
  const drag = (to: number) => fireEvent.change(slider(), { target: { value: String(to) } });

  it('spans the session, at the live edge or at the instant shown', () => {
    const { store } = renderWithTime(<TransportBar />);
    expect([slider().min, slider().max, slider().value].map(Number)).toEqual([START, EDGE, EDGE]);
    act(() => showTime(store, REPLAY, { shown: HALF_PAST }));
    expect(Number(slider().value)).toBe(HALF_PAST);
    expect(slider()).toHaveAttribute('aria-valuetext', '12:30:00 UTC, 30 min before live');
  });

  it('seeks whole seconds, and the live edge at its end', async () => {
    const { control } = renderWithTime(<TransportBar />);
    drag(HALF_PAST + 300);
    await act(async () => {});
    expect(control.seek).toHaveBeenLastCalledWith(HALF_PAST);
    drag(EDGE - 2 * MS_PER_S);
    await act(async () => {});
    expect(control.seek).toHaveBeenLastCalledWith(undefined);
  });

  it('seeks one instant at a time while it is dragged, and then the newest', async () => {
    const answers: (() => void)[] = [];
    const seek = vi.fn(
      (time?: EpochMs) =>
        new Promise<{ ok: true; value: EpochMs }>((resolve) => {
          answers.push(() => resolve({ ok: true, value: time ?? EDGE }));
        }),
    );
    renderWithTime(<TransportBar />, transportView(), {}, { seek });
    for (const minutes of [10, 20, 30]) drag(addMs(START, minutes * MS_PER_MIN));
    expect(seek).toHaveBeenCalledExactlyOnceWith(addMs(START, 10 * MS_PER_MIN));
    expect(Number(slider().value)).toBe(HALF_PAST);
    await act(async () => answers[0]?.());
    expect(seek.mock.calls.slice(1)).toEqual([[HALF_PAST]]);
    await act(async () => answers[1]?.());
    expect(seek).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['{ArrowLeft}', addMs(HALF_PAST, -5 * MS_PER_S)],
    ['{ArrowRight}', addMs(HALF_PAST, 5 * MS_PER_S)],
    ['{Shift>}{ArrowLeft}{/Shift}', addMs(HALF_PAST, -MS_PER_MIN)],
    ['{PageDown}', addMs(HALF_PAST, -10 * MS_PER_MIN)],
    ['{PageUp}', addMs(HALF_PAST, 10 * MS_PER_MIN)],
    ['{Home}', START],
    ['{End}', undefined],
  ])('moves with %s', async (key, time) => {
    const { control } = renderWithTime(<TransportBar />, REPLAY, { shown: HALF_PAST });
    act(() => slider().focus());
    await userEvent.keyboard(key);
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(time);
  });

  it.each([
    ['{ArrowLeft}', 5 * MS_PER_S],
    ['{ArrowDown}', 5 * MS_PER_S],
    ['{Shift>}{ArrowLeft}{/Shift}', MS_PER_MIN],
  ])('leaves the live edge with %s, however long the session is', async (key, stepMs) => {
    const dayLater = addMs(EDGE, MS_PER_DAY);
    const { control } = renderWithTime(<TransportBar />, transportView(), { edge: dayLater });
    act(() => slider().focus());
    await userEvent.keyboard(key);
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(addMs(dayLater, -stepMs));
  });

  it('names the instant that a key has led to, however near the live edge of a long session it is', async () => {
    const dayLater = addMs(EDGE, MS_PER_DAY);
    const { store } = renderWithTime(<TransportBar />, transportView(), { edge: dayLater });
    act(() => slider().focus());
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    act(() => showTime(store, REPLAY, { shown: addMs(dayLater, -MS_PER_MIN), edge: dayLater }));
    expect(screen.getByText('12:59:00 UTC', { selector: 'p' })).toBeVisible();
  });

  it('returns to the live edge with the arrow key of its last step', async () => {
    const shown = addMs(EDGE, -5 * MS_PER_S);
    const { control } = renderWithTime(<TransportBar />, REPLAY, { shown });
    act(() => slider().focus());
    await userEvent.keyboard('{ArrowRight}');
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('does not leave the live edge forwards', async () => {
    const { control } = renderWithTime(<TransportBar />);
    act(() => slider().focus());
    await userEvent.keyboard('{ArrowRight}{End}');
    expect(control.seek).not.toHaveBeenCalled();
  });

  it('names what happened at the instant shown', async () => {
    const marks: SessionMarks = {
      ...NO_MARKS,
      anomalies: [
        {
          id: 'a',
          time: addMs(HALF_PAST, 4000),
          type: 'Battery',
          severity: 'Critical',
          message: 'Battery low',
        },
      ],
      commands: [{ id: 'c', time: addMs(HALF_PAST, -1000), name: 'Data Downlink' }],
      contacts: [
        { station: 'Madrid', from: addMs(HALF_PAST, -MS_PER_MIN), to: addMs(HALF_PAST, MS_PER_MIN) },
      ],
      eclipses: [{ from: START }],
    };
    const { store } = renderWithTime(
      <TransportBar />,
      transportView(),
      {},
      {
        marks: async () => ({ ok: true, value: marks }),
      },
    );
    await act(async () => {});
    act(() => showTime(store, REPLAY, { shown: HALF_PAST }));
    expect(slider()).toHaveAttribute(
      'aria-valuetext',
      '12:30:00 UTC, 30 min before live, 12:29:59 Command Data Downlink, 12:30:04 Critical: Battery low, Contact Madrid, Eclipse',
    );
  });

  it('asks for marks every ten seconds at the live edge, and not in a replay', async () => {
    const { control, store } = renderWithTime(<TransportBar />);
    expect(control.marks).toHaveBeenCalledExactlyOnceWith({ from: START, to: EDGE });
    for (let second = 1; second <= 20; second += 1) {
      act(() => showTime(store, transportView(), { edge: addMs(EDGE, second * MS_PER_S) }));
    }
    expect(control.marks).toHaveBeenCalledTimes(3);
    act(() => showTime(store, REPLAY, { shown: HALF_PAST, edge: addMs(EDGE, MS_PER_MIN) }));
    expect(control.marks).toHaveBeenCalledTimes(3);
  });
});

describe('the branches', () => {
  const NO_OUTCOME = { downlinkedMb: 0, outOfLimitsMs: 0 };
  const view = transportView({ isInStep: false, branch: 'B', branches: [MISSION, BRANCH] });
  const other = { ...BRANCH, id: 'C', name: 'Second try' };

  async function openBranches(
    change: Partial<typeof view> = {},
    control: Partial<RemoteSessionControl> = {},
  ) {
    const rendered = renderWithTime(<TransportBar />, { ...view, ...change }, {}, control);
    await press('Branches');
    return { ...rendered, list: within(screen.getByRole('region', { name: 'Branches' })) };
  }

  it('are listed with their origin; the one shown is marked', async () => {
    const { list } = await openBranches();
    const [mission, branch] = list.getAllByRole('listitem');
    expect(mission).toHaveTextContent('Athe mission itself');
    expect(branch).toHaveTextContent('from A at 12:40:00 UTC');
    expect(branch).toHaveAttribute('aria-current', 'true');
    expect(mission).not.toHaveAttribute('aria-current');
  });

  it('have the days since their origin with its time', async () => {
    const { store, list } = await openBranches();
    act(() => store.set(edgeSecondAtom, addMs(EDGE, 2 * MS_PER_DAY)));
    expect(list.getByText(/^from/)).toHaveTextContent('from A at 12:40:00 −2d UTC');
  });

  it('say that a reload loses them while another window shows the mission', async () => {
    const { store, list } = await openBranches();
    expect(list.queryByText(/A reload loses them/)).toBeNull();
    act(() => store.set(sliceAtoms.consoles, threeConsoles()));
    expect(list.getByText(/^Branches belong to this window. A reload loses them/)).toBeVisible();
  });

  it('say that closing the window loses them, and a reload does not, while the mission is shared with other machines', async () => {
    const { store, list } = await openBranches();
    const room = {
      role: 'operator',
      isConnected: true,
      viewerCount: 0,
      endsAt: addMs(EDGE, MS_PER_DAY),
    } as const;
    act(() => store.set(sliceAtoms.consoles, threeConsoles({ room })));
    expect(
      list.getByText(/^Branches belong to this window. They outlive a reload, but are lost/),
    ).toBeVisible();
  });

  it('can be shown', async () => {
    const { control } = await openBranches();
    await press('Show A');
    expect(control.showBranch).toHaveBeenCalledExactlyOnceWith('A');
  });

  it('are compared with the one shown: the first difference, and how each went', async () => {
    const compare = vi.fn<RemoteSessionControl['compare']>(async () => ({
      ok: true,
      value: {
        from: HALF_PAST,
        to: EDGE,
        firstDifference: { time: addMs(HALF_PAST, 5000), channel: 'batteryVoltage', values: [28.1, 27.9] },
        outcomes: [
          { leastStateOfCharge: 0.612, downlinkedMb: 120, outOfLimitsMs: 0 },
          { downlinkedMb: 340.4, outOfLimitsMs: 90_000 },
        ],
      },
    }));
    const { store } = await openBranches({}, { compare });
    await press('Compare with A');
    expect(compare).toHaveBeenCalledExactlyOnceWith(['B', 'A']);
    expect(
      await screen.findByText(
        'First difference at 12:30:05 UTC: Battery voltage, 28.10 V in B and 27.90 V in A',
      ),
    ).toBeVisible();
    const rows = screen
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(rows).toEqual([
      ['Outcome', 'B', 'A'],
      ['Lowest charge', '61.2 %', '–'],
      ['Data downlinked', '120 MB', '340 MB'],
      ['Time out of limits', '0 s', '1 min 30 s'],
    ]);
    expect(screen.getByRole('table')).toHaveAccessibleName('12:30:00 to 13:00:00 UTC');
    act(() => store.set(edgeSecondAtom, addMs(EDGE, MS_PER_DAY)));
    expect(screen.getByRole('table')).toHaveAccessibleName('12:30:00 −1d to 13:00:00 −1d UTC');
    expect(screen.getByText(/^First difference at 12:30:05 −1d UTC: /)).toBeVisible();
    await press('Show both curves');
    expect(window.location.search).toBe('?tab=telemetry');
    await press('Close comparison');
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('button', { name: 'Compare with A' })).toBeVisible();
  });

  it('are compared as soon as there is something to compare, with one question at a time', async () => {
    const value = { from: HALF_PAST, to: EDGE, outcomes: [NO_OUTCOME, NO_OUTCOME] } as const;
    const answers: ((outcome: Awaited<ReturnType<RemoteSessionControl['compare']>>) => void)[] = [];
    const compare = vi.fn<RemoteSessionControl['compare']>(
      () => new Promise((resolve) => void answers.push(resolve)),
    );
    const { store } = await openBranches({}, { compare });
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    const passSecond = (second: number): void =>
      act(() => showTime(store, view, { edge: addMs(EDGE, second * MS_PER_S) }));
    await press('Compare with A');
    const message = 'There is nothing to compare yet: B has not continued beyond 12:40:00.';
    await act(async () => answers[0]?.({ ok: false, message }));
    expect(screen.getByText(message)).toBeVisible();
    passSecond(5);
    passSecond(10);
    expect(compare).toHaveBeenCalledTimes(2);
    expect(screen.getByText(message)).toBeVisible();
    await act(async () => answers[1]?.({ ok: true, value }));
    expect(screen.getByText('All samples are the same.')).toBeVisible();
    passSecond(14);
    expect(compare).toHaveBeenCalledTimes(2);
  });

  it('are compared again with each new sample', async () => {
    let to = EDGE;
    const compare = vi.fn<RemoteSessionControl['compare']>(async () => ({
      ok: true,
      value: { from: HALF_PAST, to, outcomes: [NO_OUTCOME, NO_OUTCOME] },
    }));
    const { store } = await openBranches({}, { compare });
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    await press('Compare with A');
    expect(await screen.findByRole('table')).toHaveAccessibleName('12:30:00 to 13:00:00 UTC');
    to = addMs(EDGE, MS_PER_MIN);
    await act(async () => showTime(store, view, { edge: to }));
    expect(screen.getByRole('table')).toHaveAccessibleName('12:30:00 to 13:01:00 UTC');
  });

  it('have no comparison at a past instant at which they have not parted', async () => {
    const shownUntil = (to: EpochMs) => ({
      ok: true as const,
      value: { from: HALF_PAST, to, outcomes: [NO_OUTCOME, NO_OUTCOME] as const },
    });
    const compare = vi.fn<RemoteSessionControl['compare']>(async () => shownUntil(EDGE));
    const { store } = await openBranches({}, { compare });
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    await press('Compare with A');
    expect(await screen.findByRole('table')).toBeVisible();
    const past = { ...view, mode: 'replay' } as const;
    const later = addMs(HALF_PAST, 10 * MS_PER_MIN);
    compare.mockImplementation(async () => shownUntil(later));
    await act(async () => showTime(store, past, { shown: later }));
    expect(screen.getByRole('table')).toHaveAccessibleName('12:30:00 to 12:40:00 UTC');
    compare.mockImplementation(async () => ({ ok: false, message: NOT_PARTED }));
    await act(async () => showTime(store, past, { shown: START }));
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByText(NOT_PARTED)).toBeVisible();
  });

  it('are renamed in place', async () => {
    const { control } = await openBranches();
    await press('Rename B');
    const field = screen.getByRole('textbox', { name: 'Name' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('Safe mode at once{Enter}');
    expect(control.renameBranch).toHaveBeenCalledExactlyOnceWith({ id: 'B', name: 'Safe mode at once' });
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  });

  it('are deleted after a confirmation, but not the mission and not the one shown', async () => {
    const { control } = await openBranches({ branches: [MISSION, BRANCH, other] });
    expect(screen.queryByRole('button', { name: 'Delete A' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete B' })).toBeNull();
    await press('Delete Second try');
    expect(control.deleteBranch).not.toHaveBeenCalled();
    await press('Delete Second try');
    expect(control.deleteBranch).toHaveBeenCalledExactlyOnceWith('C');
  });
});
