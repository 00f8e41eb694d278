/** Number of consecutive characters that reveal a key. */
const TELLING_LENGTH = 6;

/** True if two keys are equal; takes constant time. */
export function isSameKey(shown: string, key: string): boolean {
  let difference = shown.length ^ key.length;
  for (let i = 0; i < key.length; i++)
    difference |= shown.charCodeAt(i % (shown.length || 1)) ^ key.charCodeAt(i);
  return difference === 0;
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** True if a text contains a revealing part of a key, in any case and with any separators between its characters. */
export function revealsKey(text: string, key: string): boolean {
  const squeezed = lettersAndDigits(text);
  const bare = lettersAndDigits(key);
  if (bare.length <= TELLING_LENGTH) return bare !== '' && squeezed.includes(bare);
  for (let i = 0; i + TELLING_LENGTH <= bare.length; i++) {
    if (squeezed.includes(bare.slice(i, i + TELLING_LENGTH))) return true;
  }
  return false;
}
