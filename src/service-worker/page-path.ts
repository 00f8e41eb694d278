/** What the server answers itself, and what is no page there either (src/gateway/static-files.ts). */
const OTHER_PATHS = /^\/(functions\/|healthz$|metrics$|assets\/|favicon\.ico$|robots\.txt$|\.well-known\/)/;

/** Whether a navigation to this path may get the page, as from the server: as "not found" where nothing else is there. */
export const isPagePath = (path: string): boolean => !OTHER_PATHS.test(path);

/** Whether a path looks like a file. Only the server knows all files: some are not kept, and `/index.html` moved. */
export const mayBeFile = (path: string): boolean => /\.[^/]*$/.test(path);
