interface ImportMetaEnv {
  /** Where the client calls the backend functions, written in by the build. */
  readonly VITE_BACKEND_URL?: string;
}

interface ImportMeta {
  readonly env: ImportMetaEnv;
}
