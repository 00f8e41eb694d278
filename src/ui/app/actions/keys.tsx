import { createContext, useContext } from 'react';
import styles from './keys.module.css';

/** True if the machine's main modifier is ⌘. */
export const IsAppleContext = createContext(false);

const capOf = (part: string): string => {
  if (part === 'shift') return 'Shift';
  if (part === 'space') return 'Space';
  return part.length === 1 ? part.toUpperCase() : part;
};

/** Key caps of a hotkey: `mod+k` gives `Ctrl` and `K`; `+ −` is one cap for either key. */
export function capsOf(keys: string, isApple: boolean): readonly string[] {
  return keys.split(/\+(?=\S)/).map((part) => (part === 'mod' ? (isApple ? '⌘' : 'Ctrl') : capOf(part)));
}

/** Hotkey in the notation of `aria-keyshortcuts`. */
export const ariaKeysOf = (keys: string, isApple: boolean): string =>
  keys
    .split('+')
    .map((part) => (part === 'mod' ? (isApple ? 'Meta' : 'Control') : capOf(part)))
    .join('+');

/** A hotkey as key caps. */
export function Keys({ keys }: { readonly keys: string }) {
  const isApple = useContext(IsAppleContext);
  return (
    <span className={styles.keys}>
      {capsOf(keys, isApple).map((cap) => (
        <kbd key={cap} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
