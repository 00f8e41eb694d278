import type { ComponentType } from 'react';
import { type OnDemand, onDemand } from '../kit/on-demand/on-demand.tsx';
import type { ActionDialog } from './dialogs.ts';

/** Their code is loaded on demand. */
const DEFERRED: Readonly<Record<ActionDialog, OnDemand<object>>> = {
  palette: onDemand(['Palette'], async () => (await import('./Palette.tsx')).Palette),
  keys: onDemand(['KeySheet'], async () => (await import('./KeySheet.tsx')).KeySheet),
  about: onDemand(['About'], async () => (await import('./About.tsx')).About),
};

export const DIALOGS: Readonly<Record<ActionDialog, ComponentType>> = {
  palette: DEFERRED.palette.Component,
  keys: DEFERRED.keys.Component,
  about: DEFERRED.about.Component,
};

/** Fetches their scripts, so that they open at once. A failed one is fetched again when opened. */
export async function prefetchDialogs(): Promise<void> {
  await Promise.allSettled(Object.values(DEFERRED).map(({ prefetch }) => prefetch()));
}
