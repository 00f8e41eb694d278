import { atom, useAtomValue } from 'jotai';
import { useCallback, useContext } from 'react';
import { refused } from '../../../shared/contract/outcome.ts';
import type { ConsoleHolder } from '../../../shared/entities/duty-crew.ts';
import { OperationsContext } from '../link/operations.ts';
import { useAction } from '../link/use-action.ts';
import { consoleHolderAtom } from './atoms.ts';

export interface HandOver {
  /** True if the duty crew has the console. */
  readonly hasCrew: boolean;
  /** True if a handover is possible: there is a mission that accepts operations. */
  readonly isPossible: boolean;
  /** Reason why it would be refused now. */
  readonly refusal: string | undefined;
  /** Hands the console over to the other party. */
  toggle(): void;
}

/** Subject in which a handover is in progress, started by key, palette or button. */
const busyInAtom = atom<string>();

/** Handover of the console between the operator and the duty crew. */
export function useHandOver(): HandOver {
  const operations = useContext(OperationsContext);
  const holder = useAtomValue(consoleHolderAtom);
  const handOver = useCallback(
    async (to: ConsoleHolder) => operations?.handOverConsole(to) ?? refused('No link to a mission.'),
    [operations],
  );
  const { refusal, run } = useAction(handOver, busyInAtom);
  const hasCrew = holder === 'duty crew';
  return {
    hasCrew,
    isPossible: operations !== undefined && holder !== undefined && refusal === undefined,
    refusal,
    toggle: () => void run(hasCrew ? 'operator' : 'duty crew'),
  };
}
