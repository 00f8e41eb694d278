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

/** On phones, which have no space beside the map, the toasts cover the sticky header. */
const NARROW = '(max-width: 40rem)';

/** Narrower than any left column. */
const WIDTH = { '--width': '18rem' } as CSSProperties;

/**
 * Stack of at most four toasts, newest on top; hover or focus expands it. It covers the foot of the left
 * column above the time bar, as wide as the narrowest such column and as high as the space below the forms,
 * so that it covers no button, map or list.
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
