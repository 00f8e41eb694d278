import type { ComponentType } from 'react';
import { type OnDemand, onDemand } from '../../kit/on-demand/on-demand.tsx';
import type { ActionDialog } from './dialogs.ts';

type QuickDialogs = typeof import('./quick-dialogs.ts').QUICK_DIALOGS;

const quickDialog = (choose: (dialogs: QuickDialogs) => ComponentType): OnDemand<object> =>
  onDemand(['quick-dialogs'], async () => choose((await import('./quick-dialogs.ts')).QUICK_DIALOGS));

/** Dialogs whose code is loaded on demand. */
const DEFERRED: Readonly<Record<ActionDialog, OnDemand<object>>> = {
  palette: quickDialog((dialogs) => dialogs.Palette),
  keys: quickDialog((dialogs) => dialogs.KeySheet),
  about: quickDialog((dialogs) => dialogs.About),
  recording: onDemand(['OpenRecording'], async () => (await import('./OpenRecording.tsx')).OpenRecording),
};

export const DIALOGS: Readonly<Record<ActionDialog, ComponentType>> = {
  palette: DEFERRED.palette.Component,
  keys: DEFERRED.keys.Component,
  about: DEFERRED.about.Component,
  recording: DEFERRED.recording.Component,
};

/** Dialogs opened by a key or a press, which must open at once. */
const PREFETCHED = [DEFERRED.palette, DEFERRED.keys, DEFERRED.about];

/** Fetches their code. A failed fetch is repeated when the dialog opens. */
export async function prefetchDialogs(): Promise<void> {
  await Promise.allSettled(PREFETCHED.map(({ prefetch }) => prefetch()));
}
