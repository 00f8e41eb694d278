import { act, fireEvent } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { addMs, epochMs, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { SamplePulse } from '../../../../src/ui/map/objects/SamplePulse.tsx';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { MissionTimeContext } from '../../../../src/ui/mission/link/mission-time.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { NOMINAL } from '../../../support/telemetry.ts';
import { transportView } from '../../../support/time-control.tsx';
import { windowAround } from '../../../unit/ui/map/windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const WINDOW = windowAround(NOON, 'orbita');

/** Opens a map whose newest sample is from noon. */
function openMap(change: Parameters<typeof transportView>[0] = {}) {
  const store = createStore();
  const receive = (seconds: number) => {
    const time = addMs(NOON, seconds * MS_PER_S);
    store.set(missionSecondAtom, time);
    store.set(sliceAtoms.telemetry, [{ ...NOMINAL, timestamp: time }]);
  };
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.transport, transportView(change));
  receive(0);
  const { container } = renderWithStore(
    <MissionTimeContext value={() => NOON}>
      <SamplePulse window={WINDOW} />
    </MissionTimeContext>,
    store,
  );
  const pulses = () => container.querySelectorAll('[data-pulse]');
  return { store, pulses, receive: (seconds: number) => act(() => receive(seconds)) };
}

describe('the pulse of telemetry', () => {
  it('comes with each sample, and is gone when it has spread', () => {
    const { pulses, receive } = openMap();
    expect(pulses()).toHaveLength(0);
    receive(5);
    const [first] = pulses();
    if (!first) throw new Error('no pulse');
    fireEvent.animationEnd(first);
    expect(pulses()).toHaveLength(0);
    receive(10);
    expect(pulses()).toHaveLength(1);
  });

  it('restarts with a sample that arrives while it spreads', () => {
    const { pulses, receive } = openMap();
    receive(5);
    const [first] = pulses();
    receive(10);
    expect(pulses()).toHaveLength(1);
    expect(pulses()[0]).not.toBe(first);
  });

  it('is where the spacecraft is', () => {
    const { pulses, receive } = openMap();
    receive(5);
    const { left, top } = (pulses()[0] as HTMLElement).style;
    for (const share of [left, top].map(Number.parseFloat)) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(100);
    }
  });

  it('does not come with another update of the same sample', () => {
    const { pulses, receive } = openMap();
    receive(0);
    expect(pulses()).toHaveLength(0);
  });

  it.each([
    ['after a jump of an hour', {}, 3600],
    ['after a seek into the past', {}, -60],
    ['in a replay', { mode: 'replay' }, 5],
    ['at a rate at which samples cannot be told apart', { rate: 60 }, 5],
  ] as const)('does not come %s', (_name, change, seconds) => {
    const { pulses, receive } = openMap(change);
    receive(seconds);
    expect(pulses()).toHaveLength(0);
  });

  it('does not come while the worker is lost', () => {
    const { store, pulses, receive } = openMap();
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    receive(5);
    expect(pulses()).toHaveLength(0);
  });
});
