import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activePasses } from '../../../src/shared/contract/contact-plan.ts';
import type { RemoteSessionControl } from '../../../src/shared/contract/session-control.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../src/shared/kit/units.ts';
import { askedMissionAtom, sliceAtoms } from '../../../src/ui/mission/link/atoms.ts';
import { readRate } from '../../../src/ui/mission/navigation/address.ts';
import { CriticalSetting } from '../../../src/ui/mission/time/CriticalSetting.tsx';
import { skyPassAtom, storyAnomalyAtom, wallSceneAtom } from '../../../src/ui/wall/atoms.ts';
import { SCENE_MS, WALL_SCENES, type WallScene } from '../../../src/ui/wall/scenes.ts';
import { useWallRate } from '../../../src/ui/wall/use-wall-rate.ts';
import { WallTime } from '../../../src/ui/wall/WallTime.tsx';
import { CONSOLE_B, consolesView, MISSION_ID, threeConsoles } from '../../support/consoles-view.ts';
import { startUneventfulMission, T0 } from '../../support/mission.ts';
import { EDGE, renderWithTime, START, showTime, transportView } from '../../support/time-control.tsx';
import { anomaly } from '../features/anomalies/fixtures.ts';

beforeEach(() => window.history.replaceState(null, '', '/'));

function Wall() {
  useWallRate();
  return null;
}

const openWall = (query: string, overrides: Partial<RemoteSessionControl> = {}) => {
  window.history.replaceState(null, '', `/?display=wall${query}`);
  const rendered = renderWithTime(<Wall />, transportView(), {}, overrides);
  const begin = (startTime = START) =>
    act(() => {
      rendered.store.set(sliceAtoms.consoles, consolesView());
      rendered.store.set(sliceAtoms.clock, { startTime, time: EDGE });
    });
  return { ...rendered, begin };
};

describe('the rate in the address of a wall', () => {
  it.each([
    ['60', 60],
    ['3600', 3600],
    ['0', 0],
    ['', 1],
    ['7', 1],
    ['-60', 1],
    ['60.0', 1],
    ['1e3', 1],
    ['fast', 1],
  ])('%j is %d', (text, rate) => {
    expect(readRate(new URLSearchParams({ rate: text }))).toBe(rate);
  });

  it('is set with the first data of a mission, once', async () => {
    const { control, begin, store } = openWall('&rate=60');
    expect(control.setRate).not.toHaveBeenCalled();
    begin();
    await act(async () => {});
    act(() => showTime(store, transportView({ rate: 1, isInStep: false }), { wall: addMs(EDGE, MS_PER_H) }));
    expect(control.setRate).toHaveBeenCalledExactlyOnceWith(60);
    begin(addMs(START, MS_PER_H));
    expect(control.setRate).toHaveBeenCalledTimes(2);
  });

  it('is asked for again each second until the session agrees', async () => {
    const setRate = vi.fn<RemoteSessionControl['setRate']>(async (rate) => ({ ok: true, value: rate }));
    setRate.mockResolvedValueOnce({ ok: false, message: 'The simulation is restarting.' });
    const { begin, store } = openWall('&rate=60', { setRate });
    begin();
    for (let second = 1; second <= 3; second += 1) {
      await act(async () => showTime(store, transportView(), { edge: addMs(EDGE, second * MS_PER_S) }));
    }
    expect(setRate).toHaveBeenCalledTimes(2);
  });

  it('leaves a mission without one in step with UTC', () => {
    const { control, begin } = openWall('');
    begin();
    expect(control.setRate).not.toHaveBeenCalled();
  });

  it('is not set in a mission that the wall has joined', () => {
    const { control, store, begin } = openWall(`&rate=60&mission=${MISSION_ID}`);
    store.set(askedMissionAtom, MISSION_ID);
    begin();
    expect(control.setRate).not.toHaveBeenCalled();
  });

  it('ends with L, which returns to UTC, also after a reload', async () => {
    const { control, begin } = openWall('&rate=60&distance=8');
    begin();
    await userEvent.keyboard('l');
    expect(control.returnToUtc).toHaveBeenCalledOnce();
    expect(window.location.search).toBe('?display=wall&distance=8');
    expect(control.setRate).toHaveBeenCalledOnce();
  });

  it('stays with L while the return to UTC is refused', async () => {
    const returnToUtc = vi.fn<RemoteSessionControl['returnToUtc']>(async () => ({
      ok: false,
      message: 'The past before 14:00:00 UTC is being loaded. Try again in a moment.',
    }));
    const { begin } = openWall('&rate=60', { returnToUtc });
    begin();
    await userEvent.keyboard('l');
    expect(returnToUtc).toHaveBeenCalledOnce();
    expect(window.location.search).toBe('?display=wall&rate=60');
  });
});

