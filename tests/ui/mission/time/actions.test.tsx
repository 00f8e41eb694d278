import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { KeyBindings } from '../../../../src/ui/app/actions/KeyBindings.tsx';
import { KeySheet } from '../../../../src/ui/app/actions/KeySheet.tsx';
import { useTimeActions } from '../../../../src/ui/app/actions/use-time-actions.ts';
import { slowsOnCriticalAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { TransportBar } from '../../../../src/ui/mission/time/TransportBar.tsx';
import {
  BRANCH,
  EDGE,
  MISSION,
  renderWithTime,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

beforeEach(() => localStorage.clear());

const keyboard = (keys: string) => userEvent.keyboard(keys);
const FAST = transportView({ rate: 60, isInStep: false });

/** Elements that may have the focus when a key is pressed. */
function Page() {
  return (
    <>
      <KeyBindings />
      <button type="button">Acknowledge</button>
      <button type="button" role="tab" aria-selected="true">
        Overview
      </button>
      <a href="#content">Skip</a>
      <input aria-label="Title" />
      <textarea aria-label="Description" />
      <select aria-label="Priority" />
      <input type="checkbox" aria-label="Setting" />
      <input type="range" aria-label="Session time" />
    </>
  );
}

describe('the keys of time', () => {
  it('pause and continue, change the rate, and return to live', async () => {
    const { control, store } = renderWithTime(<Page />, FAST);
    await keyboard('[[');
    expect(control.setRate).toHaveBeenLastCalledWith(30);
    act(() => showTime(store, { ...FAST, rate: 30 }));
    await keyboard(']');
    expect(control.setRate).toHaveBeenLastCalledWith(60);
    act(() => showTime(store, FAST));
    await keyboard(' ');
    expect(control.setRate).toHaveBeenLastCalledWith(0);
    act(() => showTime(store, { ...FAST, rate: 0 }));
    await keyboard(' ');
    expect(control.setRate).toHaveBeenLastCalledWith(60);
    act(() => showTime(store, FAST));
    await keyboard(']');
    expect(control.setRate).toHaveBeenLastCalledWith(120);
    expect(control.setRate).toHaveBeenCalledTimes(5);
    act(() => showTime(store, transportView({ mode: 'replay' })));
    await keyboard('l');
    expect(control.seek).toHaveBeenCalledExactlyOnceWith(undefined);
  });

  it('count quick presses from the rate that was asked for, until it is shown', async () => {
    const { control, store } = renderWithTime(<Page />, FAST);
    await keyboard(']]]');
    for (const [index, rate] of [120, 300, 600].entries())
      expect(control.setRate).toHaveBeenNthCalledWith(index + 1, rate);
    // The call is answered; another console has slowed down meanwhile.
    act(() => showTime(store, { ...FAST, rate: 5 }));
    await keyboard(']');
    expect(control.setRate).toHaveBeenLastCalledWith(10);
  });

  it('start no time while it is paused: the rate is for Play', async () => {
    const { control, store } = renderWithTime(<Page />, FAST);
    await keyboard(' ');
    act(() => showTime(store, { ...FAST, rate: 0 }));
    await keyboard(']][[');
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(0);
    await keyboard(' ');
    expect(control.setRate).toHaveBeenLastCalledWith(120);
  });

  it('stop at either end of the rates', async () => {
    const { control, store } = renderWithTime(<Page />);
    await keyboard('[[');
    act(() => showTime(store, transportView({ rate: 3600, isInStep: false })));
    await keyboard(']');
    expect(control.setRate).not.toHaveBeenCalled();
  });

  it.each([
    ['button', 'Acknowledge'],
    ['link', 'Skip'],
    ['textbox', 'Title'],
    ['textbox', 'Description'],
    ['combobox', 'Priority'],
    ['checkbox', 'Setting'],
  ])('leave Space to what it presses or types into: %s %s', async (role, name) => {
    const { control } = renderWithTime(<Page />);
    const focused = screen.getByRole(role, { name });
    act(() => focused.focus());
    await keyboard(' ');
    expect(focused).toHaveFocus();
    expect(control.setRate).not.toHaveBeenCalled();
  });

  it.each(['Title', 'Description'])('do nothing while typing: %s', async (name) => {
    const { control } = renderWithTime(<Page />, FAST);
    act(() => screen.getByRole('textbox', { name }).focus());
    await keyboard('l[[] ');
    expect(screen.getByRole('textbox', { name })).toHaveValue('l[] ');
    expect(control.setRate).not.toHaveBeenCalled();
    expect(control.returnToUtc).not.toHaveBeenCalled();
  });

  it('work on the slider and on the selected tab, where Space does nothing by itself', async () => {
    const { control } = renderWithTime(<Page />);
    for (const focused of [screen.getByRole('slider'), screen.getByRole('tab')]) {
      act(() => focused.focus());
      await keyboard(' ');
    }
    expect(control.setRate).toHaveBeenCalledTimes(2);
  });

  it('take a bracket that is typed with AltGr, and none with Ctrl', async () => {
    const { control } = renderWithTime(<Page />, FAST);
    await keyboard('{Control>}[[{/Control}{Meta>}[[{/Meta}');
    expect(control.setRate).not.toHaveBeenCalled();
    await keyboard('{Control>}{Alt>}[[{/Alt}{/Control}');
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(30);
  });

  it('are on the sheet of keys', () => {
    renderWithTime(<KeySheet />);
    const rows = within(screen.getByRole('region', { name: 'Time' }))
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(rows).toEqual(['Pause: Space', 'Slower: [', 'Faster: ]', 'Return to UTC: L']);
  });
});

function Actions() {
  return useTimeActions().map(({ id, name, detail, isDisabled, run }) => (
    <button key={id} type="button" disabled={isDisabled} title={detail} onClick={run}>
      {name}
    </button>
  ));
}

describe('the commands of the palette on time', () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  it('lead to the time of the session, where keys go back', async () => {
    renderWithTime(
      <>
        <Actions />
        <TransportBar />
      </>,
    );
    await press('Go back in time');
    expect(screen.getByRole('slider', { name: 'Session time' })).toHaveFocus();
  });

  it('run what they name', async () => {
    const { control, store } = renderWithTime(<Actions />);
    await press('Rate 600×');
    expect(control.setRate).toHaveBeenLastCalledWith(600);
    await press('Run until due command');
    expect(control.runUntil).toHaveBeenLastCalledWith('command');
    await press('Step one sample');
    expect(control.step).toHaveBeenCalledOnce();
    expect(screen.getByRole('button', { name: 'Return to UTC' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Take over' })).toBeDisabled();
    act(() =>
      showTime(store, transportView({ mode: 'replay', isInStep: false, branches: [MISSION, BRANCH] })),
    );
    await press('Return to UTC');
    expect(control.returnToUtc).toHaveBeenCalledOnce();
    await press('Take over');
    expect(control.takeOver).toHaveBeenCalledOnce();
    await press('Show branch B');
    expect(control.showBranch).toHaveBeenCalledExactlyOnceWith('B');
  });

  it.each([
    ['in step', {}, []],
    ['in a replay of the mission in step, where both are one', { mode: 'replay' }, ['Return to live']],
    ['out of step', { isInStep: false }, ['Return to UTC']],
    ['in a branch', { isInStep: false, branch: 'B' }, ['Return to UTC']],
    ['in an exercise', { isInStep: false, hasOwnTime: true }, []],
    [
      'in a branch of an exercise',
      { isInStep: false, hasOwnTime: true, branch: 'B' },
      ['Return to the mission'],
    ],
    [
      'in a replay of a branch',
      { mode: 'replay', isInStep: false, branch: 'B' },
      ['Return to live', 'Return to UTC'],
    ],
  ] as const)('name each way back once: %s', (_where, change, names) => {
    renderWithTime(<Actions />, transportView({ branches: [MISSION, BRANCH], ...change }));
    const ways = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Return to/ });
    expect(ways.filter(({ disabled }) => !disabled).map(({ textContent }) => textContent)).toEqual(names);
  });

  it('say at which rate Play goes on while time is paused', async () => {
    const { control } = renderWithTime(<Actions />, transportView({ rate: 0, isInStep: false }));
    await press('Rate 600×');
    expect(control.setRate).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Slower' })).toHaveAccessibleDescription('Play: 600×');
    await press('Play');
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(600);
  });

  it('offer to continue what a Critical anomaly has interrupted', async () => {
    const interrupted = { time: EDGE, anomaly: 'Temperature', rate: 300, runUntil: 'sunrise' } as const;
    const { control } = renderWithTime(<Actions />, transportView({ rate: 0, isInStep: false, interrupted }));
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveAccessibleDescription(
      'at 300×, until sunrise',
    );
    await press('Continue');
    expect(control.continueRun).toHaveBeenCalledOnce();
  });

  it('offer every rate and every target, and to stop a run', () => {
    renderWithTime(<Actions />, transportView({ runUntil: 'aos' }));
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    expect(names.filter((name) => name?.startsWith('Rate '))).toHaveLength(11);
    expect(names.filter((name) => name?.startsWith('Run until '))).toHaveLength(7);
    expect(names).toContain('Stop running');
  });

  describe('switch the setting for Critical anomalies', () => {
    const setting = () => screen.getByRole('button', { name: /^Pause or slow down for a new Critical/ });

    it('of the mission, and the preference for those that begin', async () => {
      const { control, store } = renderWithTime(<Actions />);
      expect(setting()).toHaveAccessibleDescription('now: on');
      await userEvent.click(setting());
      expect(control.slowOnCritical).toHaveBeenCalledExactlyOnceWith(false);
      expect(store.get(slowsOnCriticalAtom)).toBe(false);
    });

    it('as it holds for the mission, which a fast wall leads, whatever the user prefers', async () => {
      const { control } = renderWithTime(<Actions />, transportView({ slowsOnCritical: false }));
      expect(setting()).toHaveAccessibleDescription('now: off');
      await userEvent.click(setting());
      expect(control.slowOnCritical).toHaveBeenCalledExactlyOnceWith(true);
    });
  });
});
