/** Paths that the server answers itself or that are not pages there either (src/gateway/static-files.ts). */
const OTHER_PATHS = /^\/(functions\/|healthz$|metrics$|assets\/|favicon\.ico$|robots\.txt$|\.well-known\/)/;

/** True if a navigation to this path may get the page, as from the server, possibly showing "not found". */
export const isPagePath = (path: string): boolean => !OTHER_PATHS.test(path);

/**
 * True if a path looks like a file. Only the server knows all files: some are not cached, and `/index.html`
 * redirects.
 */
export const mayBeFile = (path: string): boolean => /\.[^/]*$/.test(path);
