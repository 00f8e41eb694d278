/** Splits a text into user-perceived characters (graphemes). */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const lettersOf = (text: string): readonly string[] =>
  Array.from(LETTERS.segment(text), ({ segment }) => segment);

/** A text never has more letters than code units; if these fit, segmentation is not needed. */
const fits = (text: string, letters: number): boolean =>
  text.length <= letters || lettersOf(text).length <= letters;

/** Returns as many whole sentences, or clauses before a semicolon, as fit; if none does, the first words. */
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
 * Cuts a text to about this many letters, between two words, with an ellipsis as a separate word; unchanged if it
 * fits. Only a first word that is too long is cut inside, because it cannot wrap.
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
