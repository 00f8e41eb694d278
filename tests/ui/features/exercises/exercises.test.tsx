import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type {
  Exercise,
  ExerciseResult,
  ExerciseView,
  Instruction,
  InstructorView,
} from '../../../../src/shared/contract/exercise.ts';
import { writeExercise } from '../../../../src/shared/contract/exercise-schema.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { EXERCISE_CATALOGUE } from '../../../../src/shared/entities/exercise-catalogue.ts';
import { MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { isExercisesOpenAtom } from '../../../../src/ui/features/exercises/atoms.ts';
import { ExerciseLine, Exercises } from '../../../../src/ui/features/exercises/Exercises.tsx';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import {
  edgeSecondAtom,
  linkStateAtom,
  missionSecondAtom,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { type Recorder, RecorderContext } from '../../../../src/ui/mission/recordings/recorder.ts';
import { later, startMission, T0 } from '../../../support/mission.ts';
import { savedText } from '../../../support/recording.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { BRANCH, fakeSessionControl, MISSION, transportView } from '../../../support/time-control.tsx';
import { unreadableFile } from '../../../support/unreadable-file.ts';

const EXERCISE: Exercise = {
  name: 'Two passes',
  objective: 'Downlink what is recorded.',
  minutes: 30,
  start: { seed: 1, time: '2026-11-20T12:00:00Z' },
  profile: 'none',
  aids: { explanations: true, suggestions: true, diagram: true, lookAhead: true },
  triggers: [],
  goals: [
    { measure: 'downlinkedMb', full: 600, none: 100, weight: 2 },
    { measure: 'recoveryMin', full: 10, none: 40, weight: 1 },
  ],
  pass: 70,
};

const view = (changes: Partial<ExerciseView> = {}): ExerciseView => {
  const { name, objective, aids, goals, pass } = EXERCISE;
  const endTime = later(30 * MS_PER_MIN);
  return { name, objective, aids, goals, pass, startTime: T0, endTime, hints: [], isOver: false, ...changes };
};

const result = (changes: Partial<ExerciseResult> = {}): ExerciseResult => ({
  definition: 'ab12',
  from: T0,
  to: later(30 * MS_PER_MIN),
  isOver: true,
  goals: [
    { measure: 'downlinkedMb', full: 600, none: 100, weight: 2, value: 350, points: 0.5 },
    { measure: 'recoveryMin', full: 10, none: 40, weight: 1, value: 6.04, points: 1 },
  ],
  score: 66.7,
  hasPassed: false,
  debrief: {
    faults: [
      {
        label: 'antenna off pointing',
        type: 'Signal',
        from: later(5 * MS_PER_MIN),
        recoveryCommand: 'Rotate Antenna',
        askedAt: later(9 * MS_PER_MIN),
      },
    ],
    bookmarks: [{ time: later(7 * MS_PER_MIN), text: 'Saw it <b>late</b>' }],
    log: [{ id: 2, time: later(MS_PER_MIN), kind: 'Mission', level: 'info', text: 'Instructor: <script>&' }],
  },
  ...changes,
});

/** The result before the end. */
function soFar(): ExerciseResult {
  const { debrief: _, ...known } = result({ isOver: false });
  return known;
}

function open(
  overrides: Partial<RemoteSessionControl> = {},
  saved: ExportFile[] = [],
  check?: Recorder['check'],
) {
  const store = createStore();
  store.set(missionSecondAtom, later(12 * MS_PER_MIN));
  store.set(edgeSecondAtom, later(12 * MS_PER_MIN));
  const control = fakeSessionControl(overrides);
  const begin = vi.fn<Recorder['begin']>();
  renderWithStore(
    <SessionControlContext value={control}>
      <RecorderContext value={{ begin, check } as unknown as Recorder}>
        <DownloadContext value={(file) => void saved.push(file)}>
          <ExerciseLine />
          <Exercises />
        </DownloadContext>
      </RecorderContext>
    </SessionControlContext>,
    store,
  );
  store.set(sliceAtoms.transport, transportView());
  const show = (exercise: ExerciseView) => act(() => store.set(sliceAtoms.exercise, exercise));
  return { store, control, begin, show };
}

async function openDialog() {
  const opened = open();
  act(() => opened.store.set(isExercisesOpenAtom, true));
  return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Exercises' }) };
}

describe('the dialog of exercises', () => {
  it('offers the built-in ones with objective and duration, and begins the chosen one', async () => {
    const { begin, dialog } = await openDialog();
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(EXERCISE_CATALOGUE.length);
    const [first] = EXERCISE_CATALOGUE;
    expect(within(dialog).getByText(first.objective)).toBeVisible();
    await userEvent.click(within(dialog).getAllByRole('button', { name: 'Start' })[0] as HTMLElement);
    expect(begin).toHaveBeenCalledExactlyOnceWith({ exercise: first.id });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('begins one from a file', async () => {
    const { begin, dialog } = await openDialog();
    const file = new File([writeExercise(EXERCISE)], 'two-passes.json', { type: 'application/json' });
    await userEvent.upload(within(dialog).getByLabelText('Exercise file'), file);
    expect(begin).toHaveBeenCalledExactlyOnceWith({ exercise: EXERCISE });
  });

  it('says why a file cannot be used, and begins nothing', async () => {
    const { begin, dialog } = await openDialog();
    const late = { ...EXERCISE, triggers: [{ id: 'late', when: { minute: 40 }, act: { hint: 'Late.' } }] };
    const file = new File([writeExercise(late)], 'late.json', { type: 'application/json' });
    await userEvent.upload(within(dialog).getByLabelText('Exercise file'), file);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'The exercise cannot be used: it ends before the trigger late.',
    );
    expect(begin).not.toHaveBeenCalled();
  });

  it('says that a file cannot be read at all, and begins nothing', async () => {
    const { begin, dialog } = await openDialog();
    await userEvent.upload(within(dialog).getByLabelText('Exercise file'), unreadableFile('gone.json'));
    expect(await within(dialog).findByText('The file could not be read.')).toBeVisible();
    expect(begin).not.toHaveBeenCalled();
  });

  it('begins a new mission with the chosen profile, and says how often it has anomalies', async () => {
    const { begin, dialog } = await openDialog();
    const profile = within(dialog).getByRole('combobox', { name: 'Mission profile' });
    expect(profile).toHaveValue('specified');
    await userEvent.selectOptions(profile, 'calm');
    expect(within(dialog).getByText('About 3 anomalies an hour.')).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Begin a new mission' }));
    expect(begin).toHaveBeenCalledExactlyOnceWith({ profile: 'calm' });
  });
});

describe('the line of an exercise', () => {
  it('is absent without one', () => {
    open();
    expect(screen.queryByRole('region')).toBeNull();
  });

  it('has its name, the time left, the objective, and the newest text of the instructor', async () => {
    const { show } = open();
    show(view());
    const line = await screen.findByRole('region', { name: 'Exercise' });
    expect(line).toHaveTextContent('Two passes18 min 00 s leftDownlink what is recorded.');
    const said = [5, 10].map((minute) => ({ time: later(minute * MS_PER_MIN), text: `at ${minute} min` }));
    show(view({ hints: said }));
    expect(line).toHaveTextContent('12:10 Instructor: at 10 min');
  });

  it('opens the goals as of now, and tells nothing of faults', async () => {
    const exerciseResult = async () => ({
      ok: true as const,
      value: soFar(),
    });
    const { show } = open({ exerciseResult });
    show(view());
    await userEvent.click(await screen.findByRole('button', { name: 'Goals' }));
    const dialog = await screen.findByRole('dialog', { name: 'Goals of the exercise' });
    expect(await within(dialog).findByText('66.7 of 100 points so far; 70 are needed.')).toBeVisible();
    expect(within(dialog).queryByText(/antenna/)).toBeNull();
  });
});

describe('the goals of an exercise', () => {
  const soFarAt = (minute: number, score: number): ExerciseResult => ({
    ...soFar(),
    to: later(minute * MS_PER_MIN),
    score,
  });
  const scoreOf = (score: number) => `${score} of 100 points so far; 70 are needed.`;

  it('are asked for again each minute of the mission, and say as of when they are', async () => {
    const exerciseResult = vi.fn<RemoteSessionControl['exerciseResult']>();
    exerciseResult.mockResolvedValueOnce({ ok: true, value: soFarAt(12, 66.7) });
    const { store, show } = open({ exerciseResult });
    store.set(linkStateAtom, { status: 'connected' });
    show(view());
    await userEvent.click(await screen.findByRole('button', { name: 'Goals' }));
    const table = await screen.findByRole('table', { name: 'Goals at 12:12:00 UTC' });
    expect(screen.getByText(scoreOf(66.7))).toBeVisible();
    const close = screen.getByRole('button', { name: /^Close/ });
    close.focus();

    let answer = (_outcome: Awaited<ReturnType<RemoteSessionControl['exerciseResult']>>) => {};
    exerciseResult.mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const at = (second: number) => act(() => store.set(missionSecondAtom, later(second * 1000)));
    at(12 * 60 + 59);
    expect(exerciseResult).toHaveBeenCalledOnce();
    at(13 * 60);
    expect(exerciseResult).toHaveBeenCalledTimes(2);
    expect(screen.getByText(scoreOf(66.7))).toBeVisible();
    expect(screen.queryByText('Computing the result …')).toBeNull();
    await act(async () => answer({ ok: true, value: soFarAt(13, 71.5) }));
    expect(screen.getByText(scoreOf(71.5))).toBeVisible();
    expect(table).toHaveAccessibleName('Goals at 12:13:00 UTC');
    expect(close).toHaveFocus();

    exerciseResult.mockResolvedValueOnce({ ok: false, message: 'The simulation is restarting.' });
    at(14 * 60);
    await waitFor(() => expect(exerciseResult).toHaveBeenCalledTimes(3));
    expect(screen.getByText(scoreOf(71.5))).toBeVisible();
    expect(screen.queryByText('The simulation is restarting.')).toBeNull();
    exerciseResult.mockResolvedValueOnce({ ok: true, value: soFarAt(15, 80.1) });
    at(15 * 60);
    expect(await screen.findByText(scoreOf(80.1))).toBeVisible();
  });
});

describe('the result of an exercise', () => {
  it('opens when the time is over, with score, goals and the faults as they really were', async () => {
    const seek = vi.fn(async (time?: number) => ({ ok: true as const, value: time as never }));
    const { show } = open({
      exerciseResult: async () => ({ ok: true as const, value: result() }),
      seek,
    });
    show(view());
    await screen.findByRole('region', { name: 'Exercise' });
    show(view({ isOver: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Result of the exercise' });
    expect(await within(dialog).findByText('Not passed: 66.7 of 100 points; 70 are needed.')).toBeVisible();
    const cells = (name: string) =>
      within(within(dialog).getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells('Data downlinked: all points at 600 MB, none at 100 MB')).toEqual(['350 MB', '33 of 67']);
    expect(cells('Longest fault: all points at 10 min, none at 40 min')).toEqual(['6.0 min', '33 of 33']);
    expect(cells('antenna off pointing')).toEqual(['12:05:00', '12:09:00', 'never', 'never', 'never']);
    await userEvent.click(within(dialog).getByRole('button', { name: '12:09:00' }));
    expect(seek).toHaveBeenCalledExactlyOnceWith(later(9 * MS_PER_MIN));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is saved as one page with goals, faults and the log of its time, whose texts cannot act', async () => {
    const saved: ExportFile[] = [];
    const { show } = open({ exerciseResult: async () => ({ ok: true as const, value: result() }) }, saved);
    show(view({ isOver: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Result' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save debrief' }));
    expect(await screen.findByText('Saved as debrief-2026-11-20T12-30-00Z.html')).toBeVisible();
    const page = new DOMParser().parseFromString(saved[0]?.text ?? '', 'text/html');
    expect(page.querySelector('h1')?.textContent).toBe('Debrief: Two passes');
    const rows = [...page.querySelectorAll('tr')].map(({ cells }) =>
      [...cells].map(({ textContent }) => textContent).join('|'),
    );
    expect(rows).toContain('Data downlinked: all points at 600 MB, none at 100 MB|350 MB|33 of 67');
    expect(rows).toContain('antenna off pointing (Signal)|12:05:00|12:09:00|never|never|never');
    expect(rows).toContain('12:01:00|Mission|Instructor: <script>&');
    expect(rows).toContain('12:07:00|Saw it <b>late</b>');
    const bookmarks = screen.getByRole('table', { name: 'Bookmarks of the instructor' });
    expect(bookmarks).toHaveTextContent('Saw it <b>late</b>');
    expect(within(bookmarks).getByRole('button', { name: /^12:07:00/ })).toBeVisible();
    expect(page.querySelector('script')).toBeNull();
  });

  it('compares recordings of the same exercise, and says which are none', async () => {
    const recorded = (score: number): ExerciseResult => ({ ...result(), score });
    const check = vi
      .fn<Recorder['check']>()
      .mockResolvedValueOnce({ equalCount: 3, exercise: recorded(91.2) })
      // The same name may be that of another version of the exercise.
      .mockResolvedValueOnce({ equalCount: 3, exercise: { ...recorded(12), definition: 'cd34' } })
      .mockResolvedValueOnce({ equalCount: 3, exercise: recorded(54.1) })
      .mockResolvedValueOnce({ equalCount: 3, exercise: recorded(54.2) });
    const { show } = open(
      { exerciseResult: async () => ({ ok: true as const, value: result() }) },
      [],
      check,
    );
    show(view({ isOver: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Result' }));
    const text = savedText(startMission());
    const files = ['ada.jsonl', 'ben.jsonl'].map((name) => new File([text], name));
    await userEvent.upload(await screen.findByLabelText('Recordings of this exercise'), [
      ...files,
      new File(['no'], 'cy.jsonl'),
      // Of another folder, and chosen twice.
      new File([text], 'ada.jsonl', { lastModified: 7 }),
      new File([text], 'ada.jsonl', { lastModified: 7 }),
    ]);
    const rows = () => {
      const table = screen.getByRole('table', { name: 'Results of the same exercise' });
      return within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent);
    };
    await waitFor(() =>
      expect(rows()).toEqual([
        'RecordingPointsData downlinkedLongest fault',
        'This mission66.7350 MB6.0 min',
        'ada.jsonl91.2350 MB6.0 min',
        'ada.jsonl (2)54.2350 MB6.0 min',
      ]),
    );
    expect(screen.getByText(/ben\.jsonl/).parentElement).toHaveTextContent(
      'ben.jsonl: It is not a recording of this exercise.',
    );
    expect(await screen.findByText('cy.jsonl')).toBeVisible();
  });

  it('leaves the keyboard at the button for recordings while they are replayed', async () => {
    let endReplay = () => {};
    const replayed = new Promise<void>((resolve) => {
      endReplay = resolve;
    });
    const { show } = open(
      { exerciseResult: async () => ({ ok: true as const, value: result() }) },
      [],
      async () => {
        await replayed;
        return { equalCount: 3, exercise: result() };
      },
    );
    show(view({ isOver: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Result' }));
    const button = await screen.findByRole('button', { name: 'Compare recordings…' });
    const file = new File([savedText(startMission())], 'ada.jsonl');
    await userEvent.upload(screen.getByLabelText('Recordings of this exercise'), file);
    button.focus();
    expect(await screen.findByText('Replaying …')).toBeVisible();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toBeEnabled();
    const choose = vi.spyOn(HTMLInputElement.prototype, 'click');
    await userEvent.keyboard('{Enter}');
    expect(choose).not.toHaveBeenCalled();
    endReplay();
    expect(await screen.findByRole('table', { name: 'Results of the same exercise' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledOnce();
    choose.mockRestore();
  });

  it('is asked for again after a restart of the simulation in which it could not be computed', async () => {
    const exerciseResult = vi
      .fn<RemoteSessionControl['exerciseResult']>()
      .mockResolvedValueOnce({ ok: false, message: 'The simulation is restarting. Try again in a moment.' })
      .mockResolvedValue({ ok: true, value: result() });
    const { show, store } = open({ exerciseResult });
    show(view({ isOver: true }));
    await userEvent.click(await screen.findByRole('button', { name: 'Result' }));
    expect(await screen.findByText(/^The simulation is restarting/)).toBeVisible();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(exerciseResult).toHaveBeenCalledOnce();
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    expect(await screen.findByText('Not passed: 66.7 of 100 points; 70 are needed.')).toBeVisible();
    expect(screen.queryByText(/^The simulation is restarting/)).toBeNull();
  });

  it('does not open again on the way back from a past instant, before whose time the exercise was not over', async () => {
    const { store, show } = open({ exerciseResult: async () => ({ ok: true as const, value: result() }) });
    show(view({ isOver: true }));
    expect(await screen.findByRole('button', { name: 'Result' })).toBeVisible();
    act(() => {
      store.set(sliceAtoms.transport, transportView({ mode: 'replay' }));
      store.set(sliceAtoms.exercise, view());
    });
    expect(await screen.findByRole('button', { name: 'Goals' })).toBeVisible();
    act(() => {
      store.set(sliceAtoms.transport, transportView());
      store.set(sliceAtoms.exercise, view({ isOver: true }));
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('replaces the goals that are open when the time is over', async () => {
    let answer = soFar();
    const { show } = open({ exerciseResult: async () => ({ ok: true as const, value: answer }) });
    show(view());
    await userEvent.click(await screen.findByRole('button', { name: 'Goals' }));
    expect(await screen.findByText('66.7 of 100 points so far; 70 are needed.')).toBeVisible();
    answer = result();
    show(view({ isOver: true }));
    expect(await screen.findByText('Not passed: 66.7 of 100 points; 70 are needed.')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Result of the exercise' })).toBeVisible();
  });

  it('does not open by itself where the exercise was over before', async () => {
    const { show } = open();
    show(view({ isOver: true }));
    expect(await screen.findByRole('button', { name: 'Result' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the window of an instructor', () => {
  it('shows the faults as they are, lets one strike, withdraws one, and says something', async () => {
    window.history.replaceState(null, '', '/?instructor=on');
    const instruct = vi.fn<RemoteSessionControl['instruct']>(async () => ({ ok: true, value: undefined }));
    const kinds = [
      { name: 'antenna-off', label: 'antenna off pointing', type: 'Signal' },
      { name: 'weak-cell', label: 'weak battery cell', type: 'Battery' },
    ] as const;
    open({
      instruct,
      instructorView: async () => ({
        ok: true as const,
        value: {
          kinds,
          triggers: [
            { id: 'instructor-3', when: { condition: 'eclipse' }, act: { hint: 'Mind the charge.' } },
          ],
          acting: [{ ...kinds[0], from: later(5 * MS_PER_MIN), course: 'lasting', isMending: false }],
        },
      }),
    });
    const panel = await screen.findByRole('region', { name: 'Instructor' });
    expect(
      await within(panel).findByText('antenna off pointing (Signal), lasting, since 12:05:00'),
    ).toBeVisible();
    await userEvent.selectOptions(
      within(panel).getByRole('combobox', { name: 'Fault' }),
      'weak battery cell',
    );
    await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'Course' }), 'contained');
    await userEvent.click(within(panel).getByRole('button', { name: 'Inject' }));
    const injected = { fault: 'weak-cell', course: 'contained' };
    expect(instruct).toHaveBeenLastCalledWith({ act: injected, when: undefined });
    expect(await within(panel).findByText('Done: weak battery cell.')).toBeVisible();
    await userEvent.selectOptions(within(panel).getByRole('combobox', { name: 'When' }), 'in 5 min');
    await userEvent.click(within(panel).getByRole('button', { name: 'Inject' }));
    const when = { at: later(17 * MS_PER_MIN) };
    expect(instruct).toHaveBeenLastCalledWith({ act: injected, when });
    expect(await within(panel).findByText('Planned: weak battery cell, at 12:17:00.')).toBeVisible();
    await userEvent.type(within(panel).getByRole('textbox'), 'Look at the antenna.{Enter}');
    expect(instruct).toHaveBeenLastCalledWith({ act: { hint: 'Look at the antenna.' }, when });
    await userEvent.type(within(panel).getByRole('textbox'), 'Too late');
    await userEvent.click(within(panel).getByRole('button', { name: 'Bookmark' }));
    expect(instruct).toHaveBeenLastCalledWith({ bookmark: 'Too late' });
    expect(within(panel).getByRole('textbox')).toHaveValue('');
    await userEvent.click(within(panel).getByRole('button', { name: 'Withdraw' }));
    expect(instruct).toHaveBeenLastCalledWith({ act: { withdraw: 'antenna-off' } });
    expect(within(panel).getByText('“Mind the charge.”, in eclipse')).toBeVisible();
    await userEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
    expect(instruct).toHaveBeenLastCalledWith({ cancel: 'instructor-3' });
    window.history.replaceState(null, '', '/');
  });

  it('acts once per press, and does nothing else meanwhile in the same mission or branch', async () => {
    window.history.replaceState(null, '', '/?instructor=on');
    const kind = { name: 'antenna-off', label: 'antenna off pointing', type: 'Signal' } as const;
    const value: InstructorView = {
      kinds: [kind],
      triggers: [{ id: 'instructor-3', when: { condition: 'eclipse' }, act: { hint: 'Mind the charge.' } }],
      acting: [{ ...kind, from: T0, course: 'lasting', isMending: false }],
    };
    const instruct = vi.fn<RemoteSessionControl['instruct']>(async () => ({ ok: true, value: undefined }));
    const { store } = open({ instruct, instructorView: async () => ({ ok: true as const, value }) });
    const panel = within(await screen.findByRole('region', { name: 'Instructor' }));
    for (const name of ['Inject', 'Say', 'Bookmark', 'Withdraw', 'Cancel']) {
      const button = await panel.findByRole('button', { name });
      await userEvent.type(panel.getByRole('textbox'), 'Look.');
      instruct.mockClear();
      await userEvent.dblClick(button);
      expect(instruct, name).toHaveBeenCalledOnce();
      await userEvent.clear(panel.getByRole('textbox'));
    }

    let end = () => {};
    instruct.mockClear();
    instruct.mockReturnValueOnce(
      new Promise((resolve) => {
        end = () => resolve({ ok: true, value: undefined });
      }),
    );
    const inject = panel.getByRole('button', { name: 'Inject' });
    await userEvent.click(inject);
    expect(inject).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(inject);
    await userEvent.click(panel.getByRole('button', { name: 'Withdraw' }));
    expect(instruct).toHaveBeenCalledOnce();
    await act(async () => end());
    expect(inject).not.toHaveAttribute('aria-busy');
    await userEvent.click(inject);
    expect(instruct).toHaveBeenCalledTimes(2);

    instruct.mockReturnValueOnce(new Promise(() => undefined));
    await userEvent.click(inject);
    expect(inject).toHaveAttribute('aria-busy', 'true');
    act(() => store.set(sliceAtoms.transport, transportView({ branch: 'B', branches: [MISSION, BRANCH] })));
    expect(inject).not.toHaveAttribute('aria-busy');
    await userEvent.click(inject);
    expect(instruct).toHaveBeenCalledTimes(4);
    window.history.replaceState(null, '', '/');
  });

  it('keeps the keyboard among the faults and triggers when the pressed button goes with its line', async () => {
    window.history.replaceState(null, '', '/?instructor=on');
    const kind = { name: 'antenna-off', label: 'antenna off pointing', type: 'Signal' } as const;
    let value: InstructorView = {
      kinds: [kind],
      triggers: [{ id: 'instructor-3', when: { condition: 'eclipse' }, act: { hint: 'Mind the charge.' } }],
      acting: [{ ...kind, from: T0, course: 'lasting', isMending: false }],
    };
    open({
      instructorView: async () => ({ ok: true as const, value }),
      async instruct(instruction: Instruction) {
        value = 'cancel' in instruction ? { ...value, triggers: [] } : { ...value, acting: [] };
        return { ok: true as const, value: undefined };
      },
    });
    for (const name of ['Withdraw', 'Cancel']) {
      const button = await screen.findByRole('button', { name });
      const lines = button.closest('ul')?.parentElement;
      button.focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(button).not.toBeInTheDocument());
      expect(lines).toHaveFocus();
    }
    expect(screen.getByText('No active faults.')).toBeVisible();
    window.history.replaceState(null, '', '/');
  });
});
