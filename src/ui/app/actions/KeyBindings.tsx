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

/** A modal dialog gets all keys; an open popover those without a modifier. The tour is not modal. */
const isCovered = (keys: string): boolean =>
  document.querySelector(
    hasModifier(keys) ? '[aria-modal="true"]' : '[aria-modal="true"], [role="dialog"]',
  ) !== null;

interface KeyBindingProps {
  readonly action: PlainAction;
  readonly keys: string;
}

/** What Space presses or types into by itself. Pressing the selected tab does nothing. */
const PRESSED_BY_SPACE =
  'button:not([role="tab"][aria-selected="true"]), a[href], summary, select, textarea, audio, video, input:not([type="range"]), [contenteditable], [role="button"], [role="option"], [role="checkbox"], [role="switch"]';

const isPressedBySpace = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest(PRESSED_BY_SPACE) !== null;

/** A bracket is a key of its own, or one with AltGr or Option: then its modifiers do not count. */
const isBracket = (keys: string): boolean => keys === '[' || keys === ']';

const isShortcut = ({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean => metaKey || (ctrlKey && !altKey);

const isSlider = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'range';

function KeyBinding({ action, keys }: KeyBindingProps) {
  // A question mark is Shift and another key on most keyboards, and a key of its own on some.
  useHotkeys(keys === '?' ? ['?', 'shift+?'] : keys, () => action.run(), {
    enabled: action.isDisabled !== true,
    // With a modifier it cannot be typed into a field, and into a slider nothing is typed.
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
    // A letter follows the keyboard layout; a digit is the physical key, which not every layout types it
    // with. Space is the name of its key.
    useKey: !/^(\d|space)$/.test(keys),
  });
  return null;
}
