import type { SatelliteId } from '../../shared/elements.ts';
import { OBSERVERS } from '../../shared/observers.ts';
import { toMapPercent } from './map-percent.ts';
import styles from './orbital.module.css';

/** On the map: from where the satellite's azimuth, elevation and passes are seen. */
export function ObserverMark({ id }: { readonly id: SatelliteId }) {
  const observer = OBSERVERS[id];
  return (
    <span className={styles.observer} style={toMapPercent(observer)}>
      {observer.name}
    </span>
  );
}
