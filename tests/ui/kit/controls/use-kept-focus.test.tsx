import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { useKeptFocus } from '../../../../src/ui/kit/controls/use-kept-focus.ts';

/** Rerenders whenever the focus moves, as a row that displays its focus does. */
function Row({ onStart = () => {} }: { readonly onStart?: () => void }) {
  const { ref, onFocus, onBlur } = useKeptFocus<HTMLElement>();
  const [isStarted, setStarted] = useState(false);
  const [moves, setMoves] = useState(0);
  return (
    <article
      ref={ref}
      tabIndex={-1}
      data-moves={moves}
      onFocus={(event) => {
        onFocus(event);
        setMoves((count) => count + 1);
      }}
      onBlur={() => {
        onBlur();
        setMoves((count) => count + 1);
      }}
    >
      {!isStarted && (
        <button
          type="button"
          onClick={() => {
            setStarted(true);
            onStart();
          }}
        >
          Start
        </button>
      )}
      <button type="button">Cancel</button>
    </article>
  );
}

/** A row, and a field that takes the focus when the row starts. */
function Desk() {
  const [isStarted, setStarted] = useState(false);
  return (
    <>
      {isStarted && <input aria-label="Note" ref={(field) => field?.focus()} />}
      <Row onStart={() => setStarted(true)} />
    </>
  );
}

describe('kept focus', () => {
  it('moves to the container when its button is removed', async () => {
    render(<Row />);
    screen.getByText('Start').focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('article')).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByText('Cancel')).toHaveFocus();
  });

  it('lets Tab move on while everything around renders again', async () => {
    render(<Row />);
    await userEvent.tab();
    await userEvent.tab();
    expect(screen.getByText('Cancel')).toHaveFocus();
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it('is not taken from an element elsewhere', async () => {
    render(<Desk />);
    screen.getByText('Start').focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByText('Start')).toBeNull();
    expect(screen.getByLabelText('Note')).toHaveFocus();
  });

  it('is not given to an element that has lost it before', () => {
    render(<Row />);
    const start = screen.getByText('Start');
    start.focus();
    start.blur();
    fireEvent.click(start);
    expect(start).not.toBeInTheDocument();
    expect(document.body).toHaveFocus();
  });
});
