import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo, useState } from 'react';
import { MS_PER_MIN } from '../../shared/kit/units.ts';
import type { Size } from '../kit/page/size.ts';
import { createCamera } from '../map/camera/camera.ts';
import type { MapType } from '../map/geometry/map-size.ts';
import { OrbitalMap } from '../map/OrbitalMap.tsx';
import { sliceAtoms } from '../mission/link/atoms.ts';
import { AnomalyRing } from './AnomalyRing.tsx';
import { useWallEffects } from './effects.ts';
import styles from './frame.module.css';
import { COLORED_TYPE_ARC_MIN, TYPE_ARC_MIN } from './geometry.ts';
import { mapCovers, type WallLayout } from './layout.ts';
import type { WallScene } from './scenes.ts';
import { useWallCamera } from './use-wall-camera.ts';
import { WallBoundary } from './WallBoundary.tsx';

const TRAIL_MS = 15 * MS_PER_MIN;
const LEAD_MS = 93 * MS_PER_MIN;

/** Satellite names have the colours of their tracks. Degrees are illegible from that distance. */
const WALL_TYPE: MapType = {
  labelRem: COLORED_TYPE_ARC_MIN / TYPE_ARC_MIN,
  stationShare: TYPE_ARC_MIN / COLORED_TYPE_ARC_MIN,
  graticuleShare: 0,
  markShare: 0.6,
};

interface Props {
  readonly scene: WallScene;
  /** In rem. */
  readonly stage: Size;
  readonly layout: WallLayout;
}

/** The map behind everything, the same instance in all scenes. */
export function WallMap({ scene, stage, layout }: Props) {
  const ephemerides = useAtomValue(sliceAtoms.ephemerides);
  const contacts = useAtomValue(sliceAtoms.contacts);
  const [camera] = useState(createCamera);
  useWallCamera(camera, scene, stage, layout);
  const covers = useMemo(() => mapCovers(layout, stage), [layout, stage]);
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
        camera={camera}
        covers={covers}
        Boundary={MapBoundary}
      >
        <AnomalyRing />
      </OrbitalMap>
    </section>
  );
}

/** Contains a failure of the map; the content above it stays. */
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
