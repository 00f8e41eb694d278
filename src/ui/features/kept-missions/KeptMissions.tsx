import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import type { Keeping } from '../../../shared/contract/durable-log.ts';
import { formatDuration } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { focusOnMount } from '../../kit/controls/focus-on-mount.ts';
import { pressOnce } from '../../kit/controls/press-once.ts';
import { useKeptFocus } from '../../kit/controls/use-kept-focus.ts';
import { formatUtcMinute } from '../../kit/format.ts';
import { keepsMissionsAtom } from '../../kit/preferences/preferences.ts';
import { StatusIcon } from '../../kit/status/StatusIcon.tsx';
import { keepingAtom, roomAtom, sliceAtoms, wallSecondAtom } from '../../mission/link/atoms.ts';
import {
  type KeptMission,
  type KeptMissionActions,
  keptMissionActionsAtom,
  keptMissionsAtom,
} from './atoms.ts';
import styles from './kept-missions.module.css';
import {
  losesMissionAtom,
  minuteText,
  missionName,
  replacementTextAtom,
  takeUpQuestion,
  takeUpWord,
} from './mission-name.ts';

const STATUS_TEXTS: Readonly<Record<Exclude<Keeping['status'], 'stopped'>, string>> = {
  starting: 'Reading the kept missions…',
  waiting:
    'This mission is kept once it is a minute old or has its first operation or branch. Until then it is in the memory of this page.',
  on: 'This mission is kept in the database of this browser, to be continued on a later visit.',
  other:
    'The console that fetches live data keeps this mission, without the branches of this console, which are in the memory of this page.',
  off: 'This mission is not kept. It is in the memory of this page.',
};

const SHARED_TEXT =
  'The server keeps this shared mission until it ends, and this browser does not. The branches of this console are in the memory of this page.';

/** Missions that can be deleted: none that is being written. */
const deletableAtom = atom((get): readonly KeptMission[] => {
  const own = get(sliceAtoms.consoles)?.missionId;
  const isOff = !get(keepsMissionsAtom);
  return get(keptMissionsAtom).filter(({ id, isShown }) => (id === own ? isOff : !isShown));
});

/** Missions kept by this browser: a list to continue and delete them, and the switch. */
export function KeptMissions() {
  const headingId = useId();
  const noteId = useId();
  const actions = useAtomValue(keptMissionActionsAtom);
  const missions = useAtomValue(keptMissionsAtom);
  const kept = useKeptFocus<HTMLElement>();
  const [keepsMissions, setKeeps] = useAtom(keepsMissionsAtom);
  useEffect(() => void actions?.refresh(), [actions]);
  return (
    <section {...kept} className={styles.section} tabIndex={-1} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Kept missions
      </h3>
      <KeepingStatus />
      {actions && missions.length > 0 && <KeptList actions={actions} missions={missions} />}
      <div>
        <label className={styles.switch}>
          <input
            type="checkbox"
            checked={keepsMissions}
            aria-describedby={noteId}
            onChange={({ target }) => setKeeps(target.checked)}
          />
          Keep missions in this browser
        </label>
        <p id={noteId} className={styles.note}>
          The newest 20, each for 7 days. While this is off, stored missions stay and no new ones are stored.
        </p>
      </div>
    </section>
  );
}

function KeepingStatus() {
  const { status, reason, deletedAt } = useAtomValue(keepingAtom);
  const isShared = useAtomValue(roomAtom) !== undefined;
  return (
    <>
      <p className={styles.note}>
        {isShared && SHARED_TEXT}
        {!isShared && status === 'stopped' && (
          <>
            <StatusIcon level="caution" /> This mission is not kept: {reason}. It is in the memory of this
            page. Everything else continues.
          </>
        )}
        {!isShared && status !== 'stopped' && STATUS_TEXTS[status]}
      </p>
      {deletedAt !== undefined && (
        <p className={styles.note}>
          All kept missions were deleted outside this page at {formatUtcMinute(deletedAt)} UTC, or a newer
          version of this page has taken them over.
        </p>
      )}
    </>
  );
}

type Act = 'delete' | 'take up';

interface KeptListProps {
  readonly actions: KeptMissionActions;
  /** At least one. */
  readonly missions: readonly KeptMission[];
}

