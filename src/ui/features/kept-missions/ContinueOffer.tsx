import { useAtomValue, useSetAtom } from 'jotai';
import { History, X } from 'lucide-react';
import { useState } from 'react';
import { ConfirmationDialog } from '../../kit/controls/Confirmation.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useMediaQuery } from '../../kit/page/use-media-query.ts';
import { wallSecondAtom } from '../../mission/link/atoms.ts';
import { keptMissionActionsAtom, offerAtom, offeredMissionAtom } from './atoms.ts';
import styles from './continue-offer.module.css';
import {
  losesMissionAtom,
  missionName,
  replacementTextAtom,
  takeUpQuestion,
  takeUpWord,
} from './mission-name.ts';

/** Width at which the tab row has room for it. */
const ROOMY = '(min-width: 79rem)';

/**
 * Offers to continue or join the newest kept mission: beside the tabs, or over the foot of a smaller page. In one action,
 * unless something is lost.
 */
export function ContinueOffer({ place }: { readonly place: 'row' | 'foot' }) {
  const actions = useAtomValue(keptMissionActionsAtom);
  const offer = useAtomValue(offerAtom);
  const now = useAtomValue(wallSecondAtom);
  const dismiss = useSetAtom(offeredMissionAtom);
  const isRoomy = useMediaQuery(ROOMY);
  const losesMission = useAtomValue(losesMissionAtom);
  const replaced = useAtomValue(replacementTextAtom);
  const [isAsked, setAsked] = useState(false);
  const isOffered = actions && offer && now !== undefined && isRoomy === (place === 'row');
  if (!isOffered && isAsked) setAsked(false);
  if (!isOffered) return null;
  const name = missionName(offer.startTime, now);
  const run = () => void actions.continueMission(offer.id);
  const ask = (): void => {
    setAsked(true);
    // A window that has shown it may have been closed: the question follows what is found.
    void actions.refresh();
  };
  const question = { ...takeUpQuestion(offer, name, replaced), run };
  return (
    <>
      <div className={styles.offer} data-place={place}>
        <button
          type="button"
          className={styles.use}
          title={offer.isShown ? 'Another window shows it' : undefined}
          {...pressOnce(losesMission ? ask : run)}
        >
          <History aria-hidden="true" />
          {takeUpWord(offer)} the {name}
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
      {isAsked && (
        <ConfirmationDialog label={question.title} question={question} onClosed={() => setAsked(false)} />
      )}
    </>
  );
}
