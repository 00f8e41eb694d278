import { diffLists, type ListPatch } from '../../shared/list-patch.ts';
import {
  type MissionSlices,
  mapSlices,
  type Revised,
  SLICE_NAMES,
  type SliceName,
  type SliceUpdates,
  type Snapshot,
} from '../../shared/mission-control.ts';

/** The slices with new values; the given ones if all values are the same. */
export function reviseSlices(slices: Snapshot, values: Partial<MissionSlices>): Snapshot {
  let revised: Record<SliceName, Revised<unknown>> | undefined;
  for (const name of Object.keys(values) as SliceName[]) {
    const { value: held, revision } = slices[name];
    const value = values[name] ?? held;
    if (value === held) continue;
    revised ??= { ...slices };
    revised[name] = { revision: revision + 1, value };
  }
  return (revised as Snapshot | undefined) ?? slices;
}

/** Slices that a subscriber with `held` needs to show `next`; all of them if it has none. */
export function changedSlices(held: Snapshot | undefined, next: Snapshot): SliceUpdates {
  const changed = SLICE_NAMES.filter((name) => next[name] !== held?.[name]);
  return Object.fromEntries(changed.map((name) => [name, changeOf(held?.[name], next[name])]));
}

function changeOf(
  held: Revised<unknown> | undefined,
  next: Revised<unknown>,
): Revised<unknown> | ListPatch<unknown> {
  if (!held || !Array.isArray(held.value) || !Array.isArray(next.value)) return next;
  return { revision: next.revision, since: held.revision, pieces: diffLists(held.value, next.value) };
}

/** New slices; `revisions` continue earlier ones. */
export const openSlices = (
  values: MissionSlices,
  revisions?: Readonly<Record<SliceName, number>>,
): Snapshot => mapSlices((name) => ({ revision: revisions?.[name] ?? 1, value: values[name] })) as Snapshot;
