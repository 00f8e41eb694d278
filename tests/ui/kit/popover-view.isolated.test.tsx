import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import { describe, expect, it, vi } from 'vitest';

/** Renders a popover's button on a page that has just opened: the code arrives when the test decides. */
async function renderUnfetched() {
  vi.resetModules();
  const { provideChunkLoader } = await import('../../../src/ui/kit/on-demand/load-chunks.ts');
  const popovers = await import('../../../src/ui/kit/controls/PopoverView.tsx');
  let release = (): void => undefined;
  const isThere = new Promise<void>((resolve) => {
    release = resolve;
  });
  provideChunkLoader(() => isThere);
  const store = createStore();
  // As the page does when idle.
  const fetched = popovers.fetchPopovers().then(() => store.set(popovers.arePopoversFetchedAtom, true));
  render(
    <Provider store={store}>
      <popovers.PopoverView title="Data sources" trigger={<button type="button">Sources</button>}>
        <p>ISS position</p>
      </popovers.PopoverView>
    </Provider>,
  );
  const arrive = (): Promise<void> => {
    release();
    return act(() => fetched);
  };
  return { button: screen.getByRole('button', { name: 'Sources' }), arrive };
}

const dialog = () => screen.findByRole('dialog', { name: 'Data sources' });

describe('a popover whose code is still being fetched', () => {
  it('opens as soon as the code is there after a press, and returns the focus to its button', async () => {
    const { button, arrive } = await renderUnfetched();
    expect(button).toHaveAttribute('aria-haspopup', 'dialog');
    await userEvent.click(button);
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await arrive();
    expect(await dialog()).toHaveTextContent('ISS position');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('opens by a press during which the code arrives', async () => {
    const { button, arrive } = await renderUnfetched();
    const user = userEvent.setup();
    await user.pointer({ keys: '[MouseLeft>]', target: button });
    await arrive();
    await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('button', { name: 'Sources' }) });
    expect(await dialog()).toBeVisible();
  });

  it('leaves the focus on its button when the code arrives, which a key then opens and a press closes', async () => {
    const { button, arrive } = await renderUnfetched();
    await userEvent.tab();
    expect(button).toHaveFocus();
    await arrive();
    expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await dialog()).toBeVisible();
    await userEvent.click(button);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
