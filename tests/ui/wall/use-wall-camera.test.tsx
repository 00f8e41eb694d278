import { act, render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Camera, createCamera } from '../../../src/ui/map/camera/camera.ts';
import { missionSecondAtom, type Store } from '../../../src/ui/mission/link/atoms.ts';
import { MissionTimeContext } from '../../../src/ui/mission/link/mission-time.ts';
import { wallLayout } from '../../../src/ui/wall/layout.ts';
import type { WallScene } from '../../../src/ui/wall/scenes.ts';
import { MOVE_MS, useWallCamera } from '../../../src/ui/wall/use-wall-camera.ts';
import { matchOnly } from '../../support/media.ts';
import { later, startUneventfulMission, T0 } from '../../support/mission.ts';
import { renderWithStore, showMission } from '../../support/render.tsx';
import { showTime, transportView } from '../../support/time-control.tsx';

const STAGE = { width: 41.7, height: 23.5 };
const LAYOUTS = new Map<WallScene, ReturnType<typeof wallLayout>>();

/** Returns the same layout for the same scene, as the wall does. */
function layoutOf(scene: WallScene) {
  const layout = LAYOUTS.get(scene) ?? wallLayout(STAGE, 'wide', scene);
  LAYOUTS.set(scene, layout);
  return layout;
}

interface WallProps {
  readonly camera: Camera;
  readonly scene: WallScene;
  readonly stage?: typeof STAGE;
  readonly layout?: ReturnType<typeof wallLayout>;
}

function Wall({ camera, scene, stage = STAGE, layout = layoutOf(scene) }: WallProps) {
  useWallCamera(camera, scene, stage, layout);
  return null;
}

/** Opens a wall with the store's mission, at its latest second. */
function openWall(scene: WallScene, store: Store = createStore()) {
  showMission(store, startUneventfulMission());
  const camera = createCamera();
  const missionTime = () => store.get(missionSecondAtom);
  const wall = (shown: WallScene, size?: Pick<WallProps, 'stage' | 'layout'>) => (
    <Provider store={store}>
      <MissionTimeContext value={missionTime}>
        <Wall camera={camera} scene={shown} {...size} />
      </MissionTimeContext>
    </Provider>
  );
  const rendered = render(wall(scene));
  let time = 0;
  return {
    camera,
    store,
    show: (next: WallScene, size?: Pick<WallProps, 'stage' | 'layout'>) =>
      rendered.rerender(wall(next, size)),
    /** Runs frames over so many milliseconds of wall time. */
    live(ms: number) {
      act(() => {
        for (const end = time + ms; time <= end; time += 100) camera.advance(time, () => [0, 0]);
      });
    },
  };
}

afterEach(() => vi.restoreAllMocks());

describe('the camera of the wall', () => {
  it('shows the first scene at once', () => {
    const { camera } = openWall('orbit');
    expect(camera.view()).toBe(camera.target());
    expect(camera.view().globe).toBe(0);
  });

  it('moves from one globe to the next in a fixed time', () => {
    const { camera, show, live } = openWall('globe');
    const { zoom } = camera.view();
    show('spacecraft');
    expect(camera.view().zoom).toBe(zoom);
    expect(camera.target().zoom).toBeGreaterThan(zoom);
    live(MOVE_MS / 2);
    expect(camera.view().zoom).toBeGreaterThan(zoom);
    expect(camera.view().zoom).toBeLessThan(camera.target().zoom);
    expect(camera.followed()).toBeUndefined();
    live(MOVE_MS);
    expect(camera.view().zoom).toBe(camera.target().zoom);
    expect(camera.followed()).toBe('orbita');
  });

  it('shows a globe after the plane at once, follows the spacecraft there, and no longer in the next scene', () => {
    const { camera, show } = openWall('orbit');
    show('globe');
    expect(camera.view()).toBe(camera.target());
    expect(camera.view().globe).toBe(1);
    expect(camera.followed()).toBe('orbita');
    show('plan');
    expect(camera.followed()).toBeUndefined();
    expect(camera.view().globe).toBe(0);
  });

  it('moves the globe to the middle of another window, and follows on', () => {
    const { camera, show, live } = openWall('orbit');
    show('globe');
    live(2 * MOVE_MS);
    const stage = { width: 23.5, height: 41.7 };
    const layout = wallLayout(stage, 'tall', 'globe');
    show('globe', { stage, layout });
    live(2 * MOVE_MS);
    const { free } = layout;
    expect(camera.view().at?.x).toBeCloseTo((free.left + free.width / 2) / stage.width, 6);
    expect(camera.view().at?.y).toBeCloseTo((free.top + free.height / 2) / stage.height, 6);
    expect(camera.followed()).toBe('orbita');
  });

  it('shows each scene at once under reduced motion', () => {
    matchOnly('(prefers-reduced-motion: reduce)');
    const { camera, show } = openWall('orbit');
    show('globe');
    expect(camera.view()).toBe(camera.target());
    expect(camera.view().globe).toBe(1);
    expect(camera.followed()).toBe('orbita');
  });

  it('looks at the plane again every 10 s, and stays where nothing is gained', () => {
    const { camera, store } = openWall('orbit');
    const first = camera.target();
    const looks = vi.spyOn(camera, 'target');
    act(() => showTime(store, transportView(), { edge: later(10_000) }));
    expect(looks).toHaveBeenCalled();
    expect(camera.target()).toBe(first);
  });

  it('turns the plane when the satellites have come to be covered', () => {
    const { camera, store } = openWall('orbit');
    const first = camera.target();
    // In the orbit scene the spacecraft passes below the panel, wherever it was.
    const turned = [20, 40, 60, 80].map((minutes) => {
      const now = () => later(minutes * 60_000);
      act(() => showMission(store, startUneventfulMission({ clock: { now } })));
      return camera.target();
    });
    expect(turned.some(({ longitude }) => longitude !== first.longitude)).toBe(true);
  });

  it('waits for the first data', () => {
    const store = createStore();
    const camera = createCamera();
    const before = camera.target();
    renderWithStore(
      <MissionTimeContext value={() => undefined}>
        <Wall camera={camera} scene="globe" />
      </MissionTimeContext>,
      store,
    );
    expect(camera.target()).toBe(before);
    act(() => store.set(missionSecondAtom, T0));
    expect(camera.target()).toBe(before);
  });
});
