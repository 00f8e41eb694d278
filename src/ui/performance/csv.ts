/** A table cell: a number stays one; text is whatever someone wrote; `undefined` is an empty cell. */
export type Cell = string | number | undefined;

/** A cell that begins so is a formula to a spreadsheet; the wide signs are to one set to Japanese. */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** Semicolon and tab, too: a spreadsheet of another country takes them for the comma, and a formula may follow. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function encodeCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV by RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export const encodeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('');
