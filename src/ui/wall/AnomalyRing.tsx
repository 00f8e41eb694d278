import { useAtomValue } from 'jotai';
import { useContext } from 'react';
import { SPACECRAFT } from '../../shared/entities/satellites.ts';
import { stateAt } from '../../shared/orbit/ephemeris.ts';
import { ecefToGeodetic } from '../../shared/orbit/frames.ts';
import { MapOf, useProjector } from '../map/camera/map-context.ts';
import { sliceAtoms } from '../mission/link/atoms.ts';
import styles from './anomaly.module.css';
import { storyLevelAtom } from './atoms.ts';
import { useInstantAhead } from './use-instant-ahead.ts';

/** Ring around the spacecraft on the map, in the colour of the story, while that of an ongoing anomaly is shown. */
export function AnomalyRing() {
  const level = useAtomValue(storyLevelAtom);
  return level !== undefined && level !== 'normal' && <Ring />;
}

function Ring() {
  const { camera, size } = useContext(MapOf);
  const projector = useProjector();
  const ephemeris = useAtomValue(sliceAtoms.ephemerides)?.[SPACECRAFT];
  const instant = useInstantAhead();
  const state =
    instant !== undefined && ephemeris?.status === 'available' && stateAt(ephemeris.window, instant);
  if (!state) return null;
  const { longitude, latitude } = ecefToGeodetic(state.positionEcef);
  const { x, y, isVisible } = projector.place(longitude, latitude);
  if (!isVisible) return null;
  return (
    <span
      className={styles.ring}
      data-resting={camera.target() === projector.view}
      style={{ translate: `${(100 * x) / size.width}cqw ${(100 * y) / size.height}cqh` }}
    />
  );
}
