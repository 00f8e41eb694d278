import { useAtomValue, useSetAtom } from 'jotai';
import { History, X } from 'lucide-react';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useMediaQuery } from '../../kit/page/use-media-query.ts';
import { wallSecondAtom } from '../../mission/link/atoms.ts';
import { keptMissionActionsAtom, offerAtom, offeredMissionAtom } from './atoms.ts';
import styles from './continue-offer.module.css';
import { missionName, takeUpWord } from './mission-name.ts';

/** Width at which the tab row has room for it. */
const ROOMY = '(min-width: 79rem)';

/**
 * Offers to continue or join the newest kept mission in one action: beside the tabs, or over the foot of a
 * smaller page.
 */
export function ContinueOffer({ place }: { readonly place: 'row' | 'foot' }) {
  const actions = useAtomValue(keptMissionActionsAtom);
  const offer = useAtomValue(offerAtom);
  const now = useAtomValue(wallSecondAtom);
  const dismiss = useSetAtom(offeredMissionAtom);
  const isRoomy = useMediaQuery(ROOMY);
  if (!actions || !offer || now === undefined || isRoomy !== (place === 'row')) return null;
  return (
    <div className={styles.offer} data-place={place}>
      <button
        type="button"
        className={styles.use}
        title={offer.isShown ? 'Another window shows it' : undefined}
        {...pressOnce(() => void actions.continueMission(offer.id))}
      >
        <History aria-hidden="true" />
        {takeUpWord(offer)} the {missionName(offer.startTime, now)}
      </button>
      <button
        type="button"
        className={styles.dismiss}
        aria-label="Dismiss the kept mission"
        title="Dismiss: it stays in the list under Consoles"
        {...pressOnce(() => dismiss(undefined))}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
