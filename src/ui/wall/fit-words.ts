/** As many whole sentences as so many letters take; where not even one does, its first words. */
export function fitSentences(text: string, letters: number): string {
  const [first = '', ...others] = text.split(/(?<=[.!?]) /);
  let fitted = first;
  for (const sentence of others) {
    if (fitted.length + 1 + sentence.length > letters) break;
    fitted += ` ${sentence}`;
  }
  return fitWords(fitted, letters);
}

/** What a reader takes for one letter, whatever it is made of. */
const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const lettersOf = (text: string): readonly string[] =>
  Array.from(LETTERS.segment(text), ({ segment }) => segment);

/**
 * A text cut to about so many letters, between two words and with an ellipsis of its own word; whole where it fits. Only
 * a single word that is too long is cut within: nothing of it would keep it to its place.
 */
export function fitWords(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const words = text.trim().split(/\s+/);
  let fitted = words[0] ?? '';
  if (fitted.length > letters) {
    const held = lettersOf(fitted);
    if (held.length > letters) return `${held.slice(0, letters - 1).join('')}…`;
  }
  for (const word of words.slice(1)) {
    if (fitted.length + word.length + 3 > letters) break;
    fitted += ` ${word}`;
  }
  return `${fitted.replace(/[.,:;]$/, '')} …`;
}
