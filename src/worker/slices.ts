import type { MissionSlices, Revised, SliceName, Snapshot } from '../shared/mission-control.ts';

const revise = <T>(slice: Revised<T>, value: T | undefined): Revised<T> =>
  value === undefined || value === slice.value ? slice : { revision: slice.revision + 1, value };

/** The slices with new values put in; the very ones it was given if every value is the one held. */
export function reviseSlices(slices: Snapshot, values: Partial<MissionSlices>): Snapshot {
  const clock = revise(slices.clock, values.clock);
  const telemetry = revise(slices.telemetry, values.telemetry);
  const ephemerides = revise(slices.ephemerides, values.ephemerides);
  const isSame =
    clock === slices.clock && telemetry === slices.telemetry && ephemerides === slices.ephemerides;
  return isSame ? slices : { clock, telemetry, ephemerides };
}

/** The slices of `next` that are not those of `previous`; all of them when there is no previous one. */
export function changedSlices(previous: Snapshot | undefined, next: Snapshot): Partial<Snapshot> {
  const names = Object.keys(next) as SliceName[];
  return Object.fromEntries(
    names.filter((name) => next[name] !== previous?.[name]).map((name) => [name, next[name]]),
  );
}
