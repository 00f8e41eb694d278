import { useAtomValue } from 'jotai';
import { useHotkeys } from 'react-hotkeys-hook';
import { hasSingleKeysAtom } from '../../kit/preferences/preferences.ts';
import type { PlainAction } from './action.ts';
import { useShellActions } from './use-shell-actions.ts';

/**
 * Keyboard shortcuts of the page. Inactive while typing, in a dialog, on key repeat, and with other
 * modifiers.
 */
export function KeyBindings() {
  const hasSingleKeys = useAtomValue(hasSingleKeysAtom);
  return useShellActions().map(
    (action) =>
      action.keys &&
      (hasSingleKeys || hasModifier(action.keys)) && (
        <KeyBinding key={action.id} action={action} keys={action.keys} />
      ),
  );
}

const hasModifier = (keys: string): boolean => keys.startsWith('mod+');

/** A modal dialog blocks all keys; an open popover only those without a modifier. The tour is not modal. */
const isCovered = (keys: string): boolean =>
  document.querySelector(
    hasModifier(keys) ? '[aria-modal="true"]' : '[aria-modal="true"], [role="dialog"]',
  ) !== null;

interface KeyBindingProps {
  readonly action: PlainAction;
  readonly keys: string;
}

/** Controls that Space presses or types into by default. Pressing the selected tab does nothing. */
const PRESSED_BY_SPACE =
  'button:not([role="tab"][aria-selected="true"]), a[href], summary, select, textarea, audio, video, input:not([type="range"]), [contenteditable], [role="button"], [role="option"], [role="checkbox"], [role="switch"]';

const isPressedBySpace = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(PRESSED_BY_SPACE) !== null;

/** Some layouts need AltGr or Option to type a bracket, so its modifiers are ignored. */
const isBracket = (keys: string): boolean => keys === '[' || keys === ']';

const isShortcut = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => metaKey || (ctrlKey && !altKey);

const isSlider = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'range';

function KeyBinding({ action, keys }: KeyBindingProps) {
  // On most keyboards a question mark is Shift plus another key; on some it is a key of its own.
  useHotkeys(keys === '?' ? ['?', 'shift+?'] : keys, () => action.run(), {
    enabled: action.isDisabled !== true,
    // A shortcut with a modifier cannot be typed into a field, and a slider takes no text.
    enableOnFormTags: hasModifier(keys) || ['input'],
    ignoreModifiers: isBracket(keys),
    ignoreEventWhen: (event) =>
      event.repeat ||
      event.defaultPrevented ||
      isCovered(keys) ||
      (!hasModifier(keys) && event.target instanceof HTMLInputElement && !isSlider(event.target)) ||
      (keys === 'space' && isPressedBySpace(event)) ||
      (isBracket(keys) && isShortcut(event)),
    preventDefault: true,
    // Letters follow the keyboard layout; digits match the physical key, because some layouts do not type
    // them with it alone. `space` is the name of its key.
    useKey: !/^(\d|space)$/.test(keys),
  });
  return null;
}
