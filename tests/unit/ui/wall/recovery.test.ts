import { expect, it } from 'vitest';
import { RELOAD_PAUSE_MS, remedyFor } from '../../../../src/ui/wall/recovery.ts';

const NOW = 1_800_000_000_000;
const ago = (...seconds: number[]) => seconds.map((second) => NOW - 1000 * second);

it.each([
  ['remount', 'one failure', ago(0), undefined],
  ['remount', 'two in a row', ago(8, 0), undefined],
  ['reload', 'three in a minute', ago(16, 8, 0), undefined],
  ['remount', 'three in an hour', ago(2000, 1000, 0), undefined],
  ['remount', 'three in a minute, reloaded a minute ago', ago(16, 8, 0), NOW - 60_000],
  ['reload', 'three in a minute, long after that', ago(16, 8, 0), NOW - RELOAD_PAUSE_MS],
  ['reload', 'three in a minute, reloaded by a clock that was ahead', ago(16, 8, 0), NOW + 9e9],
] as const)('the wall chooses to %s after %s', (remedy, _name, failures, reloadedAt) => {
  expect(remedyFor(failures, reloadedAt)).toBe(remedy);
});
