import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  CITED_PAGES,
  type CitedPage,
  findCitations,
  findDocuments,
  findHeadingIds,
  findLinks,
  findPaths,
  findSections,
  findStrayCitations,
  findSymbols,
  findWords,
  isKnownPath,
} from '../support/citations.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['src', 'tests', 'examples', 'bench', 'scripts', 'lint', 'docs', 'public'];
const TEXT = /\.(?:tsx?|mjs|js|css|html|md|grit)$/;
/** True for files that a build, the benchmarks, mutation testing or the descriptions of packets write. */
const isBuilt = (path: string): boolean =>
  /^(?:dist\/|reports\/|out\/|bench\/(?:results\/|built-))/.test(path);

async function listFiles(): Promise<readonly string[]> {
  const entries = await readdir(ROOT, { withFileTypes: true });
  const own = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const inFolders = FOLDERS.map(async (folder) => {
    const found = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
    return found
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length).replaceAll('\\', '/'));
  });
  return [...own, ...(await Promise.all(inFolders)).flat()];
}

const files = await listFiles();
const textFiles = files.filter((path) => TEXT.test(path) && !isBuilt(path));
const texts = new Map(
  await Promise.all(textFiles.map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const)),
);
const textOf = (path: string): string => texts.get(path) ?? '';
const pages = textFiles.filter((path) => path.endsWith('.md'));

/** Returns a finder's complaints about some files, each with its file. */
const complaints = (paths: Iterable<string>, find: (text: string, path: string) => readonly string[]) =>
  [...paths].flatMap((path) => find(textOf(path), path).map((found) => `${path}: ${found}`));

describe('every citation', () => {
  const sections = Object.fromEntries(
    Object.entries(CITED_PAGES).map(([page, path]) => [page, findSections(textOf(path))]),
  ) as Readonly<Record<CitedPage, ReadonlySet<string>>>;

  it('leads to a section that exists', () => {
    const missing = complaints(texts.keys(), (text) =>
      findCitations(text)
        .filter(({ page, section }) => !sections[page].has(section))
        .map(({ page, section }) => `${CITED_PAGES[page]} has no section ${section}`),
    );
    expect(missing).toEqual([]);
  });

  it('has the form that names its page', () => {
    expect(complaints(texts.keys(), findStrayCitations)).toEqual([]);
  });

  it('of a document leads to a file that exists', () => {
    const missing = complaints(texts.keys(), (text) =>
      findDocuments(text).filter((path) => !files.includes(path)),
    );
    expect(missing).toEqual([]);
  });
});

describe('the pages', () => {
  it('link to files and headings that exist', () => {
    const broken = complaints(pages, (text, page) =>
      findLinks(text)
        .map(({ path, heading }) => ({
          target: path === '' ? page : normalize(join(dirname(page), path)).replaceAll('\\', '/'),
          heading,
        }))
        .filter(
          ({ target, heading }) =>
            !files.includes(target) ||
            (heading !== undefined && !findHeadingIds(textOf(target)).includes(heading)),
        )
        .map(({ target, heading }) => (heading === undefined ? target : `${target}#${heading}`)),
    );
    expect(broken).toEqual([]);
  });

  it('name files and folders that exist', () => {
    const missing = complaints(pages, (text) =>
      findPaths(text).filter((path) => !isBuilt(path) && !isKnownPath(path, files)),
    );
    expect(missing).toEqual([]);
  });
});

describe('ARCHITECTURE.md and the guides', () => {
  it('name symbols that exist', () => {
    const code = textFiles.filter((path) => /^(?:src|tests|bench|scripts)\/.*(?<!\.md)$/.test(path));
    const words = new Set(code.flatMap((path) => findWords(textOf(path))));
    const guides = pages.filter((path) => path.startsWith('docs/guides/'));
    const symbols = ['ARCHITECTURE.md', ...guides].flatMap((path) => findSymbols(textOf(path)));
    expect(symbols.length).toBeGreaterThan(50);
    expect(symbols.filter((symbol) => !words.has(symbol))).toEqual([]);
  });
});

