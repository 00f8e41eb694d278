/** Network access: `fetch`, or a test's replacement. */
export type FetchAsset = (url: string) => Promise<Pick<Response, 'ok' | 'status' | 'blob' | 'json'>>;

/**
 * Fetches a file that the map can do without. The service worker does not cache it, so it is missing offline.
 * @throws Error that names the file
 */
export async function fetchAsset(fetchFile: FetchAsset, url: string): ReturnType<FetchAsset> {
  const response = await fetchFile(url).catch((cause: unknown) => {
    throw new Error(`${url} could not be fetched.`, { cause });
  });
  if (!response.ok) throw new Error(`${url} could not be fetched: ${response.status}.`);
  return response;
}
