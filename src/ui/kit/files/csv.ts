import type { EpochMs } from '../../../shared/kit/units.ts';
import type { ExportFile } from './download.ts';

/** Table cell: numbers stay numbers, text is untrusted, `undefined` is empty. */
export type Cell = string | number | undefined;

/**
 * Start of a cell that a spreadsheet reads as a formula, possibly after characters that it drops or hides.
 * The full-width signs apply to Japanese locales.
 */
const FORMULA_START =
  /^(?:[\t\r\n]|[\p{Other}\p{Separator}\p{Mark}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
/** Includes semicolon and tab, which are separators in other locales, so that a formula may follow them. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function encodeCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Encodes a table as CSV (RFC 4180). Text that a spreadsheet would read as a formula gets a leading apostrophe. */
export const encodeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('');

/** Without it, a spreadsheet assumes the legacy encoding of its locale. */
const BYTE_ORDER_MARK = '\uFEFF';

/** @param encoded output of `encodeCsv` */
export const csvFile = (name: string, encoded: string): ExportFile => ({
  name,
  type: 'text/csv;charset=utf-8',
  text: `${BYTE_ORDER_MARK}${encoded}`,
});

/** Headings of an instant's two columns: ISO 8601, and a format that spreadsheets read as a time. */
export const timeHeads = (name: string): readonly [string, string] => [
  `${name} (UTC)`,
  `${name} for spreadsheets (UTC)`,
];

/** `2026-11-24T09:06:45.000Z` and `2026-11-24 09:06:45` */
export function timeCells(time: EpochMs | undefined): readonly [Cell, Cell] {
  if (time === undefined) return [undefined, undefined];
  const iso = new Date(time).toISOString();
  return [iso, `${iso.slice(0, 10)} ${iso.slice(11, 19)}`];
}

/** `2026-11-24T09-06-45Z`, valid on every file system. */
export const fileTime = (time: EpochMs): string =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
