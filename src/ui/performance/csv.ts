/** A table cell: a number stays one; text is whatever someone wrote; `undefined` is an empty cell. */
export type Cell = string | number | undefined;

/** A cell that begins so is a formula to a spreadsheet. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const NEEDS_QUOTES = /[",\r\n]/;

function encodeCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV by RFC 4180. Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export const encodeCsv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map(encodeCell).join(',')}\r\n`).join('');
