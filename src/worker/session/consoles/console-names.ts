import { CONSOLE_NAME_LENGTH, type ConsoleKind } from '../../../shared/contract/consoles.ts';
import { type Outcome, refused } from '../../../shared/contract/outcome.ts';
import { typedLine } from '../../../shared/kit/typed-text.ts';

export const DEFAULT_NAMES: Readonly<Record<ConsoleKind, string>> = { desk: 'Desk', wall: 'Wall' };

/** Returns a console name as its operator has typed it. */
export function readConsoleName(given: unknown): Outcome<string> {
  const typed = typedLine(String(given));
  if (typed === '') return refused('A console needs a name.');
  if (typed.length > CONSOLE_NAME_LENGTH) {
    return refused(`The name has ${typed.length} characters; ${CONSOLE_NAME_LENGTH} is the limit.`);
  }
  return { ok: true, value: typed };
}

/** Returns the next free name of a console whose default name is taken: Console B, Console C, … */
export function freeName(taken: readonly string[]): string {
  for (let code = 'B'.charCodeAt(0); ; code++) {
    const name = `Console ${String.fromCharCode(code)}`;
    if (!taken.includes(name)) return name;
  }
}
