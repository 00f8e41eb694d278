import { useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import type { Result } from '../../../shared/kit/result.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H } from '../../../shared/kit/units.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { fleetControlAtom, fleetFailureAtom, isFleetWantedAtom } from '../../mission/fleet/atoms.ts';
import type { Satellite } from '../../mission/fleet/fleet.ts';
import type { ListedPass, PassSpan, Period } from './pass-filter.ts';

interface PassSearchQuery {
  readonly satellites: readonly Satellite[];
  readonly place: Place;
  readonly period: Period;
  readonly from: EpochMs;
  readonly to: EpochMs;
}

/** Results of a search so far. */
interface FoundPasses {
  readonly query: PassSearchQuery;
  readonly passes: readonly ListedPass[];
  /** Reasons why some satellites have no passes. */
  readonly problems: readonly string[];
  /** Number of satellites without an answer. */
  readonly waiting: number;
}

/** Passes of a list found so far. */
export interface PassSearchState {
  readonly passes: readonly ListedPass[];
  readonly problems: readonly string[];
  readonly isDone: boolean;
  /** Reason why the search failed: a clause without a full stop. */
  readonly failure: string | undefined;
  readonly retry: () => void;
}

/** Stable across renders. */
const NO_PASSES: readonly ListedPass[] = [];

/** True if two queries differ only in time, by the mission's clock. */
const areAlike = (a: PassSearchQuery, b: PassSearchQuery): boolean =>
  a.satellites === b.satellites && a.place === b.place && a.period === b.period;

/** @param answers of the first satellites */
const collect = (
  satellites: readonly Satellite[],
  answers: readonly Result<readonly VisualPass[]>[],
): Pick<FoundPasses, 'passes' | 'problems'> => ({
  passes: satellites.flatMap((satellite, index) => {
    const found = answers[index];
    return found?.ok ? found.value.map((pass) => ({ ...pass, satellite })) : [];
  }),
  problems: answers.flatMap((found) => (found.ok ? [] : [found.message])),
});

/**
 * Makes the worker of added satellites search for the passes of a list. A search begins at a full hour and
 * serves for it; the last result is shown until the next has answers.
 *
 * @param span that the list covers; nothing is searched for without it
 * @param isWanted true while the list is visible
 */
export function usePassSearch(
  satellites: readonly Satellite[],
  place: Place | undefined,
  period: Period,
  span: PassSpan | undefined,
  isWanted: boolean,
): PassSearchState {
  const control = useAtomValue(fleetControlAtom);
  const loadFailure = useAtomValue(fleetFailureAtom);
  const setFleetWanted = useSetAtom(isFleetWantedAtom);
  const [found, setFound] = useState<FoundPasses>();
  const [last, setLast] = useState<FoundPasses>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);

  // The end moves with the beginning, so that the search for an hour covers all lists of that hour.
  const from = span && Math.floor(span.from / MS_PER_H) * MS_PER_H;
  const to =
    span &&
    (period === 'tonight' && span.night === 'night' ? span.to : Math.ceil(span.to / MS_PER_H) * MS_PER_H);
  const next = useMemo(
    (): PassSearchQuery | undefined =>
      place && from !== undefined && to !== undefined
        ? { satellites, place, period, from: epochMs(from), to: addMs(epochMs(to), MS_PER_H) }
        : undefined,
    [satellites, place, period, from, to],
  );
  const [query, setQuery] = useState(next);
  // At fast rates lists follow each other quickly: one search ends before the next begins.
  const isSearching = query !== undefined && (found?.query !== query || found.waiting > 0);
  if (query !== next && !(isWanted && isSearching && next && areAlike(query, next))) setQuery(next);

  useEffect(() => {
    if (isWanted) setFleetWanted(true);
  }, [isWanted, setFleetWanted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try begins the search again
  useEffect(() => {
    if (!control || !query || !isWanted) return undefined;
    const cancelling = new AbortController();
    const answers: Result<readonly VisualPass[]>[] = [];
    const take = (found: readonly Result<readonly VisualPass[]>[]): void => {
      answers.push(...found);
      const state = {
        query,
        ...collect(query.satellites, answers),
        waiting: query.satellites.length - answers.length,
      };
      setFound(state);
      if (state.waiting === 0) setLast(state);
    };
    setFailure(undefined);
    control
      .searchPasses(
        query.satellites.map(({ elements }) => elements),
        { place: query.place, from: query.from, to: query.to },
        take,
        cancelling.signal,
      )
      .catch(({ message }: Error) => {
        if (!cancelling.signal.aborted) setFailure(message);
      });
    return () => cancelling.abort();
  }, [control, query, isWanted, tries]);

  const retry = useCallback(() => {
    setFleetWanted(false);
    setFleetWanted(true);
    setTries((count) => count + 1);
  }, [setFleetWanted]);

  const present = found?.query === query ? found : undefined;
  const isDone = present?.waiting === 0;
  const former = !isDone && last && query && areAlike(last.query, query) ? last : undefined;
  const shown = former ?? present;
  return {
    passes: shown?.passes ?? NO_PASSES,
    problems: shown?.problems ?? [],
    isDone: isDone || former !== undefined,
    failure: failure ?? (control ? undefined : loadFailure),
    retry,
  };
}
