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

it('the example of the README runs as it stands, in ten lines, and fails without its command', async () => {
  expect(example.trim().split('\n')).toHaveLength(10);
  const idle = example.replace(/^mission.apply.*executeCommand.*\n/m, '');
  expect(idle).not.toBe(example);
  for (const [name, text] of Object.entries({ example, idle }))
    writeFileSync(
      join(folder, `${name}.ts`),
      text.replaceAll("'./src/", `'${pathToFileURL(root).href}/src/`),
    );
  const both = join(folder, 'both.mjs');
  writeFileSync(
    both,
    `await import('./example.ts');
     console.log(await import('./idle.ts').then(() => 'It has not failed.', ({ name }) => name));`,
  );
  const loader = pathToFileURL(join(root, 'scripts/mission-in-node.mjs')).href;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', loader, both], { cwd: root });
  expect(stdout.trim()).toBe('AssertionError');
});
