/** Which build this is: the product's version, and the beginning of a digest of everything it was made of. */
export interface Build {
  readonly version: string;
  readonly digest: string;
}

/** The sources themselves, as tests and the development server run them. */
export const UNBUILT: Build = { version: '0.0.0', digest: 'unbuilt' };

/** As the build wrote it into the file; absent where nothing was built. */
export const buildOf = (version: string | undefined, digest: string | undefined): Build =>
  version && digest ? { version, digest } : UNBUILT;
