import type { ComponentType } from 'react';
import { type OnDemand, onDemand } from '../kit/on-demand/on-demand.tsx';
import type { ActionDialog } from './dialogs.ts';

/** Their code is loaded on demand. */
const DEFERRED: Readonly<Record<ActionDialog, OnDemand<object>>> = {
  palette: onDemand(['Palette'], async () => (await import('./Palette.tsx')).Palette),
  keys: onDemand(['KeySheet'], async () => (await import('./KeySheet.tsx')).KeySheet),
  about: onDemand(['About'], async () => (await import('./About.tsx')).About),
  recording: onDemand(['OpenRecording'], async () => (await import('./OpenRecording.tsx')).OpenRecording),
};

export const DIALOGS: Readonly<Record<ActionDialog, ComponentType>> = {
  palette: DEFERRED.palette.Component,
  keys: DEFERRED.keys.Component,
  about: DEFERRED.about.Component,
  recording: DEFERRED.recording.Component,
};

/** Those that open by a key or a press, and are to open at once. */
const PREFETCHED = [DEFERRED.palette, DEFERRED.keys, DEFERRED.about];

/** Fetches their scripts. A failed one is fetched again when opened. */
export async function prefetchDialogs(): Promise<void> {
  await Promise.allSettled(PREFETCHED.map(({ prefetch }) => prefetch()));
}
