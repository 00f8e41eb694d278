import { CONSOLE_NAME_LENGTH } from '../../../shared/contract/consoles.ts';

/** Name that the operator gave to this window. Kept per tab, so that it survives a reload. */

const KEY = 'orbita.console-name';

/** Returns `undefined` if no name was given or storage is blocked. */
export function readConsoleName(): string | undefined {
  try {
    return sessionStorage.getItem(KEY)?.slice(0, CONSOLE_NAME_LENGTH) || undefined;
  } catch {
    return undefined;
  }
}

/** If storage is blocked, the name lasts until the next reload. */
export function keepConsoleName(name: string): void {
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // The session still has it.
  }
}
