import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecording } from '../../../src/shared/contract/recording.ts';
import { TELEMETRY_CHANNELS } from '../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_MIN } from '../../../src/shared/kit/units.ts';
import { later, startMission } from '../../support/mission.ts';
import { recordingOf, simulateInputs } from '../../support/recording.ts';
import { readCsv } from '../../ui/features/performance/csv-reader.ts';

const ROOT = join(import.meta.dirname, '../../..');

let folder = '';
const recording = recordingOf(simulateInputs());
const saved = writeRecording(recording);
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'orbita-replay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Replays a file with this text, and returns the result of the command. */
function replayText(text: string, ...more: readonly string[]) {
  const file = join(folder, 'recording.jsonl');
  writeFileSync(file, text);
  return run(file, ...more);
}

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/replay.mjs', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

describe('npm run replay', () => {
  it('finds the hashes equal in plain Node, and writes the telemetry with the branch that was recorded', () => {
    const csv = join(folder, 'telemetry.csv');
    const text = writeRecording({ ...recording, branch: 'Wing folded' });
    expect(replayText(text, '--csv', csv)).toEqual({ status: 0, stdout: '15 hashes equal.', stderr: '' });
    const [header, ...rows] = readCsv(readFileSync(csv, 'utf8'));
    expect(header?.slice(0, 4)).toEqual([
      'Time (UTC)',
      'Time for spreadsheets (UTC)',
      'Branch',
      'Battery voltage (V)',
    ]);
    expect(header).toHaveLength(3 + TELEMETRY_CHANNELS.length);
    // A quarter of an hour, every 5 s, from the start of the mission, like the page's export.
    expect(rows.length).toBeGreaterThan(150);
    const times = rows.map(([time = '']) => Date.parse(time));
    expect(times[0]).toBe(recording.header.startTime);
    expect(times.every((time, index) => time % 5000 === 0 && time > (times[index - 1] ?? 0))).toBe(true);
    for (const [, , branch, voltage = ''] of rows) {
      expect(branch).toBe('Wing folded');
      expect(Number(voltage)).toBeGreaterThan(18);
      expect(Number(voltage)).toBeLessThan(34);
      expect(voltage).toMatch(/^\d+(\.\d{1,3})?$/);
    }
  });

  it('names the first minute that differs after a changed character, and no branch where an earlier build has recorded it', () => {
    const csv = join(folder, 'changed.csv');
    expect(replayText(saved.replace('Antenna test', 'Antenna tess'), '--csv', csv)).toEqual({
      status: 1,
      stdout: 'The replay differs from the recording at 2026-11-20 12:02 UTC. Hashes equal before: 1.',
      stderr: '',
    });
    const [, ...rows] = readCsv(readFileSync(csv, 'utf8'));
    expect(rows.length).toBeGreaterThan(150);
    expect(new Set(rows.map(([, , branch]) => branch))).toEqual(new Set(['']));
  });

  it('says how far it is where it takes longer than a day of mission', () => {
    const short = recordingOf(startMission());
    // Each jump counts as an hour.
    const entries = Array.from({ length: 40 }, (_, index) => ({
      time: later(index * MS_PER_MIN),
      origin: 'console',
      sequence: index + 1,
      input: { kind: 'jump', to: later(index * MS_PER_MIN + 1) } as const,
    }));
    const time = later(40 * MS_PER_MIN);
    const hash = '0'.repeat(16);
    const marks = [{ time, entryCount: entries.length, hash }];
    const { stderr } = replayText(writeRecording({ ...short, entries, marks, time }));
    expect(stderr.split('\n')).toEqual([
      '10 %',
      '20 %',
      '30 %',
      '40 %',
      '50 %',
      '60 %',
      '70 %',
      '80 %',
      '90 %',
      '100 %',
    ]);
  });

  it.each([
    ['garbage', () => replayText('garbage'), 'This is not a recording of ORBITA-1.'],
    ['a missing file', () => run('/no/such/file'), 'Failed to read /no/such/file: ENOENT'],
    [
      'an unknown option',
      () => run('a', '--fast'),
      'Usage: npm run replay -- recording.jsonl [--csv telemetry.csv]',
    ],
  ])('refuses %s in one line', (_what, answer, stderr) =>
    expect(answer()).toEqual({ status: 1, stdout: '', stderr }),
  );
});
