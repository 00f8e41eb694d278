// `npm run test:nodes`: runs the unit and component tests under every supported version of Node, each from its npm
// package. `npm run test:nodes -- 26 tests/ui` uses one version, and only the tests of a folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { judgeRun, NODE_VERSIONS, nodePackage } from './node-versions.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/nodes');
const isWindows = process.platform === 'win32';
const packageName = nodePackage(process.platform, process.arch);

const named = process.argv.slice(2);
const versions = named.filter((text) => /^\d+(\.\d+)*$/.test(text));
const filters = named.filter((text) => !versions.includes(text));

/**
 * Returns the binary of a version, installed or updated; if the registry does not answer, the installed one.
 *
 * @param {string} version
 * @returns {string | undefined}
 */
function install(version) {
  const folder = join(cache, version);
  mkdirSync(folder, { recursive: true });
  const { status, stderr } = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${packageName}@${version}`,
    ],
    { cwd: folder, encoding: 'utf8', shell: isWindows }, // npm is a script there
  );
  const binary = join(folder, 'node_modules', packageName, 'bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  console.error(`Node ${version}: ${packageName} was not installed (exit code ${status})\n${stderr ?? ''}`);
  return undefined;
}

/** @param {string} version */
function test(version) {
  const node = install(version);
  if (node === undefined) return false;
  const report = join(cache, version, 'report.json');
  rmSync(report, { force: true });
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=!browser'];
  const reporting = ['--maxWorkers=2', '--reporter=json', `--outputFile=${report}`];
  const path = [dirname(node), process.env.PATH].join(delimiter);
  const { status, stdout, stderr } = spawnSync(node, [...vitest, ...reporting, ...filters], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
    maxBuffer: 2 ** 28,
  });
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
  const text = existsSync(report) ? readFileSync(report, 'utf8').replaceAll(`${root}/`, '') : undefined;
  const { isGood, line, failures } = judgeRun(found, status, text);
  console.log(line);
  for (const failure of failures) console.error(`  ${failure}`);
  if (!isGood && failures.length === 0) console.error(`${stdout}${stderr}`.slice(-4000));
  return isGood;
}

const results = (versions.length > 0 ? versions : NODE_VERSIONS).map(test);
process.exitCode = results.every(Boolean) ? 0 : 1;
