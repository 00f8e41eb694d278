import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

it('opens a popover whose code is fetched by the first press', async () => {
  vi.resetModules();
  const { PopoverView } = await import('../../../src/ui/kit/controls/PopoverView.tsx');
  render(
    <PopoverView title="Data sources" trigger={<button type="button">Sources</button>}>
      <p>ISS position</p>
    </PopoverView>,
  );
  const button = screen.getByRole('button', { name: 'Sources' });
  expect(button).toHaveAttribute('aria-haspopup', 'dialog');
  await userEvent.click(button);
  expect(await screen.findByRole('dialog', { name: 'Data sources' })).toHaveTextContent('ISS position');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
