import { patchEphemeris } from '../../../shared/contract/ephemeris-patch.ts';
import type { ListPatch } from '../../../shared/contract/list-patch.ts';
import { patchList } from '../../../shared/contract/list-patch.ts';
import {
  type EphemeridesPatch,
  type MissionSlices,
  type MissionUpdate,
  type Revised,
  type ShownSession,
  SLICE_NAMES,
  type SliceName,
  type Snapshot,
} from '../../../shared/contract/mission-control.ts';
import { mapSatellites } from '../../../shared/entities/satellites.ts';

/**
 * Applies an update to a snapshot. Slices that are not in the update keep their identity, and so do unchanged
 * entries of lists.
 * @throws Error if the update does not follow the given snapshot; the next one of that subscription is complete
 */
export function applyUpdate(held: Snapshot | undefined, { slices }: Pick<MissionUpdate, 'slices'>): Snapshot {
  const followed = SLICE_NAMES.map((name) => [name, applySlice(name, held?.[name], slices[name])]);
  return Object.fromEntries(followed);
}

function applySlice(
  name: SliceName,
  held: Revised<unknown> | undefined,
  update: Revised<unknown> | ListPatch<unknown> | EphemeridesPatch | undefined,
): Revised<unknown> {
  if (update && 'value' in update) return update;
  if (!held) throw new Error(`The first update is incomplete: it lacks ${name}.`);
  if (!update) return held;
  const { since, revision } = update;
  if (held.revision !== since)
    throw new Error(`${name} ${since} has changed, but the held revision is ${held.revision}.`);
  if ('pieces' in update) {
    return { revision, value: patchList(held.value as readonly unknown[], update.pieces) };
  }
  const earlier = held.value as MissionSlices['ephemerides'];
  return { revision, value: mapSatellites((id) => patchEphemeris(earlier[id], update.windows[id])) };
}

/** Returns what the page shows, for another worker to show it again. */
export function shownIn({ time, edge }: MissionUpdate, slices: Snapshot): ShownSession {
  const transport = slices.transport.value;
  const past = transport.awaitedPast ?? (edge && time);
  return { transport, edge: edge?.time ?? time, past };
}
