import { expect, it } from 'vitest';
import { scriptPolicy } from '../../../src/ui/app/trusted-types.ts';
import { versionText } from '../../../src/ui/kit/page/version.ts';

const policy = scriptPolicy('https://mission.example/?tab=orbital');

it.each(['https://mission.example/assets/worker.js', '/sw.js', 'assets/worker.js'])(
  'a script of the own origin is loaded: %s',
  (url) => expect(policy.createScriptURL(url)).toBe(url),
);

it.each([
  'https://evil.example/worker.js',
  '//evil.example/worker.js',
  'http://mission.example/worker.js',
  'https://mission.example.evil.example/',
  'https://mission.example@evil.example/',
  'https://mission.example:8443/worker.js',
  'data:text/javascript,alert(1)',
  'blob:https://evil.example/1',
  'javascript:alert(1)',
  'https://',
])('a script of another origin is not loaded: %s', (url) => expect(policy.createScriptURL(url)).toBeNull());

it('a build is identified by its version and its digest', () => {
  expect(versionText('1.2.3', 'a1b2c3d')).toBe('v1.2.3 · a1b2c3d');
  expect(versionText(undefined, undefined)).toBe('development build');
});
