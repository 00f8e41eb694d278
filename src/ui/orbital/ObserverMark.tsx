import type { SatelliteId } from '../../shared/elements.ts';
import { OBSERVERS } from '../../shared/observers.ts';
import { toMapPercent } from './map-percent.ts';
import styles from './orbital.module.css';

/**
 * On the map: the observer of the satellite's azimuth, elevation and passes. A cross without a label: the
 * space is for the satellites' names.
 */
export function ObserverMark({ id }: { readonly id: SatelliteId }) {
  const observer = OBSERVERS[id];
  return (
    <span className={styles.observer} style={toMapPercent(observer)} title={observer.name}>
      <span className="visually-hidden">Observer: {observer.name}</span>
    </span>
  );
}
