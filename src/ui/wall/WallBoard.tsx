import { useAtomValue } from 'jotai';
import { type CSSProperties, type ReactNode, useLayoutEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { AnomalyAnnouncer } from '../features/anomalies/AnomalyAnnouncer.tsx';
import { PageStatus } from '../features/anomalies/PageStatus.tsx';
import { usePastOrbit } from '../features/telemetry/past-orbit.ts';
import type { Size } from '../kit/page/size.ts';
import { AnomalyPanel } from './AnomalyPanel.tsx';
import { pixelShiftAtom, storyLevelAtom, wallSceneAtom } from './atoms.ts';
import { ContactsPanel } from './ContactsPanel.tsx';
import styles from './frame.module.css';
import { GlobePanel } from './GlobePanel.tsx';
import { readWallSetting, type WallShape, wallScale } from './geometry.ts';
import { hasStates, type Rect, type WallLayout, wallLayout } from './layout.ts';
import { OrbitPanel } from './OrbitPanel.tsx';
import { PlanPanel } from './PlanPanel.tsx';
import { isAlarmedAtom } from './readings.ts';
import { SkyPanel } from './SkyPanel.tsx';
import { SkyView } from './SkyView.tsx';
import type { WallScene } from './scenes.ts';
import { TelemetryTiles } from './TelemetryTiles.tsx';
import { useNewVersion } from './use-new-version.ts';
import { useWallCrew } from './use-wall-crew.ts';
import { useWallRate } from './use-wall-rate.ts';
import { useWindowSize } from './use-window-size.ts';
import { WallFootline } from './WallFootline.tsx';
import { WallHeader } from './WallHeader.tsx';
import { WallMap } from './WallMap.tsx';
import { hasWallTimeAtom, WallTime } from './WallTime.tsx';

/** Screen width at which a step of the pixel shift is one pixel. */
const SHIFT_UNIT_WIDTH = 1920;

interface Stage {
  readonly shape: WallShape;
  /** In rem. */
  readonly size: Size;
}

function useStage(): Stage {
  const [query] = useSearchParams();
  const window = useWindowSize();
  const { shape, rootPx } = useMemo(() => wallScale(readWallSetting(query), window), [query, window]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = `${rootPx}px`;
    return () => {
      style.fontSize = '';
    };
  }, [rootPx]);
  const { width, height } = window;
  return useMemo(
    () => ({ shape, size: { width: width / rootPx, height: height / rootPx } }),
    [shape, rootPx, width, height],
  );
}

/** Panel of each scene, with its text. */
const PANELS: Readonly<Record<Exclude<WallScene, 'spacecraft' | 'lapse'>, () => ReactNode>> = {
  orbit: OrbitPanel,
  contacts: ContactsPanel,
  globe: GlobePanel,
  plan: PlanPanel,
  sky: SkyPanel,
  anomaly: AnomalyPanel,
};

/**
 * The wall: a map that fills the screen, with panels on it. A scene is a view of the map with the text of one
 * panel: in rotation, or triggered by an event.
 */
export function WallBoard() {
  useNewVersion();
  useWallCrew();
  useWallRate();
  usePastOrbit();
  const { shape, size } = useStage();
  const scene = useAtomValue(wallSceneAtom);
  const level = useAtomValue(storyLevelAtom);
  const isAlarmed = useAtomValue(isAlarmedAtom);
  const hasTime = useAtomValue(hasWallTimeAtom);
  const layout = useMemo(
    () => wallLayout(size, shape, scene, isAlarmed, hasTime),
    [size, shape, scene, isAlarmed, hasTime],
  );
  const Panel = scene === 'spacecraft' || scene === 'lapse' ? undefined : PANELS[scene];
  return (
    <div className={styles.wall} data-shape={shape}>
      <Shifted>
        <main className={styles.main} data-scene={scene} data-level={level} style={boxes(layout)}>
          <WallMap scene={scene} stage={size} layout={layout} />
          {scene === 'sky' && <SkyView stage={size} layout={layout} />}
          {Panel && <Panel key={scene} />}
          <WallTime />
          <TelemetryTiles isLarge={scene === 'spacecraft'} hasStates={hasStates(scene)} />
          <WallFootline />
        </main>
        <WallHeader />
      </Shifted>
      <PageStatus tab="overview" />
      <AnomalyAnnouncer />
    </div>
  );
}

/** Returns the layout as custom properties: `--panel-left`, `--tiles-height` and so on. */
function boxes({ header, panel, tiles, footline }: WallLayout): CSSProperties {
  const properties = (name: string, rect: Rect | undefined) =>
    Object.entries(rect ?? {}).map(([side, value]) => [`--${name}-${side}`, `${value}rem`]);
  return Object.fromEntries([
    ...properties('header', header),
    ...properties('panel', panel),
    ...properties('tiles', tiles),
    ...properties('footline', footline),
  ]);
}

/** Shifts everything by whole pixels against burn-in. */
function Shifted({ children }: { readonly children: ReactNode }) {
  const { x, y } = useAtomValue(pixelShiftAtom);
  const { width } = useWindowSize();
  const unit = Math.max(1, Math.round(width / SHIFT_UNIT_WIDTH));
  return (
    <div className={styles.stage} style={{ transform: `translate(${x * unit}px, ${y * unit}px)` }}>
      {children}
    </div>
  );
}
