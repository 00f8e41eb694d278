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
import { minuteText, missionName, takeUpWord } from './mission-name.ts';

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
  const [keepsMissions, setKeeps] = useAtom(keepsMissionsAtom);
  useEffect(() => void actions?.refresh(), [actions]);
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        Kept missions
      </h3>
      <KeepingStatus />
      {actions && <KeptList actions={actions} />}
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
          All kept missions were deleted outside this page at {formatUtcMinute(deletedAt)} UTC.
        </p>
      )}
    </>
  );
}

function KeptList({ actions }: { readonly actions: KeptMissionActions }) {
  const missions = useAtomValue(keptMissionsAtom);
  const deletable = useAtomValue(deletableAtom);
  const now = useAtomValue(wallSecondAtom);
  /** Deletion that awaits confirmation. */
  const [asked, setAsked] = useState<'all' | KeptMission['id']>();
  const kept = useKeptFocus<HTMLDivElement>();
  if (missions.length === 0 || now === undefined) return null;
  const remove = (removed: readonly KeptMission[]) => {
    setAsked(undefined);
    void actions.remove(removed.map(({ id }) => id));
  };
  const question = (name: string, removed: readonly KeptMission[]) => (
    <div className={styles.actions}>
      <Button ref={focusOnMount} look="primary" {...pressOnce(() => remove(removed))}>
        Delete {name}
      </Button>
      <Button look="quiet" {...pressOnce(() => setAsked(undefined))}>
        Keep {removed.length > 1 ? 'them' : 'it'}
      </Button>
    </div>
  );
  return (
    <div {...kept} tabIndex={-1} className={styles.kept}>
      <ul className={styles.list} aria-label="Kept missions">
        {missions.map((mission) => {
          const name = nameOf(mission, now);
          const canDelete = deletable.includes(mission);
          return (
            <li key={mission.id} className={styles.mission}>
              <Description mission={mission} now={now} />
              {asked === mission.id ? (
                question('it', [mission])
              ) : (
                <div className={styles.actions}>
                  {!mission.isDamaged && <Continue mission={mission} name={name} actions={actions} />}
                  {canDelete && (
                    <Button
                      look="quiet"
                      aria-label={`Delete the ${name}`}
                      {...pressOnce(() => setAsked(mission.id))}
                    >
                      Delete
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {deletable.length > 1 &&
        (asked === 'all' ? (
          question(`all ${deletable.length}`, deletable)
        ) : (
          <Button look="quiet" className={styles.all} {...pressOnce(() => setAsked('all'))}>
            Delete all
          </Button>
        ))}
    </div>
  );
}

const nameOf = ({ isDamaged, startTime }: KeptMission, now: EpochMs): string =>
  isDamaged ? 'damaged mission' : missionName(startTime, now);

interface ContinueProps {
  readonly mission: KeptMission;
  readonly name: string;
  readonly actions: KeptMissionActions;
}

/** Its name differs from that of the offer, which may be visible too. */
function Continue({ mission, name, actions }: ContinueProps) {
  const own = useAtomValue(sliceAtoms.consoles)?.missionId;
  if (mission.id === own) return null;
  const word = takeUpWord(mission);
  return (
    <Button aria-label={`${word} ${name}`} {...pressOnce(() => void actions.continueMission(mission.id))}>
      {word}
    </Button>
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
