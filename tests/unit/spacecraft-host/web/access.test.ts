import { expect, it } from 'vitest';
import { isLoopback, refusalOf } from '../../../../src/spacecraft-host/web/access.ts';

const HOST = 'The request names another host.';
const ORIGIN = 'Only pages of this machine may reach the spacecraft.';
const TOKEN = 'The token is missing or wrong.';

it.each([
  ['a program', '127.0.0.1:10080', undefined, undefined],
  ['a program that says localhost', 'localhost:10080', undefined, undefined],
  ['a program over IPv6', '[::1]:10080', undefined, undefined],
  ['a page of the port itself', '127.0.0.1:10080', 'http://127.0.0.1:10080', undefined],
  ['a page of another port of this machine', '127.0.0.1:10080', 'http://localhost:8080', undefined],
  ['a page of this machine with TLS', '127.0.0.1:10080', 'https://[::1]', undefined],
  ['no Host', undefined, undefined, HOST],
  ['an empty Host', '', undefined, HOST],
  ['a name that leads here', 'orbita.example:10080', undefined, HOST],
  ['a name that begins like ours', '127.0.0.1.example:10080', undefined, HOST],
  ['a Host with a user', 'x@127.0.0.1:10080', undefined, HOST],
  ['a Host with a path', '127.0.0.1:10080/x', undefined, HOST],
  ['another address of this machine', '192.0.2.7:10080', undefined, HOST],
  ['a foreign page', '127.0.0.1:10080', 'https://orbita.example', ORIGIN],
  ['a page whose name begins like ours', '127.0.0.1:10080', 'http://localhost.example:8080', ORIGIN],
  ['a file', '127.0.0.1:10080', 'null', ORIGIN],
  ['an extension', '127.0.0.1:10080', 'chrome-extension://localhost', ORIGIN],
  ['an Origin that is none', '127.0.0.1:10080', 'http://localhost:8080/', ORIGIN],
])('on loopback, %s is let in or refused', (_who, host, origin, refusal) =>
  expect(refusalOf({ host, origin, token: undefined }, { bind: '127.0.0.1' })).toBe(refusal),
);

it.each([
  ['the address of the port', '192.0.2.7', '192.0.2.7:10080', undefined, 'secret', undefined],
  ['a page of that address', '192.0.2.7', '192.0.2.7:10080', 'http://192.0.2.7:10080', 'secret', undefined],
  ['a page of loopback', '192.0.2.7', '192.0.2.7:10080', 'http://localhost:8080', 'secret', undefined],
  ['any address of the machine', '0.0.0.0', '198.51.100.3:10080', undefined, 'secret', undefined],
  ['an address of IPv6', '::', '[2001:db8::1]:10080', undefined, 'secret', undefined],
  ['the name of the port', 'Craft.example', 'craft.example:10080', undefined, 'secret', undefined],
  ['no token', '192.0.2.7', '192.0.2.7:10080', undefined, undefined, TOKEN],
  ['a wrong token', '192.0.2.7', '192.0.2.7:10080', undefined, 'secre', TOKEN],
  ['no token over loopback', '0.0.0.0', '127.0.0.1:10080', undefined, undefined, TOKEN],
  [
    'a page of another port of that address',
    '192.0.2.7',
    '192.0.2.7:10080',
    'http://192.0.2.7',
    'secret',
    ORIGIN,
  ],
  ['any name of the machine', '0.0.0.0', 'orbita.example:10080', undefined, 'secret', undefined],
  [
    'a page of that name',
    '0.0.0.0',
    'orbita.example:10080',
    'http://orbita.example:10080',
    'secret',
    undefined,
  ],
  ['a foreign page', '0.0.0.0', 'orbita.example:10080', 'http://foreign.example', 'secret', ORIGIN],
  ['a name without the token', '0.0.0.0', 'orbita.example:10080', undefined, undefined, HOST],
  ['a name with a wrong token', '0.0.0.0', 'orbita.example:10080', undefined, 'secre', HOST],
  ['no Host', '0.0.0.0', undefined, undefined, 'secret', HOST],
])('beyond loopback, %s is let in or refused', (_who, bind, host, origin, token, refusal) =>
  expect(refusalOf({ host, origin, token }, { bind, token: 'secret' })).toBe(refusal),
);

it('only addresses that no other machine reaches are loopback', () => {
  expect(['127.0.0.1', '127.8.9.10', '::1', 'localhost'].filter((one) => !isLoopback(one))).toEqual([]);
  expect(['0.0.0.0', '::', '192.0.2.7', 'localhost.example', '127'].filter(isLoopback)).toEqual([]);
});
