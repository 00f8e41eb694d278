import { useAtomValue } from 'jotai';
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { AnomalyAnnouncer } from '../anomalies/AnomalyAnnouncer.tsx';
import { PageStatus } from '../anomalies/PageStatus.tsx';
import { pixelShiftAtom, wallSceneAtom } from './atoms.ts';
import { ContactsSide } from './ContactsSide.tsx';
import styles from './frame.module.css';
import { readWallSetting, type WallScale, wallScale } from './geometry.ts';
import { OrbitSide } from './OrbitSide.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { SpacecraftPanel } from './SpacecraftPanel.tsx';
import { TelemetryStrip } from './TelemetryStrip.tsx';
import { useNewVersion } from './use-new-version.ts';
import { useWallCrew } from './use-wall-crew.ts';
import { useWallRate } from './use-wall-rate.ts';
import { useWindowSize } from './use-window-size.ts';
import { WallFootline } from './WallFootline.tsx';
import { WallHeader } from './WallHeader.tsx';
import { WallMap } from './WallMap.tsx';
import { WallTime } from './WallTime.tsx';

/** Screen width at which a step of the pixel shift is one pixel. */
const SHIFT_UNIT_WIDTH = 1920;

function useWallScale(): WallScale {
  const [query] = useSearchParams();
  const size = useWindowSize();
  const scale = useMemo(() => wallScale(readWallSetting(query), size), [query, size]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = `${scale.rootPx}px`;
    return () => {
      style.fontSize = '';
    };
  }, [scale]);
  return scale;
}

/**
 * The wall: a permanent frame around the scene, which is the one in rotation or one triggered by an event.
 * The map stays mounted, shown by a scene or covered by it.
 */
export function WallBoard() {
  useNewVersion();
  useWallCrew();
  useWallRate();
  const { stage } = useWallScale();
  const scene = useAtomValue(wallSceneAtom);
  return (
    <div className={styles.wall}>
      <Shifted width={stage.width} height={stage.height}>
        <WallHeader />
        <main className={styles.main} data-scene={scene}>
          <WallMap />
          {scene === 'orbit' && <OrbitSide />}
          {scene === 'contacts' && <ContactsSide />}
          {scene === 'spacecraft' && <SpacecraftPanel />}
          {scene === 'plan' && <PlanPanel />}
          <WallTime />
          <WallFootline />
          {scene !== 'spacecraft' && <TelemetryStrip />}
        </main>
      </Shifted>
      <PageStatus tab="overview" />
      <AnomalyAnnouncer />
    </div>
  );
}

interface ShiftedProps {
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

/** The stage, shifted by whole pixels against burn-in. */
function Shifted({ width, height, children }: ShiftedProps) {
  const { x, y } = useAtomValue(pixelShiftAtom);
  const unit = Math.max(1, Math.round(width / SHIFT_UNIT_WIDTH));
  const style = {
    '--stage-width': `${width}px`,
    '--stage-height': `${height}px`,
    transform: `translate(${x * unit}px, ${y * unit}px)`,
  } as CSSProperties;
  return (
    <div className={styles.stage} style={style}>
      {children}
    </div>
  );
}
