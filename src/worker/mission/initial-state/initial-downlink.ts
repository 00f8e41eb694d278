import { MISSION_AGE_AT_LOAD_MS } from '../../../shared/entities/constants.ts';
import { ELEMENTS_EPOCHS, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { COAST_LIMIT_MS, type EnvironmentAt } from '../../ground/telemetry/telemetry.ts';
import { INITIAL_SPACECRAFT } from '../../spacecraft/model.ts';
import { propagateSpacecraft } from '../../spacecraft/propagate.ts';
import { RECORDED_MB_PER_S } from '../../spacecraft/radio.ts';

/** Launch of ORBITA-1. */
const LAUNCH = ELEMENTS_EPOCHS[SPACECRAFT];

/**
 * Returns the megabytes downlinked by the beginning of a new mission's first propagated day (`docs/model.md`).
 * Nothing is kept between visits, so the figure depends on time alone: the volume that the payload has recorded since
 * launch, minus the mean that the day adds. The counter then rises with that day's passes as it did for an earlier
 * visitor, and overall as fast as the payload records, which is slightly faster than passes downlink.
 */
export function initialDownlinkMb(now: EpochMs, environmentAt: EnvironmentAt): number {
  const from = addMs(now, -COAST_LIMIT_MS);
  const start = { spacecraft: INITIAL_SPACECRAFT, time: from };
  let last: number = from;
  let mbMs = 0;
  propagateSpacecraft(start, now, environmentAt, undefined, ({ downlinkedMb }, time) => {
    mbMs += downlinkedMb * (time - last);
    last = time;
    return false;
  });
  const sinceLaunchMs = Math.max(MISSION_AGE_AT_LOAD_MS, now - LAUNCH);
  return (RECORDED_MB_PER_S * sinceLaunchMs) / MS_PER_S - mbMs / COAST_LIMIT_MS;
}
