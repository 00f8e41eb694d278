import { WALL_URL } from './address.ts';

/** Opens the wall display in a second window, to be moved onto the large screen. It is opened only once. */
export function openWallDisplay(): void {
  window.open(WALL_URL, 'orbita-wall', 'popup,width=1280,height=720');
}
