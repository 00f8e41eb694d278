// Not fast-xml-parser: the messages are flat, and a general parser nests everything after an unclosed tag, so that one
// broken satellite would lose the others.
import type { ElementsEntry } from './elements-entry.ts';
import { brokenEntry, ommEntry } from './omm-text.ts';

/** A comment, or the rest of the text if it is unclosed. */
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const MESSAGE = /<(?:[\w.-]+:)?omm(?=[\s>])/g;
const MESSAGE_END = /<\/(?:[\w.-]+:)?omm\s*>/;
/** An element with text only; the namespace prefix is ignored. */
const FIELD = /<(?:[\w.-]+:)?([A-Z][A-Z0-9_]*)(?:\s[^<>]*)?>([^<]*)<\//g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const LAST_CODE_POINT = 0x10ffff;

const decode = (text: string): string =>
  text.replace(ENTITY, (entity: string, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : entity;
  });

function fieldsOf(message: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [, key = '', value = ''] of message.matchAll(FIELD)) {
    if (!fields.has(key)) fields.set(key, decode(value).trim());
  }
  return fields;
}

const lineBreaksIn = (text: string): string => text.replace(/[^\n]/g, '');

/** Yields the orbit mean-elements messages of an XML text (CCSDS 505.0-B), one or many in an NDM. */
export function* xmlEntries(text: string): Generator<ElementsEntry> {
  const plain = text.replace(COMMENT, lineBreaksIn);
  const starts = Array.from(plain.matchAll(MESSAGE), ({ index }) => index);
  let line = 1;
  for (const [count, start] of starts.entries()) {
    line += lineBreaksIn(plain.slice(starts[count - 1] ?? 0, start)).length;
    const message = plain.slice(start, starts[count + 1]);
    const end = message.search(MESSAGE_END);
    yield end < 0
      ? brokenEntry(`Line ${line}`, 'The message has no end (</omm>).')
      : ommEntry(`Line ${line}`, fieldsOf(message.slice(0, end)));
  }
}
