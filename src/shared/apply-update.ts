import { patchEphemeris } from './ephemeris-patch.ts';
import type { ListPatch } from './list-patch.ts';
import { patchList } from './list-patch.ts';
import {
  type EphemeridesPatch,
  type MissionSlices,
  type MissionUpdate,
  type Resume,
  type Revised,
  SLICE_NAMES,
  type SliceName,
  type Snapshot,
} from './mission-control.ts';
import { mapSatellites } from './satellites.ts';

/**
 * Snapshot after an update of an earlier snapshot. Slices that are not in the update keep their identity, and
 * so do unchanged entries of lists.
 * @throws Error if the update does not follow the given snapshot; the next one of that subscription is
 * complete
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

/**
 * What a new worker continues from, after an update.
 * @throws Error if the update does not follow the given record
 */
export function followRecord(held: Resume | undefined, { time, notices, recorded }: MissionUpdate): Resume {
  const { header, entries, marks, keyframe, live } = recorded;
  const known: Omit<Resume, 'time'> | undefined = header
    ? { header, entries: [], marks: [], nextNoticeId: 1 }
    : held;
  if (!known) throw new Error('The first update is incomplete: it lacks the header.');
  const newestId = notices.at(-1)?.id;
  return {
    ...known,
    time,
    entries: entries.length > 0 ? [...known.entries, ...entries] : known.entries,
    marks: marks.length > 0 ? [...known.marks, ...marks] : known.marks,
    ...(keyframe && { keyframe: { ...keyframe, log: patchList(known.keyframe?.log ?? [], keyframe.log) } }),
    ...(live !== undefined && { live }),
    nextNoticeId: newestId === undefined ? (held?.nextNoticeId ?? 1) : newestId + 1,
  };
}
