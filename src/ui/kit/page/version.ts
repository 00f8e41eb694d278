/** Build identity, such as `v0.1.0 · a1b2c3d`: the version, and the beginning of a digest of its sources. */
export function versionText(version: string | undefined, digest: string | undefined): string {
  return version && digest ? `v${version} · ${digest}` : 'development build';
}

export const VERSION = versionText(import.meta.env.VITE_BUILD_VERSION, import.meta.env.VITE_BUILD_DIGEST);