function KeptList({ actions, missions }: KeptListProps) {
  const deletable = useAtomValue(deletableAtom);
  const now = useAtomValue(wallSecondAtom);
  const losesMission = useAtomValue(losesMissionAtom);
  /** What awaits confirmation. */
  const [asked, setAsked] = useState<{ readonly act: Act; readonly id: 'all' | KeptMission['id'] }>();
  const kept = useKeptFocus<HTMLDivElement>();
  if (now === undefined) return null;
  const cancel = () => setAsked(undefined);
  const remove = (removed: readonly KeptMission[]) => {
    cancel();
    void actions.remove(removed.map(({ id }) => id));
  };
  const takeUp = (id: KeptMission['id']) => {
    cancel();
    void actions.continueMission(id);
  };
  return (
    <div {...kept} tabIndex={-1} className={styles.kept}>
      <ul className={styles.list} aria-label="Kept missions">
        {missions.map((mission) => (
          <MissionRow
            key={mission.id}
            mission={mission}
            now={now}
            canDelete={deletable.includes(mission)}
            asked={asked?.id === mission.id ? asked.act : undefined}
            asksFirst={losesMission}
            onAsk={(act) => setAsked({ act, id: mission.id })}
            onCancel={cancel}
            onDelete={() => remove([mission])}
            onTakeUp={() => takeUp(mission.id)}
          />
        ))}
      </ul>
      {deletable.length > 1 &&
        (asked?.id === 'all' ? (
          <Deletion
            word={`Delete all ${deletable.length}`}
            backWord="Keep them"
            onDelete={() => remove(deletable)}
            onCancel={cancel}
          />
        ) : (
          <Button
            look="quiet"
            className={styles.all}
            {...pressOnce(() => setAsked({ act: 'delete', id: 'all' }))}
          >
            Delete all
          </Button>
        ))}
    </div>
  );
}

const nameOf = ({ isDamaged, startTime }: KeptMission, now: EpochMs): string =>
  isDamaged ? 'damaged mission' : missionName(startTime, now);

interface MissionRowProps {
  readonly mission: KeptMission;
  readonly now: EpochMs;
  readonly canDelete: boolean;
  /** What awaits confirmation. */
  readonly asked: Act | undefined;
  /** True if it is taken up only after a question. */
  readonly asksFirst: boolean;
  readonly onAsk: (act: Act) => void;
  readonly onCancel: () => void;
  readonly onDelete: () => void;
  readonly onTakeUp: () => void;
}

function MissionRow(props: MissionRowProps) {
  const { mission, now, canDelete, asked, asksFirst, onAsk, onCancel, onDelete, onTakeUp } = props;
  const own = useAtomValue(sliceAtoms.consoles)?.missionId;
  const name = nameOf(mission, now);
  const canTakeUp = !mission.isDamaged && mission.id !== own;
  const word = takeUpWord(mission);
  const isTakeUpAsked = asked === 'take up' && canTakeUp;
  return (
    <li className={styles.mission}>
      <Description mission={mission} now={now} />
      {asked === 'delete' && (
        <Deletion word="Delete it" backWord="Keep it" onDelete={onDelete} onCancel={onCancel} />
      )}
      {isTakeUpAsked && <TakeUp mission={mission} name={name} onTakeUp={onTakeUp} onCancel={onCancel} />}
      {asked !== 'delete' && !isTakeUpAsked && (
        <div className={styles.actions}>
          {canTakeUp && (
            // Its name differs from that of the offer, which may be visible too.
            <Button
              aria-label={`${word} ${name}`}
              {...pressOnce(asksFirst ? () => onAsk('take up') : onTakeUp)}
            >
              {word}
            </Button>
          )}
          {canDelete && (
            <Button look="quiet" aria-label={`Delete the ${name}`} {...pressOnce(() => onAsk('delete'))}>
              Delete
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface DeletionProps {
  readonly word: string;
  readonly backWord: string;
  readonly onDelete: () => void;
  readonly onCancel: () => void;
}

/** Asks whether missions should be deleted. */
function Deletion({ word, backWord, onDelete, onCancel }: DeletionProps) {
  return (
    <div className={styles.actions}>
      <Button ref={focusOnMount} look="primary" {...pressOnce(onDelete)}>
        {word}
      </Button>
      <Button look="quiet" {...pressOnce(onCancel)}>
        {backWord}
      </Button>
    </div>
  );
}

interface TakeUpProps {
  readonly mission: KeptMission;
  readonly name: string;
  readonly onTakeUp: () => void;
  readonly onCancel: () => void;
}

/** Asks whether a mission should replace that of this window. */
function TakeUp({ mission, name, onTakeUp, onCancel }: TakeUpProps) {
  const textId = useId();
  const { title, text, word } = takeUpQuestion(mission, name, useAtomValue(replacementTextAtom));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups a form's fields.
    <div className={styles.question} role="group" aria-label={title}>
      <p id={textId}>{text}</p>
      <div className={styles.actions}>
        <Button ref={focusOnMount} look="primary" aria-describedby={textId} {...pressOnce(onTakeUp)}>
          {word}
        </Button>
        <Button look="quiet" {...pressOnce(onCancel)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function Description({ mission, now }: { readonly mission: KeptMission; readonly now: EpochMs }) {
  const own = useAtomValue(sliceAtoms.consoles)?.missionId;
  const { id, startTime, time, savedAt, isDamaged, isShown } = mission;
  const [first = '', ...rest] = nameOf(mission, now);
  const length = formatDuration(Math.max(0, time - startTime));
  const place = id === own ? 'this window' : isShown && 'in another window';
  const facts = isDamaged ? ['cannot be read'] : [place, length, `kept ${minuteText(savedAt, now)} UTC`];
  return (
    <p className={styles.what}>
      <span className={styles.name}>{first.toUpperCase() + rest.join('')}</span>
      <span className={styles.note}>{facts.filter(Boolean).join(' · ')}</span>
    </p>
  );
}
