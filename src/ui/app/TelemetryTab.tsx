import { HistoryCard } from '../features/history/HistoryCard.tsx';
import { Spacecraft, ViewTime } from '../features/synoptic/SpacecraftCard.tsx';
import styles from './dashboard.module.css';

/** The telemetry tab of spec §2. */
export function TelemetryTab() {
  return <HistoryCard className={styles.single} diagram={<Spacecraft />} diagramTime={<ViewTime />} />;
}
