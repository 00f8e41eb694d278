import { CONSOLE_NAME_LENGTH } from '../../../shared/contract/consoles.ts';

/** The name that its operator has given to this window: kept for as long as the tab, so that a reload leaves it. */

const KEY = 'orbita.console-name';

/** `undefined` where none has been given, or the storage is blocked. */
export function readConsoleName(): string | undefined {
  try {
    return sessionStorage.getItem(KEY)?.slice(0, CONSOLE_NAME_LENGTH) || undefined;
  } catch {
    return undefined;
  }
}

/** Where the storage is blocked, the name lasts until the next reload. */
export function keepConsoleName(name: string): void {
  try {
    sessionStorage.setItem(KEY, name);
  } catch {
    // The session has it.
  }
}
