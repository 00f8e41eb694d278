import { act, render, screen } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { expect, it, vi } from 'vitest';
import type { ToastsOnDemand, toastRequestsAtom } from '../../../../src/ui/app/ToastsOnDemand.tsx';

it('a toast asks for the script that shows toasts, and appears with those before it once it is there', async () => {
  vi.resetModules(); // the test setup shows toasts at once
  const { announce, whenToastWaits } = await import('../../../../src/ui/kit/toasts/announce.ts');
  const { ToastsOnDemand: Fresh, toastRequestsAtom: requestsAtom } = (await import(
    '../../../../src/ui/app/ToastsOnDemand.tsx'
  )) as { ToastsOnDemand: typeof ToastsOnDemand; toastRequestsAtom: typeof toastRequestsAtom };
  const store = createStore();
  render(
    <Provider store={store}>
      <Fresh />
    </Provider>,
  );
  announce({ id: 'first', level: 'info', text: 'The first' });
  whenToastWaits(() => act(() => store.set(requestsAtom, (count) => count + 1)));
  announce({ id: 'second', level: 'error', text: 'The second' });
  expect(await screen.findByText('The first')).toBeVisible();
  expect(screen.getByText('The second')).toBeVisible();
  act(() => announce({ id: 'third', level: 'info', text: 'The third' }));
  expect(await screen.findByText('The third')).toBeVisible();
});
