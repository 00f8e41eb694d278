import { atom, type createStore } from 'jotai';
import type { MissionSlices, Snapshot } from '../../shared/mission-control.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../shared/units.ts';
import { formatUtcDate } from '../kit/format.ts';

export type Store = ReturnType<typeof createStore>;

/**
 * One atom per slice of the snapshot, `undefined` until the first one arrives; written by `showSnapshot`
 * only.
 */
export const clockAtom = atom<MissionSlices['clock'] | undefined>(undefined);
export const telemetryAtom = atom<MissionSlices['telemetry'] | undefined>(undefined);
export const ephemeridesAtom = atom<MissionSlices['ephemerides'] | undefined>(undefined);
export const positionsAtom = atom<MissionSlices['positions'] | undefined>(undefined);
export const contactsAtom = atom<MissionSlices['contacts'] | undefined>(undefined);
export const realDataAtom = atom<MissionSlices['realData'] | undefined>(undefined);
export const provenanceAtom = atom<MissionSlices['provenance'] | undefined>(undefined);
export const commandsAtom = atom<MissionSlices['commands'] | undefined>(undefined);
export const timelineAtom = atom<MissionSlices['timeline'] | undefined>(undefined);
export const anomaliesAtom = atom<MissionSlices['anomalies'] | undefined>(undefined);
export const performanceAtom = atom<MissionSlices['performance'] | undefined>(undefined);
export const logAtom = atom<MissionSlices['log'] | undefined>(undefined);
export const spacecraftAtom = atom<MissionSlices['spacecraft']>(undefined);
export const eclipseAtom = atom<MissionSlices['eclipse']>(undefined);
export const verificationsAtom = atom<MissionSlices['verifications'] | undefined>(undefined);
export const dutyAtom = atom<MissionSlices['duty'] | undefined>(undefined);

/** Writes a snapshot to the atoms. Unchanged slices keep their identity and cause no render. */
export function showSnapshot(store: Store, slices: Snapshot): void {
  store.set(clockAtom, slices.clock.value);
  store.set(telemetryAtom, slices.telemetry.value);
  store.set(ephemeridesAtom, slices.ephemerides.value);
  store.set(positionsAtom, slices.positions.value);
  store.set(contactsAtom, slices.contacts.value);
  store.set(realDataAtom, slices.realData.value);
  store.set(provenanceAtom, slices.provenance.value);
  store.set(commandsAtom, slices.commands.value);
  store.set(timelineAtom, slices.timeline.value);
  store.set(anomaliesAtom, slices.anomalies.value);
  store.set(performanceAtom, slices.performance.value);
  store.set(logAtom, slices.log.value);
  store.set(spacecraftAtom, slices.spacecraft.value);
  store.set(eclipseAtom, slices.eclipse.value);
  store.set(verificationsAtom, slices.verifications.value);
  store.set(dutyAtom, slices.duty.value);
}

/**
 * Link to the worker. `connecting` until the first snapshot, `lost` from the silence of the worker until the
 * first snapshot of a new one; `attempt` counts the restarts of one outage from 1.
 */
export type LinkState =
  | { readonly status: 'connecting' }
  | { readonly status: 'connected' }
  | { readonly status: 'lost'; readonly attempt: number };

/** Reason of the last loss, until the next snapshot arrives. */
export interface LinkFailure {
  /** A clause without a full stop: "its script failed to load". */
  readonly reason: string;
  /** Whether the page has ever had a mission: without one a reload loses nothing. */
  readonly hasEverStarted: boolean;
}

export const linkFailureAtom = atom<LinkFailure | undefined>(undefined);
export const linkStateAtom = atom<LinkState>({ status: 'connecting' });
export const isLinkLostAtom = atom((get) => get(linkStateAtom).status === 'lost');

/** Mission time at its last whole second, for all displays of time; `undefined` before the first update. */
export const missionSecondAtom = atom<EpochMs | undefined>(undefined);

/** Mission time to the minute, for what changes no more often. */
export const missionMinuteAtom = atom((get) => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : epochMs(Math.floor(now / MS_PER_MIN) * MS_PER_MIN);
});

/** Today's date in mission time, which times of today omit. */
export const missionDateAtom = atom((get) => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : formatUtcDate(now);
});
