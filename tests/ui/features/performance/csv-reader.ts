/** Reads RFC 4180 files with or without a byte order mark, independently of the writer under test. */
export function readCsv(file: string): string[][] {
  const text = file.replace(/^\uFEFF/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const cell = (): string => {
    if (text[at] !== '"') {
      const start = at;
      while (at < text.length && !',\r\n"'.includes(text[at] ?? '')) at += 1;
      return text.slice(start, at);
    }
    let value = '';
    for (at += 1; ; at += 1) {
      if (at >= text.length) throw new Error('a quoted cell does not end');
      if (text[at] !== '"') value += text[at];
      else if (text[at + 1] === '"') {
        value += '"';
        at += 1;
      } else break;
    }
    at += 1;
    return value;
  };
  while (at < text.length) {
    row.push(cell());
    if (text[at] === ',') at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`a comma or CRLF is missing at ${at}`);
  }
  if (row.length > 0) throw new Error('the last line does not end');
  return rows;
}
