/** Hosts that a browser trusts without encryption: nobody stands between it and them. */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether the page's origin is potentially trustworthy (W3C Secure Contexts): a browser that loads it from another one
 * ignores some headers, and says so in its console. A proxy alone knows how it was asked; of the header's entries, the last is
 * its own.
 */
export function isTrustworthyOrigin({ url, headers }: Request, isBehindProxy: boolean): boolean {
  const { protocol, hostname } = new URL(url);
  const forwarded = isBehindProxy ? headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined;
  const isEncrypted = forwarded ? forwarded.toLowerCase() === 'https' : protocol === 'https:';
  return isEncrypted || LOOPBACK.test(hostname);
}
