import { DEFAULT_ANON_KEY } from '../shared/contract/backend.ts';
import { plainText } from '../shared/contract/live-answers.ts';
import { failed, type Result, succeeded } from '../shared/kit/result.ts';

/** Settings of the gateway. docs/operations.md lists the variables. */
export interface GatewaySettings {
  /** Anonymous public key that callers send. */
  readonly anonKey: string;
  /** N2YO's key, a secret; without one, positions are computed from CelesTrak's elements. */
  readonly n2yoKey: string | undefined;
  /** Allowed cross origins, as browsers write them. The own origin needs no entry. */
  readonly allowedOrigins: readonly string[];
  /** URLs of the services, without a trailing slash. */
  readonly openNotifyUrl: string;
  readonly n2yoUrl: string;
  readonly celestrakUrl: string;
  /** Requests per minute of one client; 0 for no limit. */
  readonly rateLimitPerMin: number;
  /** True if a proxy in front writes X-Forwarded-For with the client as its last entry. */
  readonly isBehindProxy: boolean;
  /** True if `/metrics` is served. */
  readonly hasMetrics: boolean;
}

/** Additional settings of the server behind `npm start`. */
export interface ServerSettings {
  /** 0 for any free port. */
  readonly port: number;
  /** Concurrent connections; further ones are closed. */
  readonly maxConnections: number;
  /** Ports for ground systems that fly the mission of a page; absent without them. Each is 0 for any free one. */
  readonly groundLink?: { readonly telemetryPort: number; readonly telecommandPort: number } | undefined;
  /** Where shared missions are kept; absent without them. */
  readonly rooms?: RoomSettings | undefined;
  /**
   * Addresses of the NATS servers that several processes share, with commas between them; may include a password. They keep
   * the rooms and the answers of the services.
   */
  readonly natsUrl?: string | undefined;
}

export interface RoomSettings {
  /** Folder for the rooms of this process, where NATS does not keep them; the default one if absent. */
  readonly folder?: string | undefined;
}

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

export const DEFAULT_PORT = 4173;
export const HIGHEST_PORT = 65_535;

/**
 * A hundred dashboards behind one address make 1,800 requests a minute; this limit only affects programs that
 * call in a loop.
 */
const DEFAULT_RATE_LIMIT = 6000;
const HIGHEST_RATE_LIMIT = 1_000_000;

/** A browser opens up to six; an idle one costs about 10 kB. */
const DEFAULT_CONNECTIONS = 4096;
const HIGHEST_CONNECTIONS = 1_000_000;

/** A key goes into a header or a URL unescaped: no blanks and no special characters. */
const KEY = /^[\w.~+/=-]{1,4096}$/;
const N2YO_KEY = /^[A-Za-z0-9-]{6,100}$/;

const HIDDEN = ' (it is not shown)';

