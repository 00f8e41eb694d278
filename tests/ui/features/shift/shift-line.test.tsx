import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { PeriodSummary } from '../../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { ShiftLine } from '../../../../src/ui/features/shift/ShiftLine.tsx';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import {
  BRANCH,
  EDGE,
  fakeSessionControl,
  MISSION,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

type Ask = RemoteSessionControl['summary'];

const summary = (from: EpochMs, to: EpochMs, outOfLimitsMs = 0): PeriodSummary => ({
  from,
  to,
  downlinkedMb: 1234.4,
  outOfLimitsMs,
  faults: 0,
  raised: 0,
  recovered: 0,
  ongoing: 0,
  commands: 0,
  modes: [],
});

async function showLine(ask: Ask) {
  const store = createStore();
  showTime(store, transportView({ branches: [MISSION, BRANCH] }));
  await act(async () =>
    render(
      <Provider store={store}>
        <SessionControlContext value={fakeSessionControl({ summary: ask })}>
          <ShiftLine />
        </SessionControlContext>
      </Provider>,
    ),
  );
  return store;
}

const lineText = () => screen.getByRole('definition').parentElement?.textContent?.replaceAll('\u00a0', ' ');

describe('the line of the shift', () => {
  it('says what the last 8 h brought, and for how long a reading was out of limits', async () => {
    const ask = vi.fn<Ask>(async ({ from, to }) => ({
      ok: true,
      value: summary(from, to, 72 * MS_PER_MIN),
    }));
    await showLine(ask);
    expect(ask).toHaveBeenLastCalledWith({ from: addMs(EDGE, -8 * MS_PER_H), to: EDGE });
    expect(lineText()).toBe('Last 8 h: 1,234 MB downlinked, 1 h out of limits');
  });

  it('counts from the start of a younger session, and says that all was within limits', async () => {
    await showLine(async ({ to }) => ({ ok: true, value: summary(addMs(EDGE, -MS_PER_H), to) }));
    expect(lineText()).toBe('Since 12:00: 1,234 MB downlinked, within limits');
  });

  it('asks once in ten seconds, and is empty while the session simulates its past again', async () => {
    let isKnown = false;
    const ask = vi.fn<Ask>(async ({ from, to }) => ({
      ok: true,
      value: isKnown ? summary(from, to) : undefined,
    }));
    const store = await showLine(ask);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('definition')).toBeNull();
    isKnown = true;
    for (let second = 1; second <= 10; second += 1) {
      const now = addMs(EDGE, second * MS_PER_S);
      await act(async () => showTime(store, transportView(), { edge: now }));
    }
    expect(ask).toHaveBeenCalledTimes(2);
    expect(lineText()).toMatch(/^Last 8 h: 1,234 MB/);
  });

  it('shows nothing of another branch until the session has answered for it', async () => {
    let answers = true;
    const store = await showLine(async ({ from, to }) =>
      answers
        ? { ok: true, value: summary(from, to) }
        : { ok: false, message: 'The simulation is restarting.' },
    );
    expect(lineText()).toMatch(/^Last 8 h/);
    answers = false;
    await act(async () =>
      store.set(sliceAtoms.transport, transportView({ branch: 'B', branches: [MISSION, BRANCH] })),
    );
    expect(screen.queryByRole('definition')).toBeNull();
  });
});
