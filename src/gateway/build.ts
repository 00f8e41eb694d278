/** Identity of the build: product version, and the beginning of a digest of its inputs. */
export interface Build {
  readonly version: string;
  readonly digest: string;
}

/** Identity when running from sources, in tests and the development server. */
export const UNBUILT: Build = { version: '0.0.0', digest: 'unbuilt' };

/** Returns the identity as written by the build; `UNBUILT` if absent. */
export const buildOf = (version: string | undefined, digest: string | undefined): Build =>
  version && digest ? { version, digest } : UNBUILT;
