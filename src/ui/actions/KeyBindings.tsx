import { useAtomValue } from 'jotai';
import { useHotkeys } from 'react-hotkeys-hook';
import { hasSingleKeysAtom } from '../preferences/preferences.ts';
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

/** The topmost layer gets all keys: a modal dialog, an open data view. The tour is not modal. */
const isCovered = (): boolean => document.querySelector('[aria-modal="true"], [role="dialog"]') !== null;

interface KeyBindingProps {
  readonly action: PlainAction;
  readonly keys: string;
}

function KeyBinding({ action, keys }: KeyBindingProps) {
  // A question mark is Shift and another key on most keyboards, and a key of its own on some.
  useHotkeys(keys === '?' ? ['?', 'shift+?'] : keys, () => action.run(), {
    enabled: action.isDisabled !== true,
    enableOnFormTags: hasModifier(keys), // cannot be typed into a field
    ignoreEventWhen: (event) => event.repeat || event.defaultPrevented || isCovered(),
    preventDefault: true,
    // A letter follows the keyboard layout; a digit is the physical key, which not every layout types it
    // with.
    useKey: !/\d/.test(keys),
  });
  return null;
}
