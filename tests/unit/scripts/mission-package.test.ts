import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMissionPackage } from '../../../scripts/mission-package.mjs';
import { addMs, epochMs, MS_PER_MIN } from '../../../src/shared/kit/units.ts';
import { exerciseHeader } from '../../../src/worker/mission/exercise/running-exercise.ts';
import { createMission } from '../../../src/worker/mission/mission.ts';

const root = join(import.meta.dirname, '../../..');
/** A separate project inside our `node_modules`, so that the packages of the types count as installed. */
const project = join(root, 'node_modules/.cache/mission-package');
const installed = join(project, 'node_modules/orbita-1-mission-control');
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

beforeAll(async () => {
  mkdirSync(project, { recursive: true });
  await buildMissionPackage(installed);
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const [, example = ''] =
  /## The mission in Node[\s\S]*?```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ??
  [];

/** The README's example as a file of the project. */
const packaged = example.replaceAll(/'\.\/src\/[^']*'/g, "'orbita-1-mission-control/mission'");

it('the package runs the example of the README with nothing but Node', () => {
  expect(packaged).not.toBe(example);
  writeFileSync(join(project, 'example.mjs'), packaged);
  expect(() => execFileSync(process.execPath, ['example.mjs'], { cwd: project })).not.toThrow();
});

it('a project that checks its types accepts the example, and refuses an input that is none', () => {
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(join(project, 'example.ts'), packaged);
  writeFileSync(join(project, 'refused.ts'), packaged.replace("kind: 'fault'", "kind: 'wish'"));
  const options = '--ignoreConfig --noEmit --strict --target es2022 --module nodenext --types node';
  const args = [tsc, ...options.split(' '), 'example.ts', 'refused.ts'];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  expect(status).not.toBe(0);
  expect(stdout).toContain('"wish"');
  expect(stdout).toContain('refused.ts');
  expect(stdout).not.toContain('example.ts');
});

it('a packaged mission has the hash of one from the sources', async () => {
  const packagedMission = (await import(join(installed, 'mission.js'))) as {
    createMission: typeof createMission;
    exerciseHeader: typeof exerciseHeader;
  };
  const hashOf = (create: typeof createMission): string => {
    const mission = create({ seed: 7, startTime: epochMs(Date.UTC(2026, 10, 20, 12)) });
    mission.advanceTo(addMs(mission.time(), 20 * MS_PER_MIN));
    return mission.hash();
  };
  expect(hashOf(packagedMission.createMission)).toBe(hashOf(createMission));
  const header = packagedMission.exerciseHeader('first-contact');
  expect(header).toEqual(exerciseHeader('first-contact'));
  expect(packagedMission.createMission(header).header).toEqual(header);
});
