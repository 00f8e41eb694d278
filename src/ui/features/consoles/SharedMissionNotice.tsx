import { useAtom, useAtomValue } from 'jotai';
import { useContext, useState } from 'react';
import type { RoomView } from '../../../shared/contract/consoles.ts';
import { CATCHING_UP } from '../../../shared/contract/room.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import styles from '../../kit/card/notice.module.css';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { formatCount, formatUtcDate, formatUtcTime } from '../../kit/format.ts';
import { announce } from '../../kit/toasts/announce.ts';
import {
  isCatchingUpAtom,
  isRoomLostAtom,
  missionDateAtom,
  roomAtom,
  roomRefusalAtom,
} from '../../mission/link/atoms.ts';
import { enteringAtom } from '../../mission/link/entering.ts';
import { SharingContext } from '../../mission/link/sharing.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { useTransport } from '../../mission/time/use-transport.ts';

/** One line above the footer while a shared mission cannot be reached or operated, or has refused this window, with what can be done. */
export function SharedMissionNotice() {
  const isLost = useAtomValue(isRoomLostAtom);
  const isCatchingUp = useAtomValue(isCatchingUpAtom);
  const isUnreachable = useAtomValue(enteringAtom) === 'unreachable';
  const [refusal, setRefusal] = useAtom(roomRefusalAtom);
  const room = useAtomValue(roomAtom);
  const isFull = room?.isFull === true && room.role === 'operator' && !isLost;
  const isShown = isLost || isUnreachable || isCatchingUp || isFull || refusal !== undefined;
  return (
    <>
      <div role="alert" className={isShown ? styles.notice : undefined}>
        {isLost && <Lost />}
        {isUnreachable && <Unreachable />}
        {isCatchingUp && <p>{CATCHING_UP} It does not show the present yet.</p>}
        {isFull && (
          <p>
            The log of the shared mission is full, and no more operations are accepted. Share the mission
            again in the Consoles panel.
          </p>
        )}
        {refusal !== undefined && (
          <>
            <p>{refusal} This window has begun a mission of its own.</p>
            <Button {...pressOnce(() => setRefusal(undefined))}>Dismiss</Button>
          </>
        )}
      </div>
      <DoneAlone offered={room?.doneAlone} isLost={room?.isConnected === false} />
    </>
  );
}

/** ` since 12:03:20 UTC`, with the date if that is not the one shown. */
function sinceText(time: EpochMs | undefined, date: string | undefined): string {
  if (time === undefined) return '';
  const day = formatUtcDate(time);
  return ` since ${day === date ? '' : `${day} `}${formatUtcTime(time)} UTC`;
}

function Lost() {
  const room = useAtomValue(roomAtom);
  const date = useAtomValue(missionDateAtom);
  const transport = useTransport();
  const why =
    room?.refusal ?? `The server of the shared mission cannot be reached${sinceText(room?.lostAt, date)}.`;
  return (
    <>
      <p>{why} The mission is paused here. Take over to continue alone in a branch.</p>
      <Button {...pressOnce(transport.takeOver)}>Take over</Button>
    </>
  );
}

const operations = (count: number): string =>
  count === 1 ? '1 operation' : `${formatCount(count)} operations`;

interface DoneAloneProps {
  readonly offered: RoomView['doneAlone'];
  readonly isLost: boolean;
}

/** Offers to send what was done in a branch while the link was lost, and says what the shared mission has refused of it. */
function DoneAlone({ offered, isLost }: DoneAloneProps) {
  const sharing = useContext(SharingContext);
  const [isBusy, setBusy] = useState(false);
  const [dismissed, setDismissed] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  // After another loss it is offered again: the branch may have another one's letter.
  if (isLost && dismissed !== undefined) setDismissed(undefined);
  const isOffered = sharing !== undefined && offered !== undefined && offered.branch !== dismissed;
  const send = async (): Promise<void> => {
    if (!isOffered || isBusy) return;
    setBusy(true);
    const outcome = await sharing.sendDoneAlone(offered.branch);
    setBusy(false);
    if (!outcome.ok) return setTrouble(`Not everything was sent: ${outcome.message}`);
    const { sent, refusals } = outcome.value;
    if (refusals.length === 0) {
      announce({
        id: 'done-alone',
        level: 'success',
        text: `${operations(sent)} sent to the shared mission`,
      });
      return setTrouble(undefined);
    }
    const all = operations(sent + refusals.length);
    setTrouble(
      `The shared mission has accepted ${formatCount(sent)} of ${all}. Refused: ${refusals.join(' ')}`,
    );
  };
  const dismiss = (): void => {
    setTrouble(undefined);
    setDismissed(offered?.branch);
  };
  const isShown = isOffered || trouble !== undefined;
  return (
    <div role="status" className={isShown ? styles.notice : undefined}>
      {trouble !== undefined && <p>{trouble}</p>}
      {isOffered && (
        <>
          <p>
            You did {operations(offered.count)} alone in branch {offered.name}, which the shared mission does
            not have.
          </p>
          <Button isBusy={isBusy} {...pressOnce(() => void send())}>
            {offered.count === 1 ? 'Send this operation' : `Send these ${operations(offered.count)}`}
          </Button>
        </>
      )}
      {isShown && (
        <Button look="quiet" {...pressOnce(dismiss)}>
          Dismiss
        </Button>
      )}
    </div>
  );
}

function Unreachable() {
  const recorder = useContext(RecorderContext);
  return (
    <>
      <p>The shared mission cannot be reached. Trying again.</p>
      {recorder && (
        <Button {...pressOnce(() => recorder.begin({ profile: 'specified' }))}>
          Begin a mission of your own instead
        </Button>
      )}
    </>
  );
}
