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

/**
 * A text cut to about so many letters, between two words and with an ellipsis of its own word; whole where it fits. A
 * single word that is too long stays whole: it wraps.
 */
export function fitWords(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const words = text.split(/\s+/);
  let fitted = words[0] ?? '';
  for (const word of words.slice(1)) {
    if (fitted.length + word.length + 3 > letters) break;
    fitted += ` ${word}`;
  }
  return `${fitted.replace(/[.,:;]$/, '')} …`;
}