describe('whether a Critical anomaly slows the mission', () => {
  const open = (
    query: string,
    { slowsOnCritical = true, leader }: { slowsOnCritical?: boolean; leader?: string } = {},
    control: Partial<RemoteSessionControl> = {},
  ) => {
    window.history.replaceState(null, '', `/${query}`);
    const rendered = renderWithTime(<CriticalSetting />, transportView({ slowsOnCritical }), {}, control);
    act(() => rendered.store.set(sliceAtoms.consoles, threeConsoles(leader ? { leader } : {})));
    return rendered;
  };

  it.each([
    ['no wall with a rate is slowed', '?display=wall&rate=60', true, [[false] as const]],
    ['a wall without one is slowed', '?display=wall', false, [[true] as const]],
    ['a console is slowed, as the user prefers', '?rate=60', false, [[true] as const]],
    ['what holds already is not said', '?rate=60', true, []],
  ])('%s', (_name, query, slowsOnCritical, calls) => {
    const { control } = open(query, { slowsOnCritical });
    expect(vi.mocked(control.slowOnCritical).mock.calls).toEqual(calls);
  });

  it('is said again each second until the session agrees', async () => {
    const slowOnCritical = vi.fn<RemoteSessionControl['slowOnCritical']>(async (value) => ({
      ok: true,
      value,
    }));
    slowOnCritical.mockResolvedValueOnce({ ok: false, message: 'The simulation is restarting.' });
    const slowsOnCritical = false;
    const { store } = open('', { slowsOnCritical }, { slowOnCritical });
    for (let second = 1; second <= 3; second += 1) {
      const edge = addMs(EDGE, second * MS_PER_S);
      await act(async () => showTime(store, transportView({ slowsOnCritical }), { edge }));
    }
    expect(slowOnCritical).toHaveBeenCalledTimes(2);
  });

  it('is as another window of a wall with a rate has set it since', async () => {
    const { control, store } = open('?display=wall&rate=60');
    for (const slowsOnCritical of [false, true])
      await act(async () => showTime(store, transportView({ slowsOnCritical })));
    expect(control.slowOnCritical).toHaveBeenCalledExactlyOnceWith(false);
    act(() => store.set(sliceAtoms.consoles, threeConsoles({ missionId: 'b'.repeat(32) })));
    expect(control.slowOnCritical).toHaveBeenCalledTimes(2);
  });

  it('is what the user prefers in a mission that a wall has joined', () => {
    const { control, store } = open('?display=wall&rate=60', { leader: CONSOLE_B.id });
    store.set(askedMissionAtom, MISSION_ID);
    act(() => {
      store.set(sliceAtoms.consoles, threeConsoles());
      store.set(sliceAtoms.transport, transportView({ slowsOnCritical: false }));
    });
    expect(control.slowOnCritical).toHaveBeenCalledExactlyOnceWith(true);
  });

  it('is set by the window that leads the mission, and by none that follows', () => {
    const { control, store } = open('', { slowsOnCritical: false, leader: CONSOLE_B.id });
    expect(control.slowOnCritical).not.toHaveBeenCalled();
    act(() => store.set(sliceAtoms.consoles, threeConsoles()));
    expect(control.slowOnCritical).toHaveBeenCalledExactlyOnceWith(true);
  });
});

