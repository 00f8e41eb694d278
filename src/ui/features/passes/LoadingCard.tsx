import { Card } from '../../kit/card/Card.tsx';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import styles from './passes.module.css';

/** Placeholder until the passes are loaded. */
export function LoadingCard() {
  return (
    <Card title="Passes">
      <div className={styles.frame}>
        <LoadingState headline="Loading passes…" />
      </div>
    </Card>
  );
}
