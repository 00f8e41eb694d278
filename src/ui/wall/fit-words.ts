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
