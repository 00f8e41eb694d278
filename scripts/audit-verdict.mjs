/** @typedef {{ isGood: boolean, line: string }} Verdict */

/**
 * Summarizes the output of `npm audit --json` in one line. A missing answer is reported but is no fault of the product.
 *
 * @param {string} output
 * @returns {Verdict}
 */
export function judgeAudit(output) {
  const report = parse(output);
  if (!report?.vulnerabilities) {
    const reason = String(report?.message ?? report?.error?.summary ?? 'no answer').split(' - ')[0];
    return {
      isGood: true,
      line: `audit: the registry tells no advisories here (${reason}); nothing was checked`,
    };
  }
  const grave = Object.values(report.vulnerabilities).filter(({ severity }) =>
    /^(high|critical)$/.test(severity),
  );
  if (grave.length === 0) return { isGood: true, line: 'audit: no advisory of high severity' };
  const names = grave.map(({ name, severity }) => `${name} (${severity})`).join(', ');
  return { isGood: false, line: `audit: ${names}: see npm audit --omit=dev` };
}

/**
 * @param {string} text
 * @returns {{
 *   vulnerabilities?: Record<string, { name: string, severity: string }>,
 *   message?: string, error?: { summary?: string },
 * } | undefined}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
