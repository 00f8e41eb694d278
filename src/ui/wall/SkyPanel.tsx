import { useAtomValue } from 'jotai';
import { SPACECRAFT } from '../../shared/entities/satellites.ts';
import { formatNumber } from '../../shared/kit/quantity-text.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import { formatBearing } from '../kit/format.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/link/atoms.ts';
import { skyPassAtom } from './atoms.ts';
import { Countdowns } from './Countdowns.tsx';
import frame from './frame.module.css';
import styles from './panel.module.css';
import { skySample } from './sky.ts';
import texts from './text.module.css';

/** The pass of the ground view in figures. */
export function SkyPanel() {
  const contact = useAtomValue(skyPassAtom);
  const now = useAtomValue(missionSecondAtom);
  const ephemeris = useAtomValue(sliceAtoms.ephemerides)?.[SPACECRAFT];
  if (!contact || now === undefined) return null;
  const { station, pass } = contact;
  const sample =
    ephemeris?.status === 'available' ? skySample(ephemeris.window, siteOf(station), now) : undefined;
  return (
    <section className={`${frame.panel} ${styles.sky}`} aria-labelledby="wall-sky">
      <h2 id="wall-sky" className={texts.term}>
        Sky over <span className={styles.place}>{station.name}</span>
      </h2>
      <Countdowns className={styles.facts} to={['contact']} />
      {sample && (
        <dl className={styles.pairs}>
          <dt>Elevation</dt>
          <dd>{formatNumber(sample.elevation, 0)}°</dd>
          <dt>Highest</dt>
          <dd>{Math.round(pass.maxElevation)}°</dd>
          <dt>Azimuth</dt>
          <dd>{formatBearing(sample.azimuth, 0)}</dd>
          <dt>Range</dt>
          <dd>{Math.round(sample.rangeKm)} km</dd>
          <dt>Light</dt>
          <dd>{sample.isLit ? 'Sunlit' : 'Eclipse'}</dd>
        </dl>
      )}
    </section>
  );
}