describe('a wall ahead of UTC', () => {
  const ahead = addMs(EDGE, -MS_PER_H);

  it('says so', () => {
    const { container, store } = renderWithTime(<WallTime />);
    expect(container).toBeEmptyDOMElement();
    act(() => showTime(store, transportView({ rate: 60, isInStep: false }), { wall: ahead }));
    expect(screen.getByText('SIM ×60 · +01:00:00')).toBeVisible();
  });

  it('changes its scenes in UTC, and shows no triggered ones at another rate than 1×', () => {
    const { store } = openWall('');
    const turn = addMs(ahead, SCENE_MS - (ahead % SCENE_MS));
    const sceneAfter = (seconds: number, rate: 1 | 60) => {
      const edge = addMs(EDGE, rate * seconds * MS_PER_S);
      showTime(store, transportView({ rate, isInStep: false }), {
        edge,
        wall: addMs(turn, seconds * MS_PER_S),
      });
      return store.get(wallSceneAtom);
    };
    const scenes = Array.from({ length: SCENE_MS / MS_PER_S }, (_, second) => sceneAfter(second, 60));
    expect(new Set(scenes).size).toBe(1);
    expect(sceneAfter(SCENE_MS / MS_PER_S, 60)).not.toBe(scenes[0]);

    const instants = WALL_SCENES.map((_, index) => (index * SCENE_MS) / MS_PER_S + 5);
    const rotation = instants.map((seconds) => sceneAfter(seconds, 60));
    const beginAt = (time: EpochMs) => store.set(sliceAtoms.anomalies, [anomaly('a', { timestamp: time })]);
    const withOnset = instants.map((seconds) => {
      beginAt(addMs(EDGE, 60 * seconds * MS_PER_S));
      return sceneAfter(seconds, 60);
    });
    // Only the map scenes give way to the anomaly.
    const isOfMap = (scene: WallScene) => scene === 'orbit' || scene === 'globe';
    expect(withOnset).toEqual(rotation.map((scene) => (isOfMap(scene) ? 'anomaly' : scene)));
    expect(rotation.some((scene) => !isOfMap(scene))).toBe(true);
    beginAt(EDGE);
    expect(instants.map((seconds) => sceneAfter(seconds, 1))[0]).toBe('anomaly');
  });

  it.each([1, 60, 600] as const)(
    'shows the sky only while the satellite is there, and no scene for less than 5 s: %d×',
    (rate) => {
      const { store } = openWall('');
      const plan = startUneventfulMission().snapshot().contacts.value;
      store.set(sliceAtoms.contacts, plan);
      const contacts = plan.satellites.orbita;
      if (!contacts.ok) throw new Error('no contacts');
      const passes = activePasses(contacts.value);
      store.set(sliceAtoms.anomalies, []);
      // A day of the mission, or half an hour of the wall at 1× around a pass.
      const first = passes.find(({ pass }) => pass.aos > T0 && !pass.startsBefore);
      if (!first) throw new Error('no pass');
      const begin = rate === 1 ? addMs(first.pass.aos, -15 * MS_PER_MIN) : T0;
      const seconds = rate === 1 ? 30 * 60 : (20 * MS_PER_H) / (rate * MS_PER_S);
      const shown: { scene: WallScene; seconds: number }[] = [];
      let skies = 0;
      for (let second = 0; second < seconds; second += 1) {
        const edge = addMs(begin, second * rate * MS_PER_S);
        const wall = rate === 1 ? edge : addMs(T0, second * MS_PER_S);
        showTime(store, transportView({ rate, isInStep: rate === 1 }), { edge, wall });
        const scene = store.get(wallSceneAtom);
        if (scene === 'sky') {
          skies += 1;
          const pass = store.get(skyPassAtom)?.pass;
          expect(edge).toBeLessThan(pass?.los ?? 0);
          expect((pass?.aos ?? Number.POSITIVE_INFINITY) - edge).toBeLessThanOrEqual(
            Math.max(MS_PER_MIN, 8 * rate * MS_PER_S),
          );
        }
        const last = shown.at(-1);
        if (last?.scene === scene) last.seconds += 1;
        else shown.push({ scene, seconds: 1 });
      }
      expect(skies > 0).toBe(rate < 300);
      // The first and the last may be partial.
      const short = shown.slice(1, -1).filter((one) => one.seconds < 5);
      expect(short).toEqual([]);
      expect(new Set(shown.map(({ scene }) => scene)).size > 1).toBe(rate < 300);
    },
  );

  it('tells of the anomaly in the header, and shows the orbits once the last has left the list', () => {
    const { store } = openWall('');
    store.set(sliceAtoms.anomalies, [anomaly('a', { timestamp: EDGE })]);
    const rotation = WALL_SCENES.length * SCENE_MS;
    const wall = addMs(ahead, rotation - (ahead % rotation)); // start of the orbit scene
    showTime(store, transportView({ rate: 60, isInStep: false }), { wall });
    expect(store.get(wallSceneAtom)).toBe('anomaly');
    store.set(sliceAtoms.anomalies, [anomaly('b', { timestamp: EDGE })]);
    expect(store.get(storyAnomalyAtom)?.id).toBe('b');
    store.set(sliceAtoms.anomalies, []);
    expect(store.get(wallSceneAtom)).toBe('orbit');
  });
});
