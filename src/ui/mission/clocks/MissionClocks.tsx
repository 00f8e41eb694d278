import { type Atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { SATELLITES, SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { formatClock, formatElapsed, formatUtcDate, formatUtcTime } from '../../kit/format.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../link/atoms.ts';
import { timeKindAtom } from '../time/shown-time.ts';
import { TimeShown } from '../time/TimeShown.tsx';
import { type Milestone, milestoneText, nextContactAtom, nextEventAtom, nextLightAtom } from './clocks.ts';
import styles from './mission-clocks.module.css';

const UNKNOWN = '--:--:--';

/**
 * Mission time and the next milestones: contact, eclipse transition and event, in order of priority where space is
 * short. Not a live region.
 */
export function MissionClocks() {
  const isPresent = useAtomValue(timeKindAtom) === undefined;
  return (
    <dl
      className={styles.clocks}
      aria-label={`${SATELLITES[SPACECRAFT].name} clocks`}
      data-present={isPresent}
    >
      <Utc />
      <Elapsed />
      <Countdown kind="contact" milestoneAtom={nextContactAtom} />
      <Countdown kind="light" milestoneAtom={nextLightAtom} />
      <Countdown kind="event" milestoneAtom={nextEventAtom} />
    </dl>
  );
}

interface ClockProps {
  readonly kind: string;
  readonly name: ReactNode;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function Clock({ kind, name, title, children }: ClockProps) {
  return (
    <div className={styles.clock} data-clock={kind} title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Mission time. If it is not the present, the name says which time it is. */
function Utc() {
  const now = useAtomValue(missionSecondAtom);
  const isKnown = useAtomValue(sliceAtoms.clock) !== undefined;
  const isPresent = useAtomValue(timeKindAtom) === undefined;
  const utc = <abbr title="Coordinated Universal Time">UTC</abbr>;
  return (
    <Clock kind="utc" name={isPresent ? utc : <TimeShown />}>
      {now !== undefined && isKnown ? (
        <time dateTime={new Date(now).toISOString()}>
          <span className={styles.date}>{formatUtcDate(now)}</span> {formatUtcTime(now)}
        </time>
      ) : (
        UNKNOWN
      )}
    </Clock>
  );
}

function Elapsed() {
  const now = useAtomValue(missionSecondAtom);
  const clock = useAtomValue(sliceAtoms.clock);
  return (
    <Clock kind="met" name={<abbr title="Mission elapsed time">MET</abbr>}>
      {now !== undefined && clock ? formatElapsed(now - clock.startTime) : UNKNOWN}
    </Clock>
  );
}

type CountdownKind = 'contact' | 'light' | 'event';

/** Names while no milestone is known. */
const NAMES: Readonly<Record<CountdownKind, string>> = {
  contact: 'Next contact',
  light: 'Next light',
  event: 'Next event',
};

interface CountdownProps {
  readonly kind: CountdownKind;
  readonly milestoneAtom: Atom<Milestone | undefined>;
}

function Countdown({ kind, milestoneAtom }: CountdownProps) {
  const milestone = useAtomValue(milestoneAtom);
  const now = useAtomValue(missionSecondAtom);
  const { status } = useAtomValue(linkStateAtom);
  if (!milestone || now === undefined) {
    // A plan without further events is known; a missing contact is merely unknown.
    const isNone = kind === 'event' && status === 'connected';
    return (
      <Clock kind={kind} name={NAMES[kind]}>
        {isNone ? 'none' : UNKNOWN}
      </Clock>
    );
  }
  const { name, time, contact } = milestone;
  return (
    <Clock
      kind={kind}
      name={contact ? <Contact change={contact} station={name} /> : <bdi>{name}</bdi>}
      title={`${kind === 'event' ? '' : `${SATELLITES[SPACECRAFT].name}: `}${isolated(milestoneText(milestone))}, ${formatUtcDate(time)} ${formatUtcTime(time)} UTC`}
    >
      <span className={styles.in}>in </span>
      {formatClock(time - now)}
    </Clock>
  );
}

const CONTACT_TEXT = { AOS: 'Acquisition of signal', LOS: 'Loss of signal' } as const;

/** `AOS Madrid`, with the meaning of AOS. */
function Contact({ change, station }: { readonly change: 'AOS' | 'LOS'; readonly station: string }) {
  return (
    <>
      <abbr title={CONTACT_TEXT[change]}>{change}</abbr> {station}
    </>
  );
}
