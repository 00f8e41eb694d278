import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useContext, useId, useState } from 'react';
import type { RoomView } from '../../../shared/contract/consoles.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { focusOnMount } from '../../kit/controls/focus-on-mount.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatCount, formatUtcDate, formatUtcMinute } from '../../kit/format.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { announce } from '../../kit/toasts/announce.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { type Sharing, SharingContext } from '../../mission/link/sharing.ts';
import { joinPath } from '../../mission/navigation/address.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import styles from './consoles-panel.module.css';

/** Sharing of the mission with other machines, over the server of the page. */
export function SharedMission({ room }: { readonly room: RoomView | undefined }) {
  const headingId = useId();
  const sharing = useContext(SharingContext);
  const kept = useKeptFocus<HTMLElement>();
  if (!sharing) return null;
  return (
    <section {...kept} className={styles.shared} tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {room ? 'Shared mission' : 'Other machines'}
      </h3>
      {room ? (
        <Shared room={room} sharing={sharing} />
      ) : (
        <Share sharing={sharing} name="Share with other machines">
          Consoles on other machines join by a link, over the server of this page. No account is needed.
        </Share>
      )}
    </section>
  );
}

const hasBranchesAtom = atom((get) => (get(sliceAtoms.transport)?.branches.length ?? 1) > 1);

interface ShareProps {
  readonly sharing: Sharing;
  readonly name: string;
  /** Says what it is for. */
  readonly children: ReactNode;
}

/** Begins to share the mission itself. */
function Share({ sharing, name, children }: ShareProps) {
  const hasBranches = useAtomValue(hasBranchesAtom);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const share = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const outcome = await sharing.shareMission();
    setBusy(false);
    if (outcome.ok) sharing.enterRoom(outcome.value);
    else setFailure(outcome.message);
  };
  return (
    <>
      <p className={styles.note}>
        {children}
        {hasBranches &&
          ' The branches of this window are not shared, and end: save a recording of each that you want to keep.'}
      </p>
      <Button isBusy={isBusy} {...pressOnce(() => void share())}>
        {name}
      </Button>
      <p role="alert" className={styles.trouble}>
        {failure !== undefined && (
          <>
            <StatusIcon level="caution" /> {failure}
          </>
        )}
      </p>
    </>
  );
}

interface SharedProps {
  readonly room: RoomView;
  readonly sharing: Sharing;
}

function Shared({ room, sharing }: SharedProps) {
  const { role, keys, viewerCount, endsAt, isConnected, isFull } = room;
  return (
    <>
      {role === 'viewer' && <p>You are watching: operators command this mission.</p>}
      <p className={styles.note}>
        {isConnected && (viewerCount === 1 ? '1 viewer. ' : `${formatCount(viewerCount)} viewers. `)}Shared
        until {formatUtcDate(endsAt)} {formatUtcMinute(endsAt)} UTC at the latest.
      </p>
      {isFull && keys && (
        <Share sharing={sharing} name="Share again">
          <StatusIcon level="caution" /> Its log is full, and no more operations are accepted. Share the
          mission again, and send the new links to the others.
        </Share>
      )}
      {keys && <Links keys={keys} />}
      {keys && isConnected && <NewLinks sharing={sharing} />}
    </>
  );
}

/** Names of a machine that only this machine itself understands. */
const isOwnName = (host: string): boolean => /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

const LINKS = [
  { role: 'operator', text: 'Lets others command this mission.' },
  { role: 'viewer', text: 'Lets others watch, and command only branches of their own.' },
] as const;

function Links({ keys }: { readonly keys: NonNullable<RoomView['keys']> }) {
  const missionId = useAtomValue(sliceAtoms.consoles)?.missionId;
  const recorder = useContext(RecorderContext);
  if (!recorder || missionId === undefined) return null;
  const copy = (role: 'operator' | 'viewer') => {
    const link = `${window.location.origin}${joinPath(missionId, keys[role])}`;
    recorder.copy(Promise.resolve(link)).then(
      () =>
        announce({
          id: 'link-copied',
          level: 'success',
          text: `${role === 'operator' ? 'Operator' : 'Viewer'} link copied`,
        }),
      ({ message }: Error) =>
        announce({ id: 'link-copied', level: 'error', text: `Failed to copy the link: ${message}` }),
    );
  };
  return (
    <>
      {LINKS.map(({ role, text }) => (
        <Link key={role} name={`Copy ${role} link`} text={text} onCopy={() => copy(role)} />
      ))}
      {isOwnName(window.location.hostname) && (
        <p className={styles.note}>
          <StatusIcon level="caution" /> The links name this machine “{window.location.hostname}”, which only
          this machine understands. For other machines, open this page by the name of this machine in the
          network.
        </p>
      )}
    </>
  );
}

interface LinkProps {
  readonly name: string;
  readonly text: string;
  readonly onCopy: () => void;
}

function Link({ name, text, onCopy }: LinkProps) {
  const textId = useId();
  return (
    <div className={styles.link}>
      <Button aria-describedby={textId} {...pressOnce(onCopy)}>
        {name}
      </Button>
      <p id={textId} className={styles.note}>
        {text}
      </p>
    </div>
  );
}

/** Replaces the links, after confirmation. */
function NewLinks({ sharing }: { readonly sharing: Sharing }) {
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<string>();
  const textId = useId();
  const kept = useKeptFocus<HTMLDivElement>();
  const renew = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const outcome = await sharing.renewRoomKeys();
    setBusy(false);
    setAsked(false);
    setAnswer(outcome.ok ? 'The old links no longer work. Copy the new ones.' : outcome.message);
  };
  const ask = () => {
    setAnswer(undefined);
    setAsked(true);
  };
  return (
    <div {...kept} tabIndex={-1}>
      {isAsked ? (
        <fieldset className={`${styles.ways} ${styles.question}`} aria-labelledby={textId}>
          <p id={textId}>
            The old links stop working, and everyone who uses them is disconnected. You stay. Others come back
            with the new links.
          </p>
          <Button look="primary" ref={focusOnMount} isBusy={isBusy} {...pressOnce(() => void renew())}>
            Make new links
          </Button>
          <Button look="quiet" {...pressOnce(() => setAsked(false))}>
            Keep the links
          </Button>
        </fieldset>
      ) : (
        <Button look="quiet" {...pressOnce(ask)}>
          New links…
        </Button>
      )}
      <p role="status" className={styles.note}>
        {answer}
      </p>
    </div>
  );
}
