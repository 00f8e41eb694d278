import { useState } from 'react';

interface SpokenCountProps {
  /** The operator's filter choice. */
  readonly choice: unknown;
  readonly shown: number;
  readonly total: number;
  /** True if both numbers belong to the choice; defaults to true. */
  readonly isCounted?: boolean;
  /** Noun for the items: "events". */
  readonly things: string;
}

/**
 * Announces the number of remaining items when the filter changes. Other changes of the numbers are not
 * announced.
 */
export function SpokenCount({ choice, shown, total, isCounted = true, things }: SpokenCountProps) {
  const [said, setSaid] = useState({ choice, text: '' });
  if (isCounted && said.choice !== choice) {
    const text = shown === total ? `All ${total} ${things} listed` : `${shown} of ${total} ${things} listed`;
    setSaid({ choice, text: shown === 0 ? `None of ${total} ${things} listed` : text });
  }
  return (
    <p className="visually-hidden" role="status">
      {said.text}
    </p>
  );
}
