import { type CSSProperties, useEffect } from 'react';
import { Toaster } from 'sonner';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import { useTheme } from '../kit/preferences/use-theme.ts';
import { StatusIcon } from '../kit/status/StatusIcon.tsx';
import { showToastsBy } from '../kit/toasts/announce.ts';
import { showToast } from '../kit/toasts/show-toast.tsx';
import { TOASTS_SHOWN } from '../kit/toasts/toast-queue.ts';

const ICONS = {
  success: <StatusIcon level="normal" />,
  info: <StatusIcon level="standby" />,
  warning: <StatusIcon level="caution" />,
  error: <StatusIcon level="critical" />,
};

/** Phones have no space beside the map: there the toasts cover the header, which stays on top. */
const NARROW = '(max-width: 40rem)';

/** Narrower than any left column. */
const WIDTH = { '--width': '18rem' } as CSSProperties;

/**
 * At most four toasts in a pile, the newest on top; hover or focus opens it. It covers the foot of the left
 * column above the bar of time, as wide as the narrowest column there and as high as the space below the forms:
 * it covers no button, no map and no list.
 */
export function Toasts() {
  const theme = useTheme();
  const isNarrow = useMediaQuery(NARROW);
  useEffect(() => showToastsBy(showToast), []);
  return (
    <Toaster
      theme={theme}
      position={isNarrow ? 'top-center' : 'bottom-left'}
      visibleToasts={TOASTS_SHOWN}
      icons={ICONS}
      closeButton
      gap={4}
      style={WIDTH}
      offset={{ top: '0.5rem', bottom: 'var(--foot, 0.25rem)', left: '1rem' }}
      mobileOffset={{ top: '0.5rem' }}
    />
  );
}
