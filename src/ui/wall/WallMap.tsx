import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { MS_PER_MIN } from '../../shared/units.ts';
import type { MapType } from '../map/geometry/map-size.ts';
import { OrbitalMap } from '../map/OrbitalMap.tsx';
import { sliceAtoms } from '../mission/atoms.ts';
import { useWallEffects } from './effects.ts';
import styles from './frame.module.css';
import { COLORED_TYPE_ARC_MIN, TYPE_ARC_MIN } from './geometry.ts';
import { WallBoundary } from './WallBoundary.tsx';

const TRAIL_MS = 15 * MS_PER_MIN;
const LEAD_MS = 93 * MS_PER_MIN;

/** The satellites' names have their tracks' colours. Degrees cannot be read from that distance. */
const WALL_TYPE: MapType = {
  labelRem: COLORED_TYPE_ARC_MIN / TYPE_ARC_MIN,
  stationShare: TYPE_ARC_MIN / COLORED_TYPE_ARC_MIN,
  graticuleShare: 0,
  markShare: 0.6,
};

export function WallMap() {
  const ephemerides = useAtomValue(sliceAtoms.ephemerides);
  const contacts = useAtomValue(sliceAtoms.contacts);
  return (
    <section className={styles.mapFrame} aria-labelledby="wall-map">
      <h2 id="wall-map" className="visually-hidden">
        Orbit
      </h2>
      <OrbitalMap
        className={styles.map}
        ephemerides={ephemerides}
        contacts={contacts}
        trailMs={TRAIL_MS}
        leadMs={LEAD_MS}
        type={WALL_TYPE}
        hasObjects={false}
        Boundary={MapBoundary}
      />
    </section>
  );
}

/** Contains a failure of the map; the content beside and below it stays. */
function MapBoundary({ children }: { readonly children: ReactNode }) {
  return (
    <WallBoundary
      effects={useWallEffects()}
      fallback={
        <p className={styles.mapFailure} role="status">
          Map failed. Restarting automatically.
        </p>
      }
    >
      {children}
    </WallBoundary>
  );
}
