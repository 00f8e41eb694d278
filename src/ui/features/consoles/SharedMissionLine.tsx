import { atom, useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { FailureBoundary } from '../../kit/on-demand/FailureBoundary.tsx';
import { onDemand } from '../../kit/on-demand/on-demand.tsx';
import { roomAddressAtom, roomRefusalAtom } from '../../mission/link/atoms.ts';

const Notice = onDemand(
  ['SharedMissionNotice'],
  async () => (await import('./SharedMissionNotice.tsx')).SharedMissionNotice,
).Component;

const isConcernedAtom = atom(
  (get) => get(roomAddressAtom) !== undefined || get(roomRefusalAtom) !== undefined,
);

/** Slot for the notice on a shared mission. Its code is fetched with the mission: later, the server may be away. */
export function SharedMissionLine() {
  const isConcerned = useAtomValue(isConcernedAtom);
  return (
    <div>
      {isConcerned && (
        <FailureBoundary fallback={() => null}>
          <Suspense>
            <Notice />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}
