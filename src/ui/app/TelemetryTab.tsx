import { HistoryCard } from '../history/HistoryCard.tsx';
import { Spacecraft, ViewTime } from '../synoptic/SpacecraftCard.tsx';
import styles from './dashboard.module.css';

/** The telemetry tab of spec §2. */
export function TelemetryTab() {
  return <HistoryCard className={styles.single} diagram={<Spacecraft />} diagramTime={<ViewTime />} />;
}
