import { useAtomValue, useSetAtom } from 'jotai';
import { ecefToGeodetic, ecefToTeme, greenwichSiderealTime } from '../../shared/orbit/frames.ts';
import { siteOf } from '../../shared/orbit/observer.ts';
import { ECLIPSED_SHARE } from '../../shared/orbit/satellite-position.ts';
import { eclipseFraction, sunPositionAu } from '../../shared/orbit/sun.ts';
import type { Place } from '../../shared/place.ts';
import { formatNumber } from '../../shared/quantity-text.ts';
import type { EpochMs } from '../../shared/units.ts';
import { detailedSatelliteAtom, fleetAtom, isSatellitesOpenAtom } from '../fleet/atoms.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { useFleetTime } from '../fleet/use-fleet-time.ts';
import { Card } from '../kit/card/Card.tsx';
import { formatCount } from '../kit/format.ts';
import { VirtualList } from '../kit/lists/VirtualList.tsx';
import rows from '../kit/tables/rows.module.css';
import { type AboveSatellite, satellitesAbove } from './above.ts';
import { azimuthText, leastText } from './pass-text.ts';
import styles from './passes.module.css';

/** The added satellites that are above a place at the time shown; nothing while there are none in the list. */
export function AboveNow({ place }: { readonly place: Place }) {
  const fleet = useAtomValue(fleetAtom);
  const time = useFleetTime();
  const positions = time === undefined ? undefined : fleet?.positionsAt(time);
  if (!fleet || time === undefined) return null;
  const above = positions && satellitesAbove(positions, fleet.isShown, siteOf(place), place.mask);
  return (
    <Card
      title={`Above ${place.name} now`}
      aside={<p className={styles.aside}>{above ? countText(above.length) : 'Computing…'}</p>}
    >
      {above?.length === 0 ? (
        <p className={styles.quiet}>No added satellite is above {leastText(place)}.</p>
      ) : (
        <VirtualList
          items={above ?? []}
          keyOf={({ index }) => fleet.satellites[index]?.id ?? index}
          rowRem={2.75}
          frame={{ className: styles.above, 'aria-label': `Above ${place.name} now, highest first` }}
        >
          {(one) => <Row one={one} fleet={fleet} time={time} />}
        </VirtualList>
      )}
    </Card>
  );
}

const countText = (count: number): string => `${formatCount(count)} added satellite${count === 1 ? '' : 's'}`;

interface RowProps {
  readonly one: AboveSatellite;
  readonly fleet: Fleet;
  readonly time: EpochMs;
}

/** One that is up: where to look, how high it flies, its light. */
function Row({ one: { index, positionEcef, elevation, azimuth, rangeKm }, fleet, time }: RowProps) {
  const setDetailed = useSetAtom(detailedSatelliteAtom);
  const setOpen = useSetAtom(isSatellitesOpenAtom);
  const satellite = fleet.satellites[index];
  if (!satellite) return null;
  const positionTeme = ecefToTeme(positionEcef, greenwichSiderealTime(time));
  const isEclipsed = eclipseFraction(sunPositionAu(time), positionTeme) >= ECLIPSED_SHARE;
  const open = () => {
    setDetailed(satellite.id);
    setOpen(true);
  };
  return (
    <div className={styles.up}>
      <button
        type="button"
        className={rows.choice}
        aria-label={`Details of ${satellite.name}`}
        onClick={open}
      >
        {satellite.name}
      </button>
      <span className={styles.look}>
        {formatNumber(elevation, 0)}° {azimuthText(azimuth)}
      </span>
      <span className={styles.quiet}>
        {isEclipsed ? 'Eclipsed' : 'Sunlit'}, altitude{' '}
        {formatNumber(ecefToGeodetic(positionEcef).altitudeKm, 0)} km
      </span>
      <span className={styles.quiet}>{formatNumber(rangeKm, 0)} km away</span>
    </div>
  );
}
