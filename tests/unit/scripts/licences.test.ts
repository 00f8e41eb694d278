import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { judgeAudit } from '../../../scripts/audit-verdict.mjs';
import { forbiddenOf, listLicences, renderLicences } from '../../../scripts/licence-list.mjs';

const ROOT = join(import.meta.dirname, '../../..');

it('everything shipped has an allowed licence, and the list in the docs is current', async () => {
  const list = await listLicences(ROOT);
  expect(forbiddenOf(list)).toEqual([]);
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const names = list.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(names).not.toContain('vitest');
  expect(await readFile(join(ROOT, 'docs/licences.md'), 'utf8'), 'npm run licences').toBe(
    renderLicences(list),
  );
});

it('finds transitive dependencies in their resolved version, and no tools', async () => {
  const root = await mkdtemp(join(tmpdir(), 'orbita-licences-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const packages: Record<string, object> = {
    '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
    'node_modules/a': {
      version: '1.0.0',
      license: 'MIT',
      dependencies: { b: '2' },
      peerDependencies: { c: '1' },
    },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'GPL-3.0-only' },
    'node_modules/b': { version: '1.0.0', license: 'MIT' },
    'node_modules/c': { version: '1.0.0', dependencies: { a: '1' } },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only' },
  };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  for (const [place, content] of Object.entries(packages)) {
    if (place === '') continue;
    await mkdir(join(root, place), { recursive: true });
    await writeFile(join(root, place, 'package.json'), JSON.stringify(content));
  }
  const list = await listLicences(root);
  expect(list.map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1.0.0', 'b 2.0.0', 'c 1.0.0']);
  expect(forbiddenOf(list)).toEqual([
    { name: 'b', version: '2.0.0', licence: 'GPL-3.0-only' },
    { name: 'c', version: '1.0.0', licence: 'none' },
  ]);
});

it.each([
  ['{"message":"405 Method Not Allowed - POST https://registry.example/"}', true, '(405 Method Not Allowed)'],
  ['', true, '(no answer)'],
  ['npm cannot say', true, '(no answer)'],
  ['{"vulnerabilities":{}}', true, 'no advisory of high severity'],
  ['{"vulnerabilities":{"a":{"name":"a","severity":"moderate"}}}', true, 'no advisory of high severity'],
  ['{"vulnerabilities":{"a":{"name":"a","severity":"high"}}}', false, 'a (high)'],
])('evaluates the audit %s', (output, isGood, words) => {
  expect(judgeAudit(output)).toEqual({ isGood, line: expect.stringContaining(words) });
});
