import { useAtomValue } from 'jotai';
import { useHotkeys } from 'react-hotkeys-hook';
import { hasSingleKeysAtom } from '../preferences/preferences.ts';
import type { PlainAction } from './action.ts';
import { useShellActions } from './use-shell-actions.ts';

/** The keys of the page. They do nothing while one types, in a dialog, held down, or with a modifier that is not theirs. */
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

/** What lies on top has the keys to itself: a modal dialog, an open view of data. The tour only stands beside. */
const isCovered = (): boolean => document.querySelector('[aria-modal="true"], [role="dialog"]') !== null;

interface KeyBindingProps {
  readonly action: PlainAction;
  readonly keys: string;
}

function KeyBinding({ action, keys }: KeyBindingProps) {
  // A question mark is Shift and another key on most keyboards, and a key of its own on some.
  useHotkeys(keys === '?' ? ['?', 'shift+?'] : keys, () => action.run(), {
    enabled: action.isDisabled !== true,
    enableOnFormTags: hasModifier(keys), // nobody types with it
    ignoreEventWhen: (event) => event.repeat || event.defaultPrevented || isCovered(),
    preventDefault: true,
    // A letter is where its keyboard has it; a digit is the key in its place, which not every keyboard types it with.
    useKey: !/\d/.test(keys),
  });
  return null;
}
