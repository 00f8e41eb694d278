import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Inputs of a build: folders and files, relative to the project's root. */
const INPUTS = [
  'src',
  'public',
  'scripts/browsers.mjs',
  'scripts/build.mjs',
  'scripts/compress.mjs',
  'scripts/licence-texts',
  'scripts/notices.mjs',
  'scripts/precache.mjs',
  'scripts/service-worker.mjs',
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  '.env',
  '.env.local',
  '.env.production',
  '.env.production.local',
];

const OUTPUTS = [
  'dist/client/index.html',
  'dist/client/sw.js',
  'dist/client/third-party-notices.txt',
  'dist/server/server.js',
  'dist/edge/gateway.js',
];

/** Digest of the inputs of the last build that completed. */
const STAMP = 'dist/stamp';

/**
 * Digests everything a build depends on: names and contents of its inputs, and the settings Vite writes into the client
 * (VITE_*).
 *
 * @param {string} root the project's folder
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<string>}
 */
export async function digestInputs(root, env) {
  const hash = createHash('sha256');
  const files = (await Promise.all(INPUTS.map((input) => listFiles(join(root, input))))).flat();
  for (const file of files.sort()) {
    const content = await readFile(file);
    hash.update(`${relative(root, file).split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}\0${env[name]}\0`);
  }
  return hash.digest('hex');
}

/**
 * True if `dist` holds a complete build of the current inputs.
 *
 * @param {string} root
 * @param {Readonly<Record<string, string | undefined>>} env
 * @returns {Promise<boolean>}
 */
export async function isBuilt(root, env) {
  if (![STAMP, ...OUTPUTS].every((output) => existsSync(join(root, output)))) return false;
  return (await readFile(join(root, STAMP), 'utf8')) === (await digestInputs(root, env));
}

/**
 * Marks the build as complete. Called last, with `removeStamp` called first: an interrupted build has no stamp.
 *
 * @param {string} root
 * @param {string} digest taken before the build, so that a change during it triggers the next one
 */
export async function writeStamp(root, digest) {
  await mkdir(dirname(join(root, STAMP)), { recursive: true });
  await writeFile(join(root, STAMP), digest);
}

/** @param {string} root */
export async function removeStamp(root) {
  await rm(join(root, STAMP), { force: true });
}

/** @param {string} path @returns {Promise<string[]>} */
async function listFiles(path) {
  if (!existsSync(path)) return [];
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
