/** What a reader takes for one letter, whatever it is made of. */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const lettersOf = (text: string): readonly string[] =>
  Array.from(LETTERS.segment(text), ({ segment }) => segment);

/** No text has more letters than code units, and most have room: these need not be told apart. */
const fits = (text: string, letters: number): boolean =>
  text.length <= letters || lettersOf(text).length <= letters;

/** As many whole sentences as so many letters take; where not even one does, its first words. */
export function fitSentences(text: string, letters: number): string {
  const [first = '', ...others] = text.split(/(?<=[.!?]) /);
  let fitted = first;
  for (const sentence of others) {
    if (!fits(`${fitted} ${sentence}`, letters)) break;
    fitted += ` ${sentence}`;
  }
  return fitWords(fitted, letters);
}

/**
 * A text cut to about so many letters, between two words and with an ellipsis of its own word; whole where it fits. Only
 * a single word that is too long is cut within: nothing of it would keep it to its place.
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
