import { useMemo, useState } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import type { Result } from '../../../shared/kit/result.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { type FleetSearch, type SearchTries, useFleetSearch } from './use-fleet-search.ts';

interface PassQuery {
  readonly elements: OrbitalElements;
  readonly place: Place;
  /** Span that the passes touch. */
  readonly from: EpochMs;
  readonly to: EpochMs;
}

interface AnsweredQuery extends PassQuery {
  readonly passes: Result<readonly VisualPass[]>;
}

interface PassesOfOne extends SearchTries {
  /** `undefined` until the passes arrive, and without a query. */
  readonly found: AnsweredQuery | undefined;
}

/**
 * Returns the passes of one satellite with their `path`, from the worker. Until a search over another span is
 * answered, those of the last one are returned.
 */
export function usePasses(query: PassQuery | undefined): PassesOfOne {
  const [found, setFound] = useState<AnsweredQuery>();
  const { elements, place, from, to } = query ?? {};
  const search = useMemo((): FleetSearch | undefined => {
    if (!elements || !place || from === undefined || to === undefined) return undefined;
    return (control, signal) =>
      control.searchPasses(
        [elements],
        { place, from, to, hasPath: true },
        ([passes]) => passes && setFound({ elements, place, from, to, passes }),
        signal,
      );
  }, [elements, place, from, to]);
  const tries = useFleetSearch(search);
  return { found: found?.elements === elements && found?.place === place ? found : undefined, ...tries };
}
