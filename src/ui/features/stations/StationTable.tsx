import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { EphemerisWindow } from '../../../shared/orbit/ephemeris.ts';
import type { Pass } from '../../../shared/orbit/passes.ts';
import { formatTimeLeft, formatUtcTimeFrom } from '../../kit/format.ts';
import { StatusLabel } from '../../kit/status/StatusIcon.tsx';
import rows from '../../kit/tables/rows.module.css';
import { type StationView, viewFrom } from '../../mission/contacts/contacts-at.ts';
import { type StationPasses, scheduledPass } from '../../mission/contacts/stations-shown.ts';
import styles from './stations.module.css';

interface StationTableProps {
  readonly stations: readonly StationPasses[];
  /** Window of the shown satellite, if known. */
  readonly window: EphemerisWindow | undefined;
  readonly now: EpochMs;
}

/** Each station with its computed next pass. */
export function StationTable({ stations, window, now }: StationTableProps) {
  return (
    <table className={`${rows.rows} ${styles.table}`}>
      <caption className="visually-hidden">Ground stations and their next passes</caption>
      <thead>
        <tr>
          <th scope="col">Station</th>
          <th scope="col">Next contact</th>
          <th scope="col">Computed AOS</th>
          <th scope="col">Max el.</th>
          <th scope="col">LOS</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        {stations.map((over) => {
          const { station } = over;
          const view = viewFrom(over, window, now);
          const { pass, isInView } = view;
          return (
            <tr key={station.id}>
              <th scope="row">{station.name}</th>
              {pass ? (
                <>
                  <td className={styles.countdown}>
                    <StationCountdown view={view} pass={pass} now={now} />
                  </td>
                  <td>{formatUtcTimeFrom(pass.aos, now)}</td>
                  <td>{formatNumber(pass.maxElevation, 0)}°</td>
                  <td>{formatUtcTimeFrom(pass.los, now)}</td>
                </>
              ) : (
                <td colSpan={4}>{over.passes ? 'No pass within 24 h' : 'Not known yet'}</td>
              )}
              <td>
                <StationState use={over.use} isInView={isInView} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The fixed next passes of spec §3, apart from the computed ones: they follow no orbit. */
export function FixedSchedule({ stations }: Pick<StationTableProps, 'stations'>) {
  const scheduled = stations.flatMap(({ station }) => {
    const time = scheduledPass(station);
    return time === undefined ? [] : `${station.name} ${time}`;
  });
  if (scheduled.length === 0) return null;
  return (
    <p className={styles.fixed}>
      Fixed schedule, the same every day whatever the orbit: {scheduled.join(', ')}.
    </p>
  );
}

interface StationCountdownProps {
  readonly view: StationView;
  readonly pass: Pass;
  readonly now: EpochMs;
}

/** Time until a pass begins or ends. */
export function StationCountdown({ view: { isInView, isAcquiring }, pass, now }: StationCountdownProps) {
  if (isAcquiring) return 'acquiring live data';
  return `${isInView ? 'LOS' : 'AOS'} in ${formatTimeLeft((isInView ? pass.los : pass.aos) - now)}`;
}

export function StationState({ use, isInView }: Pick<StationPasses, 'use'> & { readonly isInView: boolean }) {
  if (use === 'inactive') return <StatusLabel level="off" word="Inactive" />;
  return isInView ? (
    <StatusLabel level="normal" word="In view" />
  ) : (
    <StatusLabel level="standby" word={use === 'own' ? 'Own' : 'Active'} />
  );
}
