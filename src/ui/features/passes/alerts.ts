import type { Place } from '../../../shared/entities/place.ts';
import { type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { passUid } from './calendar.ts';
import type { ListedPass } from './pass-filter.ts';

/** Minutes before AOS at which a notification can come. */
export const LEADS_MIN = [2, 5, 10, 30] as const;
export type LeadMin = (typeof LEADS_MIN)[number];

/** A pass that somebody asked to be notified of. */
export interface Alert extends Pick<ListedPass, 'aos' | 'los' | 'maxElevation' | 'aosAzimuth'> {
  readonly uid: string;
  readonly satellite: string;
  readonly place: string;
  /** It was asked for by itself, not with the whole list. */
  readonly isOwn: boolean;
}

/** What somebody asked to be notified of, in this browser. */
export interface Alerts {
  readonly leadMin: LeadMin;
  /** Every pass of the list. */
  readonly isForAll: boolean;
  readonly passes: readonly Alert[];
}

export const NO_ALERTS: Alerts = { leadMin: 5, isForAll: false, passes: [] };

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

/** With or without one pass by itself. Without one of every pass of the list, the others are asked for by themselves. */
export function toggleAlert(alerts: Alerts, pass: ListedPass, place: Place): Alerts {
  const uid = passUid(pass, place);
  const others = alerts.passes.filter((alert) => alert.uid !== uid);
  if (others.length === alerts.passes.length)
    return { ...alerts, passes: [...others, toAlert(pass, place, true)] };
  if (!alerts.isForAll) return { ...alerts, passes: others };
  return { ...alerts, isForAll: false, passes: others.map((alert) => ({ ...alert, isOwn: true })) };
}

/** With every pass of a list, or with those alone that were asked for by themselves. */
export function setForAll(alerts: Alerts, isForAll: boolean): Alerts {
  return { ...alerts, isForAll, passes: alerts.passes.filter(({ isOwn }) => isOwn) };
}

/**
 * After a list has been computed again: its passes have their newest times, and all of them are asked for where that was
 * asked. Passes that are over are dropped.
 */
export function followList(
  alerts: Alerts,
  listed: readonly ListedPass[],
  place: Place,
  now: EpochMs,
): Alerts {
  const own = new Map(
    alerts.passes
      .filter(({ los, isOwn }) => los > now && (isOwn || !alerts.isForAll))
      .map((alert) => [alert.uid, alert]),
  );
  for (const pass of listed) {
    const alert = toAlert(pass, place, false);
    const held = own.get(alert.uid);
    if (held) own.set(alert.uid, { ...alert, isOwn: held.isOwn });
    else if (alerts.isForAll) own.set(alert.uid, alert);
  }
  const passes = [...own.values()];
  return JSON.stringify(passes) === JSON.stringify(alerts.passes) ? alerts : { ...alerts, passes };
}

/** The alerts that are due: from their lead before AOS until then; later they are of no use. */
export const dueAlerts = ({ passes, leadMin }: Alerts, now: EpochMs): readonly Alert[] =>
  passes.filter(({ aos }) => now >= aos - leadMin * MS_PER_MIN && now < aos);

/** Passes that were notified of, by identity, with their AOS. */
export type NotifiedPasses = Readonly<Record<string, number>>;

/** Those that were not, and what has been told with them; what is a day old is forgotten. */
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

/** From what is stored; what is damaged in it is left out. */
export function readAlerts(stored: unknown): Alerts {
  const { leadMin, isForAll, passes } = (stored ?? {}) as Partial<Record<keyof Alerts, unknown>>;
  return {
    leadMin: LEADS_MIN.find((lead) => lead === leadMin) ?? NO_ALERTS.leadMin,
    isForAll: isForAll === true,
    passes: Array.isArray(passes) ? passes.filter(isAlert) : [],
  };
}

export const readNotified = (stored: unknown): NotifiedPasses =>
  Object.fromEntries(
    Object.entries(stored ?? {}).flatMap(([uid, aos]) =>
      typeof aos === 'number' ? [[uid, epochMs(aos)] as const] : [],
    ),
  );
