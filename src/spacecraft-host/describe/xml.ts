import { escapeXml } from '../../shared/kit/xml-text.ts';

/** Text of XML, a line an element. */

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
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  if (typeof content === 'string') return [`<${name}${written}>${escapeXml(content)}</${name}>`];
  if (content.length === 0) return [`<${name}${written}/>`];
  return [`<${name}${written}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}
