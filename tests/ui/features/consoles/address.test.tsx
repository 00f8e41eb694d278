import { act } from '@testing-library/react';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConsolesView } from '../../../../src/shared/contract/consoles.ts';
import { MissionAddress } from '../../../../src/ui/features/consoles/MissionAddress.tsx';
import { walledMissionAtom } from '../../../../src/ui/features/consoles/open-wall.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { readMission } from '../../../../src/ui/mission/navigation/address.ts';
import { consolesView, MISSION_ID, threeConsoles } from '../../../support/consoles-view.ts';
import { renderWithStore } from '../../../support/render.tsx';

beforeEach(() => window.history.replaceState(null, '', '/'));

function openAt(path: string) {
  window.history.replaceState({ from: 'test' }, '', path);
  const store = createStore();
  renderWithStore(<MissionAddress />, store);
  return { store, show: (view: ConsolesView) => act(() => store.set(sliceAtoms.consoles, view)) };
}

const address = () => `${window.location.search}${window.location.hash}`;

describe('the mission in the address', () => {
  it.each([
    ['nothing', '/', undefined],
    ['a mission', `/?mission=${MISSION_ID}`, MISSION_ID],
    ['no id', '/?mission=', undefined],
    ['an id in capitals', `/?mission=${MISSION_ID.toUpperCase()}`, undefined],
    ['an id that is too long', `/?mission=${MISSION_ID}0`, undefined],
  ])('is read: %s', (_what, path, id) => {
    expect(readMission(new URL(path, 'http://localhost').searchParams)).toBe(id);
  });

  it('is absent while the console is alone', () => {
    const { show } = openAt('/?tab=telemetry');
    show(consolesView());
    expect(address()).toBe('?tab=telemetry');
  });

  it('is there once there are several consoles, beside all other parameters, and stays', () => {
    const { show } = openAt('/?tab=telemetry&x=1#place');
    show(threeConsoles());
    expect(address()).toBe(`?tab=telemetry&x=1&mission=${MISSION_ID}#place`);
    expect(window.history.state).toEqual({ from: 'test' });
    show(consolesView());
    expect(address()).toBe(`?tab=telemetry&x=1&mission=${MISSION_ID}#place`);
  });

  it('is there once a wall has been opened from here', () => {
    const { store, show } = openAt('/');
    show(consolesView());
    act(() => store.set(walledMissionAtom, MISSION_ID));
    expect(address()).toBe(`?mission=${MISSION_ID}`);
  });

  it('is there again after a navigation without it', () => {
    const { show } = openAt('/?display=wall');
    show(threeConsoles());
    act(() => window.history.pushState(null, '', '/'));
    expect(address()).toBe(`?mission=${MISSION_ID}`);
  });

  it('goes from a page that asked to join and got another mission', () => {
    const { show } = openAt(`/?mission=${'b'.repeat(32)}&tab=orbital`);
    expect(address()).toBe(`?mission=${'b'.repeat(32)}&tab=orbital`);
    show(consolesView());
    expect(address()).toBe('?tab=orbital');
  });

  it('becomes that of the mission shown', () => {
    const { show } = openAt('/');
    show(threeConsoles());
    show(threeConsoles({ missionId: 'c'.repeat(32) }));
    expect(address()).toBe(`?mission=${'c'.repeat(32)}`);
  });
});
