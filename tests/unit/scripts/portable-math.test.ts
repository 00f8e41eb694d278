import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, parseAst } from 'vite';
import { expect, it } from 'vitest';
import { flyWithoutNativeMath, INEXACT } from './flight-without-native-math.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** Builds the worker's script like the client's build. */
async function buildWorker(): Promise<string> {
  const entry = 'virtual:starts-the-worker';
  const output = await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'starts-the-worker',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? join(ROOT, 'src/starts-the-worker.js') : undefined),
        load: (id) =>
          id.endsWith('/starts-the-worker.js')
            ? "new Worker(new URL('./worker/index.ts', import.meta.url), { type: 'module' });"
            : undefined,
      },
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  });
  if (!('output' in output)) throw new Error('There is more than one output.');
  const worker = output.output.find(({ fileName }) => fileName.startsWith('assets/worker-'));
  if (worker?.type !== 'asset') throw new Error('The build has no worker.');
  return worker.source.toString();
}

interface SyntaxNode {
  readonly type: string;
  readonly [part: string]: unknown;
}

const isNode = (part: unknown): part is SyntaxNode =>
  typeof part === 'object' && part !== null && 'type' in part;

function* nodesOf(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* nodesOf(part);
}

it('the worker as it is built calls no function of Math that differs between engines', async () => {
  const nodes = [...nodesOf(parseAst(await buildWorker()) as unknown as SyntaxNode)];
  const isMath = (part: unknown) => isNode(part) && part.type === 'Identifier' && part.name === 'Math';
  const members = nodes.filter(({ type, object }) => type === 'MemberExpression' && isMath(object));
  const names = new Set(members.map(({ property, computed }) => !computed && (property as SyntaxNode).name));
  expect(names).toContain('sqrt');
  expect([...names].filter((name) => INEXACT.includes(name as string) || name === false)).toEqual([]);
  expect(nodes.filter(isMath)).toHaveLength(members.length);

  const powers = nodes.filter(({ operator }) => operator === '**' || operator === '**=');
  const isLiteral = (part: unknown): boolean =>
    isNode(part) &&
    (part.type === 'Literal' || (part.type === 'UnaryExpression' && isLiteral(part.argument)));
  // Squares, and the powers of two that the minifier writes for constants, are exact.
  const isExact = ({ left, right }: SyntaxNode) =>
    (right as SyntaxNode).value === 2 || ((left as SyntaxNode).value === 2 && isLiteral(right));
  expect(powers.filter((power) => !isExact(power))).toEqual([]);
});

it('a mission in Vitest and in plain Node calls none either, and gives the same bits', async () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      './scripts/mission-in-node.mjs',
      '--input-type=module',
      '--eval',
      `const { flyWithoutNativeMath } = await import('./tests/unit/scripts/flight-without-native-math.ts');
       process.stdout.write(await flyWithoutNativeMath());`,
    ],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout).toBe(await flyWithoutNativeMath());
  expect(stdout.length).toBeGreaterThan(10_000);
});
