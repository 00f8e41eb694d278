import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { MissionClocks } from '../../../../src/ui/mission/clocks/MissionClocks.tsx';
import { edgeSecondAtom, wallSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { timeTextAtom } from '../../../../src/ui/mission/time/shown-time.ts';
import { TimeStatus } from '../../../../src/ui/mission/time/TimeStatus.tsx';
import { renderWithStore } from '../../../support/render.tsx';
import {
  BRANCH,
  EDGE,
  MISSION,
  renderWithTime,
  showTime,
  transportView,
} from '../../../support/time-control.tsx';

const AHEAD = 3 * MS_PER_H + 12 * 60 * MS_PER_S;
const branched = { isInStep: false, branch: 'B', branches: [MISSION, BRANCH] } as const;

describe('the name of the time shown', () => {
  const textOf = (view: ReturnType<typeof transportView>, wall: EpochMs, shown: EpochMs = EDGE) => {
    const store = createStore();
    showTime(store, view, { wall, shown });
    return store.get(timeTextAtom);
  };

  it('says on which day a branch has parted, if that is not the one shown', () => {
    const store = createStore();
    showTime(store, transportView(branched), { wall: EDGE });
    store.set(edgeSecondAtom, addMs(EDGE, 2 * MS_PER_DAY));
    expect(store.get(timeTextAtom)).toBe('BRANCH B of 12:40 −2d');
  });

  it.each([
    ['in step', transportView(), EDGE, undefined],
    ['faster', transportView({ rate: 60, isInStep: false }), addMs(EDGE, -AHEAD), 'SIM ×60 · +03:12:00'],
    ['paused', transportView({ rate: 0, isInStep: false }), addMs(EDGE, 40_000), 'SIM PAUSED · −00:00:40'],
    ['at 1× with an offset', transportView({ isInStep: false }), addMs(EDGE, -AHEAD), 'SIM ×1 · +03:12:00'],
    [
      'a day ahead',
      transportView({ rate: 3600, isInStep: false }),
      addMs(EDGE, -26 * MS_PER_H),
      'SIM ×3600 · +1d 02:00:00',
    ],
    ['in a branch', transportView(branched), EDGE, 'BRANCH B of 12:40'],
    ['in a fast branch', transportView({ ...branched, rate: 60 }), EDGE, 'BRANCH B of 12:40 · ×60'],
    ['in a paused branch', transportView({ ...branched, rate: 0 }), EDGE, 'BRANCH B of 12:40 · PAUSED'],
  ])('%s', (_name, view, wall, text) => {
    expect(textOf(view, wall)).toBe(text);
  });

  it.each([
    ['of the mission', transportView({ mode: 'replay' }), 'REPLAY 12:40:05'],
    ['that is played', transportView({ mode: 'replay', replayRate: 1, rate: 60 }), 'REPLAY 12:40:05'],
    ['that is played fast', transportView({ mode: 'replay', replayRate: 10 }), 'REPLAY 12:40:05 · ×10'],
    ['of a branch', transportView({ ...branched, mode: 'replay' }), 'REPLAY 12:40:05 · BRANCH B'],
  ])('in a replay %s', (_name, view, text) => {
    expect(textOf(view, EDGE, epochMs(Date.UTC(2026, 10, 20, 12, 40, 5)))).toBe(text);
  });

  it('keeps the offset at 1×, though the seconds of the two clocks change at different moments', () => {
    const store = createStore();
    showTime(store, transportView({ isInStep: false }), { wall: addMs(EDGE, -AHEAD) });
    const texts = [store.get(timeTextAtom)];
    for (let second = 1; second <= 5; second += 1) {
      store.set(edgeSecondAtom, addMs(EDGE, second * MS_PER_S));
      texts.push(store.get(timeTextAtom));
      store.set(wallSecondAtom, addMs(EDGE, second * MS_PER_S - AHEAD));
      texts.push(store.get(timeTextAtom));
    }
    expect(new Set(texts)).toEqual(new Set(['SIM ×1 · +03:12:00']));
  });
});

describe('the clock of the header', () => {
  it('is UTC in step with it', () => {
    renderWithTime(<MissionClocks />);
    expect(screen.getAllByRole('term')[0]).toHaveTextContent('UTC');
  });

  it('names another time, with a shape beside the words', () => {
    renderWithTime(<MissionClocks />, transportView({ rate: 60, isInStep: false }), {
      wall: addMs(EDGE, -AHEAD),
    });
    const [name] = screen.getAllByRole('term');
    expect(name).toHaveTextContent('SIM ×60 · +03:12:00');
    expect(name?.querySelector('svg')).toBeVisible();
  });
});

describe('the announcement of the time shown', () => {
  const said = () => screen.getByRole('status').textContent;

  it('says nothing at the start, each change once, and nothing while time passes', () => {
    const { store } = renderWithTime(<TimeStatus />);
    expect(said()).toBe('');
    const show = (change: Parameters<typeof transportView>[0], shown = EDGE) =>
      act(() => showTime(store, transportView(change), { shown }));
    show({ rate: 60, isInStep: false });
    expect(said()).toBe('Simulated time, 60×');
    show({ rate: 60, isInStep: false }, addMs(EDGE, 60_000));
    expect(said()).toBe('Simulated time, 60×');
    show({ rate: 0, isInStep: false });
    expect(said()).toBe('Simulated time, paused');
    show({ mode: 'replay' }, addMs(EDGE, -MS_PER_H / 2));
    expect(said()).toBe('Replay: a past instant, read-only');
    show({ mode: 'replay' }, addMs(EDGE, -MS_PER_H / 3));
    expect(said()).toBe('Replay: a past instant, read-only');
    show({ mode: 'replay', replayRate: 10 }, addMs(EDGE, -MS_PER_H / 3));
    expect(said()).toBe('Replay, 10×, read-only');
    show(branched);
    expect(said()).toBe('Branch B, 1×');
    show({});
    expect(said()).toBe('Mission time is UTC, live');
  });

  it('is silent on a page that begins with its first update', () => {
    const { store } = renderWithStore(<TimeStatus />);
    act(() => showTime(store, transportView()));
    expect(said()).toBe('');
  });
});
