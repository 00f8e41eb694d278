import { type ReactNode, Suspense, useEffect } from 'react';
import { FailureBoundary } from '../on-demand/FailureBoundary.tsx';
import { announce } from '../toasts/announce.ts';

interface Props {
  /** Id of the toast that reports a failure. */
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog whose code is fetched when it is opened. A toast reports a failure; opening it again retries. */
export function DialogOnDemand({ id, isOpen, onClose, children }: Props) {
  if (!isOpen) return null;
  return (
    <FailureBoundary fallback={(error) => <Failed id={id} error={error} onClose={onClose} />}>
      <Suspense>{children}</Suspense>
    </FailureBoundary>
  );
}

function Failed({ id, error, onClose }: Pick<Props, 'id' | 'onClose'> & { readonly error: Error }) {
  useEffect(() => {
    announce({ id, level: 'error', text: `Failed to open: ${error.message}` });
    onClose();
  });
  return null;
}
