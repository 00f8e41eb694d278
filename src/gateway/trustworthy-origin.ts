/** Hosts that a browser trusts without encryption: traffic stays on the machine. */
const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True if the page's origin is potentially trustworthy (W3C Secure Contexts): on any other, a browser ignores some
 * headers and logs that. Only a proxy knows the scheme of the request; of the header's entries, the last is its own.
 */
export function isTrustworthyOrigin({ url, headers }: Request, isBehindProxy: boolean): boolean {
  const { protocol, hostname } = new URL(url);
  const forwarded = isBehindProxy ? headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined;
  const isEncrypted = forwarded ? forwarded.toLowerCase() === 'https' : protocol === 'https:';
  return isEncrypted || LOOPBACK.test(hostname);
}
