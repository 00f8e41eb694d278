/**
 * What is read of the report that Vitest writes as JSON.
 *
 * @typedef {{
 *   numPassedTests: number,
 *   numFailedTests: number,
 *   testResults: {
 *     name: string,
 *     status: string,
 *     message: string,
 *     assertionResults: { status: string, fullName: string, failureMessages: string[] }[],
 *   }[],
 * }} TestReport
 */

/** Lines of a failure's message; what follows is a stack, which the log of the run has. */
const MESSAGE_LINES = 4;

/**
 * Lists the tests that failed, and the files that failed to load: file, test and the beginning of the reason.
 *
 * @param {TestReport} report
 * @returns {string[]}
 */
export function failuresIn({ testResults }) {
  return testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf);
}

/** @param {TestReport['testResults'][number]} file */
function failuresOf({ name, message, assertionResults }) {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${name}: ${beginningOf(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${name}: ${fullName}: ${beginningOf(failureMessages[0])}`,
  );
}

const beginningOf = (text = '') => {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !/^\s*at /.test(line));
  return lines.slice(0, MESSAGE_LINES).join('\n    ');
};
