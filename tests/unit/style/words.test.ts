import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['src', 'public', 'docs', 'tests', 'bench', 'scripts'];
const OWN = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'index.html'];
const TEXT = /\.(?:tsx?|mjs|js|css|html|md|webmanifest)$/;
const THIS = 'tests/unit/style/words.test.ts';

/** Phrases that are not the field's, and what replaces them. */
const REPLACED: readonly (readonly [RegExp, instead: string])[] = [
  [/\b(?:cannot|could not) be had\b/i, 'unavailable, failed to fetch'],
  [/\b(?:mission )?time stood still\b/i, 'the simulation was suspended'],
  [/\bclock (?:that )?(?:is|was) set back\b/i, 'the clock moves back'],
  [/\banew\b/i, 'again, restart, rebuild'],
  [/\bfills? in by itself\b/i, 'loads automatically'],
  [/\bhow they stand\b/i, 'status'],
  [/\bcomes? up here\b/i, 'appears here'],
  [/\bcancellations? (?:can be |is )?taken back\b|\btak(?:es?|ing) a cancellation back\b/i, 'undo'],
  [/\bdata (?:is |are )?brought down\b/i, 'data downlinked'],
  [/\blink answers\b/i, 'link acquired'],
  [/\bspacecraft is lopsided\b/i, 'asymmetric'],
  [/\bstands? off its attitude\b/i, 'the attitude is disturbed'],
  [/\bsteer(?:s|ed)? against\b/i, 'corrected for'],
  [/\bgoing live\b/i, 'acquiring'],
  [/\breal space station\b/i, 'the ISS'],
];

/** The texts of the project, without this list and what the benchmarks write. */
const files = [
  ...OWN,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      `${folder}/${path}`.replaceAll('\\', '/'),
    ),
  ),
].filter((path) => TEXT.test(path) && path !== THIS && !/^bench\/(?:results\/|built-)/.test(path));

/** A phrase may go over the end of a line, of a comment too. */
const unwrap = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');

const replacedIn = (text: string): readonly string[] =>
  REPLACED.flatMap(([phrase, instead]) => {
    const found = phrase.exec(unwrap(text))?.[0];
    return found === undefined ? [] : [`"${found}": ${instead}`];
  });

describe('the words of the product, its documents and its tests', () => {
  it('include no phrase that has been replaced', () => {
    expect(files.length).toBeGreaterThan(700);
    const found = files.flatMap((path) =>
      replacedIn(readFileSync(join(ROOT, path), 'utf8')).map((words) => `${path}: ${words}`),
    );
    expect(found).toEqual([]);
  });
});

describe('the check of words', () => {
  it.each([
    ['Real data cannot be had: no network', '"cannot be had": unavailable, failed to fetch'],
    [' * The clock was set\n * back by 8 s', '"clock was set back": the clock moves back'],
    ['Reloading starts the simulation anew', '"anew": again, restart, rebuild'],
    ['no data brought down', '"data brought down": data downlinked'],
  ])('finds the phrase in %j', (text, found) => {
    expect(replacedIn(text)).toEqual([found]);
  });

  it('accepts its replacements', () => {
    for (const [, instead] of REPLACED) expect(replacedIn(instead)).toEqual([]);
  });
});
