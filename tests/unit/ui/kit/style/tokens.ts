import { readFileSync } from 'node:fs';
import type { Rgb } from '../../../../../src/ui/kit/style/contrast.ts';

/** The tokens of `tokens.css`, by theme, as a browser resolves them. */

export type Theme = 'dark' | 'light';

const css = readFileSync(
  new URL('../../../../../src/ui/kit/style/tokens.css', import.meta.url),
  'utf8',
).replace(/\/\*[\s\S]*?\*\//g, '');

/** Returns the declarations of all rules that apply to a page in a theme, without those of media queries. */
function declarationsOf(theme: Theme): ReadonlyMap<string, string> {
  const plain = css.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const declarations = new Map<string, string>();
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const holds = selectors.split(',').some((selector) => {
      const name = selector.trim();
      return name === ':root' || name === `[data-theme="${theme}"]`;
    });
    if (!holds) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
      declarations.set(name, value.trim());
    }
  }
  return declarations;
}

const TOKENS = { dark: declarationsOf('dark'), light: declarationsOf('light') };

export const tokenNames = (theme: Theme): readonly string[] => [...TOKENS[theme].keys()];

export function tokenValue(theme: Theme, name: string): string {
  const value = TOKENS[theme].get(name);
  if (value === undefined) throw new Error(`There is no token ${name} in the ${theme} theme.`);
  return value.replace(/var\((--[\w-]+)\)/g, (_, inner: string) => tokenValue(theme, inner));
}

interface Color {
  readonly rgb: Rgb;
  readonly alpha: number;
}

export function tokenColor(theme: Theme, name: string): Color {
  const value = tokenValue(theme, name);
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value);
  if (hex) {
    const [, red = '', green = '', blue = ''] = hex;
    return { rgb: [red, green, blue].map((part) => Number.parseInt(part, 16)) as unknown as Rgb, alpha: 1 };
  }
  const parts = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(value);
  if (!parts) throw new Error(`${name} is no colour: ${value}`);
  const [, red, green, blue, percent] = parts.map(Number);
  return { rgb: [red ?? 0, green ?? 0, blue ?? 0], alpha: (percent ?? 0) / 100 };
}

export function hue([red, green, blue]: Rgb): number {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  if (span === 0) return 0;
  const sixths =
    most === red
      ? ((green - blue) / span + 6) % 6
      : most === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  return sixths * 60;
}

/** Returns the difference of two hues, 0 to 180 degrees. */
export function hueDistance(one: Rgb, other: Rgb): number {
  const distance = Math.abs(hue(one) - hue(other));
  return Math.min(distance, 360 - distance);
}
