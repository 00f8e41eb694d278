import { useAtomValue, useSetAtom } from 'jotai';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { announce } from '../shell/Toasts.tsx';
import { type ActionDialog, closeDialogAtom, openDialogAtom } from './dialogs.ts';

type Module = { readonly default: ComponentType };

const onDemand = (load: () => Promise<Module>): ComponentType =>
  lazy(() => load().catch((): Module => ({ default: Missing })));

/** Their code is not needed before they are. */
const DIALOGS: Readonly<Record<ActionDialog, ComponentType>> = {
  palette: onDemand(() => import('./Palette.tsx')),
  keys: onDemand(() => import('./KeySheet.tsx')),
};

/** The palette and the sheet of keys, when they are open. */
export function ActionDialogs() {
  const open = useAtomValue(openDialogAtom);
  if (!open) return null;
  const Dialog = DIALOGS[open];
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}

/** In place of a dialog whose code could not be had: the page goes on without it. */
function Missing() {
  const close = useSetAtom(closeDialogAtom);
  useEffect(() => {
    announce({
      id: 'dialog-missing',
      level: 'error',
      text: 'This could not be loaded. Please reload the page when the network is back.',
    });
    close('palette');
    close('keys');
  }, [close]);
  return null;
}
