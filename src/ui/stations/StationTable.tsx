import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import type { EpochMs } from '../../shared/units.ts';
import { type StationView, viewFrom } from '../contacts/contacts-at.ts';
import type { ShownStation, StationPasses } from '../contacts/stations-shown.ts';
import { formatTimeLeft, formatUtcTimeFrom } from '../kit/format.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import rows from '../kit/tables/rows.module.css';
import styles from './stations.module.css';

interface StationTableProps {
  readonly stations: readonly StationPasses[];
  /** Window of the shown satellite, if known. */
  readonly window: EphemerisWindow | undefined;
  readonly now: EpochMs;
}

/**
 * Each station with its computed next pass, and beside it, separately labelled, the pass of the fixed
 * schedule.
 */
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
          <th scope="col">Fixed schedule</th>
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
                <td colSpan={4}>No pass within 24 h</td>
              )}
              <td>{station.nextPass ?? '–'}</td>
              <td>
                <StationState station={station} isInView={isInView} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
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

export function StationState({
  station: { active, isOwn },
  isInView,
}: {
  readonly station: ShownStation;
  readonly isInView: boolean;
}) {
  if (!active && !isOwn) return <StatusLabel level="off" word="Inactive" />;
  return isInView ? (
    <StatusLabel level="normal" word="In view" />
  ) : (
    <StatusLabel level="standby" word={isOwn ? 'Own' : 'Active'} />
  );
}
