/** How the page's worker and the gateway find each other (spec §7). */

/** The two backend functions, below the gateway's address. */
export const FUNCTION_PATHS = {
  openNotify: '/functions/v1/open-notify',
  n2yo: '/functions/v1/n2yo',
} as const;

/** The anonymous public key where no setting names another. It opens nothing that is not public. */
export const DEFAULT_ANON_KEY = 'orbita-1-anonymous-public-key';

/** The space station's catalogue number. */
export const ISS_NORAD_ID = 25544;

/** The samples that one call for positions asks for, one a second; the most that may be asked for. */
export const POSITION_SECONDS = 300;
