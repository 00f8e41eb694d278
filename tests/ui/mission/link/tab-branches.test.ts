import { describe, expect, it } from 'vitest';
import type { LoggedMission } from '../../../../src/shared/contract/durable-log.ts';
import { MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { keepInTab, takeFromTab } from '../../../../src/ui/mission/link/tab-branches.ts';
import { openSession } from '../../../../src/worker/session/session.ts';
import { later, startMission } from '../../../support/mission.ts';

/** Returns the log of a mission whose window has made a branch, or none. */
function logOf(hasBranch: boolean): LoggedMission {
  const session = startMission();
  session.advanceTo(later(12 * MS_PER_MIN));
  if (hasBranch) session.control.takeOver();
  const record = session.record();
  const { header, time, entries, marks } = record;
  const head = {
    id: 'a'.repeat(32),
    generation: '1',
    build: 'development',
    header,
    time,
    savedAt: time,
    entryCount: entries.length,
    markCount: marks.length,
    live: session.live(),
  };
  return { head, record, lost: [] };
}

describe('a shared mission with branches', () => {
  it('outlives a reload of its tab, to the byte', () => {
    const log = logOf(true);
    keepInTab(log);
    const resume = takeFromTab()?.record;
    const reopened = openSession({ clock: { now: () => log.record.time }, seed: 9, resume });
    reopened.control.showBranch('B');
    const original = startMission();
    original.advanceTo(later(12 * MS_PER_MIN));
    original.control.takeOver();
    expect(reopened.mission.hash()).toBe(original.mission.hash());
  });

  it('is not handed to the windows that its tab opens after the reload', () => {
    keepInTab(logOf(true));
    takeFromTab();
    expect(takeFromTab()).toBeUndefined();
  });

  it('is kept no longer once it has no branches', () => {
    keepInTab(logOf(true));
    keepInTab(logOf(false));
    expect(takeFromTab()).toBeUndefined();
    keepInTab(logOf(true));
    keepInTab(undefined);
    expect(takeFromTab()).toBeUndefined();
  });

  const refuse = (name: string) => (): never => {
    throw new DOMException('The storage refuses.', name);
  };
  const holding = (text: string | null, setItem: () => void) => () => ({
    getItem: () => text,
    removeItem: () => undefined,
    setItem,
  });

  it.each([
    ['is blocked', refuse('SecurityError')],
    ['is full', holding(null, refuse('QuotaExceededError'))],
    ['holds something else', holding('{"head":', () => undefined)],
  ])('is not kept where the storage %s, and the page opens', (_how, storage) => {
    keepInTab(logOf(true), storage);
    expect(takeFromTab(storage)).toBeUndefined();
  });
});
