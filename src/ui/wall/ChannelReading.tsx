import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { CHANNELS, type TelemetryChannel } from '../../shared/telemetry-channels.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import { TELEMETRY_STATUS, TELEMETRY_WORDS } from '../telemetry/telemetry-levels.ts';
import styles from './readings.module.css';
import { readingAtoms } from './readings.ts';
import texts from './texts.module.css';

interface ChannelReadingProps {
  readonly channel: TelemetryChannel;
  readonly className: string | undefined;
  /** Content below its state. */
  readonly children?: ReactNode;
}

/** A channel in a list: name, value and state. */
export function ChannelReading({ channel, className, children }: ChannelReadingProps) {
  const { level, text } = useAtomValue(readingAtoms[channel]);
  return (
    <li className={className} data-channel={channel} data-level={level}>
      <h3 className={texts.term}>{CHANNELS[channel].shortName}</h3>
      <p className={styles.value}>
        {text}
        <span className={styles.unit}> {CHANNELS[channel].unit}</span>
      </p>
      <p className={styles.state} data-quiet={level === 'nominal'}>
        <StatusLabel level={TELEMETRY_STATUS[level]} word={TELEMETRY_WORDS[level]} />
      </p>
      {children}
    </li>
  );
}
