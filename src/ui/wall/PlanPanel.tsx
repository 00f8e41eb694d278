import { useAtomValue } from 'jotai';
import type { TimelineEvent } from '../../shared/entities.ts';
import type { EpochMs } from '../../shared/units.ts';
import { crewsOf, formatPeople } from '../astronauts/crew.ts';
import { orbitaContactsAtom } from '../clocks/clocks.ts';
import { crewDutyAtom } from '../duty/atoms.ts';
import { formatUtcMinute } from '../kit/format.ts';
import { missionMinuteAtom, missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { agendaAtom } from './atoms.ts';
import frame from './frame.module.css';
import styles from './panel.module.css';
import { type AxisBar, planAxis } from './plan-axis.ts';
import texts from './texts.module.css';
import { fitWords } from './truncate.ts';
import { wallClock } from './wall-clock.ts';

/** The plan of the next hours, and who works at it. */
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

interface RowProps {
  readonly name: string;
  readonly row: 'light' | 'contacts';
  readonly bars: readonly AxisBar[];
}

function Row({ name, row, bars }: RowProps) {
  return (
    <>
      <span>{name}</span>
      <div className={styles.bars} data-row={row}>
        {bars.map(({ from, width }) => (
          <i key={from} style={{ left: `${from}%`, width: `${width}%` }} />
        ))}
      </div>
    </>
  );
}

/** Light and contacts of the next hours; other scenes have them as text. */
function Axis() {
  const contacts = useAtomValue(orbitaContactsAtom);
  const now = useAtomValue(missionMinuteAtom);
  if (now === undefined) return null;
  const axis = planAxis(contacts, now);
  return (
    <div className={styles.axis} aria-hidden="true">
      <Row name="Light" row="light" bars={axis.eclipses} />
      <Row name="Contacts" row="contacts" bars={axis.contacts} />
      <div className={styles.ticks}>
        {axis.ticks.map(({ at, time }) => (
          <span
            key={at}
            className={styles.tick}
            data-end={at === 0 ? 'first' : at === 100 ? 'last' : undefined}
            style={{ left: `${at}%` }}
          >
            {at === 0 ? 'Now' : formatUtcMinute(time)}
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
        {isCurrent ? endOf(endTime, now) : `in ${wallClock(startTime - now)}`} · {type}
      </span>
    </li>
  );
}

const endOf = (endTime: EpochMs, now: EpochMs): string =>
  endTime > now ? `until ${formatUtcMinute(endTime)}` : `due to end ${formatUtcMinute(endTime)}`;

const CRAFT_LETTERS = 14;

/** Who is in orbit, and what the duty crew on the ground does. */
function Crew() {
  const astronauts = useAtomValue(sliceAtoms.realData)?.astronauts ?? [];
  const duty = useAtomValue(crewDutyAtom);
  const [first, second] = crewsOf(astronauts);
  if (!first && !duty) return null;
  return (
    <dl className={styles.crew}>
      {duty && (
        <div>
          <dt>Duty crew</dt> <dd>{duty.task ?? 'Monitors'}</dd>
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
