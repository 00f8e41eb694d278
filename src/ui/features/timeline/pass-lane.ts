import {
  type ContactPlan,
  type EclipseTransition,
  joinContacts,
} from '../../../shared/contract/contact-plan.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { contactsWithin } from '../../mission/contacts/contact-strip.ts';
import { contactsOf } from '../../mission/contacts/contacts-at.ts';
import { networkPasses, type StationPasses, type StationUse } from '../../mission/contacts/stations-shown.ts';

/** Station whose passes are shown. */
export interface LaneStation {
  readonly id: string;
  readonly name: string;
}

/** A pass of ORBITA-1 over a ground station, clipped to a span. */
export interface LanePass extends TimeRange {
  readonly stationId: string;
  readonly station: string;
  readonly use: StationUse;
  /** Start of the next pass, which limits the label. */
  readonly freeUntil: EpochMs;
}

export interface LanePasses {
  /** The network's stations, then the user's own. */
  readonly stations: readonly LaneStation[];
  /** In time order. */
  readonly list: readonly LanePass[];
  /** Contacts of the active stations, joined. */
  readonly contacts: readonly TimeRange[];
  readonly eclipses: readonly TimeRange[];
  /** Part of the span with known passes; `undefined` if none. */
  readonly known: TimeRange | undefined;
  /** End of the known passes. */
  readonly knownUntil: EpochMs | undefined;
}

const NOTHING: LanePasses = {
  stations: [],
  list: [],
  contacts: [],
  eclipses: [],
  known: undefined,
  knownUntil: undefined,
};

/**
 * Returns ORBITA-1's passes over all ground stations inside a span, as far as the plan goes.
 * @param own those over the user's own stations
 */
export function passesWithin(
  plan: ContactPlan | undefined,
  span: TimeRange,
  own: readonly StationPasses[] = [],
): LanePasses {
  const contacts = contactsOf(plan, SPACECRAFT);
  if (!plan || !contacts) return NOTHING;
  const known = { from: epochMs(Math.max(plan.from, span.from)), to: epochMs(Math.min(plan.to, span.to)) };
  const all = [...networkPasses(plan, SPACECRAFT), ...own];
  const ordered = all
    .flatMap(({ station: { id, name }, use, passes = [] }) =>
      contactsWithin(passes, span).map((pass) => ({
        ...pass,
        stationId: id,
        station: name,
        use,
      })),
    )
    .sort((a, b) => a.from - b.from);
  return {
    stations: all.map(({ station: { id, name } }) => ({ id, name })),
    list: ordered.map((pass, index) => ({ ...pass, freeUntil: ordered[index + 1]?.from ?? known.to })),
    contacts: joinContacts(ordered.filter(({ use }) => use === 'active')),
    eclipses: eclipsesWithin(contacts.eclipseTransitions, known),
    known: known.from < known.to ? known : undefined,
    knownUntil: plan.to,
  };
}

/** Returns the eclipses of a span with known transitions; it may cut the first and the last. */
function eclipsesWithin(
  transitions: readonly EclipseTransition[],
  { from, to }: TimeRange,
): readonly TimeRange[] {
  const edges = transitions.filter(({ time }) => time > from && time < to);
  const isDarkAtStart = edges[0] ? !edges[0].isEclipsed : false;
  const starts = [
    ...(isDarkAtStart ? [from] : []),
    ...edges.flatMap((edge) => (edge.isEclipsed ? edge.time : [])),
  ];
  return starts.map((start) => ({
    from: start,
    to: edges.find(({ time, isEclipsed }) => time > start && !isEclipsed)?.time ?? to,
  }));
}
