/** Splits a text into letters as a reader sees them (graphemes). */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const lettersOf = (text: string): readonly string[] =>
  Array.from(LETTERS.segment(text), ({ segment }) => segment);

/** No text has more letters than code units; if these fit, segmentation is not needed. */
const fits = (text: string, letters: number): boolean =>
  text.length <= letters || lettersOf(text).length <= letters;

/** As many whole sentences as fit into a number of letters, or statements before a semicolon; if none does, the first words. */
export function fitSentences(text: string, letters: number): string {
  const [first = '', ...others] = text.split(/(?<=[.!?;]) /);
  let fitted = first;
  for (const sentence of others) {
    if (!fits(`${fitted} ${sentence}`, letters)) break;
    fitted += ` ${sentence}`;
  }
  return fitWords(fitted.replace(/;$/, '.'), letters);
}

/**
 * A text cut to about this many letters, between two words, with an ellipsis as a word of its own; unchanged
 * if it fits. Only a single word that is too long is cut inside, because it cannot wrap.
 */
export function fitWords(text: string, letters: number): string {
  const [first = '', ...others] = text.trim().split(/\s+/);
  const whole = [first, ...others].join(' ');
  if (fits(whole, letters)) return whole;
  if (!fits(first, letters))
    return `${lettersOf(first)
      .slice(0, letters - 1)
      .join('')}…`;
  let fitted = first;
  for (const word of others) {
    if (!fits(`${fitted} ${word} …`, letters)) break;
    fitted += ` ${word}`;
  }
  return `${fitted.replace(/[.,:;]$/, '')} …`;
}
