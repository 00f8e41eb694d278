// `npm run licences`: rewrites docs/licences.md after a dependency change.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forbiddenOf, listLicences, renderLicences } from './licence-list.mjs';

const root = join(import.meta.dirname, '..');
const list = await listLicences(root);
await writeFile(join(root, 'docs/licences.md'), renderLicences(list));
for (const { name, version, licence } of forbiddenOf(list)) {
  console.error(`${name} ${version} has the licence ${licence}, which is not allowed.`);
  process.exitCode = 1;
}
