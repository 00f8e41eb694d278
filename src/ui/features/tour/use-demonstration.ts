import { useAtomValue } from 'jotai';
import { useCallback, useContext } from 'react';
import { refused } from '../../../shared/contract/outcome.ts';
import type { AnomalyType } from '../../../shared/entities/entities.ts';
import { FILLS_SCREEN } from '../../kit/page/use-media-query.ts';
import { OperationsContext } from '../../mission/link/operations.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';

/**
 * Requests a demonstration and opens its tab: the Overview, or on a phone the Anomalies. `undefined` without
 * a mission that may be commanded here.
 */
export function useDemonstration(): (() => void) | undefined {
  const operations = useContext(OperationsContext);
  const goTo = useGoTo();
  const maySteer = useAtomValue(maySteerAtom);
  const call = useCallback(
    async (type: AnomalyType) => operations?.demonstrateFault(type) ?? refused('No link to a mission.'),
    [operations],
  );
  const { run } = useAction(call);
  const demonstrate = useCallback(() => {
    void run('Signal').then((outcome) => {
      if (outcome?.ok) goTo(window.matchMedia(FILLS_SCREEN).matches ? 'overview' : 'anomalies');
    });
  }, [run, goTo]);
  return maySteer ? operations && demonstrate : undefined;
}
