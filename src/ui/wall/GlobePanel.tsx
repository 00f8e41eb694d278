import { useAtomValue } from 'jotai';
import { SATELLITES, SPACECRAFT } from '../../shared/entities/satellites.ts';
import { fixesAtom } from '../features/orbital/fixes.ts';
import { placeName } from '../features/orbital/place-name.ts';
import { ConditionSentence } from '../features/synoptic/Condition.tsx';
import frame from './frame.module.css';
import styles from './panel.module.css';
import texts from './text.module.css';

/** Position and condition of the spacecraft, beside the globe. */
export function GlobePanel() {
  const fix = useAtomValue(fixesAtom)?.[SPACECRAFT];
  return (
    <section className={frame.panel} aria-labelledby="wall-spacecraft">
      <div className={styles.over}>
        <h2 id="wall-spacecraft" className={texts.term}>
          {SATELLITES[SPACECRAFT].name} is over
        </h2>
        <p className={fix?.isKnown ? styles.place : texts.quiet}>
          {fix?.isKnown ? placeName(fix.fix.latitude, fix.fix.longitude) : 'Not known'}
        </p>
        {fix?.isKnown && (
          <dl className={styles.pairs}>
            <dt>Altitude</dt>
            <dd>{Math.round(fix.fix.altitudeKm)} km</dd>
          </dl>
        )}
      </div>
      <ConditionSentence className={styles.sentence} />
    </section>
  );
}
