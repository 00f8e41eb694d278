/** How typed and pasted text is kept: all that can be seen, and nothing that changes what stands around it. */

/** Ends of lines, whatever system they come from, and of paragraphs. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/**
 * Control characters other than tab and line feed, controls of the direction of writing (overrides, embeddings,
 * isolates), byte order marks, annotations, and halves of a surrogate pair. Marks that only say which way a neutral
 * character goes, and the joiners that several scripts and emoji need, stay.
 */
const INVISIBLE_CONTROLS =
  /(?![\t\n])[\p{Control}\p{Surrogate}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
/** More marks on one letter than any script has: they would be drawn over the lines above and below. */
const EXCESS_MARKS =
  /([\p{Mark}\p{Default_Ignorable_Code_Point}]{8})[\p{Mark}\p{Default_Ignorable_Code_Point}]+/gu;

/** At most eight marks, and characters that are not drawn, on one letter. */
export const boundMarks = (text: string): string => text.replace(EXCESS_MARKS, '$1');

/** Text of several lines, without the space around it. */
export const typedLines = (text: string): string =>
  boundMarks(text.replace(LINE_ENDS, '\n').replace(INVISIBLE_CONTROLS, '')).trim();

/** Text of one line, without the space around it. */
export const typedLine = (text: string): string => typedLines(text).replace(/[\t\n]/g, ' ');
