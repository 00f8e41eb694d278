import {
  type ContactPlan,
  type EclipseTransition,
  joinContacts,
} from '../../../shared/contract/contact-plan.ts';
import type { SessionMarks, TimeSpan } from '../../../shared/contract/history.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { contactsOf } from '../../mission/contacts/contacts-at.ts';
import { networkPasses, type StationPasses, type StationUse } from '../../mission/contacts/stations-shown.ts';

/** Station whose passes are shown. */
export interface LaneStation {
  readonly id: string;
  readonly name: string;
  /** Instant from which its passes are known. */
  readonly knownFrom: EpochMs;
}

/** A period clipped to a span, in which it is drawn. */
export interface ClippedRange extends TimeRange {
  /** The period itself, which is what a text says. */
  readonly whole: TimeRange;
}

/** A pass of ORBITA-1 over a ground station. */
export interface LanePass extends ClippedRange {
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
  readonly eclipses: readonly ClippedRange[];
  /** Part of the span with known contacts and eclipses; `undefined` if none. */
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

/** What the session has flown since an instant. */
export interface Flown extends Pick<SessionMarks, 'contacts' | 'eclipses'> {
  readonly from: EpochMs;
}

/** Returns the spans that are over; one in progress is in the plan. */
const ended = (spans: readonly TimeSpan[]): readonly TimeRange[] =>
  spans.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]));

const rangeOf = ({ aos, los }: Pick<Pass, 'aos' | 'los'>): TimeRange => ({ from: aos, to: los });

/** Joins periods that touch, such as what was flown and what is planned of one pass, and clips them to a span. */
const joinedWithin = (periods: readonly TimeRange[], span: TimeRange): readonly ClippedRange[] =>
  joinContacts(periods)
    .filter(({ from, to }) => to > span.from && from < span.to)
    .map((whole) => ({
      from: epochMs(Math.max(whole.from, span.from)),
      to: epochMs(Math.min(whole.to, span.to)),
      whole,
    }));

/**
 * Returns ORBITA-1's passes over all ground stations inside a span, as far as the plan goes; before it, those over active
 * stations that have been flown.
 * @param own those over the user's own stations
 */
export function passesWithin(
  plan: ContactPlan | undefined,
  span: TimeRange,
  own: readonly StationPasses[] = [],
  flown?: Flown,
): LanePasses {
  const planned = contactsOf(plan, SPACECRAFT);
  if (!plan || !planned) return NOTHING;
  const { contacts, eclipses, from: flownFrom } = flown ?? { contacts: [], eclipses: [], from: plan.from };
  const clipped = (from: EpochMs): TimeRange => ({
    from: epochMs(Math.max(from, span.from)),
    to: epochMs(Math.min(plan.to, span.to)),
  });
  const known = clipped(epochMs(Math.min(flownFrom, plan.from)));
  const knownAll = clipped(plan.from);
  const all = [...networkPasses(plan, SPACECRAFT), ...own];
  const ordered = all
    .flatMap(({ station: { id, name }, use, passes = [] }) => {
      const over = use === 'own' ? [] : contacts.filter(({ station }) => station === name);
      return joinedWithin([...ended(over), ...passes.map(rangeOf)], span).map((pass) => ({
        ...pass,
        stationId: id,
        station: name,
        use,
      }));
    })
    .sort((a, b) => a.from - b.from);
  return {
    stations: all.map(({ station: { id, name }, use }) => ({
      id,
      name,
      knownFrom: (use === 'active' ? known : knownAll).from,
    })),
    list: ordered.map((pass, index) => ({ ...pass, freeUntil: ordered[index + 1]?.from ?? known.to })),
    contacts: joinedWithin(
      [...ended(contacts), ...ordered.filter(({ use }) => use === 'active').map(({ whole }) => whole)],
      span,
    ),
    eclipses: joinedWithin([...ended(eclipses), ...eclipsesWithin(planned.eclipseTransitions, plan)], span),
    known: known.from < known.to ? known : undefined,
    knownUntil: plan.to,
  };
}

/** Returns the eclipses of a period with known transitions; it may cut the first and the last. */
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
