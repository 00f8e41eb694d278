import type { SatelliteId } from '../../shared/elements.ts';
import { OBSERVERS } from '../../shared/observers.ts';
import { toMapPercent } from './map-percent.ts';
import styles from './orbital.module.css';

/**
 * On the map: from where the satellite's azimuth, elevation and passes are seen. A cross alone: the satellites' names
 * have the map's room for words.
 */
export function ObserverMark({ id }: { readonly id: SatelliteId }) {
  const observer = OBSERVERS[id];
  return (
    <span className={styles.observer} style={toMapPercent(observer)} title={observer.name}>
      <span className="visually-hidden">Observer: {observer.name}</span>
    </span>
  );
}
