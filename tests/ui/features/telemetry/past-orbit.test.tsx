import { act } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { History } from '../../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import type { TransportView } from '../../../../src/shared/contract/transport.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { pastOrbitAtom, usePastOrbit } from '../../../../src/ui/features/telemetry/past-orbit.ts';
import { linkStateAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import { NOMINAL } from '../../../support/telemetry.ts';
import {
  BRANCH,
  EDGE,
  MISSION,
  renderWithTime,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

afterEach(() => vi.restoreAllMocks());

function Wall() {
  usePastOrbit();
  return null;
}

type Ask = RemoteSessionControl['history'];

const HISTORY: History = { from: addMs(EDGE, -MS_PER_MIN), to: EDGE, channels: {} };
const answers = (): Ask => async () => ({ ok: true, value: HISTORY });

/** Opens a wall of a session that started an hour ago, with a current sample. */
async function openWall(ask: Ask = answers(), view: Partial<TransportView> = {}) {
  const history = vi.fn<Ask>(ask);
  const wall = renderWithTime(<Wall />, transportView(view), {}, { history });
  const { store } = wall;
  await act(async () => {
    store.set(linkStateAtom, { status: 'connected' });
    store.set(sliceAtoms.telemetry, [{ ...NOMINAL, timestamp: EDGE }]);
  });
  history.mockClear();
  const live = async (seconds: number) => {
    for (let second = 1; second <= seconds; second += 1) {
      const edge = addMs(EDGE, second * MS_PER_S);
      await act(async () => showTime(store, transportView(view), { edge }));
    }
  };
  return { ...wall, history, live };
}

describe('the history of the wall', () => {
  it('asks for all channels, from the start of the session to the newest sample', async () => {
    const { history, live } = await openWall();
    await live(10);
    expect(history).toHaveBeenCalledTimes(1);
    const query = history.mock.calls[0]?.[0];
    expect(query?.channels).toEqual(TELEMETRY_CHANNELS);
    expect(query?.to).toBe(EDGE);
    expect((query?.to ?? 0) - (query?.from ?? 0)).toBe(60 * MS_PER_MIN);
  });

  it.each([
    [1, 3],
    [60, 15],
  ] as const)('asks at a rate of %d × so often in 30 s: %d', async (rate, times) => {
    const { history, live } = await openWall(answers(), { rate });
    await live(30);
    expect(history).toHaveBeenCalledTimes(times);
  });

  it('does not ask before the first sample', async () => {
    const history = vi.fn<Ask>(answers());
    await act(async () => renderWithTime(<Wall />, transportView(), {}, { history }));
    expect(history).not.toHaveBeenCalled();
  });

  it('does not ask while the page is hidden', async () => {
    const { history, live } = await openWall();
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await live(30);
    expect(history).not.toHaveBeenCalled();
  });

  it('keeps the last answer while later ones are refused or fail', async () => {
    let asked = 0;
    const { store, live } = await openWall(async () => {
      asked += 1;
      if (asked === 1) return { ok: true, value: HISTORY };
      if (asked === 2) return { ok: false, message: 'The simulation is restarting.' };
      throw new Error('the worker is gone');
    });
    expect(store.get(pastOrbitAtom)).toBe(HISTORY);
    await live(30);
    expect(asked).toBeGreaterThanOrEqual(3);
    expect(store.get(pastOrbitAtom)).toBe(HISTORY);
  });

  it.each([
    ['another mission', { consoles: consolesView({ missionId: 'b'.repeat(32) }) }],
    ['another branch', { transport: transportView({ branch: BRANCH.id, branches: [MISSION, BRANCH] }) }],
  ] as const)('does not show the answer of %s', async (_name, change) => {
    // Answers only the first query.
    let asked = 0;
    const { store } = await openWall(() => {
      asked += 1;
      return asked === 1 ? Promise.resolve({ ok: true, value: HISTORY }) : new Promise(() => undefined);
    });
    expect(store.get(pastOrbitAtom)).toBe(HISTORY);
    act(() => {
      if ('consoles' in change) store.set(sliceAtoms.consoles, change.consoles);
      else store.set(sliceAtoms.transport, change.transport);
    });
    expect(store.get(pastOrbitAtom)).toBeUndefined();
  });

  it('keeps the answer of a worker that is lost, and asks the next one at once', async () => {
    let asked = 0;
    const { store } = await openWall(async () => {
      asked += 1;
      return asked === 1 ? { ok: true, value: HISTORY } : { ok: false, message: 'No worker.' };
    });
    expect(store.get(pastOrbitAtom)).toBe(HISTORY);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 0 }));
    expect(store.get(pastOrbitAtom)).toBe(HISTORY);
    const before = asked;
    await act(async () => store.set(linkStateAtom, { status: 'connected' }));
    expect(asked).toBeGreaterThan(before);
  });

  it('drops an answer that comes after a later question', async () => {
    const early: ((history: History) => void)[] = [];
    const { store, live } = await openWall(
      () => new Promise((resolve) => early.push((value) => resolve({ ok: true, value }))),
    );
    await live(10);
    expect(early).toHaveLength(2);
    await act(async () => early[1]?.(HISTORY));
    await act(async () => early[0]?.({ ...HISTORY, to: HISTORY.from }));
    expect(store.get(pastOrbitAtom)).toBe(HISTORY);
  });
});
