import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(project, 'node_modules/@biomejs/biome/bin/biome');

interface Probe {
  readonly path: string;
  readonly source: string;
  /** Expected finding of the linter; absent for a valid source. */
  readonly complaint?: string;
}

const importing = (path: string, imported: string, complaint?: string): Probe => ({
  path,
  source: `import * as probe from '${imported}';\n\nexport const x = probe;\n`,
  ...(complaint === undefined ? {} : { complaint }),
});

const FORBIDDEN_IMPORTS: readonly Probe[] = [
  importing('src/shared/a.ts', '../worker/mission.ts', 'imports nothing of ours'),
  importing('src/shared/orbit/b.ts', '../../ui/format.ts', 'imports nothing of ours'),
  importing('src/shared/c.ts', 'node:fs', 'no platform'),
  importing('src/worker/d.ts', '../ui/format.ts', 'imports src/shared only'),
  importing('src/worker/spacecraft/e.ts', '../../gateway/app.ts', 'imports src/shared only'),
  importing('src/worker/f.ts', 'react', 'imports src/shared only'),
  importing('src/ui/g.ts', '../worker/mission.ts', 'only by its URL'),
  importing('src/ui/kit/h.ts', '../../gateway/app.ts', 'only by its URL'),
  importing('src/gateway/i.ts', '../worker/mission.ts', 'imports src/shared only'),
  importing('src/gateway/j.ts', '../ui/format.ts', 'imports src/shared only'),
  importing('src/gateway/n.ts', 'node:fs', 'runs without Node'),
  importing('src/shared/o.ts', '../service-worker/page-path.ts', 'imports nothing of ours'),
  importing('src/service-worker/p.ts', '../shared/units.ts', 'knows nothing of what is in them'),
  importing('src/service-worker/q.ts', '../ui/format.ts', 'knows nothing of what is in them'),
];

const ALLOWED_IMPORTS: readonly Probe[] = [
  importing('src/worker/k.ts', '../shared/units.ts'),
  importing('src/ui/kit/l.ts', '../../shared/units.ts'),
  importing('src/gateway/m.ts', '../shared/units.ts'),
  importing('src/gateway/load-site.ts', 'node:fs'),
];

const EFFECTS = [
  ['Date.now()', 'injected clock'],
  ['new Date()', 'injected clock'],
  ['[1].map(Date.now)', 'injected clock'],
  ['performance.now()', 'injected clock'],
  ['Math.random()', 'injected seeded source'],
  ["fetch('/x')", 'injected gateway'],
  ['setTimeout(() => {}, 1)', 'injected `timers`'],
  ['setInterval(() => {}, 1)', 'injected `timers`'],
  ['globalThis.crypto', 'inject it'],
] as const;

const FORBIDDEN_EFFECTS: readonly Probe[] = ['shared', 'worker', 'ui', 'gateway', 'service-worker'].flatMap(
  (folder) =>
    EFFECTS.map(([expression, complaint], index) => ({
      path: `src/${folder}/effect${index}.ts`,
      source: `export const x = ${expression};\n`,
      complaint,
    })),
);

const ALLOWED_EFFECTS: readonly Probe[] = [
  ...[
    'src/worker/index.ts',
    'src/service-worker/index.ts',
    'src/ui/app/main.tsx',
    'src/server/main.ts',
    'src/gateway/edge/main.ts',
  ].map((path) => ({
    path,
    source: 'export const x = [Date.now(), Math.random(), setTimeout];\n',
  })),
  { path: 'src/shared/date.ts', source: 'export const x = new Date(5).toISOString();\n' },
];

const UNPORTABLE = [
  ['Math.sin(1)', 'src/shared/kit/math.ts'],
  ['[1].map(Math.exp)', 'src/shared/kit/math.ts'],
  ['Math.hypot(3, 4)', 'src/shared/kit/math.ts'],
  ['Math.pow(2, 3)', 'src/shared/kit/math.ts'],
  ['Math.log2(8)', 'src/shared/kit/math.ts'],
  ['[1].map((x) => x ** 3)', 'Only `** 2` is exact'],
  ['10 ** -2', 'Only `** 2` is exact'],
  ['((x: { y: number }) => (x.y **= 2))', 'a product'],
  ["new Intl.NumberFormat('en')", 'language data'],
  ["'a'.localeCompare('b')", 'language data'],
  ["['a'].sort((a, b) => a.localeCompare(b))", 'language data'],
  ['(5).toLocaleString()', 'language data'],
  ['new Date(5).toLocaleTimeString()', 'language data'],
] as const;

const FORBIDDEN_VALUES: readonly Probe[] = ['shared', 'worker/spacecraft'].flatMap((folder) =>
  UNPORTABLE.map(([expression, complaint], index) => ({
    path: `src/${folder}/value${index}.ts`,
    source: `export const x = ${expression};\n`,
    complaint,
  })),
);

const ALLOWED_VALUES: readonly Probe[] = [
  {
    path: 'src/worker/exact.ts',
    source:
      'export const x = [Math.sqrt(2), Math.PI, Math.imul(3, 4), Math.fround(5), 5 ** 2, (5).toString()];\n',
  },
  { path: 'src/ui/value.ts', source: 'export const x = [Math.sin(1), 2 ** 3, (5).toLocaleString()];\n' },
];

let folder: string;
const complaints = new Map<string, string>();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
  for (const name of ['biome.json', 'lint', 'package.json', '.gitignore']) {
    cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  for (const { path, source } of [
    ...FORBIDDEN_IMPORTS,
    ...ALLOWED_IMPORTS,
    ...FORBIDDEN_EFFECTS,
    ...ALLOWED_EFFECTS,
    ...FORBIDDEN_VALUES,
    ...ALLOWED_VALUES,
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'lint', '--colors=off', '--max-diagnostics=none', '--error-on-warnings', 'src'],
    { cwd: folder, encoding: 'utf8' },
  );
  // Each finding starts with a line `src/…:line:column rule ━━━`; its message and advice follow.
  let path: string | undefined;
  for (const line of (stdout + stderr).split('\n')) {
    path = /^(src\/\S+):\d+:\d+ (?:lint|plugin)/.exec(line)?.[1] ?? path;
    if (path) complaints.set(path, `${complaints.get(path) ?? ''}${line.trim()} `);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('imports point one way: ui → shared ← worker, gateway → shared', () => {
  it.each(FORBIDDEN_IMPORTS)('$path is refused: $source', ({ path, complaint }) => {
    expect(complaints.get(path)).toContain(complaint);
  });

  it.each(ALLOWED_IMPORTS)('$path is in order: $source', ({ path }) => {
    expect(complaints.get(path)).toBeUndefined();
  });
});

describe('effects enter at the composition roots only, and each ban names what to use instead', () => {
  it.each(FORBIDDEN_EFFECTS)('$path is refused: $source', ({ path, complaint }) => {
    expect(complaints.get(path)).toContain(complaint);
  });

  it.each(ALLOWED_EFFECTS)('$path is in order: $source', ({ path }) => {
    expect(complaints.get(path)).toBeUndefined();
  });
});

describe('the mission computes with what every engine rounds alike', () => {
  it.each(FORBIDDEN_VALUES)('$path is refused: $source', ({ path, complaint }) => {
    expect(complaints.get(path)).toContain(complaint);
  });

  it.each(ALLOWED_VALUES)('$path is in order: $source', ({ path }) => {
    expect(complaints.get(path)).toBeUndefined();
  });
});
