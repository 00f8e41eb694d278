import { type EpochMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import type { EphemerisWindow } from '../../../shared/orbit/ephemeris.ts';
import { viewFrom } from './contacts-at.ts';
import type { StationPasses } from './stations-shown.ts';

/** Visibility of the selected satellite from a ground station. */
export interface StationVisibility {
  /** Also false for the user's own stations. */
  readonly isActive: boolean;
  readonly isInView: boolean;
  /** True if the AOS of an active station is within a minute. */
  readonly isSoon: boolean;
}

/** Keyed by the id of the shown station. */
export type VisibilityByStation = Readonly<Record<string, StationVisibility>>;

/** Returns the visibility from stations at an instant; the same object while nothing has changed. */
export function followStationVisibility(
  held: VisibilityByStation | undefined,
  stations: readonly StationPasses[],
  window: EphemerisWindow | undefined,
  now: EpochMs,
): VisibilityByStation {
  const stationVisibility = Object.fromEntries(
    stations.map((over) => {
      const { station, use } = over;
      const { isInView, pass } = viewFrom(over, window, now);
      const isSoon =
        use !== 'inactive' &&
        !isInView &&
        pass !== undefined &&
        pass.aos > now &&
        pass.aos - now <= MS_PER_MIN;
      return [station.id, { isActive: use === 'active', isInView, isSoon }];
    }),
  );
  const isSame = stations.every(({ station: { id } }) => {
    const [before, after] = [held?.[id], stationVisibility[id]];
    return (
      before?.isActive === after?.isActive &&
      before?.isInView === after?.isInView &&
      before?.isSoon === after?.isSoon
    );
  });
  return held && isSame ? held : stationVisibility;
}
