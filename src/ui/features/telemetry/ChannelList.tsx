import type { ReactNode } from 'react';
import styles from './telemetry.module.css';

interface ChannelListProps {
  /** True on its own tab, where the charts are as wide as the screen. */
  readonly isWide?: boolean;
  /** True on the Overview, where they are side by side if there is room. */
  readonly isStrip?: boolean;
  /** A row for each channel. */
  readonly children: ReactNode;
}

/** The channels, one below the other, or side by side. */
export function ChannelList({ isWide = false, isStrip = false, children }: ChannelListProps) {
  return (
    <ul className={styles.channels} aria-label="Channels" data-wide={isWide} data-strip={isStrip}>
      {children}
    </ul>
  );
}
