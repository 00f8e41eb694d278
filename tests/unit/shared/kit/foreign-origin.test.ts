import { expect, it } from 'vitest';
import { isForeign } from '../../../../src/shared/kit/foreign-origin.ts';

it.each([
  [null, 'mission.example', false],
  [null, null, false],
  ['https://mission.example', 'mission.example', false],
  ['http://localhost:4173', 'localhost:4173', false],
  ['http://[::1]:4173', '[::1]:4173', false],
  ['https://mission.example', 'Mission.Example', false],
  ['https://mission.example', null, true],
  ['https://mission.example', '', true],
  ['https://mission.example:8443', 'mission.example', true],
  ['https://other.example', 'mission.example', true],
  ['https://mission.example.other.example', 'mission.example', true],
  ['https://other.example/mission.example', 'mission.example', true],
  ['https://other.example@mission.example', 'mission.example', true],
  ['chrome-extension://mission.example', 'mission.example', true],
  ['null', 'null', true],
  ['', '', true],
])('an origin of %s is foreign to the host %s: %s', (origin, host, expected) => {
  expect(isForeign(origin, host)).toBe(expected);
});
