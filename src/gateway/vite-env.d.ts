interface ImportMetaEnv {
  /** Where the client calls the backend functions, written in by the build. */
  readonly VITE_BACKEND_URL?: string;
  /** Which build this is, written in by it. */
  readonly VITE_BUILD_VERSION?: string;
  readonly VITE_BUILD_DIGEST?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
