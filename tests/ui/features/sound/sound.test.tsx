import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { AnomalySound } from '../../../../src/ui/features/sound/AnomalySound.tsx';
import { LocksContext, ToneContext, useSoundSwitch } from '../../../../src/ui/features/sound/sound.ts';
import { createTone } from '../../../../src/ui/features/sound/tone.ts';
import { isSoundOnAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { roomAddressAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { keyOf, MISSION_ID, roomView, threeConsoles, WALL } from '../../../support/consoles-view.ts';
import { eventually } from '../../../support/eventually.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { anomaly } from '../anomalies/fixtures.ts';

beforeEach(() => localStorage.clear());

/** Locks between windows. The first request gets the lock and keeps it until its promise is fulfilled; the next one waits. */
function fakeLocks(): Pick<LockManager, 'request'> {
  let free: Promise<unknown> | undefined;
  const request = (_name: string, _options: LockOptions, hold: () => Promise<void>): Promise<void> => {
    const held = free ? free.then(hold) : hold();
    free = held;
    return held;
  };
  return { request: request as LockManager['request'] };
}

describe('the sound of new anomalies', () => {
  function listen(isOn: boolean) {
    const store = createStore();
    const play = vi.fn();
    store.set(isSoundOnAtom, isOn);
    renderWithStore(
      <ToneContext value={play}>
        <AnomalySound />
      </ToneContext>,
      store,
    );
    const show = (...list: readonly Anomaly[]) => act(() => store.set(sliceAtoms.anomalies, list));
    return { store, play, show };
  }
  const [critical, high, medium] = (['Critical', 'High', 'Medium'] as const).map((severity) =>
    anomaly(severity, { severity }),
  ) as [Anomaly, Anomaly, Anomaly];

  it('is off by default', () => {
    expect(createStore().get(isSoundOnAtom)).toBe(false);
  });

  it('plays once for anomalies that arrive together, and not for existing ones', () => {
    const { play, show } = listen(true);
    show(high);
    expect(play).not.toHaveBeenCalled();
    show(critical, anomaly('another'), high);
    expect(play).toHaveBeenCalledTimes(1);
    show({ ...critical, status: 'Acknowledged' }, anomaly('another'), high);
    expect(play).toHaveBeenCalledTimes(1);
    show(anomaly('third'), critical);
    expect(play).toHaveBeenCalledTimes(2);
  });

  it('plays when an active one becomes severe, once', () => {
    const { play, show } = listen(true);
    show(medium, { ...medium, id: 'known', status: 'Acknowledged' });
    show({ ...medium, severity: 'Critical' }, { ...high, id: 'known', status: 'Acknowledged' });
    expect(play).toHaveBeenCalledTimes(1);
    show({ ...medium, severity: 'High' });
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('plays when a severe one is no longer shelved, and not while it is', () => {
    const { play, show } = listen(true);
    const shelved = { ...high, shelved: { until: high.timestamp, reason: 'known' } };
    show(shelved);
    show({ ...shelved, severity: 'Critical' });
    expect(play).not.toHaveBeenCalled();
    show({ ...high, askedAt: high.timestamp });
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('is silent for less severe ones, and while it is off', () => {
    const loud = listen(true);
    loud.show();
    loud.show(medium, anomaly('low', { severity: 'Low' }));
    expect(loud.play).not.toHaveBeenCalled();
    const off = listen(false);
    off.show();
    off.show(critical);
    act(() => off.store.set(isSoundOnAtom, true));
    expect(off.play).not.toHaveBeenCalled();
  });

  it('is left to the console that leads', () => {
    const { store, play, show } = listen(true);
    act(() => store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id })));
    show();
    show(critical);
    expect(play).not.toHaveBeenCalled();
    act(() => store.set(sliceAtoms.consoles, threeConsoles()));
    expect(play).not.toHaveBeenCalled();
    show(critical, anomaly('next', { severity: 'Critical' }));
    expect(play).toHaveBeenCalledOnce();
  });

  it('of a shared mission is played by one of the windows with sound, until that one is closed', async () => {
    const locks = fakeLocks();
    const shared = (isOn: boolean) => {
      const store = createStore();
      const play = vi.fn();
      store.set(isSoundOnAtom, isOn);
      store.set(roomAddressAtom, { id: MISSION_ID, key: keyOf('k') });
      store.set(sliceAtoms.consoles, threeConsoles({ leader: WALL.id, room: roomView() }));
      const { unmount } = renderWithStore(
        <ToneContext value={play}>
          <LocksContext value={locks}>
            <AnomalySound />
          </LocksContext>
        </ToneContext>,
        store,
      );
      const show = (...list: readonly Anomaly[]) => act(() => store.set(sliceAtoms.anomalies, list));
      show();
      return { play, show, unmount };
    };
    const [quiet, first, second] = [shared(false), shared(true), shared(true)];
    for (const { show } of [quiet, first, second]) show(critical);
    expect([quiet, first, second].map(({ play }) => play.mock.calls.length)).toEqual([0, 1, 0]);
    first.unmount();
    await act(async () => undefined);
    second.show(critical, anomaly('next', { severity: 'Critical' }));
    expect(second.play).toHaveBeenCalledOnce();
  });

  it('plays once when it is switched on, as a check', async () => {
    const play = vi.fn();
    function Switch() {
      const [isOn, toggle] = useSoundSwitch();
      return (
        <button type="button" onClick={toggle}>
          {isOn ? 'on' : 'off'}
        </button>
      );
    }
    renderWithStore(
      <ToneContext value={play}>
        <Switch />
      </ToneContext>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'off' }));
    expect(play).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'on' }));
    expect(play).toHaveBeenCalledTimes(1);
  });
});

