import { describe, it } from 'vitest';
import { resolveRange } from '../../../src/gateway/byte-range.ts';
import { readElementsQuery, readOpenNotifyEndpoint, readPositionsQuery } from '../../../src/gateway/query.ts';
import { readBackendOrigin, readGatewaySettings, readServerSettings } from '../../../src/gateway/settings.ts';
import { ELEMENT_GROUPS, type ElementsQuery, elementsPath } from '../../../src/shared/contract/celestrak.ts';
import { parseUtc } from '../../../src/shared/kit/utc-text.ts';
import {
  isTourWelcome,
  ORBITAL_VIEWS,
  readDisplay,
  readOrbitalView,
  readTab,
  writeOrbitalView,
  writeTab,
} from '../../../src/ui/mission/navigation/address.ts';
import { TABS } from '../../../src/ui/mission/navigation/tabs.ts';
import { readWallSetting } from '../../../src/ui/wall/geometry.ts';
import { fuzz, insist, insistOnRange, insistOnWords } from '../../support/fuzz.ts';
import { mutateText } from '../../support/fuzz-mutations.ts';
import { POSITIONS_QUERY } from '../../support/gateway.ts';

const decoder = new TextDecoder();

function checkReply({ status, body }: { readonly status: number; readonly body: Uint8Array }): void {
  insistOnRange(status, 400, 499, 'The status');
  const { error } = JSON.parse(decoder.decode(body)) as { error: unknown };
  insistOnWords(error);
}

/** Checks a query: a listed group, a whole number, or a bounded ASCII text that survives the address. */
function checkElementsQuery(query: ElementsQuery): void {
  const sent = new URLSearchParams(elementsPath(query).split('?')[1]);
  const again = readElementsQuery((name) => sent.get(name) ?? undefined);
  insist(again.ok && JSON.stringify(again.value) === JSON.stringify(query), 'It is not sent as it is.');
  if (query.kind === 'name') insist(/^[\x20-\x7e]{3,40}$/.test(query.name), 'It is no name.');
  if (query.kind === 'group') insist(Object.keys(ELEMENT_GROUPS).includes(query.group), 'There is no group.');
  if (query.kind === 'number') insistOnRange(query.noradId, 1, 999_999_999, 'The number');
}

it('an instant from a mutated text is one of its years, or none', () =>
  fuzz({
    runs: 700,
    corpus: ['2026-11-20T12:00', '2026-11-20 12:00:30Z', '1970-01-01T00:00:00.999', '2199-12-31T23:59'],
    mutate: mutateText,
    check(text) {
      const time = parseUtc(text);
      if (time === undefined) return;
      insistOnRange(time, 0, Date.UTC(2199, 11, 31, 23, 59, 59), 'The time');
      insist(parseUtc(new Date(time).toISOString()) === time, 'It is not read back as it was.');
    },
  }));