/** Returns the given value, on one line; hidden if it may be a URL with a password or a key. */
const shown = (text: string): string => (/[@?#]/.test(text) ? HIDDEN : `, not "${plainText(text, 200)}"`);

/** Reads a variable; blank counts as not set. A refusal completes the sentence "NAME must be …". */
function read<T>(
  env: EnvironmentVariables,
  name: string,
  fallback: T,
  parse: (text: string) => T | undefined,
  expected: string,
  isShown = true,
): Result<T> {
  const text = env[name]?.trim();
  if (!text) return succeeded(fallback);
  const value = parse(text);
  if (value !== undefined) return succeeded(value);
  return failed(`${name} must be ${expected}${isShown ? shown(text) : HIDDEN}.`);
}

function wholeNumber(text: string, highest: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value <= highest ? value : undefined;
}

function parseUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return isPlain && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** Returns the base URL of a service, without a trailing slash. */
function parseBase(text: string): string | undefined {
  const url = parseUrl(text);
  return url && (url.origin + url.pathname).replace(/\/+$/, '');
}

function parseOrigins(text: string): readonly string[] | undefined {
  const origins: string[] = [];
  for (const entry of text.split(',')) {
    const trimmed = entry.trim();
    if (trimmed === '') continue;
    const url = parseUrl(trimmed);
    // An asterisk is legal in a host name, and matches nothing else.
    if (url?.pathname !== '/' || url.hostname.includes('*')) return undefined;
    origins.push(url.origin);
  }
  return origins;
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Reads the gateway settings from an environment. A refusal names the variable and the requirement. */
export function readGatewaySettings(env: EnvironmentVariables): Result<GatewaySettings> {
  const base = (name: string, fallback: string) =>
    read(env, name, fallback, parseBase, 'an http or https address like https://example.org');
  const key = (text: string) => (KEY.test(text) ? text : undefined);
  const n2yo = (text: string): string | undefined => (N2YO_KEY.test(text) ? text : undefined);

  const anonKey = read(
    env,
    'BACKEND_ANON_KEY',
    DEFAULT_ANON_KEY,
    key,
    'a key of letters, digits and ._~+/=-',
    false,
  );
  if (!anonKey.ok) return anonKey;
  const n2yoKey = read<string | undefined>(
    env,
    'N2YO_API_KEY',
    undefined,
    n2yo,
    'a key of 6 to 100 letters, digits and hyphens',
    false,
  );
  if (!n2yoKey.ok) return n2yoKey;
  const allowedOrigins = read<readonly string[]>(
    env,
    'ALLOWED_ORIGINS',
    [],
    parseOrigins,
    'a list of origins like https://mission.example, with commas between them',
  );
  if (!allowedOrigins.ok) return allowedOrigins;
  const openNotifyUrl = base('OPEN_NOTIFY_URL', 'http://api.open-notify.org');
  if (!openNotifyUrl.ok) return openNotifyUrl;
  const n2yoUrl = base('N2YO_URL', 'https://api.n2yo.com');
  if (!n2yoUrl.ok) return n2yoUrl;
  const celestrakUrl = base('CELESTRAK_URL', 'https://celestrak.org');
  if (!celestrakUrl.ok) return celestrakUrl;
  const rateLimitPerMin = read(
    env,
    'RATE_LIMIT_PER_MIN',
    DEFAULT_RATE_LIMIT,
    (text) => wholeNumber(text, HIGHEST_RATE_LIMIT),
    `a number from 0 (no limit) to ${HIGHEST_RATE_LIMIT}`,
  );
  if (!rateLimitPerMin.ok) return rateLimitPerMin;
  const isBehindProxy = read(
    env,
    'TRUST_PROXY',
    false,
    (text) => SWITCH.get(text),
    '1 behind a proxy, otherwise 0',
  );
  if (!isBehindProxy.ok) return isBehindProxy;
  const hasMetrics = read(env, 'METRICS', true, (text) => SWITCH.get(text), '1 or 0');
  if (!hasMetrics.ok) return hasMetrics;

  return succeeded({
    anonKey: anonKey.value,
    n2yoKey: n2yoKey.value,
    allowedOrigins: allowedOrigins.value,
    openNotifyUrl: openNotifyUrl.value,
    n2yoUrl: n2yoUrl.value,
    celestrakUrl: celestrakUrl.value,
    rateLimitPerMin: rateLimitPerMin.value,
    isBehindProxy: isBehindProxy.value,
    hasMetrics: hasMetrics.value,
  });
}

/** Usual ports of a spacecraft on the wire (docs/spacecraft.md). */
const GROUND_PORTS = { telemetry: 10_015, telecommands: 10_025 } as const;

function readGroundLink(env: EnvironmentVariables): Result<ServerSettings['groundLink']> {
  const isOn = read(env, 'GROUND_LINK', false, (text) => SWITCH.get(text), '1 or 0');
  if (!isOn.ok) return isOn;
  if (!isOn.value) return succeeded(undefined);
  if (SWITCH.get(env.TRUST_PROXY?.trim() ?? '')) {
    return failed('GROUND_LINK is for pages on this machine: it cannot be 1 behind a proxy (TRUST_PROXY).');
  }
  const portOf = (name: string, usual: number) =>
    read(
      env,
      name,
      usual,
      (text) => wholeNumber(text, HIGHEST_PORT),
      `a number from 0 (any free port) to ${HIGHEST_PORT}`,
    );
  const telemetryPort = portOf('GROUND_LINK_TM_PORT', GROUND_PORTS.telemetry);
  if (!telemetryPort.ok) return telemetryPort;
  const telecommandPort = portOf('GROUND_LINK_TC_PORT', GROUND_PORTS.telecommands);
  if (!telecommandPort.ok) return telecommandPort;
  return succeeded({ telemetryPort: telemetryPort.value, telecommandPort: telecommandPort.value });
}

const NATS_PROTOCOLS: readonly string[] = ['nats:', 'tls:'];

/** Returns the addresses of the NATS servers of one cluster. */
function parseNatsUrl(text: string): string | undefined {
  const isServer = (server: string): boolean => {
    if (!URL.canParse(server)) return false;
    const { protocol, hostname } = new URL(server);
    return NATS_PROTOCOLS.includes(protocol) && hostname !== '';
  };
  return text.split(',').every((server) => isServer(server.trim())) ? text : undefined;
}

function readRooms(env: EnvironmentVariables): Result<ServerSettings['rooms']> {
  const isOn = read(env, 'ROOMS', true, (text) => SWITCH.get(text), '1 or 0');
  if (!isOn.ok) return isOn;
  return succeeded(isOn.value ? { folder: env.ROOMS_DIR?.trim() || undefined } : undefined);
}

const readNatsUrl = (env: EnvironmentVariables): Result<string | undefined> =>
  read<string | undefined>(
    env,
    'NATS_URL',
    undefined,
    parseNatsUrl,
    'a list of addresses like nats://127.0.0.1:4222, with commas between them',
    false,
  );

export function readServerSettings(env: EnvironmentVariables): Result<ServerSettings> {
  const port = read(
    env,
    'PORT',
    DEFAULT_PORT,
    (text) => wholeNumber(text, HIGHEST_PORT),
    `a number from 0 (any free port) to ${HIGHEST_PORT}`,
  );
  if (!port.ok) return port;
  const maxConnections = read(
    env,
    'MAX_CONNECTIONS',
    DEFAULT_CONNECTIONS,
    (text) => wholeNumber(text, HIGHEST_CONNECTIONS) || undefined,
    `a number from 1 to ${HIGHEST_CONNECTIONS}`,
  );
  if (!maxConnections.ok) return maxConnections;
  const groundLink = readGroundLink(env);
  if (!groundLink.ok) return groundLink;
  const rooms = readRooms(env);
  if (!rooms.ok) return rooms;
  const natsUrl = readNatsUrl(env);
  if (!natsUrl.ok) return natsUrl;
  return succeeded({
    port: port.value,
    maxConnections: maxConnections.value,
    groundLink: groundLink.value,
    rooms: rooms.value,
    natsUrl: natsUrl.value,
  });
}

/**
 * Reads the origin that the built client calls, for the Content-Security-Policy; `undefined` for the page's own.
 * @param address VITE_BACKEND_URL at build time
 */
export function readBackendOrigin(address: string | undefined): Result<string | undefined> {
  const text = address?.trim();
  if (!text || text.startsWith('/')) return succeeded(undefined);
  const url = parseUrl(text);
  if (url) return succeeded(url.origin);
  return failed(
    `VITE_BACKEND_URL must be an http or https address like https://example.org, not "${plainText(text, 200)}": set it and rebuild.`,
  );
}
