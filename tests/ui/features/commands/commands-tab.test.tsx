import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { CommandsTab } from '../../../../src/ui/app/CommandsTab.tsx';
import { contactsFrom, contactsOf } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import { missionSecondAtom, type Store, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { startUneventfulMission, T0 } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { showMission } from '../../../support/render.tsx';
import { spacecraftView } from '../../../support/spacecraft-view.ts';

const { matchMedia } = window;
const PX_PER_REM = 16;

/** Sets the window's size: its queries have a least width and height in rem. */
function openWindow(width: number, height: number): void {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const leastOf = (side: string): number =>
      PX_PER_REM * Number(new RegExp(`min-${side}: ([\\d.]+)rem`).exec(query)?.[1] ?? 0);
    const matches = width >= leastOf('width') && height >= leastOf('height');
    return Object.defineProperty(matchMedia.call(window, query), 'matches', { value: matches });
  });
}

afterEach(() => vi.restoreAllMocks());

const link = () => screen.getByRole('region', { name: 'Link and next contact' });
const utc = (time: number): string => new Date(time).toISOString().slice(11, 19);

function showTab(): Store {
  const store = createStore();
  showMission(store, startUneventfulMission());
  renderWithOperations(<CommandsTab />, {}, store);
  return store;
}

describe('what stands beside the command queue', () => {
  it.each([
    [390, 844, false],
    [1280, 720, false],
    [1920, 1080, true],
  ])('at %d × %d: the link in a line, no table of stations, the diagram %s', (width, height, hasDiagram) => {
    openWindow(width, height);
    showTab();
    expect(link()).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Ground Stations' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Spacecraft' }) !== null).toBe(hasDiagram);
  });
});

describe('the line of the link', () => {
  const radio = spacecraftView().radio;

  it.each([
    ['over the relay', radio, 'LinkHigh gainover a relay, commands arrive at once'],
    [
      'over a station',
      { ...radio, link: 'station', stationName: 'Madrid' },
      'LinkHigh gainover Madrid, commands arrive at once',
    ],
    ['over low gain', { ...radio, antenna: 'low' }, 'LinkLow gainover a relay, a command takes 40 s'],
    ['lost', { ...radio, link: 'none', antenna: 'none' }, 'LinkNo linkcommands wait for it'],
  ] as const)('says how a command gets on board: %s', (_case, now, words) => {
    const store = showTab();
    act(() => store.set(sliceAtoms.spacecraft, spacecraftView({ radio: now })));
    expect(link()).toHaveTextContent(words);
  });

  /** Returns the mission's first contact that starts outside of another one. */
  function nextContact() {
    const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
    const all = contacts ? contactsFrom(contacts, T0) : [];
    const next = all.find(
      ({ pass: { aos } }) =>
        aos > T0 && all.every(({ pass }) => pass.los < aos - MS_PER_MIN || pass.aos >= aos),
    );
    if (!next) throw new Error('no contact');
    return next;
  }

  it('names the next contact over an active station, and then until when it lasts', () => {
    const { station, pass } = nextContact();
    const store = showTab();
    act(() => store.set(missionSecondAtom, addMs(pass.aos, -MS_PER_MIN)));
    expect(link()).toHaveTextContent(
      `Next contact${station.name}${utc(pass.aos)} – ${utc(pass.los)} UTC, up to ${pass.maxElevation.toFixed(0)}°`,
    );
    act(() => store.set(missionSecondAtom, pass.aos));
    expect(link()).toHaveTextContent(`In contact${station.name}until ${utc(pass.los)} UTC`);
  });

  it('opens the form at the next contact', async () => {
    const { pass } = nextContact();
    const store = showTab();
    act(() => store.set(missionSecondAtom, addMs(pass.aos, -MS_PER_MIN)));
    await userEvent.click(screen.getByRole('button', { name: /^Queue a command at AOS / }));
    expect(screen.getByRole('form', { name: 'Queue a command' })).toBeVisible();
    window.history.replaceState(null, '', '/');
  });

  it('leads to all contacts of ORBITA-1', async () => {
    showTab();
    await userEvent.click(screen.getByRole('button', { name: 'All contacts' }));
    const query = new URLSearchParams(window.location.search);
    expect([query.get('tab'), query.get('satellite')]).toEqual(['orbital', 'orbita']);
    window.history.replaceState(null, '', '/');
  });
});
