import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const UI = join(import.meta.dirname, '../../../../../src/ui');

const files = readdirSync(UI, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.(css|tsx?)$/.test(path) && !path.endsWith('tokens.css'),
);
const read = (path: string): string => readFileSync(join(UI, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

const COLOR =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|:\s*(?:black|white|red|green|blue|gr[ae]y|yellow|orange|purple)\s*;|\b0x[0-9a-f]{6}\b/i;

describe('outside of tokens.css', () => {
  it('covers all style sheets and components', () => expect(files.length).toBeGreaterThan(100));

  it('no style names a colour', () => {
    expect(files.filter((path) => COLOR.test(read(path)))).toEqual([]);
  });

  it('no style sheet names a size of type', () => {
    const raw = files
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) =>
        [...read(path).matchAll(/font-size:\s*([^;]+);/g)]
          .map(([, size = '']) => size)
          .filter((size) => size !== 'inherit' && !/^var\(--(type|drawing|sky|wall)-[\w-]+\)$/.test(size))
          .map((size) => `${path}: ${size}`),
      );
    expect(raw).toEqual([]);
  });
});
