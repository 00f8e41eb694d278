import { useAtomValue, useSetAtom } from 'jotai';
import { Component, type ReactNode, Suspense } from 'react';
import { announce } from '../../kit/toasts/announce.ts';
import { DIALOGS } from './deferred-dialogs.ts';
import { closeDialogAtom, openDialogAtom } from './dialogs.ts';
import { TypeAhead } from './TypeAhead.tsx';

/** The palette, the key sheet and the About panel, when open. */
export function ActionDialogs() {
  const open = useAtomValue(openDialogAtom);
  const close = useSetAtom(closeDialogAtom);
  if (!open) return null;
  const Dialog = DIALOGS[open];
  const leave = () => close(open);
  return (
    <DialogBoundary key={open} onFailure={leave}>
      <Suspense fallback={<TypeAhead onCancel={leave} />}>
        <Dialog />
      </Suspense>
    </DialogBoundary>
  );
}

interface BoundaryProps {
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog that fails, or whose code fails to load, is closed: the page continues without it, and it can be
 * opened again.
 */
class DialogBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    announce({ id: 'dialog-failed', level: 'error', text: `Failed to open: ${error.message}` });
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
