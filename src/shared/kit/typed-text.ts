/** Normalizes typed and pasted text: everything visible is kept, and nothing that affects surrounding text. */

/** Line and paragraph ends of all systems. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Control characters other than tab and line feed, direction controls (overrides, embeddings, isolates), byte order
 * marks, annotations, and unpaired surrogates. Marks that only set the direction of a neutral character, and the
 * joiners that several scripts and emoji need, stay.
 */
const INVISIBLE_CONTROLS =
  /(?![\t\n])[\p{Control}\p{Surrogate}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
/** More marks on one letter than any script uses; they would overlap the lines above and below. */
const EXCESS_MARKS =
  /([\p{Mark}\p{Default_Ignorable_Code_Point}]{8})[\p{Mark}\p{Default_Ignorable_Code_Point}]+/gu;

/** Limits marks and invisible characters to eight per letter. */
export const boundMarks = (text: string): string => text.replace(EXCESS_MARKS, '$1');

/** Normalizes text of several lines and trims it. */
export const typedLines = (text: string): string =>
  boundMarks(text.replace(LINE_ENDS, '\n').replace(INVISIBLE_CONTROLS, '')).trim();

/** True if a text has only spaces, control characters and invisible characters. */
export const isBlank = (text: string): boolean => /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);

/** Normalizes text to one line and trims it. */
export const typedLine = (text: string): string => typedLines(text).replace(/[\t\n]/g, ' ');
