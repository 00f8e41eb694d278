import { atom, useAtomValue } from 'jotai';
import { useCallback, useContext } from 'react';
import type { ConsoleHolder } from '../../shared/duty-crew.ts';
import { refused } from '../../shared/operations.ts';
import { useAction } from '../controls/use-action.ts';
import { OperationsContext } from '../mission/operations.ts';
import { consoleHolderAtom } from './atoms.ts';

export interface HandOver {
  /** Whether the duty crew has the console. */
  readonly hasCrew: boolean;
  /** Whether the console can change hands: there is a mission. */
  readonly isPossible: boolean;
  /** Gives the console to who does not have it. */
  toggle(): void;
}

/** One hand-over at a time, however it is asked for: the key, the palette, the button. */
const isBusyAtom = atom(false);

/** The console between the operator and the duty crew. */
export function useHandOver(): HandOver {
  const operations = useContext(OperationsContext);
  const holder = useAtomValue(consoleHolderAtom);
  const handOver = useCallback(
    async (to: ConsoleHolder) => operations?.handOverConsole(to) ?? refused('There is no link to a mission.'),
    [operations],
  );
  const { run } = useAction(handOver, isBusyAtom);
  const hasCrew = holder === 'duty crew';
  return {
    hasCrew,
    isPossible: operations !== undefined && holder !== undefined,
    toggle: () => void run(hasCrew ? 'operator' : 'duty crew'),
  };
}
