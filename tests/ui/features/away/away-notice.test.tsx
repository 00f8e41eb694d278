import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PeriodSummary } from '../../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import type { TransportView } from '../../../../src/shared/contract/transport.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { useTimeActions } from '../../../../src/ui/app/actions/use-time-actions.ts';
import { AwayNotice } from '../../../../src/ui/features/away/AwayNotice.tsx';
import { missedBetween, reportLastHourAtom } from '../../../../src/ui/features/away/absence.ts';
import { logFilterAtom } from '../../../../src/ui/features/log/log-filter.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import {
  BRANCH,
  EDGE,
  MISSION,
  renderWithTime,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

const at = (minutes: number): EpochMs => addMs(EDGE, minutes * MS_PER_MIN);
const presence = (wall: number, mission = wall, subject = 'A') => ({
  wall: at(wall),
  mission: at(mission),
  subject,
});

/** Names of the actions on the session time in the palette. */
function TimeActions() {
  return useTimeActions().map(({ id, name }) => <p key={id}>{name}</p>);
}

describe('what nobody has seen of the mission', () => {
  it.each([
    ['ten minutes without a sign', presence(0), presence(10), false, { from: at(0), to: at(10) }],
    ['less than ten minutes', presence(0), presence(9), false, undefined],
    [
      'half an hour of the mission in a hidden page',
      presence(0),
      presence(1, 30),
      true,
      { from: at(0), to: at(30) },
    ],
    ['less of it', presence(0), presence(1, 29), true, undefined],
    ['half an hour of the mission that somebody watched', presence(0), presence(1, 30), false, undefined],
    ['a mission that stood still', presence(0), presence(60, 0), true, undefined],
    ['a mission that went back', presence(0, 100), presence(60), true, undefined],
    ['another branch', presence(0), presence(60, 60, 'B'), true, undefined],
  ] as const)('%s', (_name, left, back, wasHidden, missed) => {
    expect(missedBetween(left, back, wasHidden)).toEqual(missed);
  });
});

