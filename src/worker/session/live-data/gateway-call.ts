import { readFailure } from '../../../shared/contract/live-answers.ts';
import { parseJson } from '../../../shared/kit/parse-json.ts';

/** Valid answers are shorter, except the whole catalogue: elements of 1,000 satellites take about 400 kB. */
const LONGEST_ANSWER_BYTES = 1_000_000;

export interface GatewayAccess {
  /** Origin, and path if any, above `/functions/v1`; without a trailing slash. */
  readonly baseUrl: string;
  /** The anonymous public key. */
  readonly key: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
}

async function readText(response: Response, longestBytes: number): Promise<string> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > longestBytes) {
      await reader.cancel();
      throw new Error('The gateway response is too long.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Calls a path of the gateway. Returns its answer, by default of at most 1 MB, as JSON. Rejects with a readable
 * reason.
 */
export type GatewayCall = (path: string, signal: AbortSignal, longestBytes?: number) => Promise<unknown>;

export function createGatewayCall({ baseUrl, key, fetch }: GatewayAccess): GatewayCall {
  const headers = { apikey: key, authorization: `Bearer ${key}` };

  async function ask(url: string, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(url, { headers, signal, cache: 'no-store', redirect: 'error', credentials: 'omit' });
    } catch {
      throw new Error('Cannot reach the gateway.');
    }
  }

  return async (path, signal, longestBytes = LONGEST_ANSWER_BYTES) => {
    const response = await ask(`${baseUrl}${path}`, signal);
    const json = parseJson(await readText(response, longestBytes));
    const failure = readFailure(json);
    if (failure !== undefined) throw new Error(failure);
    if (!response.ok) throw new Error(`The gateway answered with status ${response.status}.`);
    if (json === undefined) throw new Error('The gateway response is not JSON.');
    return json;
  };
}