describe('the tone', () => {
  /** Fakes an audio context that records the notes that start. */
  function fakeAudio(state: 'running' | 'suspended') {
    const starts: number[] = [];
    let resume: () => void = () => undefined;
    const audio = {
      state,
      currentTime: 10,
      destination: {},
      resume: () => new Promise<void>((done) => (resume = done)),
      createOscillator: () => ({
        frequency: { value: 0 },
        connect: (next: unknown) => next,
        start: (time: number) => starts.push(time),
        stop: () => undefined,
      }),
      createGain: () => ({
        gain: {
          setValueAtTime: () => undefined,
          linearRampToValueAtTime: () => undefined,
          exponentialRampToValueAtTime: () => undefined,
        },
        connect: (next: unknown) => next,
      }),
    };
    return { audio: audio as unknown as AudioContext, starts, resume: () => resume() };
  }

  it('is two notes, one after the other', () => {
    const { audio, starts } = fakeAudio('running');
    createTone({ openAudio: () => audio, mayPlay: () => true, onNextGesture: () => undefined })();
    expect(starts).toHaveLength(2);
    expect(starts[0]).toBe(audio.currentTime);
    expect(starts[1]).toBeGreaterThan(audio.currentTime);
  });

  it('opens no audio before a user gesture, and then plays once', () => {
    const { audio, starts } = fakeAudio('running');
    const gestures: (() => void)[] = [];
    const openAudio = vi.fn(() => audio);
    const play = createTone({ openAudio, mayPlay: () => false, onNextGesture: (on) => gestures.push(on) });
    play();
    play();
    expect(openAudio).not.toHaveBeenCalled();
    for (const gesture of gestures) gesture();
    expect(openAudio).toHaveBeenCalledTimes(1);
    expect(starts).toHaveLength(2);
  });

  it('waits for audio that is suspended', async () => {
    const { audio, starts, resume } = fakeAudio('suspended');
    createTone({ openAudio: () => audio, mayPlay: () => true, onNextGesture: () => undefined })();
    expect(starts).toEqual([]);
    resume();
    await eventually(() => expect(starts).toHaveLength(2));
  });
});
