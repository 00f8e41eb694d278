import { describe, expect, it } from 'vitest';
import { createAdmission } from '../../../src/gateway/admission.ts';
import { clientOf, createRateLimit } from '../../../src/gateway/rate-limit.ts';
import { isSameKey, revealsKey } from '../../../src/gateway/secrets.ts';
import { readGatewaySettings } from '../../../src/gateway/settings.ts';
import { epochMs } from '../../../src/shared/kit/units.ts';

describe('keys', () => {
  it('are the same or not', () => {
    expect(isSameKey('abc', 'abc')).toBe(true);
    for (const other of ['', 'ab', 'abcd', 'abd', 'abcabc', 'ABC'])
      expect(isSameKey(other, 'abc')).toBe(false);
    expect(isSameKey('', '')).toBe(true);
  });

  it.each([
    ['the key Z9QX7K-52WVMA is bad', true],
    ['z9qx7k%2D52wvma', true],
    ['Z 9 Q X 7 K', true],
    ['only X7K52W of it', true],
    ['You exceeded the number of transactions', false],
    ['Z9QX7', false],
  ])('are found in a text that reveals one: "%s" does: %s', (text, isTelling) => {
    expect(revealsKey(text, 'Z9QX7K-52WVMA')).toBe(isTelling);
  });
});

describe('the rate limit', () => {
  it('refills evenly, says how long to wait, and keeps clients apart', () => {
    let time = 0;
    const limit = createRateLimit(60, { now: () => epochMs(time) });
    for (let i = 0; i < 60; i++) expect(limit.take('a')).toBe(0);
    expect([limit.take('a'), limit.take('b')]).toEqual([1, 0]);
    time += 2500;
    expect([limit.take('a'), limit.take('a'), limit.take('a')]).toEqual([0, 0, 1]);
    time -= 60_000; // a clock that moves back removes no tokens
    expect(limit.take('b')).toBe(0);
  });

  it('remembers a bounded number of clients', () => {
    const limit = createRateLimit(60, { now: () => epochMs(0) });
    for (let i = 0; i < 30_000; i++) limit.take(`client ${i}`);
    expect(limit.size).toBe(10_000);
  });

  it('keeps clients that continue to ask, however many others come', () => {
    const limit = createRateLimit(1, { now: () => epochMs(0) });
    limit.take('a');
    for (let i = 0; i < 30_000; i++) {
      limit.take(`client ${i}`);
      if (i % 9000 === 0) expect(limit.take('a')).toBeGreaterThan(0);
    }
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002'],
    ['2001:db8:1:2::9', '2001:0db8:0001:0002'],
    ['::1', '0000:0000:0000:0000'],
    ['fe80::1%eth0', 'fe80:0000:0000:0000'],
    ['192.0.2.7:50123', '192.0.2.7'], // as some proxies write it, with another port for each connection
    ['[2001:db8:1:2::9]:50123', '2001:0db8:0001:0002'],
    ['[2001:db8:1:2::9]', '2001:0db8:0001:0002'],
    ['2001:DB8:1:2::9', '2001:0db8:0001:0002'],
    ['2001:0db8:01:002:0:0:0:9', '2001:0db8:0001:0002'],
    ['2001:db8:1:2::192.0.2.7', '2001:0db8:0001:0002'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:FFFF:C000:0207', '192.0.2.7'],
    ['[::ffff:c000:207]:443', '192.0.2.7'],
    ['1:2:3:4:5:6:7:8:9::', '1:2:3:4:5:6:7:8:9::'],
    ['anything', 'anything'],
    ['Anything', 'anything'],
  ])('counts %s as %s', (address, client) => expect(clientOf(address)).toBe(client));
});

it('trusts a proxy only if one is configured, and only the part of the header that it wrote', () => {
  const settings = (TRUST_PROXY: string) => {
    const read = readGatewaySettings({ TRUST_PROXY, RATE_LIMIT_PER_MIN: '1' });
    if (!read.ok) throw new Error(read.message);
    return read.value;
  };
  const from = (forwarded: string) =>
    new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } });
  const effects = { clock: { now: () => epochMs(0) }, log: () => undefined };
  const caller = { address: '192.0.2.1' };

  const direct = createAdmission(settings('0'), effects);
  expect(direct.refuseRate(from('198.51.100.1'), caller)).toBeUndefined();
  expect(direct.refuseRate(from('198.51.100.2'), caller)?.status).toBe(429);

  const behind = createAdmission(settings('1'), effects);
  expect(behind.refuseRate(from('10.0.0.1, 198.51.100.1'), caller)).toBeUndefined();
  expect(behind.refuseRate(from('10.0.0.2, 198.51.100.1'), caller)?.status).toBe(429);
  expect(behind.refuseRate(from('10.0.0.1, 198.51.100.2'), caller)).toBeUndefined();
});
