/** What the server answers itself, and must never come from a cache. */
const SERVER_PATHS = /^\/(functions\/|healthz$|metrics$)/;

/** Whether a navigation to this path gets the page, as from the server: any path that is no file and not the server's. */
export const isPagePath = (path: string): boolean => !SERVER_PATHS.test(path) && !/\.[^/]*$/.test(path);
