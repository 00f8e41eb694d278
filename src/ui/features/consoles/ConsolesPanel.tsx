import { useAtomValue } from 'jotai';
import { Monitor, Presentation } from 'lucide-react';
import { useContext, useState } from 'react';
import type { ConsolesView, ConsoleView } from '../../../shared/contract/consoles.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { MAIN_BRANCH } from '../../../shared/contract/transport.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { InputField } from '../../kit/controls/Field.tsx';
import { selectOnMount } from '../../kit/controls/focus-on-mount.ts';
import { pressOnce, submitOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatUtcMinute, formatUtcTime } from '../../kit/format.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { announce } from '../../kit/toasts/announce.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { useSessionControl } from '../../mission/link/session-control.ts';
import { joinPath } from '../../mission/navigation/address.ts';
import { RecorderContext } from '../../mission/recordings/recorder.ts';
import { KeptMissions } from '../kept-missions/KeptMissions.tsx';
import { keepConsoleName } from './console-name.ts';
import styles from './consoles-panel.module.css';
import { GroundLink } from './GroundLink.tsx';
import { hasOtherScreen, useOpenWall } from './open-wall.ts';
import { SharedMission } from './SharedMission.tsx';

const KINDS = {
  desk: { Icon: Monitor, word: 'Desk' },
  wall: { Icon: Presentation, word: 'Wall display' },
} as const;

/** Consoles that show the mission, ways to join it, and the kept missions. */
export function ConsolesPanel() {
  const view = useAtomValue(sliceAtoms.consoles);
  const maySteer = useAtomValue(maySteerAtom);
  return (
    <div className={styles.panel}>
      {view ? (
        <>
          <ConsoleList view={view} />
          <Troubles view={view} />
          <WaysToJoin view={view} />
          <SharedMission room={view.room} />
          {maySteer && <GroundLink state={view.groundLink} />}
        </>
      ) : (
        <p className={styles.note}>The consoles are not known yet.</p>
      )}
      <KeptMissions />
    </div>
  );
}

