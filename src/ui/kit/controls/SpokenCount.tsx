import { useState } from 'react';

interface SpokenCountProps {
  /** The operator's choice. */
  readonly choice: unknown;
  readonly shown: number;
  readonly total: number;
  /** Noun for the items: "events". */
  readonly things: string;
}

/**
 * Announces the number of remaining items when the filter changes. Other changes of the numbers are not
 * announced.
 */
export function SpokenCount({ choice, shown, total, things }: SpokenCountProps) {
  const [said, setSaid] = useState({ choice, text: '' });
  if (said.choice !== choice) {
    const text = shown === total ? `All ${total} ${things} listed` : `${shown} of ${total} ${things} listed`;
    setSaid({ choice, text: shown === 0 ? `None of ${total} ${things} listed` : text });
  }
  return (
    <p className="visually-hidden" role="status">
      {said.text}
    </p>
  );
}
