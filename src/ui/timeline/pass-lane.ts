import type { ContactPlan } from '../../shared/contact-plan.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { SPACECRAFT } from '../../shared/satellites.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import { type EpochMs, epochMs } from '../../shared/units.ts';
import { contactsWithin, joinContacts, type Span } from '../contacts/contact-strip.ts';

/** A pass of ORBITA-1 over a ground station, clipped to a span. */
export interface LanePass extends Span {
  readonly station: string;
  readonly isActive: boolean;
  /** Until the next pass: the space for its label. */
  readonly freeUntil: EpochMs;
}

export interface LanePasses {
  /** In order of time. */
  readonly list: readonly LanePass[];
  /** Contacts of the active stations, joined. */
  readonly contacts: readonly Span[];
  /** Part of the span with known passes; `undefined` if none. */
  readonly known: Span | undefined;
  /** End of the known passes. */
  readonly knownUntil: EpochMs | undefined;
}

const NOTHING: LanePasses = { list: [], contacts: [], known: undefined, knownUntil: undefined };

/** Passes of ORBITA-1 over all ground stations inside a span, as far as the plan goes. */
export function passesWithin(plan: ContactPlan | undefined, span: Span): LanePasses {
  const contacts = plan?.satellites[SPACECRAFT];
  if (!plan || !contacts?.ok) return NOTHING;
  const known = { from: epochMs(Math.max(plan.from, span.from)), to: epochMs(Math.min(plan.to, span.to)) };
  const ordered = GROUND_STATIONS.flatMap(({ id, name, active }) => {
    const passes: readonly Pass[] = contacts.value.stations[id];
    return contactsWithin(passes, span).map((pass) => ({ ...pass, station: name, isActive: active }));
  }).sort((a, b) => a.from - b.from);
  return {
    list: ordered.map((pass, index) => ({ ...pass, freeUntil: ordered[index + 1]?.from ?? known.to })),
    contacts: joinContacts(ordered.filter(({ isActive }) => isActive)),
    known: known.from < known.to ? known : undefined,
    knownUntil: plan.to,
  };
}
