import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import uiRooms from '../../src/ui/rooms.json';
import workerRooms from '../../src/worker/rooms.json';
import { findImports, findRoomFaults, type Rooms, readSourceTree } from '../support/rooms.ts';

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

describe('the rooms of a source tree', () => {
  it.each([
    ['src/worker', workerRooms],
    ['src/ui', uiRooms],
  ] satisfies [string, Rooms][])(
    'of %s import what their table allows, use all of it, and have no cycle',
    (path, rooms) => expect(findRoomFaults(rooms, readSourceTree(folder(path)))).toEqual([]),
  );
});

describe('the check of rooms', () => {
  const rooms: Rooms = {
    kit: { subject: 'Tools', imports: [] },
    orbit: { subject: 'Orbits', imports: ['kit'] },
    '.': { subject: 'Entry', imports: ['orbit'] },
  };
  const files = [
    { path: 'kit/random.ts', imports: ['./chance.ts', '../../shared/units.ts'] },
    { path: 'orbit/passes.ts', imports: ['../kit/random.ts'] },
    { path: 'index.ts', imports: ['./orbit/passes.ts', './settings.ts'] },
  ];

  it('accepts imports within a room, from outside the tree, and those that are listed', () => {
    expect(findRoomFaults(rooms, files)).toEqual([]);
  });

  it('names the file that imports what is not listed', () => {
    const more = { path: 'index.ts', imports: ['./kit/random.ts'] };
    expect(findRoomFaults(rooms, [...files, more])).toEqual(['. → kit is not allowed (index.ts)']);
  });

  it('knows a room within a room, whose other folders are its own', () => {
    const table = {
      'map/draw': { subject: 'Strokes', imports: [] },
      map: { subject: 'Map', imports: [] },
    };
    const paths = ['map/draw/night.ts', 'map/marks/observer.ts'];
    const map = paths.map((path) => ({ path, imports: ['../draw/paths.ts'] }));
    expect(findRoomFaults(table, map)).toEqual(['map → map/draw is not allowed (map/marks/observer.ts)']);
  });

  it('reports a listed arrow that no file draws', () => {
    const [kit, , ...others] = files;
    const idle = [kit, { path: 'orbit/passes.ts', imports: [] }, ...others].flatMap((file) => file ?? []);
    expect(findRoomFaults(rooms, idle)).toEqual(['orbit → kit is not used']);
  });

  it('reports two rooms that import each other', () => {
    const both = { ...rooms, kit: { subject: 'Tools', imports: ['orbit'] } };
    const back = { path: 'kit/noise.ts', imports: ['../orbit/passes.ts'] };
    expect(findRoomFaults(both, [...files, back])).toEqual(['kit → orbit points up']);
  });

  it('reports a folder without a line and a line without a folder', () => {
    const { orbit: _, ...others } = rooms;
    const table = {
      ...others,
      link: { subject: 'Radio', imports: [] },
      '.': { subject: 'Entry', imports: [] },
    };
    expect(
      findRoomFaults(table, [
        { path: 'kit/random.ts', imports: [] },
        { path: 'orbit/a.ts', imports: [] },
      ]),
    ).toEqual(['orbit is not in the table', '. has no files', 'link has no files']);
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
