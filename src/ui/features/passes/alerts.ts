import type { Place, PlaceId } from '../../../shared/entities/place.ts';
import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { passUid } from './calendar.ts';
import { isSameFilter, type ListedPass, type PassFilter, readFilter } from './pass-filter.ts';

/** Choices of a notification's lead time, in minutes before AOS. */
export const LEADS_MIN = [2, 5, 10, 30] as const;
export type LeadMin = (typeof LEADS_MIN)[number];

/** Pass for which a notification was requested. */
export interface Alert extends Pick<ListedPass, 'aos' | 'los' | 'maxElevation' | 'aosAzimuth'> {
  readonly uid: string;
  readonly satellite: string;
  readonly place: string;
  /** True if requested individually, not with the whole list. */
  readonly isOwn: boolean;
}

/** A list of passes over a place. */
export interface PassList {
  readonly filter: PassFilter;
  readonly place: PlaceId;
}

export const isSameList = (one: PassList, other: PassList | undefined): boolean =>
  one.place === other?.place && isSameFilter(one.filter, other.filter);

/** Notifications requested in this browser. */
export interface Alerts {
  readonly leadMin: LeadMin;
  /** List for every pass of which a notification was requested. */
  readonly list?: PassList | undefined;
  readonly passes: readonly Alert[];
}

export const NO_ALERTS: Alerts = { leadMin: 5, passes: [] };

const toAlert = (pass: ListedPass, place: Place, isOwn: boolean): Alert => ({
  uid: passUid(pass, place),
  satellite: pass.satellite.name,
  place: place.name,
  aos: pass.aos,
  los: pass.los,
  maxElevation: pass.maxElevation,
  aosAzimuth: pass.aosAzimuth,
  isOwn,
});

export const hasAlert = ({ passes }: Alerts, uid: string): boolean =>
  passes.some((alert) => alert.uid === uid);

const asOwn = (alert: Alert): Alert => ({ ...alert, isOwn: true });

/**
 * Adds or removes one pass of the list shown. Removing one of the list for every pass of which there are alerts turns the others
 * into individual ones.
 */
export function toggleAlert(alerts: Alerts, pass: ListedPass, filter: PassFilter, place: Place): Alerts {
  const uid = passUid(pass, place);
  const removed = alerts.passes.find((alert) => alert.uid === uid);
  if (!removed) return { ...alerts, passes: [...alerts.passes, toAlert(pass, place, true)] };
  const others = alerts.passes.filter((alert) => alert !== removed);
  const isOfList = !removed.isOwn || isSameList({ filter, place: place.id }, alerts.list);
  return isOfList ? { ...alerts, list: undefined, passes: others.map(asOwn) } : { ...alerts, passes: others };
}

/** Includes every pass of a list, or without one only those requested individually. */
export function setForAll(alerts: Alerts, list: PassList | undefined): Alerts {
  return { ...alerts, list, passes: alerts.passes.filter(({ isOwn }) => isOwn) };
}

/**
 * Updates the alerts when a list has been recomputed: its passes get their newest times, and all are included
 * if that was requested for this list. Passes that are over are dropped.
 */
export function followList(
  alerts: Alerts,
  listed: readonly ListedPass[],
  filter: PassFilter,
  place: Place,
  now: EpochMs,
): Alerts {
  const isForAll = isSameList({ filter, place: place.id }, alerts.list);
  const own = new Map(
    alerts.passes
      .filter(({ los, isOwn }) => los > now && (isOwn || !isForAll))
      .map((alert) => [alert.uid, alert]),
  );
  for (const pass of listed) {
    const alert = toAlert(pass, place, false);
    const held = own.get(alert.uid);
    if (held) own.set(alert.uid, { ...alert, isOwn: held.isOwn });
    else if (isForAll) own.set(alert.uid, alert);
  }
  const passes = [...own.values()];
  return JSON.stringify(passes) === JSON.stringify(alerts.passes) ? alerts : { ...alerts, passes };
}

/** Alerts that are due: from their lead time before AOS until AOS, after which they are useless. */
export const dueAlerts = ({ passes, leadMin }: Alerts, now: EpochMs): readonly Alert[] =>
  passes.filter(({ aos }) => now >= aos - leadMin * MS_PER_MIN && now < aos);

/** Passes already notified, by identity, with their AOS. */
export type NotifiedPasses = Readonly<Record<string, number>>;

/** Returns the alerts not yet notified, and the record with them; entries older than a day are dropped. */
export function notifyOnce(
  notified: NotifiedPasses,
  due: readonly Alert[],
  now: EpochMs,
): { readonly fresh: readonly Alert[]; readonly notified: NotifiedPasses } {
  const fresh = due.filter(({ uid }) => notified[uid] === undefined);
  const recent = Object.entries(notified).filter(([, aos]) => now - aos < MS_PER_DAY);
  return {
    fresh,
    notified: Object.fromEntries([...recent, ...fresh.map(({ uid, aos }) => [uid, aos] as const)]),
  };
}

const isAlert = (value: unknown): value is Alert => {
  const alert = (value ?? {}) as Record<keyof Alert, unknown>;
  return (
    [alert.uid, alert.satellite, alert.place].every((text) => typeof text === 'string') &&
    [alert.aos, alert.los, alert.maxElevation, alert.aosAzimuth].every(Number.isFinite) &&
    typeof alert.isOwn === 'boolean'
  );
};

function readList(stored: unknown): PassList | undefined {
  const { filter, place } = (stored ?? {}) as Partial<Record<keyof PassList, unknown>>;
  return typeof place === 'string' ? { filter: readFilter(filter), place } : undefined;
}

/**
 * Parses stored alerts; damaged parts are omitted. An earlier version stored for every pass of a list, but not of which: those
 * alerts become individual ones.
 */
export function readAlerts(stored: unknown): Alerts {
  const { leadMin, isForAll, list, passes } = (stored ?? {}) as Partial<
    Record<keyof Alerts | 'isForAll', unknown>
  >;
  const read = Array.isArray(passes) ? passes.filter(isAlert) : [];
  return {
    leadMin: LEADS_MIN.find((lead) => lead === leadMin) ?? NO_ALERTS.leadMin,
    list: readList(list),
    passes: isForAll === true ? read.map(asOwn) : read,
  };
}

export const readNotified = (stored: unknown): NotifiedPasses =>
  Object.fromEntries(
    Object.entries(stored ?? {}).flatMap(([uid, aos]) =>
      typeof aos === 'number' ? [[uid, epochMs(aos)] as const] : [],
    ),
  );
