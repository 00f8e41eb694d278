import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Keys } from './keys.tsx';
import styles from './tooltips.module.css';

interface ShownTooltip {
  readonly control: HTMLElement;
  readonly isByKeyboard: boolean;
}

/** Returns the marked control that contains the target; none while it is expanded, because what it opened says more. */
function controlOf(target: EventTarget | null): HTMLElement | undefined {
  const control = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
  return control && control.getAttribute('aria-expanded') !== 'true' ? control : undefined;
}

/** Converts from the notation of `aria-keyshortcuts`. */
const hotkeyOf = (keys: string): string =>
  keys.replace('Control', 'Ctrl').replace('Meta', '⌘').replace('Plus', '+');

/**
 * Shows what a control marked with `data-tip` does, and its key, while it is hovered or focused by keyboard.
 * Assistive technology gets both from the control itself.
 */
export function Tooltips() {
  const [shown, setShown] = useState<ShownTooltip>();

  useEffect(() => {
    const listening = new AbortController();
    const on = <Name extends keyof DocumentEventMap>(
      name: Name,
      handle: (event: DocumentEventMap[Name]) => void,
    ): void => document.addEventListener(name, handle, { capture: true, signal: listening.signal });
    const hide = (): void => setShown(undefined);
    on('pointerover', (event) => {
      const control = event.pointerType === 'touch' ? undefined : controlOf(event.target);
      setShown((last) => {
        if (control) return last?.control === control ? last : { control, isByKeyboard: false };
        const isOnTip = event.target instanceof Element && event.target.closest('[role="tooltip"]') !== null;
        return last?.isByKeyboard || isOnTip ? last : undefined;
      });
    });
    const showFocused = (): void => {
      const control = controlOf(document.activeElement);
      if (control?.matches(':focus-visible')) setShown({ control, isByKeyboard: true });
    };
    showFocused(); // a control may already have the focus
    on('focusin', showFocused);
    for (const name of ['focusout', 'pointerdown', 'keydown', 'scroll'] as const) on(name, hide);
    return () => listening.abort();
  }, []);

  return shown?.control.isConnected ? <Tooltip {...shown} /> : null;
}

/** Distance from its control and from the edge of the window. */
const GAP_PX = 6;

function Tooltip({ control, isByKeyboard }: ShownTooltip) {
  const ref = useRef<HTMLDivElement>(null);
  // In the top layer, above dialogs too: below its control, or above it where there is no room.
  useLayoutEffect(() => {
    const tip = ref.current;
    if (!tip) return;
    tip.showPopover();
    const at = control.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const left = at.left + (at.width - width) / 2;
    const isBelow = at.bottom + GAP_PX + height <= clientHeight;
    tip.style.left = `${Math.max(GAP_PX, Math.min(left, clientWidth - width - GAP_PX))}px`;
    tip.style.top = `${isBelow ? at.bottom + GAP_PX : at.top - GAP_PX - height}px`;
  }, [control]);
  const keys = control.getAttribute('aria-keyshortcuts');
  return (
    <div
      ref={ref}
      role="tooltip"
      popover="manual"
      className={styles.tip}
      data-at-once={isByKeyboard}
      aria-hidden="true"
    >
      {control.dataset.tip}
      {keys && <Keys keys={hotkeyOf(keys)} />}
    </div>
  );
}