describe('the texts that the specification quotes', () => {
  const source = textFiles
    .filter((path) => path.startsWith('src/'))
    .map(textOf)
    .join('\n');
  /** Makes a pattern in which braces, the choice of a format and the number of names match any expression. */
  const patternOf = (text: string): RegExp =>
    new RegExp(
      text.replace(/[.\\+*?^$()|[\]]/g, '\\$&').replace(/\{\w+\}|CSV\/JSON|\bN(?= more)/g, '\\$?\\{[^}]+\\}'),
    );
  const quotes = [...textOf(CITED_PAGES.spec).matchAll(/(?<![\p{L}\p{N}])'([^'\n]+)'/gu)].map(
    ([, text = '']) => text,
  );
  const quoted = [...new Set(quotes)];

  it('are found', () => expect(quoted.length).toBeGreaterThan(20));

  it.each(quoted)("include '%s' as the product has it", (text) => {
    expect(source).toMatch(patternOf(text));
  });
});

describe('the check of citations', () => {
  /** Assembled, so that these samples are not citations themselves. */
  const section = (number: string): string => `\u{A7}${number}`;

  it('finds each section of the uniform form, over the end of a line too', () => {
    const text = [
      `/** Rules (spec ${section('4')}, ${section('5')}),`,
      ` * levels (design.md`,
      ` * ${section('5.2')}). Spec ${section('1')} and ${section('9')}. */`,
    ].join('\n');
    expect(findCitations(text)).toEqual([
      { page: 'spec', section: '4' },
      { page: 'spec', section: '5' },
      { page: 'design.md', section: '5.2' },
      { page: 'spec', section: '1' },
      { page: 'spec', section: '9' },
    ]);
    expect(findStrayCitations(text)).toEqual([]);
  });

  it('detects a section that does not exist', () => {
    const sections = findSections('# Page\n\n## 1. One\n\n### 1.2 Two\n\nNot a heading: ## 3. Three\n');
    expect([...sections]).toEqual(['1', '1.2']);
    const cited = findCitations(`see spec ${section('1.2')} and spec ${section('99')}`);
    expect(cited.filter((citation) => !sections.has(citation.section))).toEqual([
      { page: 'spec', section: '99' },
    ]);
  });

  it.each([
    `the specification's ${section('7')}`,
    `design ${section('3')}`,
    `the rules of ${section('4')}`,
    `specification (${section('4')})`,
  ])('refuses the form %s', (text) => {
    expect(findStrayCitations(text)).toHaveLength(1);
  });

  it('lets a published source pass', () => {
    expect(findStrayCitations(`(Vallado, ${section('9.6')})`)).toEqual([]);
  });

  it('finds a file by its path or the end of it, and a folder', () => {
    const known = ['src/worker/schedule.ts', 'src/ui/map/draw/draw-night.ts'];
    for (const name of ['src/worker/schedule.ts', 'schedule.ts', 'draw/draw-*.ts', 'src/worker']) {
      expect(isKnownPath(name, known), name).toBe(true);
    }
    for (const name of ['chedule.ts', 'src/schedule.ts', 'scheduleXts', 'src/work', 'src/*.ts']) {
      expect(isKnownPath(name, known), name).toBe(false);
    }
  });

  it('takes paths from code spans only', () => {
    const page = 'See `src/worker`, `schedule.ts`, `draw-*.ts`, `advanceTo(time)`, `a.b` and src/none.ts.';
    expect(findPaths(page)).toEqual(['src/worker', 'schedule.ts', 'draw-*.ts']);
  });

  it('takes symbols from code spans, in parts, without files and folders', () => {
    const page =
      'See `advanceTo(clock.now())`, `sliceAtoms.name`, `schedule.ts`, `src/worker`, `npm start` and none.';
    expect(findSymbols(page)).toEqual(['advanceTo', 'clock', 'now', 'sliceAtoms', 'name']);
  });

  it('does not count the words of comments as symbols', () => {
    const code = [
      '/** Not this. */',
      "const url = 'https://host'; // nor that",
      '/* nor',
      '   these */ run(url);',
    ].join('\n');
    expect(findWords(code)).toEqual(['const', 'url', 'https', 'host', 'run', 'url']);
  });

  it('reads links within the project with their headings', () => {
    expect(findLinks('[a](x.md), [b](../y.md#two-words), [c](https://example.org/z.md)')).toEqual([
      { path: 'x.md' },
      { path: '../y.md', heading: 'two-words' },
    ]);
    expect(findHeadingIds('## 3. What `it` leaves open\n')).toEqual(['3-what-it-leaves-open']);
  });
});
