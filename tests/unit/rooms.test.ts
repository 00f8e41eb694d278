import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import rooms from '../../src/rooms.json';
import { findImports, findRoomFaults, type Rooms, readSourceTree } from '../support/rooms.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

describe('the source tree', () => {
  it('has imports that point down its layers without a cycle, and a subject for each folder', () =>
    expect(findRoomFaults('src', rooms, readSourceTree(ROOT, 'src'))).toEqual([]));
});

describe('the check of rooms', () => {
  const table: Rooms = {
    layers: { src: ['kit', ['orbit', 'radio'], '.'] },
    subjects: { 'src/kit': 'Tools.', 'src/kit/text': 'Text.', 'src/orbit': 'Orbits.', 'src/radio': 'Radio.' },
  };
  const files = [
    { path: 'src/kit/random.ts', imports: ['./chance.ts'] },
    { path: 'src/kit/text/words.ts', imports: ['../random.ts'] },
    { path: 'src/orbit/passes.ts', imports: ['../kit/random.ts'] },
    { path: 'src/radio/link.ts', imports: ['../kit/text/words.ts'] },
    { path: 'src/index.ts', imports: ['./orbit/passes.ts', './settings.ts'] },
  ];
  const faultsOf = (more: { path: string; imports: string[] }, rooms: Rooms = table) =>
    findRoomFaults('src', rooms, [...files, more]);

  it('accepts imports within a folder and from the layers before it', () => {
    expect(findRoomFaults('src', table, files)).toEqual([]);
  });

  it('names the file that imports from a layer above, and from a peer', () => {
    expect(faultsOf({ path: 'src/kit/noise.ts', imports: ['../index.ts'] })).toContain(
      'src/kit must not import src/. (src/kit/noise.ts)',
    );
    expect(faultsOf({ path: 'src/orbit/contacts.ts', imports: ['../radio/link.ts'] })).toEqual([
      'src/orbit must not import src/radio (src/orbit/contacts.ts)',
    ]);
  });

  it('names a cycle of folders within a layer', () => {
    expect(faultsOf({ path: 'src/kit/chance.ts', imports: ['./text/words.ts'] })).toEqual([
      'src/kit/text → src/kit → src/kit/text is a cycle',
    ]);
  });

  it('names a folder without a layer, one without a subject, and a subject without files', () => {
    const { 'src/radio': _, ...subjects } = table.subjects;
    expect(faultsOf({ path: 'src/link/radio.ts', imports: [] })).toEqual([
      'src/link has no subject',
      'src/link has no layer',
    ]);
    expect(findRoomFaults('src', { ...table, subjects }, files)).toEqual(['src/radio has no subject']);
    expect(findRoomFaults('src', table, files.slice(0, 2))).toEqual([
      'src/orbit has no files',
      'src/radio has no files',
    ]);
  });

  it('names a file that lies deeper than four below the sources', () => {
    const folders = { 'src/kit/text/of': 'Prepositions.', 'src/kit/text/of/times': 'Times.' };
    const deep = { ...table, subjects: { ...table.subjects, ...folders } };
    expect(faultsOf({ path: 'src/kit/text/of/utc.ts', imports: [] }, deep)).toEqual([
      'src/kit/text/of/times has no files',
    ]);
    expect(faultsOf({ path: 'src/kit/text/of/times/utc.ts', imports: [] }, deep)).toEqual([
      'src/kit/text/of/times/utc.ts lies too deep',
    ]);
  });

  it('finds the imports of types, of re-exports, of effects, and on demand', () => {
    const source = [
      "import type { A } from './a.ts';",
      "import {\n  b,\n} from '../b.ts';",
      "export { c } from './c.ts';",
      "import './d.css';",
      "const e = await import('./e.ts');",
      "import f from 'f';",
    ].join('\n');
    expect(findImports(source)).toEqual(['./a.ts', '../b.ts', './c.ts', './d.css', './e.ts']);
  });
});
