import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { toast } from 'sonner';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  hasOtherScreen,
  useOpenWall,
  walledMissionAtom,
} from '../../../../src/ui/features/consoles/open-wall.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { consolesView, MISSION_ID } from '../../../support/consoles-view.ts';
import { renderWithStore } from '../../../support/render.tsx';

function Buttons() {
  const wall = useOpenWall();
  return (
    <>
      <button type="button" onClick={wall.open}>
        Open
      </button>
      <button type="button" onClick={wall.openOnOtherScreen}>
        Place
      </button>
    </>
  );
}

const PRIMARY = { availLeft: 0, availTop: 0, availWidth: 1920, availHeight: 1080 };
const LARGE = { availLeft: 1920, availTop: 0, availWidth: 3840, availHeight: 2160 };

/** Emulates a browser with two screens, with the page on the first. */
function giveScreens(getScreenDetails: () => Promise<unknown>): void {
  vi.stubGlobal('getScreenDetails', getScreenDetails);
  vi.stubGlobal('screen', { isExtended: true });
}

afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const wall = { moveTo: vi.fn(), resizeTo: vi.fn() };
  const open = vi.fn((): unknown => wall);
  vi.stubGlobal('open', open);
  const store = createStore();
  store.set(sliceAtoms.consoles, consolesView());
  renderWithStore(<Buttons />, store);
  return { store, open, wall };
}

const PATH = `/?display=wall&mission=${MISSION_ID}`;

describe('the wall', () => {
  it('is opened with the mission of this window, which is then shared', async () => {
    const { open, store } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(open).toHaveBeenCalledExactlyOnceWith(PATH, 'orbita-wall', 'popup,width=1280,height=720');
    expect(store.get(walledMissionAtom)).toBe(MISSION_ID);
  });

  it('begins its own mission where this window has none yet', async () => {
    const { open, store } = setUp();
    act(() => store.set(sliceAtoms.consoles, undefined));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(open.mock.calls).toEqual([['/?display=wall', 'orbita-wall', 'popup,width=1280,height=720']]);
  });

  it('is placed on the other screen, also if it is open already', async () => {
    giveScreens(async () => ({ screens: [PRIMARY, LARGE], currentScreen: PRIMARY }));
    const { open, wall } = setUp();
    expect(hasOtherScreen()).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Place' }));
    const features = 'popup,left=1920,top=0,width=3840,height=2160';
    expect(open).toHaveBeenCalledExactlyOnceWith(PATH, 'orbita-wall', features);
    expect(wall.moveTo).toHaveBeenCalledWith(1920, 0);
    expect(wall.resizeTo).toHaveBeenCalledWith(3840, 2160);
  });

  it.each([
    ['without permission', () => Promise.reject(new Error('denied')), 'the browser did not permit it'],
    [
      'with one screen',
      async () => ({ screens: [PRIMARY], currentScreen: PRIMARY }),
      'the other screen is gone',
    ],
  ])('says why it is not placed %s', async (_when, details, reason) => {
    giveScreens(details);
    const { open } = setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Place' }));
    const shown = toast.getToasts().flatMap((one) => ('title' in one ? [String(one.title)] : []));
    expect(shown.join().replaceAll('\u00a0', ' ')).toBe(`Failed to open the wall on screen 2: ${reason}.`);
    expect(open).not.toHaveBeenCalled();
  });

  it('says that the browser has blocked it', async () => {
    giveScreens(async () => ({ screens: [PRIMARY, LARGE], currentScreen: PRIMARY }));
    const { open } = setUp();
    open.mockReturnValue(null);
    await userEvent.click(screen.getByRole('button', { name: 'Place' }));
    const shown = toast.getToasts().flatMap((one) => ('title' in one ? [String(one.title)] : []));
    expect(shown.join()).toContain('the browser has blocked the window');
  });

  it('has no other screen in a browser without the interface, and on a computer with one', () => {
    expect(hasOtherScreen()).toBe(false);
    giveScreens(async () => undefined);
    vi.stubGlobal('screen', { isExtended: false });
    expect(hasOtherScreen()).toBe(false);
  });
});
