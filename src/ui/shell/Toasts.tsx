import { Toaster, toast } from 'sonner';
import type { Notice } from '../../shared/mission-control.ts';
import { StatusIcon } from '../status/StatusIcon.tsx';
import { useMediaQuery } from '../use-media-query.ts';

const TOAST_BY_LEVEL = {
  success: toast.success,
  info: toast.info,
  warning: toast.warning,
  error: toast.error,
} as const;

/** Says a notice once, as a toast; a notice with the same id replaces it. */
export function announce({
  id,
  level,
  text,
}: Pick<Notice, 'level' | 'text'> & { readonly id: string }): void {
  TOAST_BY_LEVEL[level](text, { id });
}

const ICONS = {
  success: <StatusIcon level="normal" />,
  info: <StatusIcon level="standby" />,
  warning: <StatusIcon level="caution" />,
  error: <StatusIcon level="critical" />,
};

/** Phones have no place beside the map: there the toasts lie on the header, which stays on top. */
const NARROW = '(max-width: 40rem)';

/** At most four toasts, newest on top, at the lower left: away from the map and the anomaly list. */
export function Toasts() {
  const isNarrow = useMediaQuery(NARROW);
  return (
    <Toaster
      theme="dark"
      position={isNarrow ? 'top-center' : 'bottom-left'}
      visibleToasts={4}
      icons={ICONS}
      expand
      closeButton
      offset={{ bottom: '2.75rem', left: '1.75rem' }}
      mobileOffset={{ top: '0.5rem' }}
    />
  );
}
