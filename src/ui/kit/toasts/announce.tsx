import type { ReactNode } from 'react';
import { toast } from 'sonner';
import { withUnitsJoined } from '../format.ts';

/** A one-time message to the operator. */
export interface Toast {
  readonly id: string;
  readonly level: 'success' | 'info' | 'warning' | 'error';
  readonly text: string;
  /** Instead of the level's own. */
  readonly icon?: ReactNode;
  /** Visual only: something else announces it. */
  readonly isSpokenElsewhere?: boolean;
}

const TOAST_BY_LEVEL = {
  success: toast.success,
  info: toast.info,
  warning: toast.warning,
  error: toast.error,
} as const;

/** Shows a toast; another one with the same id replaces it. */
export function announce({ id, level, text, icon, isSpokenElsewhere = false }: Toast): void {
  const shown = withUnitsJoined(text);
  if (!isSpokenElsewhere) return void TOAST_BY_LEVEL[level](shown, { id, icon });
  TOAST_BY_LEVEL[level](<span aria-hidden="true">{shown}</span>, { id, icon });
}
