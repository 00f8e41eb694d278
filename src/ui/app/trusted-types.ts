/**
 * Called by the browser before it uses a string as a script URL; `null` refuses. Without a rule, no string
 * becomes markup.
 */
export interface ScriptPolicy {
  readonly createScriptURL: (url: string) => string | null;
}

/** Part of the browser's `trustedTypes` that is used; missing from TypeScript's DOM library. */
export interface TrustedTypesFactory {
  createPolicy(name: 'default', policy: ScriptPolicy): unknown;
}

/**
 * The page's only policy, allowed by name in the Content-Security-Policy: scripts (worker, service worker)
 * come from the page's own origin, and no string becomes markup.
 */
export function scriptPolicy(page: string): ScriptPolicy {
  const { origin } = new URL(page);
  return {
    createScriptURL: (url) => (URL.canParse(url, page) && new URL(url, page).origin === origin ? url : null),
  };
}
