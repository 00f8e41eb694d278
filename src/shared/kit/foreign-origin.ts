/**
 * True for an origin that a browser names and that has another host, or another port, than the request. A program that is no
 * browser names none.
 */
export function isForeign(origin: string | null, host: string | null): boolean {
  if (origin === null) return false;
  const own = /^https?:\/\/([^/?#@\\]+)$/i.exec(origin)?.[1];
  return own === undefined || own.toLowerCase() !== host?.toLowerCase();
}
