import { useState } from 'react';

interface SpokenCountProps {
  /** What the operator chose. */
  readonly choice: unknown;
  readonly shown: number;
  readonly total: number;
  /** Of what: "events". */
  readonly things: string;
}

/**
 * Speaks what a filter leaves when the filter changes. A list that grows by itself changes the numbers too, and is not
 * spoken: nobody asked.
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
