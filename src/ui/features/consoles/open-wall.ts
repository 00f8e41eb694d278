import { atom, useStore } from 'jotai';
import { useMemo } from 'react';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { sliceAtoms } from '../../mission/link/atoms.ts';
import { wallPath } from '../../mission/navigation/address.ts';

/** The mission of which a wall has been opened from here. */
export const walledMissionAtom = atom<MissionId | undefined>(undefined);

/** It is opened only once: a further press brings it back. */
const WALL_WINDOW = 'orbita-wall';

interface PlacedScreen {
  readonly availLeft: number;
  readonly availTop: number;
  readonly availWidth: number;
  readonly availHeight: number;
}

/** A browser with the Window Management API. */
interface ScreenedWindow {
  readonly screen: { readonly isExtended?: boolean };
  getScreenDetails?(): Promise<{
    readonly screens: readonly PlacedScreen[];
    readonly currentScreen: PlacedScreen;
  }>;
}

/** Whether the browser can place a window on another screen, and there is one. */
export function hasOtherScreen(): boolean {
  const { getScreenDetails, screen } = window as ScreenedWindow;
  return getScreenDetails !== undefined && screen.isExtended === true;
}

/** The browser asks for permission. Rejects with a reason in words. */
async function placeOnOtherScreen(path: string): Promise<void> {
  const details = await (window as ScreenedWindow).getScreenDetails?.().catch(() => {
    throw new Error('the browser did not permit it');
  });
  const other = details?.screens.find((one) => one !== details.currentScreen);
  if (!other) throw new Error('the other screen is gone');
  const { availLeft: left, availTop: top, availWidth: width, availHeight: height } = other;
  const features = `popup,left=${left},top=${top},width=${width},height=${height}`;
  const wall = window.open(path, WALL_WINDOW, features);
  if (!wall) throw new Error('the browser has blocked the window');
  // One that was open already stays where it is.
  wall.moveTo(left, top);
  wall.resizeTo(width, height);
}

/** Opens a wall display of the mission in a window of its own, to be moved onto the large screen, or placed there. */
export function useOpenWall() {
  const store = useStore();
  return useMemo(() => {
    const path = (): string => {
      const mission = store.get(sliceAtoms.consoles)?.missionId;
      store.set(walledMissionAtom, mission);
      return wallPath(mission);
    };
    return {
      open: () => void window.open(path(), WALL_WINDOW, 'popup,width=1280,height=720'),
      openOnOtherScreen: () => {
        placeOnOtherScreen(path()).catch(({ message }: Error) =>
          announce({
            id: 'wall-failed',
            level: 'error',
            text: `Failed to open the wall on screen 2: ${message}.`,
          }),
        );
      },
    };
  }, [store]);
}
