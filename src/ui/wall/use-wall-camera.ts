import { atom, useAtomValue, useStore } from 'jotai';
import { useEffect, useRef } from 'react';
import { SPACECRAFT } from '../../shared/entities/satellites.ts';
import { addMs, MS_PER_S } from '../../shared/kit/units.ts';
import type { Size } from '../kit/page/size.ts';
import { useMediaQuery } from '../kit/page/use-media-query.ts';
import type { Camera } from '../map/camera/camera.ts';
import { missionSecondAtom, type Store, sliceAtoms } from '../mission/link/atoms.ts';
import { useMissionTime } from '../mission/link/mission-time.ts';
import { utcSecondAtom } from '../mission/time/shown-time.ts';
import { contactsAheadAtom, rateAtom, skyPassAtom } from './atoms.ts';
import { FOLLOWING, type GroundPlace, isSameView, sceneView } from './camera-views.ts';
import type { WallLayout } from './layout.ts';
import { mapSubjects, placeOf } from './map-subjects.ts';
import type { WallScene } from './scenes.ts';

/** Duration of a movement between two planes or two globes. */
export const MOVE_MS = 2500;

/** Period of view checks: the plane is turned if something important has become covered. */
const LOOK_MS = 10 * MS_PER_S;
const lookAtom = atom((get) => {
  const now = get(utcSecondAtom);
  return now === undefined ? undefined : Math.floor(now / LOOK_MS);
});

function stationPlace(store: Store): GroundPlace | undefined {
  return (store.get(skyPassAtom) ?? store.get(contactsAheadAtom)?.[0])?.station;
}

/**
 * Moves the camera to the view of the scene. The first view is immediate, and so are a globe after a plane and
 * every view with reduced motion.
 */
export function useWallCamera(camera: Camera, scene: WallScene, stage: Size, layout: WallLayout): void {
  const store = useStore();
  const missionTime = useMissionTime();
  const look = useAtomValue(lookAtom);
  const isKnown = useAtomValue(sliceAtoms.ephemerides) !== undefined;
  const isMotionReduced = useMediaQuery('(prefers-reduced-motion: reduce)');
  const shown = useRef<{ readonly scene: WallScene; readonly layout: WallLayout }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again at each new `look`
  useEffect(() => {
    const now = missionTime() ?? store.get(missionSecondAtom);
    if (now === undefined) return undefined;
    const isSame = scene === shown.current?.scene && layout === shown.current.layout;
    if (isSame && FOLLOWING.has(scene) && camera.followed()) return undefined;
    const isFirst = shown.current === undefined;
    const durationMs = isFirst || isMotionReduced ? 0 : MOVE_MS;
    const rate = store.get(rateAtom);
    const ephemerides = store.get(sliceAtoms.ephemerides);
    const arrival = addMs(now, durationMs * rate);
    const view = sceneView(scene, {
      stage,
      layout,
      subjects: mapSubjects(ephemerides, store.get(sliceAtoms.contacts), now, rate),
      spacecraft: placeOf(ephemerides, SPACECRAFT, arrival),
      station: stationPlace(store),
      from: camera.target(),
    });
    shown.current = { scene, layout };
    camera.follow(undefined);
    if (!isSameView(camera.target(), view)) camera.moveTo(view, durationMs);
    if (!FOLLOWING.has(scene) || !isKnown) return undefined;
    const target = camera.target();
    const followOnArrival = (): void => {
      if (camera.view() !== target || camera.followed()) return;
      camera.follow(SPACECRAFT);
    };
    followOnArrival();
    return camera.subscribe(followOnArrival);
  }, [camera, scene, stage, layout, look, isKnown, isMotionReduced, store, missionTime]);
}
