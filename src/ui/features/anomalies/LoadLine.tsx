import { useAtomValue } from 'jotai';
import { LOAD_GUIDELINE } from '../../../shared/entities/anomaly-load.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import styles from './anomalies.module.css';
import { shelvedCountAtom } from './roll-up.ts';

interface LoadFigureProps {
  readonly count: number;
  readonly limit: number;
  readonly text: string;
}

/** One figure; with a shape once it is above the guideline. */
function Figure({ count, limit, text }: LoadFigureProps) {
  if (count <= limit) return <span>{text}</span>;
  return <StatusLabel level="critical" word={`${text}, above the guideline of ${limit}`} />;
}

/** How often anomalies have asked for action, beside what one operator can handle. */
export function LoadLine() {
  const load = useAtomValue(sliceAtoms.anomalyLoad);
  const shelvedCount = useAtomValue(shelvedCountAtom);
  if (!load) return null;
  const { profile, inLastHour, mostInTenMinutes, answeredInMs } = load;
  return (
    <p className={styles.load}>
      <Figure
        count={inLastHour}
        limit={LOAD_GUIDELINE.inLastHour}
        text={`Asked for action: ${inLastHour} in the last hour`}
      />
      {mostInTenMinutes > 0 && (
        <Figure
          count={mostInTenMinutes}
          limit={LOAD_GUIDELINE.mostInTenMinutes}
          text={`peak: ${mostInTenMinutes} in ten minutes`}
        />
      )}
      {shelvedCount > 0 && <span>{shelvedCount} shelved</span>}
      {profile !== 'specified' && <span>mission profile: {profile}</span>}
      {answeredInMs !== undefined && <span>median answer: {formatDuration(answeredInMs)}</span>}
    </p>
  );
}
