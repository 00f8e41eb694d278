import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { Tooltips } from '../../../../src/ui/app/actions/Tooltips.tsx';

// happy-dom has no popovers.
beforeAll(() => {
  HTMLElement.prototype.showPopover ??= () => undefined;
});

function renderPage() {
  render(
    <>
      <button type="button" data-tip="Zoom in" aria-keyshortcuts="Plus">
        in
      </button>
      <button type="button" data-tip="Find an action" aria-keyshortcuts="Control+K">
        find
      </button>
      <button type="button">plain</button>
      <Tooltips />
    </>,
  );
}

const tip = () => document.querySelector('[role="tooltip"]')?.textContent;
const button = (name: string) => screen.getByRole('button', { name });

describe('the tooltip of a control', () => {
  it('shows what it does and its key when the keyboard focuses it, and goes with the focus', async () => {
    renderPage();
    await userEvent.tab();
    expect(tip()).toBe('Zoom in+');
    await userEvent.tab();
    expect(tip()).toBe('Find an actionCtrlK');
    await userEvent.tab();
    expect(button('plain')).toHaveFocus();
    expect(tip()).toBeUndefined();
  });

  it('shows while the pointer is on it, until a press or a key', async () => {
    renderPage();
    await userEvent.hover(button('find'));
    expect(tip()).toBe('Find an actionCtrlK');
    await userEvent.hover(button('plain'));
    expect(tip()).toBeUndefined();
    await userEvent.hover(button('in'));
    await userEvent.keyboard('{Escape}');
    expect(tip()).toBeUndefined();
    await userEvent.hover(button('find'));
    fireEvent.pointerDown(button('find'));
    expect(tip()).toBeUndefined();
  });

  it('does not show for a finger', () => {
    renderPage();
    fireEvent.pointerOver(button('in'), { pointerType: 'touch' });
    expect(tip()).toBeUndefined();
  });
});
