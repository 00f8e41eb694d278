/// <reference types="vite/types/importMeta.d.ts" />

/** Settings of the build. */
interface ImportMetaEnv {
  /** Where the backend functions are, above `/functions/v1`. The page's own origin where absent. */
  readonly VITE_BACKEND_URL?: string;
  /** The anonymous public key that they ask for. */
  readonly VITE_BACKEND_ANON_KEY?: string;
}
