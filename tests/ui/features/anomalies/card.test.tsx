import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { Profiler } from 'react';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RemoteOperations } from '../../../../src/shared/contract/operations.ts';
import { refused } from '../../../../src/shared/contract/outcome.ts';
import type { Anomaly, AnomalyStatus } from '../../../../src/shared/entities/entities.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { Age } from '../../../../src/ui/features/anomalies/Age.tsx';
import { AnomalyDetectionCard } from '../../../../src/ui/features/anomalies/AnomalyDetectionCard.tsx';
import { newestOutcomeAtom } from '../../../../src/ui/features/anomalies/roll-up.ts';
import { formatAgo } from '../../../../src/ui/kit/format.ts';
import {
  linkStateAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
} from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { renderWithStore } from '../../../support/render.tsx';
import { spacecraftView } from '../../../support/spacecraft-view.ts';
import { sample } from '../../../support/telemetry.ts';
import { transportView } from '../../../support/time-control.tsx';
import { anomaly, NOW } from './fixtures.ts';

function storeWith(anomalies: readonly Anomaly[] | undefined): Store {
  const store = createStore();
  store.set(sliceAtoms.anomalies, anomalies);
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  return store;
}

const renderCard = (
  anomalies: readonly Anomaly[] | undefined,
  isWide = false,
  overrides: Partial<RemoteOperations> = {},
) =>
  renderWithOperations(
    <>
      <AnomalyDetectionCard isWide={isWide} />
      <Toasts />
    </>,
    overrides,
    storeWith(anomalies),
  );

const list = () => screen.getByRole('list', { name: /^Anomalies, (newest|most urgent) first$/ });
const entries = (): HTMLElement[] => within(list()).queryAllByRole('article');
/** Line of the anomalies that are over; a click opens it. */
const overLine = () => screen.getByText(/^\d+ (recovered|resolved)/);
const entry = (id: string): HTMLElement => {
  const found = screen
    .queryAllByRole('article')
    .find(({ textContent }) => textContent?.includes(`message of ${id}`));
  if (!found) throw new Error(`no anomaly ${id}`);
  return found;
};
/** Returns the spacecraft that these anomalies' faults affect. */
const viewOf = (...ids: readonly string[]) =>
  spacecraftView({
    time: NOW,
    faults: ids.map((anomalyId) => ({
      anomalyId,
      type: 'Battery',
      parts: ['battery'],
      label: 'weak cell',
    })),
  });
const chip = (name: RegExp): HTMLElement => screen.getByRole('button', { name });

/** Changes the status in the mission's order: first the slice, then the outcome. */
function missionOperations(store: () => Store): Partial<RemoteOperations> {
  const change = (status: AnomalyStatus) =>
    vi.fn(async (id: string) => {
      const changed: Anomaly = { ...anomaly(id), status };
      act(() =>
        store().set(sliceAtoms.anomalies, (list) => list?.map((held) => (held.id === id ? changed : held))),
      );
      return { ok: true as const, value: changed };
    });
  return { acknowledgeAnomaly: change('Acknowledged'), resolveAnomaly: change('Resolved') };
}

afterEach(() => {
  act(() => void toast.dismiss());
});

