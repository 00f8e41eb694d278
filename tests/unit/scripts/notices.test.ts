import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { renderNotices } from '../../../scripts/notices.mjs';

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-notices-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

it('lists each package once, in order, above the text that it shares with others', async () => {
  const mit = { version: '1.0.0', identifier: 'MIT', text: 'Copyright A\r\nFree to use.\n' };
  const notices = await renderNotices([
    { name: 'c', ...mit, text: 'Copyright A\nFree to use.' },
    { name: 'b', version: '2.0.0', identifier: 'ISC', text: 'Copyright B' },
    { name: 'a', ...mit },
    { name: 'c', ...mit },
  ]);
  expect(notices).toContain('a 1.0.0 (MIT)\nc 1.0.0 (MIT)\n\nCopyright A\nFree to use.\n');
  expect(notices).toContain('b 2.0.0 (ISC)\n\nCopyright B\n');
  expect(notices.match(/\(MIT\)/g)).toHaveLength(2);
});

it('uses a file for a missing licence text, only for its version', async () => {
  const texts = await folderOf({ '@scope__a@1.0.0.txt': 'Copyright A\n', 'b@1.0.0.txt': 'Copyright B\n' });
  const a = { name: '@scope/a', version: '1.0.0', identifier: 'MIT' };
  expect(await renderNotices([a], texts)).toContain('@scope/a 1.0.0 (MIT)\n\nCopyright A\n');
  await expect(renderNotices([a, { name: 'b', version: '1.0.1' }], texts)).rejects.toThrow(
    'No licence text for b 1.0.1',
  );
});
