/** Connection between the page's worker and the gateway (spec §7). */

/** Paths of the backend functions below the gateway's URL: the two of spec §7, and orbital elements. */
export const FUNCTION_PATHS = {
  openNotify: '/functions/v1/open-notify',
  n2yo: '/functions/v1/n2yo',
  celestrak: '/functions/v1/celestrak',
} as const;

/** Default anonymous public key. It gives access to public data only. */
export const DEFAULT_ANON_KEY = 'orbita-1-anonymous-public-key';

/** NORAD catalogue number of the ISS. */
export const ISS_NORAD_ID = 25544;

/** Samples per call for positions, one per second; the maximum allowed. */
export const POSITION_SECONDS = 300;
