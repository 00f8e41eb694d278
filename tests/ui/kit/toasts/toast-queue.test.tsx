import { act, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, describe, expect, it } from 'vitest';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { announce, type Toast } from '../../../../src/ui/kit/toasts/announce.ts';
import { holdToasts, type ToastQueue } from '../../../../src/ui/kit/toasts/toast-queue.ts';
import { renderWithStore } from '../../../support/render.tsx';

afterEach(() => {
  act(() => void toast.dismiss());
});

const notice = (number: number, more: Partial<Toast> = {}): Toast => ({
  id: `notice-${number}`,
  level: 'info',
  text: `Notice ${number}`,
  ...more,
});

/** Opens a page that is visible or hidden. */
function openToasts() {
  renderWithStore(<Toasts />);
  const page = { isHidden: false, isFast: false, ms: 0, calls: [] as { at: number; callback: () => void }[] };
  const shown: string[] = [];
  const held = holdToasts({
    isHidden: () => page.isHidden,
    show: (toast) => {
      shown.push(toast.text);
      act(() => announce(toast));
    },
    soon: queueMicrotask,
    isFast: () => page.isFast,
    now: () => page.ms,
    later: (callback, ms) => page.calls.push({ at: page.ms + ms, callback }),
  });
  return {
    ...held,
    shown,
    runFast(): void {
      page.isFast = true;
    },
    pass(ms: number): void {
      page.ms += ms;
      const due = page.calls.filter(({ at }) => at <= page.ms);
      page.calls = page.calls.filter(({ at }) => at > page.ms);
      for (const { callback } of due) act(callback);
    },
    turn(isHidden: boolean): void {
      page.isHidden = isHidden;
      act(() => held.release());
    },
  };
}
/** Returns all toasts of a pile after a last one was added, newest first. */
async function shownBelow({ announce }: Pick<ToastQueue, 'announce'>) {
  act(() => announce({ id: 'last', level: 'info', text: 'The last one' }));
  await screen.findByText('The last one');
  const [, ...others] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  return others;
}

describe('toasts', () => {
  it('appear immediately on a visible page', async () => {
    const toasts = openToasts();
    act(() => toasts.announce(notice(1)));
    expect(await screen.findByText('Notice 1')).toBeVisible();
    toasts.turn(true);
    toasts.turn(false);
    expect(await shownBelow(toasts)).toEqual(['Notice 1']);
  });

  it('of one update, up to four, all appear', async () => {
    const toasts = openToasts();
    for (let number = 1; number <= 4; number += 1) toasts.announce(notice(number));
    await screen.findByText('Notice 4');
    expect(toasts.shown).toEqual(['Notice 1', 'Notice 2', 'Notice 3', 'Notice 4']);
  });

  it('of one update with a hundred notices are at most four, also for the next update', async () => {
    const toasts = openToasts();
    for (let number = 1; number <= 100; number += 1) toasts.announce(notice(number));
    await screen.findByText('Notice 100');
    expect(toasts.shown).toEqual([
      '97 more notices are in the event log',
      'Notice 98',
      'Notice 99',
      'Notice 100',
    ]);
    for (let number = 101; number <= 106; number += 1) toasts.announce(notice(number));
    await screen.findByText('Notice 106');
    expect(toasts.shown.slice(4)).toEqual([
      '3 more notices are in the event log',
      'Notice 104',
      'Notice 105',
      'Notice 106',
    ]);
  });

  it('of updates that follow each other while time runs fast are at most four in four seconds', async () => {
    const toasts = openToasts();
    toasts.runFast();
    for (let number = 1; number <= 40; number += 1) {
      toasts.announce(notice(number));
      await Promise.resolve();
      toasts.pass(250);
    }
    expect(toasts.shown.slice(0, 4)).toEqual(['Notice 1', 'Notice 2', 'Notice 3', 'Notice 4']);
    // Within 10 s no more than at 0, 4 and 8 s.
    expect(toasts.shown.length).toBeGreaterThan(7);
    expect(toasts.shown.length).toBeLessThanOrEqual(12);
    expect(toasts.shown).toContainEqual(expect.stringMatching(/^\d+ more notices are in the event log$/));
    toasts.pass(8000);
    expect(toasts.shown.at(-1)).toBe('Notice 40');
  });

  it.each([
    [0, []],
    [1, ['Notice 1']],
    [4, ['Notice 4', 'Notice 3', 'Notice 2', 'Notice 1']],
    [5, ['Notice 5', 'Notice 4', 'Notice 3', '2 more notices are in the event log']],
    [100, ['Notice 100', 'Notice 99', 'Notice 98', '97 more notices are in the event log']],
  ])('of a hidden page with %i notices are few when it is shown again', async (count, texts) => {
    const toasts = openToasts();
    toasts.turn(true);
    for (let number = 1; number <= count; number += 1) act(() => toasts.announce(notice(number)));
    for (const isHidden of [false, true, false]) toasts.turn(isHidden);
    expect(await shownBelow(toasts)).toEqual(texts);
  });

  it('of a failure are never omitted', async () => {
    const toasts = openToasts();
    toasts.turn(true);
    act(() => toasts.announce(notice(0, { level: 'error', text: 'Simulation restarted.' })));
    for (let number = 1; number <= 9; number += 1) act(() => toasts.announce(notice(number)));
    toasts.turn(false);
    expect(await shownBelow(toasts)).toEqual([
      'Notice 9',
      'Notice 8',
      'Simulation restarted.',
      '7 more notices are in the event log',
    ]);
  });
});
