import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { expect, it, vi } from 'vitest';
import { keepOffline } from '../../../../src/ui/kit/offline/keep-offline.ts';
import { newVersionAtom } from '../../../../src/ui/kit/offline/new-version.ts';
import { UpdateNotice } from '../../../../src/ui/kit/offline/UpdateNotice.tsx';
import { renderWithStore } from '../../../support/render.tsx';

/** Fakes a service worker's registration whose events the test controls. */
async function keep(isOnline = true) {
  const listeners = new Map<string, (event: object) => void>();
  const workbox = {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    register: vi.fn(async () => undefined),
    messageSkipWaiting: vi.fn(),
    update: vi.fn(async () => undefined),
  };
  const store = createStore();
  const reloadPage = vi.fn();
  const looks: (() => void)[] = [];
  await keepOffline(workbox as unknown as Parameters<typeof keepOffline>[0], {
    every: (_periodMs, callback) => void looks.push(callback),
    isOnline: () => isOnline,
    reloadPage,
    onNewVersion: (version) => store.set(newVersionAtom, version),
  });
  renderWithStore(<UpdateNotice />, store);
  const tell = (type: 'waiting' | 'controlling' | 'activated', event = {}) =>
    act(() => listeners.get(type)?.(event));
  const look = () => {
    for (const callback of looks) callback();
  };
  return { workbox, reloadPage, tell, look };
}

const notice = () =>
  screen.queryByText(
    'A new version is ready. A reload begins a new mission; a kept mission can then be continued, and a shared one is joined again.',
  );
const pressReload = () => userEvent.click(screen.getByRole('button', { name: 'Reload now' }));

it('says nothing while there is no newer version', async () => {
  await keep();
  expect(notice()).toBeNull();
});

it('activates a new version only on request, and reloads once it is active', async () => {
  const { workbox, reloadPage, tell } = await keep();
  await tell('waiting');
  expect(notice()).not.toBeNull();
  expect(workbox.messageSkipWaiting).not.toHaveBeenCalled();
  await pressReload();
  expect(workbox.messageSkipWaiting).toHaveBeenCalledTimes(1);
  expect(reloadPage).not.toHaveBeenCalled();
  await tell('controlling');
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

it('does not reload when another window activates the new version', async () => {
  const { reloadPage, tell } = await keep();
  await tell('controlling');
  expect(reloadPage).not.toHaveBeenCalled();
  await pressReload();
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

it('ignores the first installed version', async () => {
  const { reloadPage, tell } = await keep();
  await tell('activated', { isUpdate: false, isExternal: false });
  expect(notice()).toBeNull();
  expect(reloadPage).not.toHaveBeenCalled();
});

it('detects a new version on a first visit, where it need not wait', async () => {
  const { reloadPage, tell } = await keep();
  await tell('activated', { isExternal: true });
  expect(reloadPage).not.toHaveBeenCalled();
  await pressReload();
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

it('stays dismissed until there is another version', async () => {
  const { tell } = await keep();
  await tell('waiting');
  await userEvent.click(screen.getByRole('button', { name: 'Later' }));
  expect(notice()).toBeNull();
  await tell('waiting');
  expect(notice()).not.toBeNull();
});

it.each([
  [true, 1],
  [false, 0],
])('checks for a new version while online (%s)', async (isOnline, times) => {
  const { workbox, look } = await keep(isOnline);
  look();
  expect(workbox.update).toHaveBeenCalledTimes(times);
});
