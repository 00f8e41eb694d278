import { useAtom, useAtomValue } from 'jotai';
import { useContext } from 'react';
import { CATCHING_UP } from '../../../shared/contract/room.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import styles from '../../kit/card/notice.module.css';
import { Button } from '../../kit/controls/Button.tsx';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { formatUtcDate, formatUtcTime } from '../../kit/format.ts';
import {
  isCatchingUpAtom,
  isRoomLostAtom,
  missionDateAtom,
  roomAtom,
  roomRefusalAtom,
} from '../../mission/link/atoms.ts';
import { enteringAtom } from '../../mission/link/entering.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { useTransport } from '../../mission/time/use-transport.ts';

/** One line above the footer while a shared mission cannot be reached, or has refused this window, with what can be done. */
export function SharedMissionNotice() {
  const isLost = useAtomValue(isRoomLostAtom);
  const isCatchingUp = useAtomValue(isCatchingUpAtom);
  const isUnreachable = useAtomValue(enteringAtom) === 'unreachable';
  const [refusal, setRefusal] = useAtom(roomRefusalAtom);
  const isShown = isLost || isUnreachable || isCatchingUp || refusal !== undefined;
  return (
    <div role="alert" className={isShown ? styles.notice : undefined}>
      {isLost && <Lost />}
      {isUnreachable && <Unreachable />}
      {isCatchingUp && <p>{CATCHING_UP} It does not show the present yet.</p>}
      {refusal !== undefined && (
        <>
          <p>{refusal} This window has begun a mission of its own.</p>
          <Button {...pressOnce(() => setRefusal(undefined))}>Dismiss</Button>
        </>
      )}
    </div>
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
      <p>{why} The mission stands still here. Take over to go on alone in a branch.</p>
      <Button {...pressOnce(transport.takeOver)}>Take over</Button>
    </>
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
