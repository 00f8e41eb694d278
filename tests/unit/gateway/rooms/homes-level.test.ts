import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RoomHome } from '../../../../src/gateway/rooms/home.ts';
import { openLevelHome } from '../../../../src/server/rooms/level-home.ts';
import { createWriter } from '../../../../src/server/rooms/level-writer.ts';
import { octets, ROOM, roomEntry, roomHead, testRoomHome } from '../../../support/room-homes.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'orbita-rooms-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function open(folder: string): Promise<RoomHome> {
  const opened = await openLevelHome(folder);
  if (!opened.ok) throw new Error(opened.message);
  onTestFinished(() => opened.value.close());
  return opened.value;
}

async function messageOf(folder: string): Promise<string> {
  const opened = await openLevelHome(folder);
  if (!opened.ok) return opened.message;
  await opened.value.close();
  return 'opened';
}

testRoomHome(
  'a folder',
  async () => {
    const folder = await createFolder();
    const home = await open(folder);
    return {
      home,
      // It writes nothing when it is closed, so that the folder is as after a crash.
      crash: async () => {
        await home.close();
        return open(folder);
      },
    };
  },
  { crash: true },
);

describe('a folder of rooms', () => {
  it('is created, with the folders around it', async () => {
    const folder = join(await createFolder(), 'data', 'rooms');
    const home = await open(folder);
    expect(await home.rooms()).toEqual([]);
  });

  it('belongs to one process at a time', async () => {
    const folder = await createFolder();
    const home = await open(folder);
    expect(await messageOf(folder)).toBe(
      `Another process has the rooms in ${folder} open. Stop it, choose another folder, or start without rooms: ROOMS=0`,
    );
    await home.close();
    expect(await messageOf(folder)).toBe('opened');
  });

  it('is refused with a way out if it is a file, or may not be written', async () => {
    const folder = await createFolder();
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await messageOf(file)).toMatch(
      /^Cannot write the rooms to \S+: .+\. Let this user write there, choose another folder, or start without rooms: ROOMS=0$/,
    );
    if (process.getuid?.() === 0) return; // may write everywhere
    await chmod(folder, 0o500);
    expect(await messageOf(join(folder, 'rooms'))).toContain('Cannot write the rooms to');
  });

  it('is refused with a way out if its files are damaged', async () => {
    const folder = await createFolder();
    await (await open(folder)).close();
    await writeFile(join(folder, 'CURRENT'), 'MANIFEST-000000\n');
    expect(await messageOf(folder)).toMatch(/ROOMS=0$/);
  });

  it('loses of a room what follows a damaged entry, and takes it again', async () => {
    const folder = await createFolder();
    const home = await open(folder);
    await home.create(roomHead(), octets('beginning'));
    for (const id of ['one', 'two', 'three', 'four']) await home.append(ROOM, roomEntry(id));
    await home.close();

    const db = new ClassicLevel(folder);
    const keys = await db.keys().all();
    const third = keys.find((key) => key.endsWith('3')) ?? '';
    await db.put(third, '{"n":3,"id":"thr');
    await db.put('somebody else’s', 'value');
    await db.put(`head/${'c'.repeat(32)}`, 'no head');
    await db.close();

    const again = await open(folder);
    expect(await again.rooms()).toEqual([ROOM]);
    expect(await again.head('c'.repeat(32))).toBeUndefined();
    expect((await again.since(ROOM, 0)).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await again.append(ROOM, roomEntry('three'))).toEqual({ kind: 'appended', n: 3 });
    expect(await again.append(ROOM, roomEntry('four'))).toEqual({ kind: 'appended', n: 4 });
    expect((await again.since(ROOM, 0)).map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  it('leaves nothing of a room that is dropped', async () => {
    const folder = await createFolder();
    const home = await open(folder);
    await home.create(roomHead(), octets('beginning'));
    await Promise.all([1, 2, 3].map((n) => home.append(ROOM, roomEntry(`id-${n}`))));
    await home.keepSnapshot(ROOM, { n: 2, bytes: octets('two') });
    const late = home.append(ROOM, roomEntry('late'));
    await Promise.all([late, home.drop(ROOM), home.append(ROOM, roomEntry('later'))]);
    await home.close();
    const db = new ClassicLevel(folder);
    expect(await db.keys().all()).toEqual([]);
    await db.close();
  });

  it('rejects when it is closed', async () => {
    const home = await open(await createFolder());
    await home.create(roomHead(), octets('beginning'));
    await home.close();
    await expect(home.append(ROOM, roomEntry('one'))).rejects.toThrow();
    await expect(home.rooms()).rejects.toThrow();
  });
});

/** Starts a process that appends to the room of a folder without end, and prints the id of each entry that is kept. */
function startAppending(folder: string, run: number): ChildProcess {
  const program = `
    const { openLevelHome } = await import(${JSON.stringify(new URL('../../../../src/server/rooms/level-home.ts', import.meta.url).href)});
    const opened = await openLevelHome(${JSON.stringify(folder)});
    if (!opened.ok) throw new Error(opened.message);
    const append = async (id) => {
      const { kind } = await opened.value.append('${ROOM}', { ...${JSON.stringify(roomEntry(''))}, id });
      process.stdout.write(kind + ' ' + id + '\\n');
    };
    for (let n = 0; ; n += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, more) => append('${run}-' + (n + more))));
    }
  `;
  const loader = new URL('../../../../scripts/mission-in-node.mjs', import.meta.url).href;
  return spawn(process.execPath, ['--import', loader, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Appends in a process that is killed once it has said so of a number of entries. Returns their ids. */
async function appendUntilKilled(folder: string, run: number, count: number): Promise<readonly string[]> {
  const child = startAppending(folder, run);
  const kept: string[] = [];
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const [kind, id = ''] = line.split(' ');
    expect(kind).toBe('appended');
    kept.push(id);
    if (kept.length === count) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  return kept;
}

describe('a process that is killed', () => {
  it('has lost no entry that it has acknowledged, and has none twice', async () => {
    const folder = await createFolder();
    const first = await open(folder);
    await first.create(roomHead(), octets('beginning'));
    await first.close();
    const kept: string[] = [];
    for (const [run, count] of [1, 333, 64].entries()) {
      kept.push(...(await appendUntilKilled(folder, run, count)));
      const home = await open(folder);
      const entries = await home.since(ROOM, 0);
      const ids = new Set(entries.map(({ id }) => id));
      expect(ids.size).toBe(entries.length);
      expect(kept.filter((id) => !ids.has(id))).toEqual([]);
      expect(entries.every(({ n }, index) => n === index + 1)).toBe(true);
      for (const id of kept.slice(-10)) {
        expect((await home.append(ROOM, roomEntry(id))).kind).toBe('duplicate');
      }
      await home.close();
    }
    expect(kept.length).toBeGreaterThanOrEqual(398);
  });
});

describe('writing together', () => {
  it('writes what arrives meanwhile at once, in order', async () => {
    const stored: string[][] = [];
    const releases: (() => void)[] = [];
    const { write } = createWriter(
      (changes) => {
        stored.push(changes.map(({ key }) => key));
        return new Promise((resolve) => releases.push(resolve));
      },
      async () => undefined,
    );
    const first = write([{ key: 'a' }]);
    const others = Promise.all([write([{ key: 'b' }]), write([{ key: 'c' }, { key: 'd' }])]);
    expect(stored).toEqual([['a']]);
    releases[0]?.();
    await first;
    await Promise.resolve();
    expect(stored).toEqual([['a'], ['b', 'c', 'd']]);
    releases[1]?.();
    await others;
  });

  it('fails what waits together with what could not be written, recovers, and goes on', async () => {
    const told: string[] = [];
    let isBroken = true;
    const { write } = createWriter(
      async (changes) => {
        if (isBroken) throw new Error('disk full');
        told.push(...changes.map(({ key }) => key));
      },
      async () => {
        told.push('recovered');
        isBroken = false;
      },
    );
    const outcomes = await Promise.allSettled([write([{ key: 'a' }]), write([{ key: 'b' }])]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await write([{ key: 'a' }]);
    expect(told).toEqual(['recovered', 'a']);
  });
});
