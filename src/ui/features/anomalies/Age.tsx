import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatAgo } from '../../kit/format.ts';
import { missionSecondAtom } from '../../mission/link/atoms.ts';

/** Age of an instant. Derived as text, so that it renders only when the text changes. */
export function Age({ since }: { readonly since: EpochMs }) {
  const textAtom = useMemo(
    () =>
      atom((get) => {
        const now = get(missionSecondAtom);
        return now === undefined ? '' : formatAgo(now - since);
      }),
    [since],
  );
  return <span>{useAtomValue(textAtom)}</span>;
}
