/** Called by the browser before a text becomes markup or a script URL; `null` refuses. */
export interface ScriptPolicy {
  readonly createHTML: (html: string) => string | null;
  readonly createScriptURL: (url: string) => string | null;
}

/** The part of the browser's `trustedTypes` in use; not in TypeScript's DOM library. */
export interface TrustedTypesFactory {
  createPolicy(name: 'default', policy: ScriptPolicy): unknown;
}

/**
 * The page's only policy, allowed by name in the Content-Security-Policy: scripts (worker, service worker)
 * come from the page's own origin, and no text becomes markup. Clearing an element by `innerHTML = ''` is
 * allowed; the map's library does it.
 */
export function scriptPolicy(page: string): ScriptPolicy {
  const { origin } = new URL(page);
  return {
    createHTML: (html) => (html === '' ? '' : null),
    createScriptURL: (url) => (URL.canParse(url, page) && new URL(url, page).origin === origin ? url : null),
  };
}