describe('the line of what happened', () => {
  const summaryOf = (span: { readonly from: EpochMs; readonly to: EpochMs }): PeriodSummary => ({
    ...span,
    faults: 4,
    raised: 4,
    recovered: 3,
    ongoing: 1,
    commands: 2,
    downlinkedMb: 310,
    outOfLimitsMs: 12 * MS_PER_MIN,
    modes: [],
  });
  let isHidden = false;
  beforeEach(() => {
    isHidden = false;
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
    window.history.replaceState(null, '', '/');
    return () => vi.restoreAllMocks();
  });

  const openPage = ({ keptMin = Number.POSITIVE_INFINITY, modes = [] as PeriodSummary['modes'] } = {}) => {
    const summary = vi.fn<RemoteSessionControl['summary']>(async ({ from, to = EDGE }) => {
      const kept = Math.max(from, to - keptMin * MS_PER_MIN) as EpochMs;
      return { ok: true, value: { ...summaryOf({ from: kept, to }), modes } };
    });
    const ui = (
      <>
        <main tabIndex={-1} />
        <AwayNotice />
        <TimeActions />
      </>
    );
    const rendered = renderWithTime(ui, transportView(), {}, { summary });
    return {
      ...rendered,
      summary,
      pass: (minutes: number, view: Partial<TransportView> = {}, wall = minutes) =>
        act(async () => showTime(rendered.store, transportView(view), { edge: at(minutes), wall: at(wall) })),
      showMission: (missionId: string) =>
        act(async () => rendered.store.set(sliceAtoms.consoles, consolesView({ missionId }))),
      setHidden: (hidden: boolean) =>
        act(async () => {
          isHidden = hidden;
          document.dispatchEvent(new Event('visibilitychange'));
        }),
    };
  };
  const line = () => screen.queryByText(/UTC: /)?.textContent;

  it('comes as the page is shown again, with the time for which it was hidden', async () => {
    const { pass, setHidden } = openPage();
    await pass(5);
    await setHidden(true);
    await pass(65);
    expect(line()).toBeUndefined();
    await setHidden(false);
    expect(line()).toBe(
      'While you were away, 13:05 to 14:05 UTC: 4 faults, 3 recovered, 310 MB; 2 commands, readings out of limits for 12 min.',
    );
    expect(screen.getByRole('status')).toBeVisible();
  });

  it('comes with the first input after ten minutes without one, and not while somebody works', async () => {
    const { pass } = openPage();
    for (const minutes of [4, 8, 12, 16]) {
      await pass(minutes);
      await userEvent.keyboard('x');
    }
    expect(line()).toBeUndefined();
    await pass(30);
    expect(line()).toBeUndefined();
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 13:16 to 13:30 UTC/);
  });

  it('has the dates of an absence past midnight, also of its mode changes', async () => {
    const day = 24 * 60;
    const { pass } = openPage({ modes: [{ time: at(2 * day + 5), mode: 'SAFE' }] });
    await pass(0);
    await pass(3 * day);
    await userEvent.keyboard('x');
    expect(line()).toMatch(
      /^While you were away, 2026-\d\d-\d\d 13:00 to 2026-\d\d-\d\d 13:00 UTC: .* SAFE at 2026-\d\d-\d\d 13:05\.$/,
    );
  });

  it('says of how much of a longer absence the mission knows', async () => {
    const week = 7 * 24 * 60;
    const { pass } = openPage({ keptMin: week });
    await pass(0);
    await pass(3 * week);
    await userEvent.keyboard('x');
    expect(line()).toMatch(
      /^The last 7 d of your absence, 2026-\d\d-\d\d 13:00 to 2026-\d\d-\d\d 13:00 UTC: /,
    );
  });

  it('does not come after ten minutes of work in a replay, but after ten in which nobody worked there', async () => {
    const { pass } = openPage();
    const replay = { mode: 'replay' } as const;
    for (const minutes of [1, 9, 17]) {
      await pass(minutes, replay);
      await userEvent.keyboard('x');
    }
    await pass(20);
    await userEvent.keyboard('x');
    expect(line()).toBeUndefined();
    for (const minutes of [40, 42]) {
      await pass(minutes, replay);
      await userEvent.keyboard('x');
    }
    await pass(43);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 13:20 to 13:43 UTC/);
  });

  it('goes on from where nobody has read it, and is gone once dismissed', async () => {
    const { pass } = openPage();
    for (const minutes of [20, 40]) {
      await pass(minutes);
      await userEvent.keyboard('x');
    }
    expect(line()).toMatch(/^While you were away, 13:00 to 13:40 UTC/);
    await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(line()).toBeUndefined();
    await pass(55);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 13:40 to 13:55 UTC/);
  });

  it('leaves the keyboard in the content of the page when it is dismissed', async () => {
    const { pass } = openPage();
    await pass(10);
    await userEvent.keyboard('x');
    screen.getByRole('button', { name: 'Dismiss' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(line()).toBeUndefined();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('is not that of another branch, of which it neither tells nor continues the absence', async () => {
    const { pass } = openPage();
    await pass(20);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 13:00 to 13:20 UTC/);
    expect(screen.getByText('What happened while I was away')).toBeVisible();
    const inBranch = { branch: 'B', branches: [MISSION, BRANCH] };
    await pass(22, inBranch);
    expect(line()).toBeUndefined();
    expect(screen.queryByText('What happened while I was away')).toBeNull();
    await userEvent.keyboard('x');
    await pass(40, inBranch);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 13:22 to 13:40 UTC/);
  });

  it('is not that of another mission, of which it neither tells nor continues the absence', async () => {
    const { pass, showMission } = openPage();
    await showMission('a'.repeat(32));
    await userEvent.keyboard('x');
    await pass(20);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 13:00 to 13:20 UTC/);
    await showMission('b'.repeat(32));
    await pass(-60, {}, 21);
    expect(line()).toBeUndefined();
    expect(screen.queryByText('What happened while I was away')).toBeNull();
    await userEvent.keyboard('x');
    await pass(-40, {}, 41);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 12:00 to 12:20 UTC/);
  });

  it('replaces an unread one that begins later, because the mission has gone back', async () => {
    const { pass } = openPage();
    await pass(60);
    await userEvent.keyboard('x');
    await pass(-60, {}, 61);
    await userEvent.keyboard('x');
    await pass(-40, {}, 81);
    await userEvent.keyboard('x');
    expect(line()).toMatch(/^While you were away, 12:00 to 12:20 UTC/);
  });

  it('leads to the events of that time, and is done', async () => {
    const { pass, store } = openPage();
    await pass(20);
    await userEvent.keyboard('x');
    await userEvent.click(screen.getByRole('button', { name: 'Show events' }));
    expect(window.location.search).toBe('?tab=anomalies');
    expect(store.get(logFilterAtom).span).toEqual({ from: at(0), to: at(20) });
    expect(line()).toBeUndefined();
  });

  it('tells the last hour when asked', async () => {
    const { store, summary } = openPage();
    await act(async () => store.set(reportLastHourAtom));
    expect(summary).toHaveBeenCalledExactlyOnceWith({ from: addMs(EDGE, -MS_PER_H), to: EDGE });
    expect(line()).toMatch(/^Last hour, 12:00 to 13:00 UTC: 4 faults, 3 recovered, 310 MB/);
  });
});
