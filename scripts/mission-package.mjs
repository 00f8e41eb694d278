// Builds the mission as a package for other projects: one JavaScript file without imports, the types, and a
// package.json. With the product's package.json, npm would install React and PixiJS as well.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { ADAPTED, LICENSE_OPTION, NOTICES_FILE, renderNotices, takeLicences } from './notices.mjs';
import { portableMath } from './portable-math.mjs';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** Same stub as in vite.config.ts, for the same reason. */
const noWasm = join(root, 'src/shared/orbit/no-wasm.ts');

/** Packages that the types refer to; none of their code runs. */
const TYPED_BY = ['comlink', 'satellite.js', 'valibot'];

/** @param {string} folder */
async function buildScript(folder) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [portableMath()],
    resolve: { alias: { '#wasm-single-thread': noWasm, '#wasm-multi-thread': noWasm } },
    ssr: { noExternal: true },
    build: {
      ssr: 'src/worker/mission-package.ts',
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      license: LICENSE_OPTION,
      rolldownOptions: {
        experimental: { attachDebugInfo: 'none' },
        output: { entryFileNames: 'mission.js', codeSplitting: false },
      },
    },
  });
  const licences = await takeLicences(folder);
  await writeFile(join(folder, NOTICES_FILE), await renderNotices([...licences, ADAPTED]));
}

/** Declarations must refer to JavaScript files: the TypeScript sources are not packaged. @param {string} folder */
async function nameScripts(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/(from '|import\(")(\.[^'"]+)\.ts(?=['"])/g, '$1$2.js'));
  }
}

/** @param {string} folder */
async function buildTypes(folder) {
  const config = join(folder, 'tsconfig.json');
  const options = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    lib: ['ES2023', 'WebWorker'],
    rootDir: join(root, 'src'),
    outDir: join(folder, 'types'),
  };
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: options,
      files: [join(root, 'src/worker/mission-package.ts')],
    }),
  );
  execFileSync(process.execPath, [tsc, '-p', config], { cwd: root, stdio: 'inherit' });
  await rm(config);
  await nameScripts(join(folder, 'types'));
}

/**
 * Builds the package in a folder, replacing its contents.
 *
 * @param {string} folder
 */
export async function buildMissionPackage(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { name, version, license, engines, dependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const manifest = {
    name,
    version,
    private: true,
    description:
      'The mission of ORBITA-1 in Node: a spacecraft that is driven by inputs and a clock in your hand',
    type: 'module',
    license,
    engines,
    exports: {
      './mission': { types: './types/worker/mission-package.d.ts', default: './mission.js' },
    },
    dependencies: Object.fromEntries(TYPED_BY.map((one) => [one, dependencies[one]])),
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await buildScript(folder);
  await buildTypes(folder);
}
