import { Card } from '../../kit/card/Card.tsx';
import { LoadingState } from '../../mission/link/LoadingState.tsx';
import styles from './passes.module.css';

/** In the place of the passes until they are there. */
export function LoadingCard() {
  return (
    <Card title="Passes">
      <div className={styles.frame}>
        <LoadingState headline="Loading passes…" />
      </div>
    </Card>
  );
}
