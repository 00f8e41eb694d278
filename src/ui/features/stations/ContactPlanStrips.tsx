import { useId } from 'react';
import { joinContacts } from '../../../shared/contract/contact-plan.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_H } from '../../../shared/kit/units.ts';
import { formatAge, formatUtcTime, formatUtcTimeFrom, withUnitsJoined } from '../../kit/format.ts';
import {
  contactsWithin,
  longestSilence,
  overlapsOf,
  percentOf,
  stripSpan,
} from '../../mission/contacts/contact-strip.ts';
import type { StationPasses } from '../../mission/contacts/stations-shown.ts';
import styles from './stations.module.css';

interface ContactPlanProps {
  readonly stations: readonly StationPasses[];
  readonly now: EpochMs;
}

const LABEL_EVERY_H = 6;

/** `18:00`, or the new day at midnight. */
const formatHour = (time: EpochMs, now: EpochMs): string =>
  time % MS_PER_DAY === 0
    ? formatUtcTimeFrom(time, now).replace(':00:00', ':00')
    : formatUtcTime(time).slice(0, 5);

/** `gap up to 4 h 57 min`; longer if cut by the end of the plan. */
function formatSilence(contacts: readonly TimeRange[], day: TimeRange): string {
  const silence = longestSilence(contacts, day);
  if (!silence) return 'no gap';
  const length = formatAge(silence.to - silence.from);
  return withUnitsJoined(silence.to === day.to ? `gap of more than ${length}` : `gap up to ${length}`);
}

const countText = (count: number): string => `${count} contact${count === 1 ? '' : 's'}`;

/** A day of contacts: one strip per station, with a moving marker of the current time. */
export function ContactPlanStrips({ stations, now }: ContactPlanProps) {
  const headingId = useId();
  const span = stripSpan(now);
  const day: TimeRange = { from: now, to: addMs(now, MS_PER_DAY) };
  const rows = stations.map(({ station: { id, name }, use, passes }) => ({
    id,
    name,
    use,
    contacts: contactsWithin(passes ?? [], span),
    ahead: passes && contactsWithin(passes, day),
  }));
  const all = rows.filter(({ use }) => use === 'active').flatMap(({ ahead = [] }) => ahead);
  const overlaps = overlapsOf(all);
  const hours = Array.from({ length: 27 }, (_, index) => epochMs(span.from + index * MS_PER_H)).filter(
    (time) => (time / MS_PER_H) % LABEL_EVERY_H === 0,
  );
  return (
    <section className={styles.plan} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.planTitle}>
        Contact plan, 24 h ahead
      </h3>
      <div className={styles.axis} aria-hidden="true">
        {hours.map((time) => (
          <span key={time} className={styles.hour} style={{ left: `${percentOf(time, span)}%` }}>
            {formatHour(time, now)}
          </span>
        ))}
      </div>
      <ul className={styles.strips} aria-labelledby={headingId}>
        {rows.map((row) => (
          <li key={row.id} className={styles.strip}>
            <span>{row.name}</span>
            <span className={styles.stripBar}>
              {hours.map((time) => (
                <span key={time} className={styles.tick} style={{ left: `${percentOf(time, span)}%` }} />
              ))}
              {row.contacts.map(({ from, to }) => (
                <span
                  key={from}
                  className={styles.contact}
                  data-over={to <= now}
                  title={`${row.name}: ${formatUtcTime(from)} to ${formatUtcTime(to)} UTC`}
                  style={{
                    left: `${percentOf(from, span)}%`,
                    width: `${percentOf(to, span) - percentOf(from, span)}%`,
                  }}
                />
              ))}
              <span className={styles.now} style={{ left: `${percentOf(now, span)}%` }} />
            </span>
            <span className={styles.silence}>
              {row.ahead
                ? `${countText(row.ahead.length)}, ${formatSilence(row.ahead, day)}`
                : 'Not known yet'}
            </span>
          </li>
        ))}
      </ul>
      <p className={styles.summary}>
        Active stations: {countText(joinContacts(all).length)}, {overlaps.length} with two stations at once,{' '}
        {formatSilence(all, day)}.
      </p>
    </section>
  );
}
