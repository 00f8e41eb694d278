import { useAtomValue } from 'jotai';
import { Bell, BellRing } from 'lucide-react';
import type { Place } from '../../../shared/entities/place.ts';
import type { Degrees } from '../../../shared/kit/units.ts';
import { formatUtcDate } from '../../kit/format.ts';
import { ScrollFrame } from '../../kit/page/ScrollFrame.tsx';
import rows from '../../kit/tables/rows.module.css';
import { isToBeSeen, seenText } from '../../mission/fleet/seen-text.ts';
import { formatLocalTime } from '../../mission/places/local-time.ts';
import { hasAlert } from './alerts.ts';
import { alertControlAtom, alertsAtom } from './atoms.ts';
import { passUid } from './calendar.ts';
import type { ListedPass } from './pass-filter.ts';
import { aosText, azimuthText, durationText, elevationText, losText, tcaText } from './pass-text.ts';
import styles from './passes.module.css';
import { useToggleAlert } from './use-alerts.ts';

/** Pass shown beside the list, and a function to choose it. */
export interface PassChoice {
  readonly chosen: ListedPass | undefined;
  readonly choose: (pass: ListedPass) => void;
}

interface PassRowsProps {
  readonly passes: readonly ListedPass[];
  readonly place: Place;
  /** Zone of the local times beside UTC, if any. */
  readonly zone: string | undefined;
  /** On the screen only, where rows can be chosen and given a notification. */
  readonly choice?: PassChoice;
}

/** Groups passes by date of AOS. */
function byDate(passes: readonly ListedPass[]): readonly (readonly [string, readonly ListedPass[]])[] {
  const days = new Map<string, ListedPass[]>();
  for (const pass of passes) {
    const date = formatUtcDate(pass.aos);
    days.set(date, [...(days.get(date) ?? []), pass]);
  }
  return [...days];
}

/** Time and direction, one below the other. */
function Event({ time, azimuth }: { readonly time: string; readonly azimuth: Degrees }) {
  return (
    <td>
      {time} <span className={styles.direction}>{azimuthText(azimuth)}</span>
    </td>
  );
}

/** The rows of a list, with the date where it changes. */
export function PassRows({ passes, place, zone, choice }: PassRowsProps) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">Satellite</th>
          {zone && (
            <th scope="col" title={zone}>
              Local
            </th>
          )}
          <th scope="col">AOS</th>
          <th scope="col">TCA</th>
          <th scope="col">LOS</th>
          <th scope="col">Max el.</th>
          <th scope="col">Duration</th>
          <th scope="col">Seen</th>
          {choice && (
            <td>
              <span className="visually-hidden">Notification</span>
            </td>
          )}
        </tr>
      </thead>
      {byDate(passes).map(([date, ofDate]) => (
        <tbody key={date}>
          <tr>
            <th className={styles.date} scope="rowgroup" colSpan={7 + (zone ? 1 : 0) + (choice ? 1 : 0)}>
              {date}
            </th>
          </tr>
          {ofDate.map((pass) => (
            <tr
              key={passUid(pass, place)}
              data-visible={isToBeSeen(pass) || undefined}
              data-chosen={pass === choice?.chosen || undefined}
            >
              <th scope="row">{choice ? <ChoiceButton pass={pass} {...choice} /> : pass.satellite.name}</th>
              {zone && <td className={styles.local}>{formatLocalTime(pass.aos, zone)}</td>}
              <Event time={aosText(pass)} azimuth={pass.aosAzimuth} />
              <Event time={tcaText(pass)} azimuth={pass.tcaAzimuth} />
              <Event time={losText(pass)} azimuth={pass.losAzimuth} />
              <td>{elevationText(pass)}</td>
              <td>{durationText(pass)}</td>
              <td className={styles.seen}>{seenText(pass)}</td>
              {choice && (
                <td>
                  <BellButton pass={pass} place={place} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      ))}
    </>
  );
}

interface TableProps extends PassRowsProps {
  readonly choice: PassChoice;
  readonly caption: string;
}

export function PassTable({ caption, ...rowsProps }: TableProps) {
  return (
    <ScrollFrame className={styles.scroller} name="List of passes">
      <table className={`${rows.rows} ${styles.table}`}>
        <caption>{caption}</caption>
        <PassRows {...rowsProps} />
      </table>
    </ScrollFrame>
  );
}

/** Button that shows a pass beside the list. */
function ChoiceButton({ pass, chosen, choose }: PassChoice & { readonly pass: ListedPass }) {
  return (
    <button
      type="button"
      className={rows.choice}
      aria-pressed={pass === chosen}
      aria-label={`${pass.satellite.name} at ${aosText(pass)}`}
      onClick={() => choose(pass)}
    >
      {pass.satellite.name}
    </button>
  );
}

/** Button that requests a notification before one pass. */
function BellButton({ pass, place }: { readonly pass: ListedPass; readonly place: Place }) {
  const alerts = useAtomValue(alertsAtom);
  const control = useAtomValue(alertControlAtom);
  const toggle = useToggleAlert(place);
  const isOn = hasAlert(alerts, passUid(pass, place));
  const Icon = isOn ? BellRing : Bell;
  return (
    <button
      type="button"
      className={styles.bell}
      aria-pressed={isOn}
      aria-label={`Notify before ${pass.satellite.name} at ${aosText(pass)}`}
      disabled={!control}
      onClick={() => toggle(pass)}
    >
      <Icon aria-hidden="true" />
    </button>
  );
}
