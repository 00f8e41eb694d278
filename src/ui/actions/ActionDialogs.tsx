import { useAtomValue, useSetAtom } from 'jotai';
import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { onDemand } from '../shell/on-demand.tsx';
import { announce } from '../shell/Toasts.tsx';
import { type ActionDialog, closeDialogAtom, openDialogAtom } from './dialogs.ts';

/** Their code is not needed before they are. */
const DIALOGS: Readonly<Record<ActionDialog, ComponentType>> = {
  palette: onDemand(async () => (await import('./Palette.tsx')).Palette).Component,
  keys: onDemand(async () => (await import('./KeySheet.tsx')).KeySheet).Component,
};

/** The palette and the sheet of keys, when they are open. */
export function ActionDialogs() {
  const open = useAtomValue(openDialogAtom);
  const close = useSetAtom(closeDialogAtom);
  if (!open) return null;
  const Dialog = DIALOGS[open];
  return (
    <DialogBoundary key={open} onFailure={() => close(open)}>
      <Suspense fallback={null}>
        <Dialog />
      </Suspense>
    </DialogBoundary>
  );
}

interface BoundaryProps {
  readonly onFailure: () => void;
  readonly children: ReactNode;
}

/** A dialog that fails, or whose code cannot be had, is closed: the page goes on without it, and it can be opened again. */
class DialogBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: Error): void {
    announce({ id: 'dialog-failed', level: 'error', text: `This could not be opened: ${error.message}` });
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
