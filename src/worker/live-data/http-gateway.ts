import { FUNCTION_PATHS, ISS_NORAD_ID, POSITION_SECONDS } from '../../shared/backend.ts';
import { readFailure } from '../../shared/live-answers.ts';
import type { RealDataCall } from '../../shared/real-data.ts';
import { SATELLITES } from '../../shared/satellites.ts';
import type { Gateway } from './gateway.ts';

/** Valid answers are shorter: 300 samples are about 55 kB. */
const LONGEST_ANSWER_BYTES = 1_000_000;

export interface HttpGatewayOptions {
  /** Origin, and path if any, above `/functions/v1`; without a trailing slash. */
  readonly baseUrl: string;
  /** The anonymous public key. */
  readonly key: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

const { latitude, longitude, altitudeKm } = SATELLITES.iss.observer;
const POSITIONS_QUERY = new URLSearchParams({
  endpoint: 'positions',
  noradId: String(ISS_NORAD_ID),
  observerLat: String(latitude),
  observerLng: String(longitude),
  observerAlt: String(altitudeKm * 1000),
  seconds: String(POSITION_SECONDS),
});

/** Endpoints of spec §7. */
const TARGETS: Readonly<Record<RealDataCall, string>> = {
  issPosition: FUNCTION_PATHS.openNotify,
  astronauts: `${FUNCTION_PATHS.openNotify}?endpoint=astros`,
  satellitePositions: `${FUNCTION_PATHS.n2yo}?${POSITIONS_QUERY}`,
};

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > LONGEST_ANSWER_BYTES) {
      await reader.cancel();
      throw new Error('The gateway response is too long.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Gateway client for a URL. */
export function createHttpGateway({ baseUrl, key, fetch }: HttpGatewayOptions): Gateway {
  const headers = { apikey: key, authorization: `Bearer ${key}` };

  async function ask(url: string, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(url, { headers, signal, cache: 'no-store', redirect: 'error', credentials: 'omit' });
    } catch {
      throw new Error('Cannot reach the gateway.');
    }
  }

  return {
    async call(call, signal) {
      const response = await ask(`${baseUrl}${TARGETS[call]}`, signal);
      const json = parse(await readText(response));
      const failure = readFailure(json);
      if (failure !== undefined) throw new Error(failure);
      if (!response.ok) throw new Error(`The gateway answered with status ${response.status}.`);
      if (json === undefined) throw new Error('The gateway response is not JSON.');
      return json;
    },
  };
}
