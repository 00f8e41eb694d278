import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { degrees } from '../../../shared/kit/units.ts';
import type { Located } from './atoms.ts';
import { HEIGHTS_M } from './coordinates.ts';

/** Time for the browser's answer, once permitted. */
const PATIENCE_MS = 20_000;

/** Failures of the Geolocation API by their codes. */
const FAILURES: Readonly<Record<number, string>> = {
  1: 'The browser did not allow this page to use the location. Allow it in the settings of this site, or enter the place yourself.',
  2: 'This device could not determine its location. Enter the place, or pick it on the map.',
  3: 'Finding the location took too long. Try again, or enter the place yourself.',
};

/** Asks the browser for its location. @param geolocation absent in some browsers, and over plain HTTP */
export const locate = (
  geolocation: Pick<Geolocation, 'getCurrentPosition'> | undefined,
): Promise<Result<Located>> =>
  new Promise((resolve) => {
    if (!geolocation) {
      resolve(failed('The location needs HTTPS, which this page does not have. Enter the place yourself.'));
      return;
    }
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, altitude } }) => {
        const isHeight = altitude !== null && altitude >= HEIGHTS_M.lowest && altitude <= HEIGHTS_M.highest;
        resolve(
          succeeded({
            latitude: degrees(latitude),
            longitude: degrees(longitude),
            heightM: isHeight ? Math.round(altitude) : undefined,
          }),
        );
      },
      ({ code }) =>
        resolve(failed(FAILURES[code] ?? 'The location is not available. Enter the place yourself.')),
      { timeout: PATIENCE_MS, maximumAge: 60_000 },
    );
  });