function ConsoleList({ view }: { readonly view: ConsolesView }) {
  const control = useSessionControl();
  const [isNaming, setNaming] = useState(false);
  const kept = useKeptFocus<HTMLUListElement>();
  const rename = async (typed: string) => {
    const outcome = await control.renameConsole(typed);
    if (outcome.ok) keepConsoleName(outcome.value);
    return outcome;
  };
  return (
    <ul {...kept} className={styles.list} tabIndex={-1} aria-label="Consoles of this mission">
      {view.consoles.map((one) => {
        const isSelf = one.id === view.self;
        return (
          <li key={one.id} className={styles.console} aria-current={isSelf || undefined}>
            <ConsoleName
              console={one}
              isSelf={isSelf}
              isLeader={!view.room && one.id === view.leader}
              isLinkLost={view.room?.isConnected === false}
            />
            {!isSelf && (
              <FollowButton
                console={one}
                isFollowed={one.id === view.follows}
                onFollow={control.followConsole}
              />
            )}
            {isSelf && !isNaming && (
              <Button look="quiet" aria-label="Rename this console" {...pressOnce(() => setNaming(true))}>
                Rename
              </Button>
            )}
            {isSelf && isNaming && (
              <NameForm name={one.name} onName={rename} onClose={() => setNaming(false)} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface FollowButtonProps {
  readonly console: ConsoleView;
  readonly isFollowed: boolean;
  readonly onFollow: RemoteSessionControl['followConsole'];
}

/** Makes this console show the past instants that another one shows. */
function FollowButton({ console: { id, name }, isFollowed, onFollow }: FollowButtonProps) {
  const follow = () =>
    void onFollow(isFollowed ? undefined : id).then((outcome) => {
      if (!outcome.ok) announce({ id: 'follow', level: 'error', text: outcome.message });
    });
  return (
    <Button
      look="quiet"
      aria-label={`Follow ${name}`}
      aria-pressed={isFollowed}
      title="Shows here what that console shows, until you control time here"
      {...pressOnce(follow)}
    >
      {isFollowed ? 'Following' : 'Follow'}
    </Button>
  );
}

interface ConsoleNameProps {
  readonly console: ConsoleView;
  readonly isSelf: boolean;
  readonly isLeader: boolean;
  /** True while no other console of a shared mission can be reached. */
  readonly isLinkLost: boolean;
}

/** Returns what another console shows if that is not the mission's live edge. */
const shownMissionText = ({ past, showsBranch }: ConsoleView): string | undefined =>
  showsBranch ? 'shows a branch of its own' : past && `shows ${formatUtcTime(past)} UTC`;

function ConsoleName({ console: shown, isSelf, isLeader, isLinkLost }: ConsoleNameProps) {
  const { name, kind, isSilent } = shown;
  const { Icon, word } = KINDS[kind];
  const roles = [
    isSelf && 'this window',
    isLeader && 'fetches live data and plays alarms',
    shown.hasGroundLink && 'connected to ground systems',
    shownMissionText(shown),
  ].filter(Boolean);
  return (
    <div className={styles.what}>
      <Icon aria-hidden="true" />
      <p>
        <span className={styles.name}>
          <span className="visually-hidden">{word}: </span>
          <bdi>{name}</bdi>
        </span>
        {roles.length > 0 && <span className={styles.role}>{roles.join(' · ')}</span>}
        {isSilent && (
          <span className={styles.silent}>
            <StatusIcon level="off" />{' '}
            {isLinkLost ? 'cannot be reached from here' : 'not responding: frozen or closed'}
          </span>
        )}
      </p>
    </div>
  );
}

interface ConsoleNameFormProps {
  readonly name: string;
  readonly onName: (
    name: string,
  ) => Promise<{ readonly ok: true } | { readonly ok: false; readonly message: string }>;
  readonly onClose: () => void;
}

/** The session validates the name. */
function NameForm({ name, onName, onClose }: ConsoleNameFormProps) {
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string>();
  return (
    <form
      className={styles.form}
      aria-label="Name of this console"
      {...submitOnce}
      onSubmit={(event) => {
        event.preventDefault();
        void onName(typed).then((outcome) => (outcome.ok ? onClose() : setError(outcome.message)));
      }}
    >
      <InputField
        label="Name"
        className={styles.field}
        autoComplete="off"
        ref={selectOnMount}
        value={typed}
        error={error}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit">Save</Button>
      <Button look="quiet" {...pressOnce(onClose)}>
        Cancel
      </Button>
    </form>
  );
}

const OTHER_BUILD = {
  newer:
    'Another window has a newer version of this page: no mission is shared with it until this one is reloaded.',
  older:
    'Another window has an older version of this page: no mission is shared with it until that one is reloaded.',
} as const;

function Troubles({ view: { otherBuild, differedAt, room } }: { readonly view: ConsolesView }) {
  return (
    <>
      {otherBuild && (
        <p className={styles.trouble}>
          <StatusIcon level="caution" /> {OTHER_BUILD[otherBuild]}
        </p>
      )}
      {differedAt !== undefined && (
        <p className={styles.trouble}>
          <StatusIcon level="caution" />{' '}
          {room
            ? `The mission here has differed from that of another console since ${formatUtcMinute(differedAt)} UTC.`
            : `The mission here differed from that of another console at ${formatUtcMinute(differedAt)} UTC, and was rebuilt or replaced by that one.`}
        </p>
      )}
    </>
  );
}

function WaysToJoin({ view: { missionId, room } }: { readonly view: ConsolesView }) {
  const wall = useOpenWall();
  const recorder = useContext(RecorderContext);
  const { branch = MAIN_BRANCH } = useAtomValue(sliceAtoms.transport) ?? {};
  const copied =
    branch === MAIN_BRANCH
      ? 'Link to join copied'
      : 'Link to join copied. It opens the mission itself: the branches belong to this console.';
  const copyLink = () => {
    const link = `${window.location.origin}${joinPath(missionId)}`;
    recorder?.copy(Promise.resolve(link)).then(
      () => announce({ id: 'link-copied', level: 'success', text: copied }),
      ({ message }: Error) =>
        announce({ id: 'link-copied', level: 'error', text: `Failed to copy the link: ${message}` }),
    );
  };
  return (
    <div className={styles.ways}>
      <Button {...pressOnce(wall.open)}>Open wall display</Button>
      {hasOtherScreen() && <Button {...pressOnce(wall.openOnOtherScreen)}>Open wall on screen 2</Button>}
      {recorder && !room && (
        <Button title="Opens this mission in another window of this browser" {...pressOnce(copyLink)}>
          Copy link to join
        </Button>
      )}
    </div>
  );
}
