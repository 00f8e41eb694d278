import { act } from '@testing-library/react';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ConsolesView } from '../../../../src/shared/contract/consoles.ts';
import { MissionAddress } from '../../../../src/ui/features/consoles/MissionAddress.tsx';
import { walledMissionAtom } from '../../../../src/ui/features/consoles/open-wall.ts';
import { roomAddressAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { joinPath, readMission, readRoom, wallPath } from '../../../../src/ui/mission/navigation/address.ts';
import {
  consolesView,
  KEYS,
  keyOf,
  MISSION_ID,
  roomView,
  threeConsoles,
} from '../../../support/consoles-view.ts';
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

const read = (path: string) => {
  const { searchParams, hash } = new URL(path, 'http://localhost');
  return readRoom(searchParams, hash);
};

describe('the link to a shared mission', () => {
  const room = { id: MISSION_ID, key: keyOf('k') };

  it.each([
    ['of a desk', `/?mission=${MISSION_ID}#key=${room.key}`],
    ['of a tab', `/?tab=orbital&mission=${MISSION_ID}#key=${room.key}`],
    ['of a wall', `/?display=wall&mission=${MISSION_ID}&rate=60#key=${room.key}`],
    ['that was copied', joinPath(MISSION_ID, room.key)],
    ['that opens a wall', wallPath(MISSION_ID, room.key)],
  ])('%s is read', (_what, path) => {
    expect(read(path)).toEqual(room);
  });

  it.each([
    ['a key that is too short', `/?mission=${MISSION_ID}#key=${'k'.repeat(21)}`],
    ['a key that is too long', `/?mission=${MISSION_ID}#key=${'k'.repeat(23)}`],
    ['a key with another character', `/?mission=${MISSION_ID}#key=${'k'.repeat(21)}=`],
    ['an empty key', `/?mission=${MISSION_ID}#key=`],
    ['no mission', `/#key=${room.key}`],
    ['a mission that is none', `/?mission=1#key=${room.key}`],
  ])('does not work with %s', (_what, path) => {
    expect(read(path)).toBe('malformed');
  });

  it.each(['/', `/?mission=${MISSION_ID}`, `/?mission=${MISSION_ID}#recording=key`])(
    'is none: %s',
    (path) => {
      expect(read(path)).toBeUndefined();
    },
  );
});

describe('the address of a shared mission', () => {
  const room = { id: MISSION_ID, key: KEYS.viewer };
  const path = `?tab=orbital&mission=${MISSION_ID}#key=${KEYS.viewer}`;

  /** A page that has been opened by a link, and has entered its mission. */
  function enter() {
    const page = openAt(`/${path}`);
    act(() => page.store.set(roomAddressAtom, room));
    page.show(consolesView({ room: roomView() }));
    return page;
  }

  it('keeps mission and key from the start on, with the state of the history', () => {
    const { store } = openAt(`/${path}`);
    expect(address()).toBe(path);
    act(() => store.set(roomAddressAtom, room));
    expect(address()).toBe(path);
    expect(window.history.state).toEqual({ from: 'test' });
  });

  it.each(['?tab=telemetry', '?tab=orbital', '/'])('has them again after a navigation to %s', (to) => {
    enter();
    act(() => window.history.pushState(null, '', to));
    expect(window.location.search).toContain(`mission=${MISSION_ID}`);
    expect(window.location.hash).toBe(`#key=${KEYS.viewer}`);
  });

  it('has them as soon as a mission is shared here, before it is shown', () => {
    const { store, show } = openAt('/?tab=orbital');
    show(consolesView({ missionId: 'c'.repeat(32) }));
    act(() => {
      store.set(sliceAtoms.consoles, undefined);
      store.set(roomAddressAtom, room);
    });
    expect(address()).toBe(path);
  });

  it('has the new key once the links have been replaced', () => {
    const { store } = enter();
    act(() => store.set(roomAddressAtom, { ...room, key: keyOf('n') }));
    expect(window.location.hash).toBe(`#key=${keyOf('n')}`);
  });

  it('loses both when the window leaves it', () => {
    const { store, show } = enter();
    act(() => {
      store.set(sliceAtoms.consoles, undefined);
      store.set(roomAddressAtom, undefined);
    });
    show(consolesView({ missionId: 'c'.repeat(32) }));
    expect(address()).toBe('?tab=orbital');
  });

  it('loses a key that does not work once a mission of its own has begun', () => {
    const { show } = openAt(`/?mission=${MISSION_ID}#key=short`);
    show(consolesView({ missionId: 'c'.repeat(32) }));
    expect(address()).toBe('');
  });

  it('keeps any other fragment', () => {
    const { show } = openAt('/?tab=orbital#place');
    show(consolesView());
    expect(address()).toBe('?tab=orbital#place');
  });
});
