/** A table cell: a number stays one; text is untrusted; `undefined` is an empty cell. */
export type Cell = string | number | undefined;

/** A spreadsheet reads such a cell as a formula; the wide signs apply to Japanese settings. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
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
