import { useAtomValue, useSetAtom } from 'jotai';
import type { Place } from '../../../shared/entities/place.ts';
import { SATELLITE_IDS } from '../../../shared/entities/satellites.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { ecefToGeodetic, ecefToTeme, greenwichSiderealTime } from '../../../shared/orbit/frames.ts';
import { siteOf } from '../../../shared/orbit/observer.ts';
import { ECLIPSED_SHARE, eclipseFraction, sunPositionAu } from '../../../shared/orbit/sun.ts';
import { Card } from '../../kit/card/Card.tsx';
import { formatCount } from '../../kit/format.ts';
import { VirtualList } from '../../kit/lists/VirtualList.tsx';
import rows from '../../kit/tables/rows.module.css';
import { detailedSatelliteAtom, fleetAtom, isSatellitesOpenAtom } from '../../mission/fleet/atoms.ts';
import { keyOf } from '../../mission/fleet/fleet.ts';
import { useFleetTime } from '../../mission/fleet/use-fleet-time.ts';
import { useMissionSatellites } from '../../mission/fleet/use-mission-satellites.ts';
import { missionStateAt } from '../../mission/fleet/use-state-of.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { type AboveSatellite, satellitesAbove } from './above.ts';
import { azimuthText, leastText } from './pass-text.ts';
import styles from './passes.module.css';

/** The mission's satellites above a place. */
function useMissionAbove(place: Place, time: EpochMs | undefined): readonly AboveSatellite[] {
  const satellites = useMissionSatellites();
  const ephemerides = useAtomValue(sliceAtoms.ephemerides);
  if (!ephemerides || time === undefined) return [];
  const states = SATELLITE_IDS.map((id) => missionStateAt(ephemerides[id], time));
  const positions = states.flatMap((state) => {
    const { x, y, z } = state?.positionEcef ?? NOWHERE;
    return [x, y, z];
  });
  const isShown = new Uint8Array(states.length).fill(1);
  return satellitesAbove(satellites, Float32Array.from(positions), isShown, siteOf(place), place.mask);
}

/** Satellites above a place at the displayed time; nothing while none are added. */
export function AboveNow({ place }: { readonly place: Place }) {
  const fleet = useAtomValue(fleetAtom);
  const time = useFleetTime();
  const mission = useMissionAbove(place, time);
  const positions = time === undefined ? undefined : fleet?.positionsAt(time);
  if (!fleet || time === undefined) return null;
  const added =
    positions && satellitesAbove(fleet.satellites, positions, fleet.isShown, siteOf(place), place.mask);
  const above = added && [...mission, ...added].sort((a, b) => b.elevation - a.elevation);
  return (
    <Card
      title={`Above ${place.name} now`}
      aside={<p className={styles.aside}>{above ? countText(above.length) : 'Computing…'}</p>}
    >
      {above?.length === 0 ? (
        <p className={styles.quiet}>No satellite of the list is above {leastText(place)}.</p>
      ) : (
        <VirtualList
          items={above ?? []}
          keyOf={({ satellite }) => keyOf(satellite)}
          rowRem={2.75}
          frame={{ className: styles.above, 'aria-label': `Above ${place.name} now, highest first` }}
        >
          {(one) => <Row one={one} time={time} />}
        </VirtualList>
      )}
    </Card>
  );
}

const NOWHERE = { x: Number.NaN, y: Number.NaN, z: Number.NaN };

const countText = (count: number): string => `${formatCount(count)} satellite${count === 1 ? '' : 's'}`;

interface AboveRowProps {
  readonly one: AboveSatellite;
  readonly time: EpochMs;
}

/** A satellite that is up: direction, altitude and illumination. */
function Row({ one: { satellite, positionEcef, elevation, azimuth, rangeKm }, time }: AboveRowProps) {
  const setDetailed = useSetAtom(detailedSatelliteAtom);
  const setOpen = useSetAtom(isSatellitesOpenAtom);
  const positionTeme = ecefToTeme(positionEcef, greenwichSiderealTime(time));
  const isEclipsed = eclipseFraction(sunPositionAu(time), positionTeme) >= ECLIPSED_SHARE;
  const open = () => {
    setDetailed(keyOf(satellite));
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
