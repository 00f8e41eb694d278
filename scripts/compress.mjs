import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Text and other formats that are not already compressed. */
const COMPRESSIBLE = /\.(css|html|ico|js|json|map|mjs|svg|ttf|txt|wasm|webmanifest|xml)$/;

/** Below the size of a network packet, compression saves nothing. */
const SMALLEST_BYTES = 1024;

const CODINGS = [
  {
    extension: 'br',
    encode: promisify(brotliCompress),
    options: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } },
  },
  { extension: 'gz', encode: promisify(gzip), options: { level: 9 } },
];

/**
 * Writes `name.br` and `name.gz` beside every file they make smaller.
 *
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isFile() && COMPRESSIBLE.test(entry.name))
      await compressFile(join(entry.parentPath, entry.name));
  }
}

/** @param {string} path */
async function compressFile(path) {
  const plain = await readFile(path);
  if (plain.length <= SMALLEST_BYTES) return;
  await Promise.all(
    CODINGS.map(async ({ extension, encode, options }) => {
      const coded = await encode(plain, options);
      if (coded.length < plain.length) await writeFile(`${path}.${extension}`, coded);
    }),
  );
}
