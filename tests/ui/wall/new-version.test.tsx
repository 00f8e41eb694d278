import { act } from '@testing-library/react';
import { createStore } from 'jotai';
import { expect, it, vi } from 'vitest';
import { addMs, MS_PER_S } from '../../../src/shared/kit/units.ts';
import { newVersionAtom } from '../../../src/ui/kit/offline/new-version.ts';
import { sliceAtoms, wallSecondAtom } from '../../../src/ui/mission/link/atoms.ts';
import { HOLD_MS, SCENE_MS } from '../../../src/ui/wall/scenes.ts';
import { useNewVersion } from '../../../src/ui/wall/use-new-version.ts';
import { T0 } from '../../support/mission.ts';
import { renderWithStore } from '../../support/render.tsx';

const TURN = addMs(T0, SCENE_MS - (T0 % SCENE_MS));

function Wall() {
  useNewVersion();
  return null;
}

/** Starts a wall a second before its next scene. */
function startWall() {
  const store = createStore();
  const setTime = (ms: number) => act(() => store.set(wallSecondAtom, addMs(TURN, ms)));
  setTime(-MS_PER_S);
  renderWithStore(<Wall />, store);
  const reload = vi.fn();
  const find = () => act(() => store.set(newVersionAtom, { reload }));
  return { store, setTime, reload, find };
}

it('reloads into a new version between two scenes, not within one', () => {
  const { setTime, reload, find } = startWall();
  setTime(0);
  find();
  setTime(SCENE_MS - MS_PER_S);
  expect(reload).not.toHaveBeenCalled();
  setTime(SCENE_MS);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload without a new version', () => {
  const { setTime, reload, find } = startWall();
  setTime(0);
  setTime(SCENE_MS);
  find();
  expect(reload).not.toHaveBeenCalled();
});

it('waits through the scene of an anomaly and the rest of the turn after it', () => {
  const { store, setTime, reload, find } = startWall();
  find();
  act(() =>
    store.set(sliceAtoms.anomalies, [
      {
        id: 'a',
        timestamp: addMs(TURN, -2 * MS_PER_S),
        type: 'Battery',
        severity: 'High',
        message: 'm',
        aiExplanation: 'e',
        status: 'Active',
      },
    ]),
  );
  const end = HOLD_MS - 2 * MS_PER_S;
  for (const ms of [0, SCENE_MS, end - MS_PER_S, end, end + MS_PER_S]) setTime(ms);
  expect(reload).not.toHaveBeenCalled();
  setTime(2 * SCENE_MS);
  expect(reload).toHaveBeenCalledTimes(1);
});