describe('a mutated address', () => {
  it('selects an existing tab, sub-tab, display and wall', () =>
    fuzz({
      runs: 700,
      corpus: [
        '?tab=orbital&satellite=orbita',
        '?display=wall&distance=8&diagonal=75',
        '?distance=1e9&diagonal=-0x10',
        '?tour=off',
        '?tab=anomalies&tab=commands',
        '',
      ],
      mutate: mutateText,
      check(text) {
        const query = new URLSearchParams(text);
        const tab = readTab(query);
        const view = readOrbitalView(query, 'iss');
        insist(TABS.includes(tab), `There is no tab ${tab}.`);
        insist(ORBITAL_VIEWS.includes(view), `There is no view ${view}.`);
        insist(['desk', 'wall'].includes(readDisplay(query)), 'There is no such display.');
        const { distanceM, diagonalInches } = readWallSetting(query);
        insistOnRange(distanceM, 0.5, 30, 'The distance');
        insistOnRange(diagonalInches, 10, 300, 'The diagonal');
        insist(tab === 'overview' || !isTourWelcome(query), 'The tour opens over another tab.');
        const written = writeOrbitalView(writeTab(query, tab), view);
        insist(readTab(written) === tab, 'The tab is not kept.');
        insist(readOrbitalView(written, 'passes') === view, 'The view is not kept.');
        insist(readDisplay(written) === readDisplay(query), 'The display is not kept.');
      },
    }));

  it('is a query that the gateway answers or refuses with a message', () =>
    fuzz({
      runs: 1000,
      corpus: [
        POSITIONS_QUERY,
        'endpoint=astros',
        'endpoint=positions&noradId=25544&seconds=1',
        'endpoint=group&group=last-30-days',
        'endpoint=satellite&noradId=25544',
        'endpoint=search&name=NOAA+19+%28N%29',
      ],
      mutate: mutateText,
      check(text) {
        const query = new URLSearchParams(text);
        const parameters = (name: string): string | undefined => query.get(name) ?? undefined;
        const endpoint = readOpenNotifyEndpoint(parameters);
        if (!endpoint.ok) checkReply(endpoint.reply);
        const elements = readElementsQuery(parameters);
        if (!elements.ok) checkReply(elements.reply);
        else checkElementsQuery(elements.value);
        const read = readPositionsQuery(parameters);
        if (!read.ok) {
          checkReply(read.reply);
          return;
        }
        insistOnRange(read.value.latitude, -90, 90, 'The latitude');
        insistOnRange(read.value.longitude, -180, 180, 'The longitude');
        insistOnRange(read.value.altitudeKm, -0.5, 10, 'The altitude');
        insistOnRange(read.value.seconds, 1, 300, 'The seconds');
        insist(Number.isInteger(read.value.seconds), 'The seconds are not whole.');
      },
    }));
});

it('a mutated range is one within the file, or none', () =>
  fuzz({
    runs: 700,
    corpus: ['bytes=0-499', 'bytes=-500', 'bytes=9500-', 'bytes=0-0,-1'],
    mutate: mutateText,
    check(header) {
      for (const size of [0, 1, 10_000]) {
        const range = resolveRange(header, size);
        if (range === undefined || range === 'unsatisfiable') continue;
        insistOnRange(range.first, 0, size - 1, 'The first byte');
        insistOnRange(range.last, range.first, size - 1, 'The last byte');
      }
    },
  }));

const ENVIRONMENT = {
  BACKEND_ANON_KEY: 'a-public-key',
  N2YO_API_KEY: 'ABCDEF-123456',
  ALLOWED_ORIGINS: 'https://mission.example, http://localhost:3000',
  OPEN_NOTIFY_URL: 'http://api.open-notify.org/',
  RATE_LIMIT_PER_MIN: '6000',
  TRUST_PROXY: 'true',
  PORT: '4173',
  VITE_BACKEND_URL: 'https://backend.example/functions',
};

it('a mutated environment gives settings, or names the variable', () =>
  fuzz<Readonly<Record<string, string>>>({
    runs: 700,
    corpus: [ENVIRONMENT],
    mutate(environment, random) {
      const names = Object.keys(ENVIRONMENT);
      const name = names[Math.floor(random.next() * names.length)] ?? '';
      return { ...environment, [name]: mutateText(environment[name] ?? '', random) };
    },
    check(environment) {
      const settings = readGatewaySettings(environment);
      if (settings.ok) {
        insistOnRange(settings.value.rateLimitPerMin, 0, 1_000_000, 'The limit');
        for (const url of [settings.value.openNotifyUrl, ...settings.value.allowedOrigins]) {
          insist(/^https?:\/\//.test(url), `${url} is no address.`);
        }
      } else insist(/^[A-Z_0-9]+ must be /.test(settings.message), `It names nothing: ${settings.message}`);
      const server = readServerSettings(environment);
      if (server.ok) insistOnRange(server.value.port, 0, 65_535, 'The port');
      else insistOnWords(server.message);
      const origin = readBackendOrigin(environment.VITE_BACKEND_URL);
      if (!origin.ok) insistOnWords(origin.message);
      else insist(origin.value === undefined || /^https?:\/\//.test(origin.value), 'This is no origin.');
    },
  }));
