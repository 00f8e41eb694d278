import { useAtomValue } from 'jotai';
import type { CSSProperties } from 'react';
import { Toaster, toast } from 'sonner';
import { SEVERITY_STATUS } from '../../anomalies/severity.ts';
import { anomaliesAtom } from '../../mission/atoms.ts';
import type { Announcement } from '../../mission/link.ts';
import { useTheme } from '../../preferences/use-theme.ts';
import { withUnitsJoined } from '../format.ts';
import { useMediaQuery } from '../page/use-media-query.ts';
import { StatusIcon } from '../status/StatusIcon.tsx';
import { TOASTS_SHOWN } from './toast-queue.ts';

const TOAST_BY_LEVEL = {
  success: toast.success,
  info: toast.info,
  warning: toast.warning,
  error: toast.error,
} as const;

/** Shows a notice as a toast; a notice with the same id replaces it. */
export function announce({ id, level, text, newAnomalyId }: Announcement): void {
  const shown = withUnitsJoined(text);
  // `AnomalyAnnouncer` announces anomalies in more detail and with the right urgency: their toast is visual
  // only.
  const isSpokenElsewhere = newAnomalyId !== undefined;
  if (!isSpokenElsewhere) return void TOAST_BY_LEVEL[level](shown, { id });
  TOAST_BY_LEVEL[level](<span aria-hidden="true">{shown}</span>, {
    id,
    icon: <AnomalyIcon id={newAnomalyId} />,
  });
}

/** An anomaly's toast has the shape of its severity, like its entry. */
function AnomalyIcon({ id }: { readonly id: string }) {
  const severity = useAtomValue(anomaliesAtom)?.find((anomaly) => anomaly.id === id)?.severity;
  return <StatusIcon level={severity ? SEVERITY_STATUS[severity] : 'caution'} />;
}

const ICONS = {
  success: <StatusIcon level="normal" />,
  info: <StatusIcon level="standby" />,
  warning: <StatusIcon level="caution" />,
  error: <StatusIcon level="critical" />,
};

/** Phones have no space beside the map: there the toasts cover the header, which stays on top. */
const NARROW = '(max-width: 40rem)';

/** Width of the telemetry column on the smallest desk. */
const WIDTH = { '--width': '18rem' } as CSSProperties;

/**
 * At most four toasts in a pile, the newest on top; hover or focus opens it. It covers the foot of the left
 * column and the copyright, as wide as the narrowest column there and as high as the space below the forms:
 * it covers no button but the link to About, which is also in the palette, no map and no list.
 */
export function Toasts() {
  const theme = useTheme();
  const isNarrow = useMediaQuery(NARROW);
  return (
    <Toaster
      theme={theme}
      position={isNarrow ? 'top-center' : 'bottom-left'}
      visibleToasts={TOASTS_SHOWN}
      icons={ICONS}
      closeButton
      gap={4}
      style={WIDTH}
      offset={{ top: '0.5rem', bottom: '0.25rem', left: '1rem' }}
      mobileOffset={{ top: '0.5rem' }}
    />
  );
}
