/** What the browser asks before a text becomes markup or the address of a script; `null` refuses. */
export interface ScriptPolicy {
  readonly createHTML: (html: string) => string | null;
  readonly createScriptURL: (url: string) => string | null;
}

/** The part of the browser's `trustedTypes` that is used; it is not in TypeScript's DOM library. */
export interface TrustedTypesFactory {
  createPolicy(name: 'default', policy: ScriptPolicy): unknown;
}

/**
 * The page's only policy, which the Content-Security-Policy allows by its name: scripts (the worker, the service worker)
 * come from the page's own origin, and no text ever becomes markup. Emptying an element by `innerHTML = ''` is no markup;
 * the map's library does it.
 */
export function scriptPolicy(page: string): ScriptPolicy {
  const { origin } = new URL(page);
  return {
    createHTML: (html) => (html === '' ? '' : null),
    createScriptURL: (url) => (URL.canParse(url, page) && new URL(url, page).origin === origin ? url : null),
  };
}
