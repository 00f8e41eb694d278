import type { SatelliteContacts } from '../../shared/contact-plan.ts';
import type { EphemerisWindow } from '../../shared/ephemeris.ts';
import type { Pass } from '../../shared/orbit/passes.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import { GROUND_STATIONS } from '../../shared/stations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { stationView } from '../contacts/contacts-at.ts';
import { formatTimeLeft, formatUtcTimeFrom } from '../kit/format.ts';
import { StatusLabel } from '../kit/status/StatusIcon.tsx';
import styles from './stations.module.css';

interface StationTableProps {
  readonly contacts: SatelliteContacts;
  /** Window of the shown satellite, if known. */
  readonly window: EphemerisWindow | undefined;
  readonly now: EpochMs;
}

/**
 * Each station with its computed next pass, and beside it, separately labelled, the pass of the fixed
 * schedule.
 */
export function StationTable({ contacts, window, now }: StationTableProps) {
  return (
    <table className={styles.table}>
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
        {GROUND_STATIONS.map(({ id, name, active, nextPass }) => {
          const view = stationView(contacts, window, id, now);
          const { pass, isInView } = view;
          return (
            <tr key={id}>
              <th scope="row">{name}</th>
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
              <td>{nextPass}</td>
              <td>
                <StationState isActive={active} isInView={isInView} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface StationCountdownProps {
  readonly view: ReturnType<typeof stationView>;
  readonly pass: Pass;
  readonly now: EpochMs;
}

/** Time until a pass begins or ends. */
export function StationCountdown({ view: { isInView, isAcquiring }, pass, now }: StationCountdownProps) {
  if (isAcquiring) return 'acquiring live data';
  return `${isInView ? 'LOS' : 'AOS'} in ${formatTimeLeft((isInView ? pass.los : pass.aos) - now)}`;
}

export function StationState({
  isActive,
  isInView,
}: {
  readonly isActive: boolean;
  readonly isInView: boolean;
}) {
  if (!isActive) return <StatusLabel level="off" word="Inactive" />;
  return isInView ? (
    <StatusLabel level="normal" word="In view" />
  ) : (
    <StatusLabel level="standby" word="Active" />
  );
}
