import { toast } from 'sonner';
import { withUnitsJoined } from '../format.ts';
import type { Toast } from './announce.ts';

const TOAST_BY_LEVEL = {
  success: toast.success,
  info: toast.info,
  warning: toast.warning,
  error: toast.error,
} as const;

export function showToast({ id, level, text, icon, isSpokenElsewhere = false }: Toast): void {
  const shown = withUnitsJoined(text);
  if (!isSpokenElsewhere) return void TOAST_BY_LEVEL[level](shown, { id, icon });
  TOAST_BY_LEVEL[level](<span aria-hidden="true">{shown}</span>, { id, icon });
}
