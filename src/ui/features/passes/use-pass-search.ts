import { useSetAtom } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { isFleetWantedAtom } from '../../mission/fleet/atoms.ts';
import { keyOf, type Satellite, type SatelliteKey } from '../../mission/fleet/fleet.ts';
import { type FleetSearch, type SearchTries, useFleetSearch } from '../../mission/fleet/use-fleet-search.ts';
import type { ListedPass, PassSpan, Period } from './pass-filter.ts';

interface PassSearchQuery {
  readonly place: Place;
  readonly period: Period;
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** What the worker found for one satellite. */
interface Answer {
  readonly query: PassSearchQuery;
  readonly elements: OrbitalElements;
  readonly passes: Result<readonly VisualPass[]>;
}
type Answers = ReadonlyMap<SatelliteKey, Answer>;

/** Passes of a list found so far. */
interface FoundPasses {
  readonly passes: readonly ListedPass[];
  /** Reasons why some satellites have no passes. */
  readonly problems: readonly string[];
  /** Number of satellites without an answer. */
  readonly waiting: number;
}

export interface PassSearchState extends FoundPasses, SearchTries {
  /** True if every satellite has an answer. */
  readonly isDone: boolean;
}

/** True if two queries differ only in time, by the mission's clock. */
const areAlike = (a: PassSearchQuery, b: PassSearchQuery): boolean =>
  a.place === b.place && a.period === b.period;

/** True if a satellite has the answer to a query, for the elements that it has now. */
function isAnswered(answers: Answers, satellite: Satellite, query: PassSearchQuery): boolean {
  const answer = answers.get(keyOf(satellite));
  return answer?.query === query && answer.elements === satellite.elements;
}

/** Collects the passes of a list: until a satellite has its newest answer, the one before serves. */
function collect(
  answers: Answers,
  satellites: readonly Satellite[],
  query: PassSearchQuery | undefined,
): FoundPasses {
  const found = satellites.flatMap((satellite) => {
    const answer = answers.get(keyOf(satellite));
    return answer && query && areAlike(answer.query, query) ? [{ satellite, passes: answer.passes }] : [];
  });
  return {
    passes: found.flatMap(({ satellite, passes }) =>
      passes.ok ? passes.value.map((pass) => ({ ...pass, satellite })) : [],
    ),
    problems: found.flatMap(({ passes }) => (passes.ok ? [] : [passes.message])),
    waiting: satellites.length - found.length,
  };
}

/** Adds the answers for some satellites, in the same order. */
function withAnswers(
  answers: Answers,
  satellites: readonly Satellite[],
  query: PassSearchQuery,
  found: readonly Result<readonly VisualPass[]>[],
): Answers {
  const all = new Map(answers);
  for (const [index, passes] of found.entries()) {
    const satellite = satellites[index];
    if (satellite) all.set(keyOf(satellite), { query, elements: satellite.elements, passes });
  }
  return all;
}

/** Drops the answers for satellites that are no longer in the list. */
function keepOnly(answers: Answers, satellites: readonly Satellite[]): Answers {
  const keys = new Set(satellites.map(keyOf));
  return new Map([...answers].filter(([key]) => keys.has(key)));
}

/**
 * Makes the worker of added satellites search for the passes of a list. A search begins at a full hour and
 * serves for it. A change of the list searches only for satellites with other elements than before.
 *
 * @param span that the list covers; nothing is searched for without it
 * @param isWanted true while the list is visible or otherwise in use
 */
export function usePassSearch(
  satellites: readonly Satellite[],
  place: Place | undefined,
  period: Period,
  span: PassSpan | undefined,
  isWanted: boolean,
): PassSearchState {
  const setFleetWanted = useSetAtom(isFleetWantedAtom);
  const [answers, setAnswers] = useState<Answers>(new Map());
  const newest = useRef(answers);

  // The end moves with the beginning, so that the search for an hour covers all lists of that hour.
  const from = span && Math.floor(span.from / MS_PER_H) * MS_PER_H;
  const to =
    span &&
    (period === 'tonight' && span.night === 'night' ? span.to : Math.ceil(span.to / MS_PER_H) * MS_PER_H);
  const next = useMemo(
    (): PassSearchQuery | undefined =>
      place && from !== undefined && to !== undefined
        ? { place, period, from: epochMs(from), to: addMs(epochMs(to), MS_PER_H) }
        : undefined,
    [place, period, from, to],
  );
  const [query, setQuery] = useState(next);
  // At fast rates lists follow each other quickly: one search ends before the next begins.
  const isSearching = query && satellites.some((one) => !isAnswered(answers, one, query));
  if (query !== next && !(isWanted && isSearching && next && areAlike(query, next))) setQuery(next);

  useEffect(() => {
    if (isWanted) setFleetWanted(true);
  }, [isWanted, setFleetWanted]);

  const search = useMemo((): FleetSearch | undefined => {
    if (!query || !isWanted) return undefined;
    return async (control, signal) => {
      newest.current = keepOnly(newest.current, satellites);
      const waiting = satellites.filter((one) => !isAnswered(newest.current, one, query));
      if (waiting.length === 0) return;
      const elements = waiting.map((one) => one.elements);
      const take = (found: readonly Result<readonly VisualPass[]>[]): void => {
        newest.current = withAnswers(newest.current, waiting.splice(0, found.length), query, found);
        setAnswers(newest.current);
      };
      const { place, from, to } = query;
      await control.searchPasses(elements, { place, from, to }, take, signal);
    };
  }, [satellites, query, isWanted]);
  const tries = useFleetSearch(search);

  const found = useMemo(() => collect(answers, satellites, query), [answers, satellites, query]);
  return { ...found, isDone: found.waiting === 0, ...tries };
}
