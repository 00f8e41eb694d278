import { ISS_NORAD_ID } from '../shared/contract/backend.ts';
import type { AnswerOrigin } from '../shared/contract/live-answers.ts';
import type { Astronaut, IssPosition, SatellitePosition } from '../shared/entities/entities.ts';
import { MS_PER_S } from '../shared/kit/units.ts';
import type { OrbitalElements } from '../shared/orbit/elements.ts';

/** Answers on the wire: the formats of the services (spec §7), and their source. */

export interface Reply {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Age of the answer, for the Age header; only on good ones. */
  readonly ageS?: number;
  readonly retryAfterS?: number;
  /** True if it is older than it should be because a service fails. */
  readonly isStale?: boolean;
}

const encoder = new TextEncoder();

const good = (json: string, { ageS, isStale }: AnswerOrigin): Reply => ({
  status: 200,
  body: encoder.encode(json) as Uint8Array<ArrayBuffer>,
  ageS,
  isStale,
});

export const textReply = (text: string): Reply => ({
  status: 200,
  body: encoder.encode(text) as Uint8Array<ArrayBuffer>,
});

export function failureReply(status: number, message: string, retryAfterS?: number): Reply {
  const body = encoder.encode(JSON.stringify({ error: message })) as Uint8Array<ArrayBuffer>;
  return { status, body, ...(retryAfterS !== undefined && { retryAfterS }) };
}

export function positionReply({ latitude, longitude, timestamp }: IssPosition, origin: AnswerOrigin): Reply {
  const answer = {
    iss_position: { latitude: latitude.toFixed(4), longitude: longitude.toFixed(4) },
    message: 'success',
    timestamp: timestamp / MS_PER_S,
    gateway: origin,
  };
  return good(JSON.stringify(answer), origin);
}

export function astronautsReply(people: readonly Astronaut[], origin: AnswerOrigin): Reply {
  const list = people.map(({ craft, name }) => ({ craft, name }));
  const answer = { people: list, number: list.length, message: 'success', gateway: origin };
  return good(JSON.stringify(answer), origin);
}

/** Rounds to at least the number of decimals that the service gives. */
const decimals = (count: number) => (value: number) => Math.round(value * 10 ** count) / 10 ** count;
const [to3, to4, to8] = [decimals(3), decimals(4), decimals(8)];

/** Formats one sample as JSON, in the service's units: a window's samples are written once and sent many times. */
export const sampleJson = (sample: SatellitePosition): string =>
  JSON.stringify({
    satlatitude: to8(sample.satlatitude),
    satlongitude: to8(sample.satlongitude),
    sataltitude: to3(sample.sataltitude),
    azimuth: to4(sample.azimuth),
    elevation: to4(sample.elevation),
    ra: to8(sample.ra),
    dec: to8(sample.dec),
    timestamp: sample.timestamp / MS_PER_S,
    eclipsed: sample.eclipsed,
  });

const INFO = JSON.stringify({ satname: 'SPACE STATION', satid: ISS_NORAD_ID, transactionscount: 0 });

export const positionsReply = (samples: readonly string[], origin: AnswerOrigin): Reply =>
  good(`{"info":${INFO},"positions":[${samples.join(',')}],"gateway":${JSON.stringify(origin)}}`, origin);

/** Fields of elements that have one supported value: a reader fills them in. */
type Fixed = 'CENTER_NAME' | 'REF_FRAME' | 'TIME_SYSTEM' | 'MEAN_ELEMENT_THEORY' | 'EPHEMERIS_TYPE';

/** Returns the elements of several satellites, each an OMM without the fields that are the same for all. */
export function elementsReply(
  { elements, leftOut }: { readonly elements: readonly OrbitalElements[]; readonly leftOut: number },
  origin: AnswerOrigin,
): Reply {
  const fixed: Readonly<Record<Fixed, undefined>> = {
    CENTER_NAME: undefined,
    REF_FRAME: undefined,
    TIME_SYSTEM: undefined,
    MEAN_ELEMENT_THEORY: undefined,
    EPHEMERIS_TYPE: undefined,
  };
  const list = elements.map((one) => ({ ...one, ...fixed }));
  return good(JSON.stringify({ elements: list, leftOut, gateway: origin }), origin);
}