describe('the anomaly detection card (spec §2, §3)', () => {
  it('is a region of its name, and says that it is loading before there is a list', () => {
    const { store } = renderCard(undefined);
    const card = screen.getByRole('region', { name: 'Anomaly Detection' });
    expect(within(card).getByText('Loading anomalies...')).toBeVisible();
    act(() => store.set(sliceAtoms.anomalies, []));
    expect(within(card).getByText('All systems nominal - No anomalies detected')).toBeVisible();
  });

  it('shows the exact text of spec §8 for an empty list', () => {
    renderCard([]);
    expect(screen.getByText('All systems nominal - No anomalies detected')).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('lists newest first, as the mission does, every field of spec §3', () => {
    const older = anomaly('old', { timestamp: epochMs(NOW - 3_600_000), type: 'Attitude', severity: 'Low' });
    renderCard([anomaly('new'), older], true);
    expect(entries().map((item) => item.querySelector('h3')?.textContent)).toEqual([
      'High Battery',
      'Low Attitude',
    ]);
    const text = entry('new').textContent;
    expect(entry('new').querySelector('time')?.dateTime).toBe('2026-11-20T15:11:37.000Z');
    for (const part of ['15:11:37 UTC', '30 s ago', 'message of new', 'AI explanation', 'Active'])
      expect(text).toContain(part);
    expect(text).toContain('explanation of new');
    expect(text).toContain('Suggested action Execute Enter Safe Mode…');
    expect(entry('old').textContent).toContain('1 h ago');
  });

  it('names the first report of a fault that is reported again, on its own tab', () => {
    const follows = epochMs(NOW - 3_600_000);
    renderCard([anomaly('a', { follows }), anomaly('b')], true);
    expect(within(entry('a')).getByText('follows the Battery anomaly of 14:12:07')).toBeVisible();
    expect(entry('b').textContent).not.toContain('follows');
  });

  it('shows a labelled explanation as rows, and other text unchanged', () => {
    const aiExplanation =
      'Seen: Solar output is 302 W.\nLikely cause: One array wing has retracted.\n' +
      'If nothing is done: FDIR retries.\nDo: Deploy Solar Array.';
    renderCard([anomaly('a', { aiExplanation }), anomaly('b')], true);
    const texts = (role: string) =>
      within(entry('a'))
        .getAllByRole(role)
        .map(({ textContent }) => textContent);
    expect(texts('term')).toEqual(['Seen', 'Likely cause', 'If nothing is done', 'Do']);
    expect(texts('definition')).toEqual([
      'Solar output is 302\u00a0W.',
      'One array wing has retracted.',
      'FDIR retries.',
      'Deploy Solar Array.',
    ]);
    expect(within(entry('b')).queryByRole('term')).toBeNull();
  });

  it('omits a missing suggested action, which is optional (spec §3)', () => {
    const { suggestedAction: _, ...without } = anomaly('a');
    renderCard([without]);
    expect(entry('a').textContent).not.toContain('Suggested action');
  });

  it.each([
    ['Critical', 'Active', 'critical'],
    ['High', 'Active', 'serious'],
    ['Medium', 'Acknowledged', 'caution'],
    ['Low', 'Active', 'standby'],
    ['Critical', 'Resolved', 'off'],
  ] as const)(
    'shows %s, %s as the level %s: a shape and the word (design.md §5)',
    (severity, status, level) => {
      renderCard([anomaly('a', { severity, status })]);
      if (status === 'Resolved') fireEvent.click(overLine());
      const label = within(entry('a')).getByText(severity);
      expect(label.dataset.status).toBe(level);
      expect(label.querySelector('svg')).not.toBeNull();
      expect(within(entry('a')).getByText(status)).toBeVisible();
    },
  );

  it('on the overview shows explanations on demand', () => {
    renderCard([anomaly('a'), anomaly('b')]);
    for (const id of ['a', 'b']) {
      expect(screen.getByText(`explanation of ${id}`)).not.toBeVisible();
      fireEvent.click(within(entry(id)).getByText('AI explanation'));
      expect(screen.getByText(`explanation of ${id}`)).toBeVisible();
    }
  });

  it('on the overview lists first what waits for an answer, then the more severe', () => {
    renderCard([
      anomaly('a', { severity: 'Critical', status: 'Acknowledged' }),
      anomaly('b', { severity: 'Low' }),
      anomaly('c', { severity: 'High' }),
      anomaly('d', { severity: 'Low' }),
    ]);
    expect(entries()).toEqual(['c', 'b', 'd', 'a'].map(entry));
  });

  it('keeps an explanation opened or closed by the user when another anomaly arrives', () => {
    const { store } = renderCard([anomaly('b'), anomaly('c')]);
    fireEvent.click(within(entry('c')).getByText('AI explanation'));
    act(() => store.set(sliceAtoms.anomalies, [anomaly('a'), anomaly('b'), anomaly('c')]));
    const open = ['a', 'b', 'c'].map((id) => entry(id).querySelector('details')?.open);
    expect(open).toEqual([false, false, true]);
  });

  it('has all explanations open on its own tab', () => {
    renderCard([anomaly('a'), anomaly('b')], true);
    expect(screen.getByText('explanation of a')).toBeVisible();
    expect(screen.getByText('explanation of b')).toBeVisible();
  });

  it('keeps figures and units on one line, in the message and the explanation', () => {
    const aiExplanation = 'Solar output was 445 W at 12:40 UTC.';
    const { container } = renderCard([
      anomaly('a', { message: 'Solar output back at 445 W.', aiExplanation }),
    ]);
    expect(container.textContent).toContain('back at 445\u00a0W.');
    expect(container.textContent).toContain('was 445\u00a0W at 12:40\u00a0UTC.');
  });

  it('marks anomalies that arrive later, and none of the first list', () => {
    const { store } = renderCard([]);
    act(() => store.set(sliceAtoms.anomalies, [anomaly('a')]));
    expect(entry('a').dataset.arrived).toBe('true');
    act(() => store.set(sliceAtoms.anomalies, [anomaly('b'), anomaly('a')]));
    expect([entry('b'), entry('a')].map(({ dataset }) => dataset.arrived)).toEqual(['true', 'false']);
  });

  it('marks the list as last known while the link is lost, and shows nothing as nominal', () => {
    const { store } = renderCard([anomaly('a')]);
    expect(screen.getByText('1 ongoing')).toBeVisible();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.getByText('Link lost: last known list shown.')).toBeVisible();
    expect(screen.getByText('Unknown: the link to the simulation is lost').dataset.status).toBe('off');
    act(() => store.set(sliceAtoms.anomalies, []));
    expect(screen.queryByText(/nominal/)).toBeNull();
  });
});

describe('the transitions of an anomaly (spec §4)', () => {
  it('offers Acknowledge and Resolve for Active ones only', () => {
    renderCard([
      anomaly('a'),
      anomaly('b', { status: 'Acknowledged' }),
      anomaly('c', { status: 'Resolved' }),
    ]);
    const names = (id: string) =>
      within(entry(id))
        .queryAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(['a', 'b', 'c'].map(names)).toEqual([
      ['Execute Enter Safe Mode…', 'Acknowledge', 'Resolve'],
      ['Execute Enter Safe Mode…'],
      [],
    ]);
  });

  it.each([
    ['Acknowledge', 'acknowledgeAnomaly'],
    ['Resolve', 'resolveAnomaly'],
  ] as const)('%s sends one request, however often it is clicked', async (name, operation) => {
    let answer = (): void => undefined;
    const asked = vi.fn(
      () =>
        new Promise<{ ok: true; value: Anomaly }>((resolve) => {
          answer = () => resolve({ ok: true, value: anomaly('a') });
        }),
    );
    renderCard([anomaly('a')], false, { [operation]: asked });
    await userEvent.dblClick(screen.getByRole('button', { name }));
    for (const button of within(entry('a')).getAllByRole('button', { name: /^(Acknowledge|Resolve)$/ })) {
      expect(button.getAttribute('aria-busy')).toBe('true');
      await userEvent.click(button);
    }
    expect(asked).toHaveBeenCalledExactlyOnceWith('a');
    await act(async () => answer());
  });

  it('shows the new state from the mission', async () => {
    let held: Store | undefined;
    const operations = missionOperations(() => held ?? createStore());
    held = renderCard([anomaly('a'), anomaly('b')], false, operations).store;
    await userEvent.click(within(entry('a')).getByRole('button', { name: 'Acknowledge' }));
    await userEvent.click(within(entry('b')).getByRole('button', { name: 'Resolve' }));
    expect(within(entry('a')).getByText('Acknowledged')).toBeVisible();
    // An acknowledged anomaly has not recovered.
    expect(screen.getByText('1 ongoing').dataset.status).toBe('serious');
    expect(overLine()).toHaveTextContent('1 resolved');
    act(() => held?.set(sliceAtoms.spacecraft, viewOf()));
    expect(screen.getByText('None ongoing').dataset.status).toBe('normal');
    fireEvent.click(overLine());
    // Its fault has ended, but no sample shows its channel within limits yet.
    expect(within(entry('a')).getByText('Fault cleared')).toBeVisible();
    act(() => held?.set(sliceAtoms.telemetry, [{ ...sample(0), timestamp: NOW }]));
    expect(within(entry('a')).getByText('Recovered')).toBeVisible();
    expect(within(entry('a')).getByText('High').dataset.status).toBe('off');
    expect(within(entry('b')).getByText('Resolved')).toBeVisible();
    act(() => held?.set(sliceAtoms.spacecraft, viewOf('b')));
    expect(within(entry('b')).getByText('Fault persists')).toBeVisible();
    expect(within(entry('b')).getByText('High').dataset.status).toBe('serious');
    expect(screen.getByText('1 ongoing').dataset.status).toBe('serious');
  });

  it('says above those that are over how the newest of them ended, until it is resolved', () => {
    const message = 'Antenna off pointing cleared by Rotate Antenna at 12:03:10 UTC.';
    const { store } = renderCard([anomaly('a')]);
    const ended = {
      id: 1,
      time: NOW,
      kind: 'Anomaly',
      level: 'success',
      text: 'cleared',
      of: ['a'],
    } as const;
    act(() => {
      store.set(sliceAtoms.anomalies, [anomaly('a', { message })]);
      store.set(sliceAtoms.spacecraft, viewOf());
      store.set(sliceAtoms.log, [ended]);
    });
    const outcome = () => screen.getAllByText(message).filter((element) => !element.closest('details'));
    expect(outcome()).toHaveLength(1);
    act(() => store.set(sliceAtoms.anomalies, [anomaly('a', { message, status: 'Resolved' })]));
    expect(outcome()).toHaveLength(0);
  });

  it('says the same of an instant in a replay, in another window and after a reload, and for a quarter of an hour', () => {
    const message = 'Antenna off pointing cleared by a retry of FDIR at 15:10:00 UTC.';
    const store = storeWith([anomaly('a', { message })]);
    const at = (ageMin: number) =>
      store.set(sliceAtoms.log, [
        {
          id: 1,
          time: addMs(NOW, -ageMin * MS_PER_MIN),
          kind: 'Anomaly',
          level: 'success',
          text: '',
          of: ['a'],
        },
      ]);
    store.set(sliceAtoms.spacecraft, viewOf());
    store.set(sliceAtoms.transport, transportView({ mode: 'replay' }));
    at(2);
    expect(store.get(newestOutcomeAtom)?.message).toBe(message);
    at(14);
    expect(store.get(newestOutcomeAtom)?.message).toBe(message);
    at(15);
    expect(store.get(newestOutcomeAtom)).toBeUndefined();
  });

  it('shows the mission’s message when it refuses', async () => {
    const refusal = vi.fn(async () => refused('The anomaly is already resolved.'));
    renderCard([anomaly('a')], false, { resolveAnomaly: refusal });
    await userEvent.click(screen.getByRole('button', { name: 'Resolve' }));
    expect(await screen.findByText('The anomaly is already resolved.')).toBeVisible();
  });

  it('describes each button with its anomaly (design.md §4: the names are the same)', () => {
    renderCard([anomaly('a', { severity: 'Critical', type: 'Solar' })]);
    const button = screen.getByRole('button', { name: 'Resolve' });
    expect(button).toHaveAccessibleDescription('Critical Solar');
  });

  it('moves the focus to the anomaly when its button goes, and to the list when the anomaly goes', async () => {
    let held: Store | undefined;
    const operations = missionOperations(() => held ?? createStore());
    held = renderCard([anomaly('a'), anomaly('b')], false, operations).store;
    within(entry('a')).getByRole('button', { name: 'Acknowledge' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(entry('a')).toHaveFocus();
    within(entry('b')).getByRole('button', { name: 'Resolve' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(entries()).toEqual([entry('a')]);
    expect(list()).toHaveFocus();
  });
});

describe('the anomalies whose fault has ended', () => {
  const LIST = [
    anomaly('a', { severity: 'Critical' }),
    anomaly('b', { severity: 'Critical' }),
    anomaly('c'),
    anomaly('d', { status: 'Acknowledged' }),
    anomaly('e', { status: 'Resolved' }),
  ];

  it('are folded into one line without an alarm colour, and are not counted', () => {
    const { store } = renderCard(LIST, true);
    act(() => store.set(sliceAtoms.spacecraft, viewOf('a')));
    expect(entries()).toEqual([entry('a')]);
    expect(screen.getByText('1 ongoing').dataset.status).toBe('critical');
    expect(chip(/^Critical/)).toHaveTextContent('Critical 1');
    expect(chip(/^High/)).toHaveTextContent('High 0');
    expect(overLine()).toHaveTextContent('3 recovered (1 acknowledged), 1 resolved');
    expect(entry('b')).not.toBeVisible();
    fireEvent.click(overLine());
    for (const id of ['b', 'c', 'd', 'e']) {
      expect(entry(id)).toBeVisible();
      expect(entry(id).dataset.level).toBe('off');
    }
  });

  it('are all resolved by one button, which then passes the focus to the line', async () => {
    let held: Store | undefined;
    const operations = missionOperations(() => held ?? createStore());
    held = renderCard(LIST, false, operations).store;
    act(() => held?.set(sliceAtoms.spacecraft, viewOf('a')));
    screen.getByRole('button', { name: 'Resolve all recovered' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(vi.mocked(operations.resolveAnomaly)?.mock.calls).toEqual([['b'], ['c']]);
    expect(overLine()).toHaveTextContent('1 recovered (acknowledged), 3 resolved');
    expect(screen.queryByRole('button', { name: 'Resolve all recovered' })).toBeNull();
    expect(overLine()).toHaveFocus();
    expect(screen.getByText('1 ongoing')).toBeVisible();
  });

  it('say why not all of them were resolved', async () => {
    const resolveAnomaly = vi.fn(async (id: string) =>
      id === 'b'
        ? refused('This anomaly is no longer in the list.')
        : { ok: true as const, value: anomaly(id) },
    );
    const { store } = renderCard(LIST, false, { resolveAnomaly });
    act(() => store.set(sliceAtoms.spacecraft, viewOf('a')));
    await userEvent.click(screen.getByRole('button', { name: 'Resolve all recovered' }));
    expect(await screen.findByText('This anomaly is no longer in the list.')).toBeVisible();
  });
});

describe('the filter of the anomaly list', () => {
  const LIST = [
    anomaly('a', { severity: 'Critical' }),
    anomaly('b', { severity: 'High', status: 'Acknowledged' }),
    anomaly('c', { severity: 'High', status: 'Resolved' }),
  ];

  it('counts the ongoing anomalies by severity', () => {
    renderCard(LIST, true);
    const chips = within(screen.getByRole('group', { name: 'Show only severity' })).getAllByRole('button');
    expect(chips.map(({ textContent }) => textContent)).toEqual([
      'Critical 1',
      'High 1',
      'Medium 0',
      'Low 0',
    ]);
  });

  it('lists the selection, shows how many it leaves, and is reset in one step', async () => {
    renderCard(LIST, true);
    await userEvent.click(chip(/^High/));
    expect(chip(/^High/).getAttribute('aria-pressed')).toBe('true');
    expect(entries()).toEqual([entry('b')]);
    expect(screen.getByText('1 of 2 ongoing shown')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(entries()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it('says so when it hides everything', async () => {
    renderCard(LIST, true);
    await userEvent.click(chip(/^Low/));
    expect(entries()).toHaveLength(0);
    expect(screen.getByText('0 of 2 ongoing shown')).toBeVisible();
    expect(screen.queryByText(/nominal/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(entries()).toHaveLength(2);
  });

  it('moves the keyboard to the list when it is reset', async () => {
    renderCard(LIST, true);
    await userEvent.click(chip(/^High/));
    screen.getByRole('button', { name: 'Show all' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(entries()).toHaveLength(2);
    expect(list()).toHaveFocus();
  });

  it('can be reset when no anomaly is ongoing any more', async () => {
    const { store } = renderCard(LIST, true);
    await userEvent.click(chip(/^High/));
    act(() => store.set(sliceAtoms.spacecraft, viewOf()));
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
  });

  it('persists across a tab change', async () => {
    const { store, unmount } = renderCard(LIST, true);
    await userEvent.click(chip(/^Critical/));
    unmount();
    renderWithOperations(<AnomalyDetectionCard isWide />, {}, store);
    expect(entries()).toEqual([entry('a')]);
  });
});

describe('the age of an anomaly', () => {
  it.each([
    [-5000, 'just now'],
    [999, 'just now'],
    [1000, '1 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3_599_999, '59 min ago'],
    [3_600_000, '1 h ago'],
    [86_399_999, '23 h 59 min ago'],
    [86_400_000 * 3 + 3_600_000 * 4, '3 d 4 h ago'],
  ])('of %d ms reads %s', (age, text) => {
    expect(formatAgo(age)).toBe(text);
  });

  it('renders only when its text changes', () => {
    const store = storeWith([]);
    let commits = 0;
    renderWithStore(
      <Profiler id="age" onRender={() => (commits += 1)}>
        <Age since={epochMs(NOW - 120_000)} />
      </Profiler>,
      store,
    );
    commits = 0;
    for (let second = 1; second <= 60; second += 1) {
      act(() => store.set(missionSecondAtom, epochMs(NOW + second * 1000)));
    }
    expect(screen.getByText('3 min ago')).toBeVisible();
    expect(commits).toBe(1);
  });
});

describe('an anomaly that a retry on board may clear', () => {
  const left = anomaly('left', { severity: 'Medium', retriedUntil: addMs(NOW, MS_PER_MIN) });
  const asking = anomaly('asking', { severity: 'Low', askedAt: addMs(NOW, -10_000) });

  it('says until when it is left to FDIR, and the other since when it asks for action', () => {
    renderCard([left, asking], true);
    expect(within(entry('left')).getByText('left to FDIR until 15:13:07')).toBeVisible();
    expect(within(entry('asking')).getByText('asks for action since 15:11:57')).toBeVisible();
  });

  it('waits for telemetry once the time of the retries has passed', () => {
    renderCard([{ ...left, retriedUntil: NOW }], true);
    expect(within(entry('left')).getByText('left to FDIR until the next telemetry')).toBeVisible();
  });

  it('stands below a less severe one that asks for action', () => {
    renderCard([left, asking]);
    expect(
      entries().map(({ textContent }) => /message of (asking|left)/.exec(textContent ?? '')?.[1]),
    ).toEqual(['asking', 'left']);
  });
});

describe('how often anomalies ask for action', () => {
  const showLoad = (inLastHour: number, mostInTenMinutes: number, answeredInMs?: number) => {
    const store = storeWith([anomaly('a')]);
    store.set(sliceAtoms.anomalyLoad, { profile: 'specified', inLastHour, mostInTenMinutes, answeredInMs });
    return renderWithOperations(<AnomalyDetectionCard isWide />, {}, store);
  };

  it('is one line on the Anomalies tab', () => {
    showLoad(3, 2, 4 * MS_PER_MIN);
    expect(screen.getByText('Asked for action: 3 in the last hour')).toBeVisible();
    expect(screen.getByText('peak: 2 in ten minutes')).toBeVisible();
    expect(screen.getByText('median answer: 4 min')).toBeVisible();
  });

  it('says where it is above what one operator can handle', () => {
    showLoad(7, 11);
    expect(screen.getByText('Asked for action: 7 in the last hour, above the guideline of 6')).toBeVisible();
    expect(screen.getByText('peak: 11 in ten minutes, above the guideline of 10')).toBeVisible();
    expect(screen.queryByText(/answered/)).toBeNull();
  });
});

describe('shelving an anomaly', () => {
  const shelve = () =>
    vi.fn<RemoteOperations['shelveAnomaly']>(async () => ({ ok: true, value: anomaly('a') }));

  it('asks for a time and a reason, and closes once it is accepted, with the focus on its button', async () => {
    const shelveAnomaly = shelve();
    renderCard([anomaly('a')], true, { shelveAnomaly });
    await userEvent.click(screen.getByRole('button', { name: 'Shelve' }));
    const form = await screen.findByRole('form', { name: 'Shelve the Battery anomaly' });
    expect(within(form).getByRole('textbox', { name: 'Reason' })).toHaveFocus();
    await userEvent.selectOptions(within(form).getByRole('combobox', { name: 'For' }), '2 h');
    await userEvent.type(within(form).getByRole('textbox', { name: 'Reason' }), 'known{Enter}');
    expect(shelveAnomaly).toHaveBeenCalledExactlyOnceWith({ id: 'a', minutes: 120, reason: 'known' });
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByRole('button', { name: 'Shelve' })).toHaveFocus();
  });

  it('wants a reason', async () => {
    const shelveAnomaly = shelve();
    renderCard([anomaly('a')], true, { shelveAnomaly });
    await userEvent.click(screen.getByRole('button', { name: 'Shelve' }));
    await screen.findByRole('form');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveAccessibleDescription(
      'Please give a reason for shelving.',
    );
    expect(shelveAnomaly).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('shows until when and why, and offers its end alone', async () => {
    const unshelveAnomaly = vi.fn<RemoteOperations['unshelveAnomaly']>(async () => ({
      ok: true,
      value: anomaly('a'),
    }));
    const shelved = { until: addMs(NOW, MS_PER_MIN), reason: 'known' };
    renderCard([anomaly('a', { shelved }), anomaly('b', { severity: 'Low' })], true, { unshelveAnomaly });
    expect(within(entry('a')).getByText(/^shelved until 15:13:07:/)).toHaveTextContent('known');
    expect(within(entry('a')).queryByRole('button', { name: 'Acknowledge' })).toBeNull();
    await userEvent.click(within(entry('a')).getByRole('button', { name: 'Unshelve' }));
    expect(unshelveAnomaly).toHaveBeenCalledExactlyOnceWith('a');
  });

  it('stands last on the Overview, and is no part of the count that asks', () => {
    const shelved = { until: addMs(NOW, MS_PER_MIN), reason: 'known' };
    renderCard([anomaly('a', { shelved, severity: 'Critical' }), anomaly('b', { severity: 'Low' })]);
    expect(entries()[0]).toHaveTextContent('message of b');
    expect(screen.getByText('2 ongoing, 1 shelved')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Shelve' })).toBeNull();
  });
});
