import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [, example = ''] =
  /## The mission in Node[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ??
  [];

/** Runs the example as a separate file; rejects if it fails. */
async function run(text: string): Promise<void> {
  const file = join(folder, 'example.ts');
  writeFileSync(file, text.replaceAll("'./src/", `'${pathToFileURL(root).href}/src/`));
  const loader = pathToFileURL(join(root, 'scripts/mission-in-node.mjs')).href;
  await promisify(execFile)(process.execPath, ['--import', loader, file], { cwd: root });
}

it('the example of the README runs as it stands, in ten lines', async () => {
  expect(example.trim().split('\n')).toHaveLength(10);
  await run(example);
});

it('the example of the README fails without its command', async () => {
  const idle = example.replace(/^mission.apply.*executeCommand.*\n/m, '');
  expect(idle).not.toBe(example);
  await expect(run(idle)).rejects.toThrow('AssertionError');
});
