import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { TimelineEvent } from '../../shared/entities/entities.ts';
import { type EpochMs, MS_PER_H } from '../../shared/kit/units.ts';
import { crewsOf, formatPeople } from '../features/astronauts/crew.ts';
import { useLastPeriod } from '../features/shift/use-last-period.ts';
import typeColors from '../features/timeline/type-colors.module.css';
import { formatUtcMinute } from '../kit/format.ts';
import { orbitaContactsAtom } from '../mission/clocks/clocks.ts';
import { crewDutyAtom } from '../mission/duty/atoms.ts';
import { missionMinuteAtom, missionSecondAtom, sliceAtoms } from '../mission/link/atoms.ts';
import { periodName, periodText } from '../mission/time/period-text.ts';
import { agendaAtom } from './atoms.ts';
import frame from './frame.module.css';
import styles from './panel.module.css';
import { type AxisBar, PLAN_MS, planAxis } from './plan-axis.ts';
import texts from './text.module.css';
import { fitWords } from './truncate.ts';
import { wallClock } from './wall-clock.ts';

/** The plan of the next hours, the outcome of the last one, and the crews. */
export function PlanPanel() {
  return (
    <section className={`${frame.panel} ${styles.plan}`} aria-labelledby="wall-timeline">
      <h2 id="wall-timeline" className="visually-hidden">
        Timeline
      </h2>
      <Axis />
      <Events />
      <Crew />
    </section>
  );
}

interface PlanRowProps {
  readonly name: string;
  readonly row: 'light' | 'contacts' | 'events';
  readonly children: ReactNode;
}

function Row({ name, row, children }: PlanRowProps) {
  return (
    <>
      <span>{name}</span>
      <div className={styles.bars} data-row={row}>
        {children}
      </div>
    </>
  );
}

function Bars({ bars }: { readonly bars: readonly AxisBar[] }) {
  return bars.map(({ from, width }) => <i key={from} style={{ left: `${from}%`, width: `${width}%` }} />);
}

/** Light, contacts and events of the next hours; the list below and other scenes show them as text. */
function Axis() {
  const contacts = useAtomValue(orbitaContactsAtom);
  const agenda = useAtomValue(agendaAtom);
  const now = useAtomValue(missionMinuteAtom);
  if (now === undefined) return null;
  const axis = planAxis(contacts, now, agenda && [...agenda.current, ...agenda.ahead]);
  return (
    <div className={styles.axis} aria-hidden="true">
      <Row name="Light" row="light">
        <Bars bars={axis.eclipses} />
      </Row>
      <Row name="Contacts" row="contacts">
        <Bars bars={axis.contacts} />
      </Row>
      <Row name="Events" row="events">
        {axis.events.map(({ from, width, event: { id, type } }) => (
          <i
            key={id}
            className={typeColors.type}
            data-type={type}
            style={{ left: `${from}%`, width: `${width}%` }}
          />
        ))}
      </Row>
      <div className={styles.ticks}>
        {axis.ticks.map(({ at, time }) => (
          <span
            key={at}
            className={styles.tick}
            data-end={at === 0 ? 'first' : at === 100 ? 'last' : undefined}
            style={{ left: `${at}%` }}
          >
            {at === 0 ? 'Now' : at === 100 ? `+${PLAN_MS / MS_PER_H} h` : formatUtcMinute(time)}
          </span>
        ))}
      </div>
    </div>
  );
}

const EVENTS_SHOWN = 4;
const TITLE_LETTERS = 30;

function Events() {
  const agenda = useAtomValue(agendaAtom);
  const current = agenda?.current.slice(0, EVENTS_SHOWN - 1) ?? [];
  const ahead = agenda?.ahead.slice(0, EVENTS_SHOWN - current.length) ?? [];
  if (!agenda) return <p className={texts.quiet}>Not known</p>;
  if (current.length + ahead.length === 0) return <p className={texts.quiet}>Nothing planned</p>;
  return (
    <ol className={styles.list}>
      {current.map((event) => (
        <EventLine key={event.id} event={event} isCurrent />
      ))}
      {ahead.map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </ol>
  );
}

interface EventLineProps {
  readonly event: TimelineEvent;
  readonly isCurrent?: boolean;
}

function EventLine({ event: { title, type, startTime, endTime }, isCurrent = false }: EventLineProps) {
  const now = useAtomValue(missionSecondAtom) ?? startTime;
  return (
    <li className={styles.eventLine} data-current={isCurrent}>
      <span className={styles.when}>{isCurrent ? 'Now' : formatUtcMinute(startTime)}</span>{' '}
      <span>
        <bdi>{fitWords(title, TITLE_LETTERS)}</bdi>
      </span>{' '}
      <span className={styles.kind}>
        {isCurrent ? endOf(endTime, now) : `in ${wallClock(startTime - now)}`}{' '}
        <span className={styles.type}>
          <i className={`${styles.swatch} ${typeColors.type}`} data-type={type} />
          {type}
        </span>
      </span>
    </li>
  );
}

const endOf = (endTime: EpochMs, now: EpochMs): string =>
  `${endTime > now ? 'until' : 'end due'} ${formatUtcMinute(endTime)}`;

const CRAFT_LETTERS = 14;

/** Outcome of the last hour, task of the duty crew on the ground, and people in orbit. */
function Crew() {
  const lastHour = useLastPeriod(MS_PER_H, false);
  const astronauts = useAtomValue(sliceAtoms.realData)?.astronauts ?? [];
  const duty = useAtomValue(crewDutyAtom);
  const [first, second] = crewsOf(astronauts);
  if (!lastHour && !first && !duty) return null;
  return (
    <dl className={styles.crew}>
      {lastHour && (
        <div>
          <dt>{periodName(lastHour)}</dt> <dd>{periodText(lastHour)}</dd>
        </div>
      )}
      {duty && (
        <div>
          <dt>Duty crew</dt> <dd>{duty.task?.text ?? 'Monitors'}</dd>
        </div>
      )}
      {first && (
        <div>
          <dt>In orbit</dt>{' '}
          <dd>
            {formatPeople(astronauts.length)}
            {[first, second].map(
              (crew) =>
                crew && (
                  <span key={crew.craft}>
                    {' · '}
                    {crew.count} <bdi>{fitWords(crew.craft, CRAFT_LETTERS)}</bdi>
                  </span>
                ),
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}
