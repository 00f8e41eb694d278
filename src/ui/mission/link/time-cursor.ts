import { atom, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';

/** The instant under the cursor of any chart, marked on all of them and on the map; `undefined` without one. */
export const timeCursorAtom = atom<EpochMs | undefined>(undefined);

/** Returns the setter of the cursor, which is cleared with its chart. */
export function useSetTimeCursor(): (time: EpochMs | undefined) => void {
  const setCursor = useSetAtom(timeCursorAtom);
  useEffect(() => () => setCursor(undefined), [setCursor]);
  return setCursor;
}
