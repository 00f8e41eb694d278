import { ISS_NORAD_ID, POSITION_SECONDS } from '../shared/contract/backend.ts';
import {
  ELEMENT_GROUPS,
  type ElementsQuery,
  HIGHEST_NUMBER,
  isElementGroup,
  LONGEST_NAME,
  SHORTEST_NAME,
  searchableName,
} from '../shared/contract/celestrak.ts';
import { plainText } from '../shared/contract/live-answers.ts';
import { type Degrees, degrees } from '../shared/kit/units.ts';
import { failureReply, type Reply } from './wire.ts';

/** Validated query of a call for positions (spec §7). */
export interface PositionsQuery {
  readonly latitude: Degrees;
  readonly longitude: Degrees;
  readonly altitudeKm: number;
  /** 1 to 300. */
  readonly seconds: number;
}

export type Parameters = (name: string) => string | undefined;

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reply: Reply };

const refuse = (message: string, status = 400): { readonly ok: false; readonly reply: Reply } => ({
  ok: false,
  reply: failureReply(status, message),
});

const quote = (text: string): string => `"${plainText(text, 40)}"`;

function read(
  parameters: Parameters,
  name: string,
  low: number,
  high: number,
  unit: string,
): Checked<number> {
  const text = parameters(name);
  if (text === undefined || text === '') return refuse(`${name} is missing`);
  const value = /^[+-]?\d{1,9}(\.\d{1,20})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return { ok: true, value };
  return refuse(`${name} must be ${low} to ${high}${unit}, not ${quote(text)}`);
}

export function readOpenNotifyEndpoint(parameters: Parameters): Checked<'position' | 'astros'> {
  const endpoint = parameters('endpoint');
  if (endpoint === undefined || endpoint === '') return { ok: true, value: 'position' };
  if (endpoint === 'astros') return { ok: true, value: 'astros' };
  return refuse(`Unknown endpoint ${quote(endpoint)}: use endpoint=astros, or none for the position`);
}

/** Only positions of the ISS are served: another satellite would use up the key's quota. */
export function readPositionsQuery(parameters: Parameters): Checked<PositionsQuery> {
  const endpoint = parameters('endpoint') ?? '';
  if (endpoint !== 'positions') return refuse(`Unknown endpoint ${quote(endpoint)}: use endpoint=positions`);
  const id = read(parameters, 'noradId', 1, HIGHEST_NUMBER, '');
  if (!id.ok) return id;
  if (id.value !== ISS_NORAD_ID) return refuse(`Only the ISS, ${ISS_NORAD_ID}, is supported`, 404);
  const latitude = read(parameters, 'observerLat', -90, 90, ' degrees');
  if (!latitude.ok) return latitude;
  const longitude = read(parameters, 'observerLng', -180, 180, ' degrees');
  if (!longitude.ok) return longitude;
  const altitude = read(parameters, 'observerAlt', -500, 10_000, ' m');
  if (!altitude.ok) return altitude;
  const seconds = read(parameters, 'seconds', 1, POSITION_SECONDS, '');
  if (!seconds.ok) return seconds;
  if (!Number.isInteger(seconds.value)) return refuse('seconds must be a whole number');
  return {
    ok: true,
    value: {
      latitude: degrees(latitude.value),
      longitude: degrees(longitude.value),
      altitudeKm: altitude.value / 1000,
      seconds: seconds.value,
    },
  };
}

const GROUP_IDS = Object.keys(ELEMENT_GROUPS).join(', ');

/** Only these three forms are passed on to CelesTrak. */
export function readElementsQuery(parameters: Parameters): Checked<ElementsQuery> {
  const endpoint = parameters('endpoint') ?? '';
  if (endpoint === 'group') {
    const group = parameters('group') ?? '';
    if (isElementGroup(group)) return { ok: true, value: { kind: 'group', group } };
    return refuse(`Unknown group ${quote(group)}: use ${GROUP_IDS}`);
  }
  if (endpoint === 'satellite') {
    const noradId = read(parameters, 'noradId', 1, HIGHEST_NUMBER, '');
    if (!noradId.ok) return noradId;
    if (!Number.isInteger(noradId.value)) return refuse('noradId must be a whole number');
    return { ok: true, value: { kind: 'number', noradId: noradId.value } };
  }
  if (endpoint === 'search') {
    const name = searchableName(parameters('name') ?? '');
    if (name !== undefined) return { ok: true, value: { kind: 'name', name } };
    return refuse(`name must have ${SHORTEST_NAME} to ${LONGEST_NAME} printable ASCII characters`);
  }
  return refuse(
    `Unknown endpoint ${quote(endpoint)}: use endpoint=group, endpoint=satellite or endpoint=search`,
  );
}
