import { describe, expect, it } from 'vitest';
import { readBackendOrigin, readGatewaySettings, readServerSettings } from '../../../src/gateway/settings.ts';
import { DEFAULT_ANON_KEY } from '../../../src/shared/contract/backend.ts';

describe('settings', () => {
  it('all have a default', () => {
    expect(readGatewaySettings({ N2YO_API_KEY: ' ', OPEN_NOTIFY_URL: '' })).toEqual({
      ok: true,
      value: {
        anonKey: DEFAULT_ANON_KEY,
        n2yoKey: undefined,
        allowedOrigins: [],
        openNotifyUrl: 'http://api.open-notify.org',
        n2yoUrl: 'https://api.n2yo.com',
        celestrakUrl: 'https://celestrak.org',
        rateLimitPerMin: 6000,
        isBehindProxy: false,
        hasMetrics: true,
      },
    });
    expect(readServerSettings({})).toEqual({
      ok: true,
      value: { port: 4173, maxConnections: 4096, rooms: {} },
    });
  });

  it('are read', () => {
    const env = {
      BACKEND_ANON_KEY: 'eyJhbGciOi.J9_x-y',
      N2YO_API_KEY: 'ABC123-DEF456',
      ALLOWED_ORIGINS: 'https://a.example, http://localhost:5173/,',
      OPEN_NOTIFY_URL: 'http://127.0.0.1:8080/open/',
      RATE_LIMIT_PER_MIN: '0',
      TRUST_PROXY: '1',
      METRICS: '0',
    };
    expect(readGatewaySettings(env)).toMatchObject({
      value: {
        anonKey: 'eyJhbGciOi.J9_x-y',
        n2yoKey: 'ABC123-DEF456',
        allowedOrigins: ['https://a.example', 'http://localhost:5173'],
        openNotifyUrl: 'http://127.0.0.1:8080/open',
        rateLimitPerMin: 0,
        isBehindProxy: true,
        hasMetrics: false,
      },
    });
  });

  it.each([
    ['ALLOWED_ORIGINS', '*', 'ALLOWED_ORIGINS must be a list of origins'],
    ['ALLOWED_ORIGINS', 'https://a.example/path', 'ALLOWED_ORIGINS must be a list of origins'],
    ['OPEN_NOTIFY_URL', 'open-notify', 'OPEN_NOTIFY_URL must be an http or https address'],
    ['N2YO_URL', 'ftp://n2yo.example', 'N2YO_URL must be an http or https address'],
    ['CELESTRAK_URL', 'https://user:word@celestrak.example', 'CELESTRAK_URL must be'],
    [
      'RATE_LIMIT_PER_MIN',
      '-1',
      'RATE_LIMIT_PER_MIN must be a number from 0 (no limit) to 1000000, not "-1".',
    ],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be 1 behind a proxy, otherwise 0, not "yes".'],
    ['METRICS', 'all', 'METRICS must be 1 or 0, not "all".'],
    ['METRICS', 'valueOf', 'METRICS must be 1 or 0, not "valueOf".'],
    ['TRUST_PROXY', 'constructor', 'TRUST_PROXY must be 1'],
    ['TRUST_PROXY', '__proto__', 'TRUST_PROXY must be 1'],
    ['ALLOWED_ORIGINS', 'https://*.example', 'ALLOWED_ORIGINS must be a list of origins'],
    ['RATE_LIMIT_PER_MIN', '1\n2', 'not "1 2".'],
  ])('are refused with a message: %s=%s', (name, text, words) => {
    expect(readGatewaySettings({ [name]: text })).toEqual({
      ok: false,
      message: expect.stringContaining(words),
    });
  });

  it.each(['0', '-5', '1e3', '1000001'])('are refused with a message: MAX_CONNECTIONS=%s', (text) => {
    expect(readServerSettings({ MAX_CONNECTIONS: text })).toEqual({
      ok: false,
      message: `MAX_CONNECTIONS must be a number from 1 to 1000000, not "${text}".`,
    });
  });

  it('of the ground link are read if it is on', () => {
    const groundLinkOf = (env: Readonly<Record<string, string>>) => readServerSettings(env);
    expect(groundLinkOf({ GROUND_LINK: '0' })).toMatchObject({ value: { groundLink: undefined } });
    expect(groundLinkOf({ GROUND_LINK: '1' })).toMatchObject({
      value: { groundLink: { telemetryPort: 10_015, telecommandPort: 10_025 } },
    });
    const ports = { GROUND_LINK_TM_PORT: '0', GROUND_LINK_TC_PORT: '7000' };
    expect(groundLinkOf({ GROUND_LINK: 'true', ...ports })).toMatchObject({
      value: { groundLink: { telemetryPort: 0, telecommandPort: 7000 } },
    });
  });

  it.each([
    [{ GROUND_LINK: 'yes' }, 'GROUND_LINK must be 1 or 0, not "yes".'],
    [
      { GROUND_LINK: '1', TRUST_PROXY: '1' },
      'GROUND_LINK is for pages on this machine: it cannot be 1 behind a proxy (TRUST_PROXY).',
    ],
    [{ GROUND_LINK: '1', GROUND_LINK_TM_PORT: '65536' }, 'GROUND_LINK_TM_PORT must be a number from 0'],
    [{ GROUND_LINK: '1', GROUND_LINK_TC_PORT: '-1' }, 'GROUND_LINK_TC_PORT must be a number from 0'],
  ])('of the ground link are refused with a message: %o', (env, message) => {
    expect(readServerSettings(env)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  it('of the rooms are read unless they are off', () => {
    const roomsOf = (env: Readonly<Record<string, string>>) => {
      const settings = readServerSettings(env);
      return settings.ok ? settings.value.rooms : settings.message;
    };
    expect(roomsOf({ ROOMS: '0' })).toBeUndefined();
    expect(roomsOf({ ROOMS: '1', ROOMS_DIR: ' /var/lib/orbita ' })).toEqual({ folder: '/var/lib/orbita' });
    expect(roomsOf({ ROOMS: 'yes' })).toBe('ROOMS must be 1 or 0, not "yes".');
  });

  it('of NATS are read with or without rooms, and a bad one is not shown', () => {
    const natsUrlOf = (env: Readonly<Record<string, string>>) => {
      const settings = readServerSettings(env);
      return settings.ok ? settings.value.natsUrl : settings.message;
    };
    const natsUrl = 'nats://me:hush@a.example:4222,tls://b.example';
    expect(natsUrlOf({})).toBeUndefined();
    expect(natsUrlOf({ NATS_URL: natsUrl })).toBe(natsUrl);
    expect(natsUrlOf({ NATS_URL: natsUrl, ROOMS: '0' })).toBe(natsUrl);
    for (const bad of ['a.example:4222', 'http://hush.example', 'nats://a.example,', 'nats://']) {
      expect(natsUrlOf({ NATS_URL: bad })).toBe(
        'NATS_URL must be a list of addresses like nats://127.0.0.1:4222, with commas between them (it is not shown).',
      );
    }
  });

  it.each(['BACKEND_ANON_KEY', 'N2YO_API_KEY'])('a bad %s is refused and not shown', (name) => {
    const read = readGatewaySettings({ [name]: 'secret key ?' });
    expect(read).toEqual({ ok: false, message: expect.stringContaining(`${name} must be a key`) });
    expect(JSON.stringify(read)).not.toContain('secret');
  });
});

it.each([
  ['N2YO_URL', 'https://n2yo.example/?apiKey=hush-hush'],
  ['N2YO_URL', 'https://n2yo.example/#hush-hush'],
  ['OPEN_NOTIFY_URL', 'http://user:hush-hush@open.example'],
  ['ALLOWED_ORIGINS', 'https://user:hush-hush@mission.example'],
])('a possible secret in %s is not shown, because an edge platform shows errors to callers', (name, text) => {
  const read = readGatewaySettings({ [name]: text });
  expect(read).toEqual({ ok: false, message: expect.stringMatching(/ \(it is not shown\)\.$/) });
  expect(JSON.stringify(read)).not.toContain('hush');
});

it.each(['http://open.example/api/?', 'http://open.example/api#', 'http://open.example/api//'])(
  'the address %s must end with its path',
  (text) => {
    expect(readGatewaySettings({ OPEN_NOTIFY_URL: text })).toMatchObject({
      value: { openNotifyUrl: 'http://open.example/api' },
    });
  },
);

it("the client's backend is an origin that the page may call, unless it is the page's own", () => {
  expect(readBackendOrigin(undefined)).toEqual({ ok: true, value: undefined });
  expect(readBackendOrigin('/backend')).toEqual({ ok: true, value: undefined });
  expect(readBackendOrigin('https://api.example/v1')).toEqual({ ok: true, value: 'https://api.example' });
  expect(readBackendOrigin("https://api.example; script-src 'unsafe-inline'")).toMatchObject({ ok: false });
  expect(readBackendOrigin('api.example')).toEqual({
    ok: false,
    message: expect.stringContaining('VITE_BACKEND_URL must be'),
  });
});
