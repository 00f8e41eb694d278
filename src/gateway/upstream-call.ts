import { plainText, readFailure } from '../shared/contract/live-answers.ts';
import { SERVICE_LIMIT_MS } from '../shared/contract/time-limits.ts';
import { MS_PER_S } from '../shared/kit/units.ts';
import type { CallLog } from './call-log.ts';
import type { GatewayEffects } from './effects.ts';
import { type CallOutcome, type FailureKind, unusable } from './outcome.ts';
import { revealsKey } from './secrets.ts';

/** Default size limit of an answer: the elements of 1,000 satellites have 450 kB. */
const LARGEST_ANSWER_BYTES = 1_000_000;
const BYTES_PER_MB = 1_000_000;
const LONGEST_QUOTE = 160;
const LONGEST_MESSAGE = 300;
/** N2YO's wording for an exceeded quota. */
const QUOTA_TEXT = /exceeded|transactions/i;

export interface Endpoint<T> {
  /** Name of the service in messages. */
  readonly service: string;
  /** Subject of the request, for the log. */
  readonly what: string;
  readonly url: string;
  /** Key in the URL; never shown. */
  readonly secret?: string | undefined;
  /**
   * True if the URL contains user input. The service may repeat it, so its words go to that caller, not to the log.
   */
  readonly isTyped?: boolean;
  /** Time limit of the complete answer, in ms, if other than that of live data. */
  readonly limitMs?: number;
  /** Size limit of an answer, if other than 1 MB. */
  readonly largestBytes?: number;
  /** Message for an answer beyond the size limit: the words after the service's name. */
  readonly tooLong?: string;
  readonly read: (json: unknown) => CallOutcome<T>;
  /** Interprets an answer that is not JSON, if it has a meaning. */
  readonly readText?: (text: string, status: number) => CallOutcome<T> | undefined;
}

export type CallEffects = Pick<GatewayEffects, 'fetch' | 'clock' | 'timeoutSignal'> & {
  readonly logCall: CallLog;
};

interface Body {
  readonly text: string;
  readonly bytes: number;
}

const leave = (body: { cancel(): Promise<void> } | null): void => void body?.cancel().catch(() => undefined);

/** Returns the body as text; `undefined` if it exceeds the limit, at which reading stops. */
async function readBody(response: Response, largestBytes: number): Promise<Body | undefined> {
  if (!response.body) return { text: '', bytes: 0 };
  if (Number(response.headers.get('content-length')) > largestBytes) {
    leave(response.body);
    return undefined;
  }
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), bytes };
    bytes += value.byteLength;
    if (bytes > largestBytes) {
      leave(reader);
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns Node's code of a connection error, after a colon, if any. */
function errorCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return /^[A-Z_\d]{3,40}$/.test(code) ? `: ${code}` : '';
}

function parseJson(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function describe(text: string): string {
  const trimmed = text.trimStart();
  if (trimmed === '') return 'nothing';
  if (trimmed.startsWith('<')) return 'a web page instead of data';
  if (trimmed.startsWith('{') || trimmed.startsWith('[')) return 'truncated or invalid JSON';
  return `"${plainText(text, LONGEST_QUOTE)}"`;
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly bytes: number;
}

/** Response; `status` is present even on failure. */
interface Exchange {
  readonly answer: CallOutcome<HttpAnswer>;
  readonly status?: number;
}

function judge<T>(
  { service, read, readText }: Endpoint<T>,
  { status: code, text }: HttpAnswer,
): CallOutcome<T> {
  const parsed = parseJson(text);
  const isOk = code >= 200 && code < 300;
  const status = isOk ? '' : ` ${code}`;
  if (!parsed)
    return readText?.(text, code) ?? unusable(`${service} answered${status} with ${describe(text)}`);
  const failure = readFailure(parsed.json);
  if (failure !== undefined) {
    return unusable(
      `${service} answered${status}: ${failure}`,
      QUOTA_TEXT.test(failure) ? 'quota' : 'refused',
    );
  }
  if (!isOk) return unusable(`${service} answered${status}`);
  return read(parsed.json);
}

async function exchange(endpoint: Endpoint<unknown>, effects: CallEffects): Promise<Exchange> {
  const { service, url, limitMs = SERVICE_LIMIT_MS, largestBytes = LARGEST_ANSWER_BYTES } = endpoint;
  const { tooLong = `answered with more than ${largestBytes / BYTES_PER_MB} MB` } = endpoint;
  const signal = effects.timeoutSignal(limitMs);
  let status: number | undefined;
  const failed = (message: string, kind: FailureKind): Exchange => ({
    answer: unusable(`${service} ${message}`, kind),
    ...(status !== undefined && { status }),
  });
  try {
    const response = await effects.fetch(url, {
      redirect: 'manual',
      signal,
      headers: { accept: 'application/json' },
    });
    status = response.status;
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      leave(response.body);
      return failed('redirects to another address', 'refused');
    }
    const body = await readBody(response, largestBytes);
    if (!body) return failed(tooLong, 'refused');
    return { answer: { ok: true, value: { status, ...body } }, status };
  } catch (error) {
    if (signal.aborted) return failed(`did not answer within ${limitMs / MS_PER_S} s`, 'timeout');
    const what = status === undefined ? 'cannot be reached' : 'cut off its response';
    return failed(`${what}${errorCode(error)}`, 'unreachable');
  }
}

/** Shortens messages to a line or two and removes keys, whatever the service wrote. */
function conceal<T>(outcome: CallOutcome<T>, { service, secret }: Endpoint<T>): CallOutcome<T> {
  if (outcome.ok) return outcome;
  const { kind, message } = outcome.failure;
  if (secret !== undefined && revealsKey(message, secret)) {
    return unusable(`${service} answered with an error that repeats the key; text hidden`, kind);
  }
  return unusable(plainText(message, LONGEST_MESSAGE), kind);
}

/** Calls a service once: within time and size limits, without redirects, validated. Never rejects. */
export async function callUpstream<T>(endpoint: Endpoint<T>, effects: CallEffects): Promise<CallOutcome<T>> {
  const startedAt = effects.clock.now();
  const { answer, status } = await exchange(endpoint, effects);
  const shown = conceal(answer.ok ? judge(endpoint, answer.value) : answer, endpoint);
  const isHidden = answer.ok && endpoint.isTyped === true;
  effects.logCall({
    upstream: endpoint.service,
    what: endpoint.what,
    outcome: shown.ok ? 'ok' : shown.failure.kind,
    ms: Math.max(0, Math.round(effects.clock.now() - startedAt)),
    ...(status !== undefined && { status }),
    ...(answer.ok && { bytes: answer.value.bytes }),
    ...(!shown.ok && {
      error: isHidden ? `${endpoint.service} gave no usable answer; text hidden` : shown.failure.message,
    }),
  });
  return shown;
}
