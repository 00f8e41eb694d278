import type { EpochMs } from '../../../shared/kit/units.ts';
import type { ExportFile } from './download.ts';

/** A table cell: a number stays one; text is untrusted; `undefined` is an empty cell. */
export type Cell = string | number | undefined;

/**
 * A spreadsheet reads such a cell as a formula, some after signs that it drops or does not show; the wide signs apply to
 * Japanese settings.
 */
const FORMULA_START =
  /^(?:[\t\r\n]|[\p{Other}\p{Separator}\p{Mark}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u;
/**
 * Also semicolon and tab: in other locales a spreadsheet takes them for the separator, and a formula may
 * follow.
 */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function encodeCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV by RFC 4180. Text that a spreadsheet would read as a formula gets a leading apostrophe. */
export const encodeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('');

/** Without it, a spreadsheet takes a file for one in the character set of its country. */
const BYTE_ORDER_MARK = '\uFEFF';

/** @param encoded by `encodeCsv` */
export const csvFile = (name: string, encoded: string): ExportFile => ({
  name,
  type: 'text/csv;charset=utf-8',
  text: `${BYTE_ORDER_MARK}${encoded}`,
});

/** Heads of an instant's two columns: as ISO 8601, and as a spreadsheet takes it for a time. */
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
