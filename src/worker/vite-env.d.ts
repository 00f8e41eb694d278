/// <reference types="vite/types/importMeta.d.ts" />

/** Build settings. */
interface ImportMetaEnv {
  /** URL of the backend functions, above `/functions/v1`. By default the page's origin. */
  readonly VITE_BACKEND_URL?: string;
  /** Anonymous public key of the backend functions. */
  readonly VITE_BACKEND_ANON_KEY?: string;
  /** Digest of the build's sources. */
  readonly VITE_BUILD_DIGEST?: string;
}
