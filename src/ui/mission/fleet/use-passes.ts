import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import type { Place } from '../../../shared/entities/place.ts';
import type { Result } from '../../../shared/kit/result.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { fleetControlAtom } from './atoms.ts';

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

/**
 * Returns the passes of one satellite with their `path`, from the worker; `undefined` until they arrive, and
 * without a query. During a search over another span, those of the last one are returned.
 */
export function usePasses(query: PassQuery | undefined): AnsweredQuery | undefined {
  const control = useAtomValue(fleetControlAtom);
  const [found, setFound] = useState<AnsweredQuery>();
  const { elements, place, from, to } = query ?? {};
  useEffect(() => {
    if (!control || !elements || !place || from === undefined || to === undefined) return undefined;
    const cancelling = new AbortController();
    control
      .searchPasses(
        [elements],
        { place, from, to, hasPath: true },
        ([passes]) => passes && setFound({ elements, place, from, to, passes }),
        cancelling.signal,
      )
      .catch(() => undefined);
    return () => cancelling.abort();
  }, [control, elements, place, from, to]);
  return found?.elements === elements && found?.place === place ? found : undefined;
}
