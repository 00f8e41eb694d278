import { atom, useStore } from 'jotai';
import { useMemo } from 'react';
import type { MissionId } from '../../../shared/contract/consoles.ts';
import { announce } from '../../kit/toasts/announce.ts';
import { roomAddressAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { wallPath } from '../../mission/navigation/address.ts';

/** Mission for which a wall was opened from here. */
export const walledMissionAtom = atom<MissionId | undefined>(undefined);

/** Only one wall window is opened; opening it again reuses it. */
const WALL_WINDOW = 'orbita-wall';

interface PlacedScreen {
  readonly availLeft: number;
  readonly availTop: number;
  readonly availWidth: number;
  readonly availHeight: number;
}

/** Window of a browser with the Window Management API. */
interface ScreenedWindow {
  readonly screen: { readonly isExtended?: boolean };
  getScreenDetails?(): Promise<{
    readonly screens: readonly PlacedScreen[];
    readonly currentScreen: PlacedScreen;
  }>;
}

/** True if the browser can place a window on another screen, and there is one. */
export function hasOtherScreen(): boolean {
  const { getScreenDetails, screen } = window as ScreenedWindow;
  return getScreenDetails !== undefined && screen.isExtended === true;
}

/** The browser asks for permission. Rejects with a readable reason. */
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
  // A window that was already open stays where it is.
  wall.moveTo(left, top);
  wall.resizeTo(width, height);
}

/**
 * Opens a wall display of the mission in a separate window, placed on the large screen or to be moved there. In a shared mission
 * it is a viewer.
 */
export function useOpenWall() {
  const store = useStore();
  return useMemo(() => {
    const path = (): string => {
      const { missionId, room } = store.get(sliceAtoms.consoles) ?? {};
      store.set(walledMissionAtom, missionId);
      return wallPath(missionId, room && (room.keys?.viewer ?? store.get(roomAddressAtom)?.key));
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
