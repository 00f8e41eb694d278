import { useAtomValue } from 'jotai';
import { type EpochMs, MS_PER_DAY, MS_PER_H } from '../../shared/kit/units.ts';
import { formatAge, withUnitsJoined } from '../kit/format.ts';
import { crewDutyAtom } from '../mission/duty/atoms.ts';
import { missionSecondAtom, sliceAtoms } from '../mission/link/atoms.ts';
import styles from './anomaly.module.css';
import { storyAnomalyAtom } from './atoms.ts';
import frame from './frame.module.css';
import { storyOf } from './story.ts';
import texts from './text.module.css';

/** Formats an age in its largest unit: `47 s`, `12 min`, `3 h`. */
const roughAge = (ageMs: number): string => {
  const unit = [MS_PER_DAY, MS_PER_H].find((length) => ageMs >= length) ?? 1;
  return formatAge(Math.floor(ageMs / unit) * unit);
};

/** The story of the most urgent anomaly, beside the map. The header shows its severity and name. */
export function AnomalyPanel() {
  const anomaly = useAtomValue(storyAnomalyAtom);
  const view = useAtomValue(sliceAtoms.spacecraft);
  const verifications = useAtomValue(sliceAtoms.verifications) ?? [];
  const crew = useAtomValue(crewDutyAtom);
  if (!anomaly) return null;
  const chapters = storyOf(anomaly, { view, verifications, crew });
  return (
    <section className={`${frame.panel} ${styles.story}`} aria-labelledby="wall-anomaly">
      <h2 id="wall-anomaly" className="visually-hidden">
        {anomaly.type} anomaly
      </h2>
      <dl className={styles.chapters}>
        {chapters.map(({ title, text }) => (
          <div key={title} className={styles.chapter} data-chapter={title}>
            <dt className={texts.term}>
              {title}
              {title === 'Seen' && <Age since={anomaly.timestamp} />}
            </dt>{' '}
            <dd className={styles.text}>{withUnitsJoined(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Age({ since }: { readonly since: EpochMs }) {
  const now = useAtomValue(missionSecondAtom);
  return now !== undefined && ` ${roughAge(now - since)} ago`;
}
