import { failed, type Result } from '../kit/result.ts';
import { isBlank } from '../kit/typed-text.ts';
import type { OrbitalElements } from './elements.ts';
import { readOmm } from './elements.ts';
import { type ElementsEntry, linesOf } from './elements-entry.ts';

const ADVICE = 'Correct it, or get the satellite again from its source.';

/** Fields of a message by their CCSDS 502.0-B keywords. */
type OmmFields = ReadonlyMap<string, unknown>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && isBlank(value));

/**
 * Reads the elements from a message's fields. Empty ones count as missing; a missing name becomes the catalogue number.
 */
function readFields(fields: OmmFields): Result<OrbitalElements> {
  const filled = new Map([...fields].filter(([, value]) => !isEmpty(value)));
  const id = filled.get('NORAD_CAT_ID');
  if (!filled.has('OBJECT_NAME') && (typeof id === 'number' || typeof id === 'string')) {
    filled.set('OBJECT_NAME', `Satellite ${String(id).trim().slice(0, 20)}`);
  }
  const elements = readOmm(Object.fromEntries(filled));
  return elements.ok ? elements : failed(`${elements.message} ${ADVICE}`);
}

export const ommEntry = (place: string, fields: OmmFields): ElementsEntry => ({
  place,
  read: () => readFields(fields),
});

/** Creates the entry of an unreadable message. */
export const brokenEntry = (place: string, fault: string): ElementsEntry => ({
  place,
  read: () => failed(`${fault} ${ADVICE}`),
});

/** Returns the messages of a JSON text: one, or an array of them. `undefined` if the text is not JSON. */
export function jsonEntries(text: string): readonly ElementsEntry[] | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return messageEntries(Array.isArray(parsed) ? parsed : [parsed]);
}

export const messageEntries = (messages: readonly unknown[]): readonly ElementsEntry[] =>
  messages.map((message, index) => {
    const place = `Entry ${index + 1}`;
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      return brokenEntry(place, 'It is no object with the fields of an OMM.');
    }
    return ommEntry(place, new Map(Object.entries(message)));
  });

const KVN_LINE = /^([A-Z][A-Z0-9_]*)\s*=(.*)$/;
const UNIT = /^(\S+)\s*\[[^\]]*\]$/;

/** True if a text has lines with a keyword and a value. */
export const hasKeywords = (text: string): boolean => /^[ \t]*[A-Z][A-Z0-9_]*[ \t]*=/m.test(text);

/** Yields messages of keywords with values (KVN), one after the other; a value may have its unit in brackets. */
export function* kvnEntries(text: string): Generator<ElementsEntry> {
  let fields = new Map<string, unknown>();
  let place = '';
  for (const [index, line] of linesOf(text).entries()) {
    const [, key = '', rest = ''] = KVN_LINE.exec(line.trim()) ?? [];
    if (key === '') continue;
    const isNext = key === 'CCSDS_OMM_VERS' || (key === 'OBJECT_NAME' && fields.has(key));
    if (isNext && fields.size > 0) {
      yield ommEntry(place, fields);
      fields = new Map();
    }
    if (fields.size === 0) place = `Line ${index + 1}`;
    const value = rest.trim();
    fields.set(key, key === 'OBJECT_NAME' ? value : value.replace(UNIT, '$1'));
  }
  if (fields.size > 0) yield ommEntry(place, fields);
}

const SEPARATORS = [',', ';', '\t'] as const;
/** Far longer than Space-Track's forty columns. */
const LONGEST_HEADER = 5000;
const REQUIRED_COLUMNS = ['EPOCH', 'MEAN_MOTION'] as const;

/** Splits a line of CSV into cells (RFC 4180: quotes around a cell, doubled inside). */
function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index);
    if (character === '"') {
      if (isQuoted && line.charAt(index + 1) === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = !isQuoted;
    } else if (character === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += character;
  }
  return [...cells, cell.trim()];
}

interface Header {
  readonly index: number;
  readonly separator: string;
  readonly columns: readonly string[];
}

/** Finds the header of a table in its first non-empty line. */
function headerOf(lines: readonly string[]): Header | undefined {
  const index = lines.findIndex((line) => line.trim() !== '');
  const header = (lines[index] ?? '').replace('\uFEFF', '');
  if (header.length > LONGEST_HEADER) return undefined;
  for (const separator of SEPARATORS) {
    const columns = cellsOf(header, separator);
    const names = columns.map((name) => name.toUpperCase());
    if (REQUIRED_COLUMNS.every((name) => names.includes(name))) return { index, separator, columns: names };
  }
  return undefined;
}

function* rowEntries(
  lines: readonly string[],
  { index, separator, columns }: Header,
): Generator<ElementsEntry> {
  for (const [row, line] of lines.entries()) {
    if (row <= index || line.trim() === '') continue;
    const place = `Line ${row + 1}`;
    const cells = cellsOf(line, separator);
    yield cells.length === columns.length
      ? ommEntry(place, new Map(columns.map((name, column) => [name, cells[column]])))
      : brokenEntry(place, `It has ${cells.length} cells instead of ${columns.length}.`);
  }
}

/**
 * Returns the messages of a table (CSV) with a header of keywords, separated by commas, semicolons or tabs, one
 * satellite per line. `undefined` if the text has no such header.
 */
export function csvEntries(text: string): Generator<ElementsEntry> | undefined {
  const lines = linesOf(text);
  const header = headerOf(lines);
  return header && rowEntries(lines, header);
}
