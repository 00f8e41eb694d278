import { diffEphemeris } from '../../../shared/contract/ephemeris-patch.ts';
import { diffLists, type ListPatch } from '../../../shared/contract/list-patch.ts';
import {
  type EphemeridesPatch,
  type MissionSlices,
  type Revised,
  type SessionSliceName,
  SLICE_NAMES,
  type SliceName,
  type SliceUpdates,
  type Snapshot,
} from '../../../shared/contract/mission-control.ts';
import { mapSatellites } from '../../../shared/entities/satellites.ts';
import type { Ask } from '../../ground/anomalies/asks.ts';
import type { OnboardState } from '../../onboard/state.ts';

/** Slices that seed and journal determine. */
export type MissionSnapshot = Omit<Snapshot, SessionSliceName>;

/** Slices that the history of a mission is made from. */
export type KeptSlices = Pick<
  MissionSlices,
  | 'telemetry'
  | 'commands'
  | 'timeline'
  | 'anomalies'
  | 'spacecraft'
  | 'performance'
  | 'contacts'
  | 'log'
  | 'verifications'
>;

/** Known facts of a mission at an instant, as kept in its history. Unchanged values keep their identity. */
export interface MissionFacts extends KeptSlices {
  /** Faults that have asked for action, and when they were answered, in the last hour. */
  readonly asks: readonly Ask[] | undefined;
  /** Telemetry packets of the newest step or input; absent without packet telemetry. */
  readonly packets?: readonly Uint8Array[] | undefined;
  /** The software on board, as it really is; absent without packet telemetry. */
  readonly onboard?: OnboardState | undefined;
  /** True if the link carries packets and telecommands; absent without packet telemetry. */
  readonly isLinked?: boolean | undefined;
  /** Time that packets and telecommands are under way, ms; absent without packet telemetry. */
  readonly lightTimeMs?: number | undefined;
}

/** Revises slices with new values; returns the given ones if all values are the same. */
export function reviseSlices<Slices extends Partial<Snapshot>>(
  slices: Slices,
  values: { readonly [Name in keyof Slices & SliceName]?: MissionSlices[Name] | undefined },
): Slices {
  let revised: Partial<Record<SliceName, Revised<unknown>>> | undefined;
  for (const name of Object.keys(values) as (keyof Slices & SliceName)[]) {
    const { value: held, revision } = slices[name] as Revised<unknown>;
    const value = values[name] ?? held;
    if (value === held) continue;
    revised ??= { ...slices };
    revised[name] = { revision: revision + 1, value };
  }
  return (revised as Slices | undefined) ?? slices;
}

/** Returns the slices that a subscriber with `held` needs to show `next`; all of them if it has none. */
export function changedSlices(held: Snapshot | undefined, next: Snapshot): SliceUpdates {
  const changed = SLICE_NAMES.filter((name) => next[name] !== held?.[name]);
  return Object.fromEntries(changed.map((name) => [name, changeOf(name, held?.[name], next[name])]));
}

function changeOf(
  name: SliceName,
  held: Revised<unknown> | undefined,
  next: Revised<unknown>,
): Revised<unknown> | ListPatch<unknown> | EphemeridesPatch {
  if (held && name === 'ephemerides') {
    const [earlier, later] = [held.value, next.value] as [
      MissionSlices['ephemerides'],
      MissionSlices['ephemerides'],
    ];
    const windows = mapSatellites((id) => diffEphemeris(earlier[id], later[id]));
    return { revision: next.revision, since: held.revision, windows };
  }
  if (!held || !Array.isArray(held.value) || !Array.isArray(next.value)) return next;
  return { revision: next.revision, since: held.revision, pieces: diffLists(held.value, next.value) };
}

/** Creates slices at revision 1. */
export const openSlices = <Values extends Partial<MissionSlices>>(
  values: Values,
): { readonly [Name in keyof Values]: Revised<Values[Name]> } =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { revision: 1, value }]),
  ) as unknown as { readonly [Name in keyof Values]: Revised<Values[Name]> };
