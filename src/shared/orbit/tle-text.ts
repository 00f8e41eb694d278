import { failed } from '../kit/result.ts';
import { readTle } from './elements.ts';
import { type ElementsEntry, linesOf } from './elements-entry.ts';

const LINE = /^([12]) [\dA-Z ][\d ]{3}\d/;
const ADVICE = 'Copy the satellite again from its source, without changes.';

/** Maximum length of a quotation in a message. */
const LONGEST_QUOTATION = 40;

interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

const kindOf = ({ text }: NumberedLine): string => LINE.exec(text)?.[1] ?? 'name';

/** Returns the relevant lines: without empty lines, comments, and spaces added by a page or indentation. */
const contentOf = (text: string): readonly NumberedLine[] =>
  linesOf(text)
    .map((line, index) => ({ number: index + 1, text: line.replaceAll('\u00a0', ' ').trim() }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));

const faulty = ({ number }: NumberedLine, message: string): ElementsEntry => ({
  place: `Line ${number}`,
  read: () => failed(message),
});

function pair(first: NumberedLine, second: NumberedLine, name: NumberedLine | undefined): ElementsEntry {
  return {
    place: `Line ${(name ?? first).number}`,
    read() {
      const elements = readTle(first.text, second.text, name?.text);
      return elements.ok ? elements : failed(`${elements.message} ${ADVICE}`);
    },
  };
}

/** True if a text has a line of a two-line element set. */
export const hasTleLines = (text: string): boolean => /^\s*[12] [\dA-Z ][\d ]{3}\d/m.test(text);

/**
 * Yields two-line element sets, with or without a name line above. Lines that belong to no satellite are reported once
 * per run.
 */
export function* tleEntries(text: string): Generator<ElementsEntry> {
  const lines = contentOf(text);
  let name: NumberedLine | undefined;
  let stray: NumberedLine | undefined;
  function* reportStray(): Generator<ElementsEntry> {
    if (!stray) return;
    const quotation = JSON.stringify(stray.text.slice(0, LONGEST_QUOTATION));
    yield faulty(
      stray,
      `${quotation} is not followed by the two lines of a satellite. Remove it or add them.`,
    );
    stray = undefined;
  }
  for (let index = 0; index < lines.length; index++) {
    const [line, next] = [lines[index], lines[index + 1]];
    if (!line) break;
    const kind = kindOf(line);
    if (kind === 'name') {
      stray ??= name;
      name = line;
      continue;
    }
    yield* reportStray();
    if (kind === '2') yield faulty(line, `TLE line 2 stands without line 1. ${ADVICE}`);
    else if (next && kindOf(next) === '2') {
      yield pair(line, next, name);
      index += 1;
    } else yield faulty(line, `TLE line 1 stands without line 2. ${ADVICE}`);
    name = undefined;
  }
  stray ??= name;
  yield* reportStray();
}
