import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { PopoverView } from '../../../../src/ui/kit/controls/PopoverView.tsx';

function Menu({ onClosed }: { readonly onClosed: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PopoverView
      trigger={<button type="button">Layers</button>}
      title="Layers"
      open={isOpen}
      onOpenChange={setOpen}
    >
      <button
        type="button"
        onClick={() => {
          setOpen(false);
          queueMicrotask(onClosed);
        }}
      >
        Places
      </button>
    </PopoverView>
  );
}

it('a popover closed by a press in it has its button focused before what the press opens', async () => {
  let focused: Element | null = null;
  render(
    <Menu
      onClosed={() => {
        focused = document.activeElement;
      }}
    />,
  );
  const button = screen.getByRole('button', { name: 'Layers' });
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('button', { name: 'Places' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(focused).toBe(button);
});
