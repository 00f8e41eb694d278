import { patchEphemeris } from '../../../shared/contract/ephemeris-patch.ts';
import type { ListPatch } from '../../../shared/contract/list-patch.ts';
import { patchList } from '../../../shared/contract/list-patch.ts';
import {
  type BranchRecord,
  type EphemeridesPatch,
  type MissionSlices,
  type MissionUpdate,
  type Recorded,
  type Resume,
  type ResumeRecord,
  type Revised,
  type SessionRecorded,
  SLICE_NAMES,
  type SliceName,
  type Snapshot,
} from '../../../shared/contract/mission-control.ts';
import type { TransportView } from '../../../shared/contract/transport.ts';
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

/**
 * Returns the record from which a new worker continues, after an update.
 * @param transport as of this update
 * @throws Error if the update does not follow the given record
 */
export function followRecord(
  held: Resume | undefined,
  { time, edge, notices, recorded }: Omit<MissionUpdate, 'rate' | 'slices' | 'handled'>,
  transport?: TransportView,
): Resume {
  const { live = held?.live, branches = [] } = recorded;
  const newestId = notices.at(-1)?.id;
  const nextNoticeId = newestId === undefined ? (held?.nextNoticeId ?? 1) : newestId + 1;
  const others = followBranches(held?.branches ?? [], branches, transport);
  return {
    ...follow(held, recorded),
    ...(live !== undefined && { live }),
    ...(others.length > 0 && { branches: others }),
    ...(transport && { transport }),
    ...(edge && { past: time }),
    nextNoticeId,
  };
}

/** Returns a record with its additions. */
function follow(
  held: ResumeRecord | undefined,
  { time, header, entries, marks, keyframe }: Recorded,
): ResumeRecord {
  const known: Omit<ResumeRecord, 'time'> | undefined = header ? { header, entries: [], marks: [] } : held;
  if (!known) throw new Error('The first update is incomplete: it lacks the header.');
  const kept = keyframe
    ? { ...keyframe, log: patchList(known.keyframe?.log ?? [], keyframe.log) }
    : known.keyframe;
  return {
    header: known.header,
    time,
    entries: entries.length > 0 ? [...known.entries, ...entries] : known.entries,
    marks: marks.length > 0 ? [...known.marks, ...marks] : known.marks,
    ...(kept && { keyframe: kept }),
  };
}

/** Returns the branches of the transport, with their additions. */
function followBranches(
  held: readonly BranchRecord[],
  news: NonNullable<SessionRecorded['branches']>,
  transport: TransportView | undefined,
): readonly BranchRecord[] {
  return (transport?.branches ?? []).flatMap(({ id }) => {
    const known = held.find(({ view }) => view.id === id);
    const update = news.find(({ view }) => view.id === id);
    if (update) return [{ ...follow(known, update), view: update.view }];
    return known ? [known] : [];
  });
}
