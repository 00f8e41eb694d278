import type { ReactNode } from 'react';
import { formatCount } from '../format.ts';
import styles from './facet.module.css';

interface FacetProps {
  /** `Show only severity` */
  readonly label: string;
  /** A `Chip` for each choice. */
  readonly children: ReactNode;
}

/** Filter choices of one kind. */
export function Facet({ label, children }: FacetProps) {
  return (
    <fieldset className={styles.facet} aria-label={label}>
      {children}
    </fieldset>
  );
}

interface ChipProps {
  readonly word: string;
  readonly count: number;
  readonly isPressed: boolean;
  readonly onPress: () => void;
  readonly children?: ReactNode;
}

/** A count that filters when pressed. */
export function Chip({ word, count, isPressed, onPress, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={isPressed} onClick={onPress}>
      {children}
      {word} <span className={styles.count}>{formatCount(count)}</span>
    </button>
  );
}
