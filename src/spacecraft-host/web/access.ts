import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may read telemetry and send telecommands over the web port. */
export interface AccessRules {
  /** Address that the port is bound to. */
  readonly bind: string;
  /** What every caller must know; absent on loopback. */
  readonly token?: string | undefined;
}

/** What a request says of its caller. */
export interface Caller {
  readonly host: string | undefined;
  /** The page that asks; absent if a program does. */
  readonly origin: string | undefined;
  readonly token: string | undefined;
}

const LOCAL = ['127.0.0.1', 'localhost', '[::1]'];
const ANY_ADDRESS = ['0.0.0.0', '::'];
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** True for an address that only programs of this machine reach. */
export const isLoopback = (address: string): boolean => /^(?:127\.[\d.]+|::1|localhost)$/.test(address);

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined);
const isWeb = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

/**
 * True for a name of this port. A name of the domain name system is none, unless it is the one that the port is bound
 * to: it may be that of a foreign page, made to lead here.
 */
function isOurHost(name: string, bind: string): boolean {
  const bound = bind.includes(':') ? `[${bind}]` : bind.toLowerCase();
  return LOCAL.includes(name) || name === bound || (ANY_ADDRESS.includes(bind) && ADDRESS.test(name));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** True if both are the same. Digests are of one length, and comparing them takes the same time wherever they differ. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

/** Returns why a request is refused; `undefined` if it is not. */
export function refusalOf({ host, origin, token }: Caller, rules: AccessRules): string | undefined {
  const { bind, token: secret } = rules;
  // A foreign page whose name leads here does not know the token: who does may use any name of this machine.
  const knowsToken = secret !== undefined && isSame(token ?? '', secret);
  const here = parsed(`http://${host ?? ''}`);
  const isWhole = here !== undefined && here.host === host?.toLowerCase().replace(/:80$/, '');
  if (!isWhole || !(knowsToken || isOurHost(here.hostname, bind))) return 'The request names another host.';
  if (origin !== undefined) {
    const page = parsed(origin);
    const isOurs = page !== undefined && isWeb(page) && page.origin === origin;
    if (!isOurs || !(LOCAL.includes(page.hostname) || page.host === here.host))
      return 'Only pages of this machine may reach the spacecraft.';
  }
  return secret === undefined || knowsToken ? undefined : 'The token is missing or wrong.';
}
