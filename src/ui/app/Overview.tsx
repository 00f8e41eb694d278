import { useAtomValue } from 'jotai';
import { AnomalyDetectionCard } from '../anomalies/AnomalyDetectionCard.tsx';
import { activeCountAtom } from '../anomalies/roll-up.ts';
import { IS_ONE_COLUMN, useMediaQuery } from '../kit/page/use-media-query.ts';
import { OrbitalPositionCard } from '../orbital/OrbitalPositionCard.tsx';
import { MissionPerformanceCard } from '../performance/MissionPerformanceCard.tsx';
import { TelemetryCard } from '../telemetry/TelemetryCard.tsx';
import styles from './dashboard.module.css';

/** The Overview of spec §2. In one column the anomalies come first while one is active. */
export function Overview() {
  const isOneColumn = useMediaQuery(IS_ONE_COLUMN);
  const isAlarmed = useAtomValue(activeCountAtom) > 0;
  const anomalies = <AnomalyDetectionCard key="anomalies" className={styles.anomalies} />;
  const rest = [
    <TelemetryCard key="telemetry" className={styles.telemetry} />,
    <OrbitalPositionCard key="orbital" className={styles.orbital} />,
  ];
  return (
    <div className={styles.overview}>
      {isOneColumn && isAlarmed ? [anomalies, ...rest] : [...rest, anomalies]}
      <MissionPerformanceCard className={styles.performance} />
    </div>
  );
}
