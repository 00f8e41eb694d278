import type { ReactNode } from 'react';
import styles from './telemetry.module.css';

interface ChannelListProps {
  /** On its own tab the charts are as wide as the screen. */
  readonly isWide?: boolean;
  /** A row for each channel. */
  readonly children: ReactNode;
}

/** The channels, one below the other. */
export function ChannelList({ isWide = false, children }: ChannelListProps) {
  return (
    <ul className={styles.channels} aria-label="Channels" data-wide={isWide}>
      {children}
    </ul>
  );
}
