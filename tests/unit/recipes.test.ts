import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHECKED = ['src', 'tests', 'bench', 'scripts', 'package.json', 'tsconfig.base.json'];
const CONFIGS = ['vite.config.ts', 'vitest.config.ts'];
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** Recipes of CONTRIBUTING.md: heading, patch that follows it, and most files of `src` that it may change. */
const RECIPES = [
  ['A telemetry channel', 'telemetry-channel', 2],
  ['An operation', 'operation', 4],
  ['A satellite', 'satellite', 2],
] as const;

const patchOf = (name: string): string => join(ROOT, 'tests/recipes', `${name}.patch`);

/** The files that a patch changes. */
const filesOf = (patch: string): readonly string[] =>
  [...patch.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path);

async function sectionOf(heading: string): Promise<string> {
  const text = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  return text.split(/^### /m).find((section) => section.startsWith(`${heading}\n`)) ?? '';
}

describe('the recipes of CONTRIBUTING.md', () => {
  let scratch: string;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'orbita-recipes-'));
    await Promise.all(
      [...CHECKED, ...CONFIGS].map((path) => cp(join(ROOT, path), join(scratch, path), { recursive: true })),
    );
    await symlink(join(ROOT, 'node_modules'), join(scratch, 'node_modules'), 'junction');
  });
  afterAll(() => rm(scratch, { recursive: true, force: true }));

  it.each(RECIPES)('%s: the recipe names the files that its patch changes', async (heading, name, most) => {
    const files = filesOf(await readFile(patchOf(name), 'utf8'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(most);
    const section = await sectionOf(heading);
    expect(files.filter((file) => !section.includes(`\`${file}\``))).toEqual([]);
  });

  it('need no other change of sources or tests: all types are right with their patches', async () => {
    const patches = RECIPES.map(([, name]) => patchOf(name));
    await run('git', ['apply', '-C1', ...patches], { cwd: scratch });
    const args = [TSC, '-p', 'tests', '--checkers', '1'];
    const faults = await run(process.execPath, args, { cwd: scratch }).then(
      () => '',
      ({ message, stdout }: { message: string; stdout: string }) => stdout || message,
    );
    expect(faults).toBe('');
  });
});
