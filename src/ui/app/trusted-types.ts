/** Called by the browser before a text becomes a script URL; `null` refuses. Without a rule, no text becomes markup. */
export interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string | null;
}

/** The part of the browser's `trustedTypes` in use; not in TypeScript's DOM library. */
export interface TrustedTypesFactory {
  createPolicy(name: 'default', policy: ScriptPolicy): unknown;
}

/**
 * The page's only policy, allowed by name in the Content-Security-Policy: scripts (worker, service worker)
 * come from the page's own origin, and no text becomes markup.
 */
export function scriptPolicy(page: string): ScriptPolicy {
  const { origin } = new URL(page);
  return {
    createScriptURL: (url) => (URL.canParse(url, page) && new URL(url, page).origin === origin ? url : null),
  };
}
