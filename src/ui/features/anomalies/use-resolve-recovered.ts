import { useAtomValue } from 'jotai';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { partedAnomaliesAtom } from './roll-up.ts';
import { isActive } from './severity.ts';

/** Resolves each Active anomaly whose fault has ended; `undefined` if there is none, or this window only watches. */
export function useResolveRecovered(): (() => Promise<Outcome<readonly Anomaly[]>>) | undefined {
  const { resolveAnomaly } = useOperations();
  const recovered = useAtomValue(partedAnomaliesAtom).over.filter(isActive);
  const maySteer = useAtomValue(maySteerAtom);
  if (recovered.length === 0 || !maySteer) return undefined;
  return async () => {
    const outcomes = await Promise.all(recovered.map(({ id }) => resolveAnomaly(id)));
    const refusal = outcomes.find((outcome) => !outcome.ok);
    return refusal ?? { ok: true, value: outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])) };
  };
}
