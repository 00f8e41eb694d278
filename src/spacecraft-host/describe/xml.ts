/** Text of XML, a line an element. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? letter);

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Returns the lines of an element.
 * @param content lines of the elements in it, or its text
 */
export function element(
  name: string,
  attributes: Attributes,
  content: readonly string[] | string = [],
): readonly string[] {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
    .join('');
  if (typeof content === 'string') return [`<${name}${written}>${escaped(content)}</${name}>`];
  if (content.length === 0) return [`<${name}${written}/>`];
  return [`<${name}${written}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}
