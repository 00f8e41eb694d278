import { FileDown } from 'lucide-react';
import { Suspense } from 'react';
import { PopoverView } from '../../kit/controls/PopoverView.tsx';
import { ToolButton } from '../../kit/controls/ToolButton.tsx';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import styles from './timeline.module.css';

const { Component: PlanFile } = onDemand(['PlanFile'], async () => (await import('./PlanFile.tsx')).PlanFile);

/** Opens what saves, opens and prints the plan. */
export function PlanFileButton() {
  const trigger = (
    <ToolButton>
      <FileDown aria-hidden />
      Plan file
    </ToolButton>
  );
  return (
    <PopoverView trigger={trigger} title="Plan file" align="end" className={styles.file}>
      <FailureBoundary fallback={(error) => <p className={styles.refusal}>{error.message}</p>}>
        <Suspense fallback={null}>
          <PlanFile />
        </Suspense>
      </FailureBoundary>
    </PopoverView>
  );
}
