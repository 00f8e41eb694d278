import type { ContactPlan } from '../../shared/contact-plan.ts';
import { SPACECRAFT } from '../../shared/satellites.ts';
import { type EpochMs, epochMs } from '../../shared/units.ts';
import { contactsWithin, joinContacts, type Span } from '../contacts/contact-strip.ts';
import { networkPasses, type StationPasses } from '../contacts/stations-shown.ts';

/** A pass of ORBITA-1 over a ground station, clipped to a span. */
export interface LanePass extends Span {
  readonly stationId: string;
  readonly station: string;
  readonly isActive: boolean;
  readonly isOwn: boolean;
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

/**
 * Passes of ORBITA-1 over all ground stations inside a span, as far as the plan goes.
 * @param own those over the user's own stations
 */
export function passesWithin(
  plan: ContactPlan | undefined,
  span: Span,
  own: readonly StationPasses[] = [],
): LanePasses {
  if (!plan?.satellites[SPACECRAFT].ok) return NOTHING;
  const known = { from: epochMs(Math.max(plan.from, span.from)), to: epochMs(Math.min(plan.to, span.to)) };
  const ordered = [...networkPasses(plan, SPACECRAFT), ...own]
    .flatMap(({ station: { id, name, active, isOwn }, passes = [] }) =>
      contactsWithin(passes, span).map((pass) => ({
        ...pass,
        stationId: id,
        station: name,
        isActive: active,
        isOwn,
      })),
    )
    .sort((a, b) => a.from - b.from);
  return {
    list: ordered.map((pass, index) => ({ ...pass, freeUntil: ordered[index + 1]?.from ?? known.to })),
    contacts: joinContacts(ordered.filter(({ isActive }) => isActive)),
    known: known.from < known.to ? known : undefined,
    knownUntil: plan.to,
  };
}
