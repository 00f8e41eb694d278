import { useAtomValue } from 'jotai';
import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../shared/limits.ts';
import { TELEMETRY_STATUS, TELEMETRY_WORDS } from '../status/levels.ts';
import { StatusLabel } from '../status/StatusIcon.tsx';
import { CHANNEL_DISPLAYS } from '../telemetry/channels.ts';
import { readingAtoms, WALL_NAMES } from './readings.ts';
import styles from './wall.module.css';

/** The five channels in a row. */
export function TelemetryStrip() {
  return (
    <section className={styles.strip} aria-labelledby="wall-telemetry">
      <h2 id="wall-telemetry" className="visually-hidden">
        Telemetry
      </h2>
      <ul className={styles.channels}>
        {TELEMETRY_CHANNELS.map((channel) => (
          <Channel key={channel} channel={channel} />
        ))}
      </ul>
    </section>
  );
}

function Channel({ channel }: { readonly channel: TelemetryChannel }) {
  const { level, text } = useAtomValue(readingAtoms[channel]);
  return (
    <li className={styles.channel} data-channel={channel} data-level={level}>
      <h3 className={styles.term}>{WALL_NAMES[channel]}</h3>
      <p className={styles.value}>
        {text}
        <span className={styles.unit}> {CHANNEL_DISPLAYS[channel].unit}</span>
      </p>
      <p className={styles.state}>
        <StatusLabel level={TELEMETRY_STATUS[level]} word={TELEMETRY_WORDS[level]} />
      </p>
    </li>
  );
}
