import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OLDEST_BROWSERS } from '../../scripts/browsers.mjs';
import { type Browsers, cssGaps, type Gaps, scriptGaps } from '../support/browser-support.ts';

const ROOT = join(import.meta.dirname, '../..');

const MDN_NAMES: Readonly<Record<string, string>> = { ios_saf: 'safari_ios' };
const BROWSERS: Browsers = Object.fromEntries(
  Object.entries(OLDEST_BROWSERS).map(([name, version]) => [MDN_NAMES[name] ?? name, version]),
);

async function sourcesOf(folders: readonly string[], pattern: RegExp): Promise<ReadonlyMap<string, string>> {
  const listed = await Promise.all(
    folders.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  );
  const paths = listed
    .flat()
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const)));
}

const namesOf = (gaps: Gaps): readonly string[] => [...gaps.keys()].sort();

/** Features that a supported browser may lack, and the consequence. Remove those that all of them have by now. */
const OPTIONAL_STYLES = {
  '-webkit-text-size-adjust': 'Enlarged text on a turned iPhone, which is the only one to need it.',
  '::-moz-progress-bar': 'Firefox’s name for the part of a progress bar; the others have theirs.',
  '::-moz-range-thumb': 'Firefox’s name for the thumb of a slider; the others have theirs.',
  '::-moz-range-track': 'Firefox’s name for the track of a slider; the others have theirs.',
  '::-webkit-progress-bar': 'The same part in the other browsers.',
  '::-webkit-progress-value': 'The same part in the other browsers.',
  '::-webkit-slider-runnable-track': 'The same part of a slider in the other browsers.',
  '::-webkit-slider-thumb': 'The same part of a slider in the other browsers.',
  'cursor: default': 'A phone has no pointer.',
  'cursor: grab': 'A phone has no pointer.',
  'cursor: help': 'A phone has no pointer.',
  'cursor: none': 'A phone has no pointer.',
  'cursor: crosshair': 'A phone has no pointer.',
  'cursor: pointer': 'A phone has no pointer.',
  'forced-color-adjust': 'Safari has no forced colours.',
  'forced-color-adjust: auto': 'Safari has no forced colours.',
  'forced-color-adjust: none': 'Safari has no forced colours.',
  'overflow-anchor': 'Safari before 26 does not anchor scrolling, and has nothing to switch off.',
  'overflow-anchor: none': 'Safari before 26 does not anchor scrolling, and has nothing to switch off.',
  resize: 'On an iPhone a text field scrolls and cannot be enlarged.',
  'resize: vertical': 'On an iPhone a text field scrolls and cannot be enlarged.',
  'scrollbar-color': 'Safari’s scroll bars follow the theme’s `color-scheme`.',
  'scrollbar-width': 'Safari before 18.2 shows the thin scrollbar of the tabs while they scroll.',
  'scrollbar-width: none': 'Safari before 18.2 shows the thin scrollbar of the tabs while they scroll.',
  'text-wrap: balance': 'Safari before 17.5 breaks headlines where the line is full.',
  'user-select': 'The build adds Safari’s prefix.',
} as const;

const OPTIONAL_APIS = {
  '.requestIdleCallback': 'Safari gets a timer instead (main.tsx).',
} as const;

/** Members of libraries or older APIs that share their name with a newer one of the platform. */
const NAMESAKES = ['.features', '.redraw', '.variant'];

describe('the supported browsers', () => {
  it('support the styles that the page uses', async () => {
    const styles = await sourcesOf(['src/ui'], /\.css$/);
    const gaps = cssGaps([...styles.values()].join('\n'), BROWSERS);
    expect(namesOf(gaps)).toEqual(Object.keys(OPTIONAL_STYLES).sort());
  });

  it('support the APIs that the page and its workers use', async () => {
    const folders = ['src/ui', 'src/shared', 'src/worker', 'src/service-worker'];
    const gaps = scriptGaps(await sourcesOf(folders, /(?<!\.d)\.tsx?$/), BROWSERS);
    expect(namesOf(gaps)).toEqual([...Object.keys(OPTIONAL_APIS), ...NAMESAKES].sort());
  });
});

describe('the check of styles', () => {
  const browsers: Browsers = { safari: '17.4', firefox: '128' };
  it.each([
    ['a { anchor-name: --a }', 'anchor-name', ['safari', 'firefox']],
    ['a { color: light-dark(red, blue) }', 'light-dark()', ['safari']],
    ['a { text-wrap: balance }', 'text-wrap: balance', ['safari']],
    ['@starting-style { a { opacity: 0 } }', '@starting-style', ['safari', 'firefox']],
    ['@position-try --a { left: 0 }', '@position-try', ['safari', 'firefox']],
    ['details::details-content { opacity: 0 }', '::details-content', ['safari', 'firefox']],
    ['a { no-such-thing: 1 }', 'no-such-thing', ['unknown to MDN']],
  ])('finds what is missing in %s', (css, use, missing) => {
    expect(cssGaps(css, browsers).get(use)).toEqual(missing);
  });

  it.each([
    'a:has(b) { color: color-mix(in srgb, red, blue) }',
    '@container (min-width: 10rem) { a { gap: 1px } }',
    'a { &:hover { inset: 0 } }',
    'a { -webkit-line-clamp: 2 }',
    '[popover]:popover-open { width: 10dvh }',
  ])('lets %s pass', (css) => {
    expect([...cssGaps(css, browsers)]).toEqual([]);
  });
});

describe('the check of scripts', () => {
  const browsers: Browsers = { safari: '17.4', firefox: '128' };
  const gapsOf = (source: string) => scriptGaps(new Map([['source.tsx', source]]), browsers);
  it.each([
    ['document.startViewTransition(show)', '.startViewTransition', ['safari', 'firefox']],
    ['const { cookieStore } = window', '.cookieStore', ['safari', 'firefox']],
    ['requestIdleCallback(work)', '.requestIdleCallback', ['safari']],
    ['Iterator.from(list)', 'Iterator.from', ['safari', 'firefox']],
    ['new CloseWatcher()', 'new CloseWatcher', ['safari', 'firefox']],
    ['Promise.try(work)', 'Promise.try', ['safari', 'firefox']],
    ['counts.getOrInsert(key, 0)', '.getOrInsert', ['safari', 'firefox']],
  ])('finds what is missing in %s', (source, use, missing) => {
    expect(gapsOf(source).get(use)).toEqual(missing);
  });

  it.each([
    'element.showPopover(); AbortSignal.any(signals); URL.canParse(text)',
    'list.toSorted(); Promise.withResolvers(); new Set(a).union(b)',
    'const own = { startViewTransition() {} }; own.startViewTransition()',
    'import { requestIdleCallback } from "./own"; requestIdleCallback(work)',
    'const view = <div popover="auto" inert />',
  ])('lets %s pass', (source) => {
    expect([...gapsOf(source)]).toEqual([]);
  });
});
