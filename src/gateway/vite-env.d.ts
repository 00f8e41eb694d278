interface ImportMetaEnv {
  /** URL at which the client calls the backend functions, set by the build. */
  readonly VITE_BACKEND_URL?: string;
  /** Identity of the build, set by the build. */
  readonly VITE_BUILD_VERSION?: string;
  readonly VITE_BUILD_DIGEST?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
