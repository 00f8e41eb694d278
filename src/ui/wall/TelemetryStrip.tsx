import { TELEMETRY_CHANNELS } from '../../shared/telemetry-channels.ts';
import { ChannelReading } from './ChannelReading.tsx';
import frame from './frame.module.css';
import styles from './readings.module.css';

/** The five channels in a row. */
export function TelemetryStrip() {
  return (
    <section className={frame.strip} aria-labelledby="wall-telemetry">
      <h2 id="wall-telemetry" className="visually-hidden">
        Telemetry
      </h2>
      <ul className={styles.channels}>
        {TELEMETRY_CHANNELS.map((channel) => (
          <ChannelReading key={channel} channel={channel} className={styles.channel} />
        ))}
      </ul>
    </section>
  );
}
