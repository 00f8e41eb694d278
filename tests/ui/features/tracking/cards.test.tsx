import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS, type SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { transitionInto } from '../../../../src/shared/orbit/ephemeris.ts';
import { preparedDraftAtom } from '../../../../src/ui/features/commands/prepared-draft.ts';
import { GroundStationsCard } from '../../../../src/ui/features/stations/GroundStationsCard.tsx';
import { SkyCard } from '../../../../src/ui/features/tracking/SkyCard.tsx';
import { TrackingCard } from '../../../../src/ui/features/tracking/TrackingCard.tsx';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { overStations, passAt, passesOver } from '../../../support/contact-plans.ts';
import { observedPasses, startMission } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

const mission = startMission();

function contactsOf(id: SatelliteId) {
  const contacts = mission.snapshot().contacts.value.satellites[id];
  if (!contacts.ok) throw new Error(contacts.message);
  return contacts.value;
}

function renderAt(ui: React.ReactNode, time: number) {
  const store = createStore();
  showMission(store, mission);
  store.set(missionSecondAtom, time as never);
  return renderWithStore(ui, store);
}

const figure = (name: string): string | null =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? null;

describe('the tracking card', () => {
  it('shows its loading state until there is data (spec §8)', () => {
    renderWithStore(<TrackingCard id="iss" />);
    expect(screen.getByText('Loading tracking data...')).toBeVisible();
  });

  it('shows the error with its reason when the satellite has no orbit (spec §8)', () => {
    const store = createStore();
    const iss = { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 };
    showMission(store, startMission({ propagators: createPropagators({ ...ORBITAL_ELEMENTS, iss }) }));
    renderWithStore(<TrackingCard id="iss" />, store);
    const region = screen.getByRole('region', { name: 'ISS Tracking' });
    expect(region.textContent).toContain('Error loading tracking data');
    expect(region.textContent).toContain('ISS (ZARYA)');
  });

  it.each([
    ['iss', '7.66 km/s', 'Seen from New York City'],
    ['orbita', '7.58 km/s', 'Seen from London'],
  ] as const)('shows the fixed values of spec §9 for %s and names its observer', (id, velocity, observer) => {
    renderAt(<TrackingCard id={id} />, mission.snapshot().clock.value.time);
    expect(figure('Velocity')).toBe(velocity);
    expect(figure('Orbit period')).toBe('93.2 min');
    expect(figure('Apogee')).toBe('428 km');
    expect(figure('Perigee')).toBe('423 km');
    expect(figure('Inclination')).toBe('51.6°');
    expect(screen.getByText(observer)).toBeVisible();
    expect(figure('Speed')).toMatch(/^7\.6[3-6]\d km\/s$/);
  });

  it('shows VISIBLE from AOS to LOS and BELOW HORIZON otherwise (spec §4), with the time to the next change', () => {
    const [pass] = observedPasses(mission, 'iss').filter(
      ({ aos }) => aos > mission.snapshot().clock.value.time,
    );
    if (!pass) throw new Error('no pass');
    const before = (pass.aos - 61_000) as EpochMs;
    const store = createStore();
    showMission(store, startMission({ clock: { now: () => before } }));
    store.set(missionSecondAtom, before);
    renderWithStore(<TrackingCard id="iss" />, store);
    expect(screen.getByText('BELOW HORIZON')).toBeVisible();
    expect(screen.getByText('rises in 1 min 01 s')).toBeVisible();
    act(() => store.set(missionSecondAtom, (pass.los - 5000) as never));
    expect(screen.getByText('VISIBLE')).toBeVisible();
    expect(screen.getByText('sets in 5 s')).toBeVisible();
    act(() => store.set(missionSecondAtom, pass.los));
    expect(screen.getByText('BELOW HORIZON')).toBeVisible();
  });

  it.each([
    ['below the horizon on a pass', 0],
    ['above it between passes', 45],
  ])('marks its values during an orbit transition: from %s', (_case, afterPassMin) => {
    const [pass] = observedPasses(mission, 'iss').filter(
      ({ aos }) => aos > mission.snapshot().clock.value.time,
    );
    if (!pass) throw new Error('no pass');
    const now = addMs(pass.tca, afterPassMin * MS_PER_MIN);
    const gliding = startMission({ clock: { now: () => now } });
    const ephemerides = gliding.snapshot().ephemerides.value;
    const { iss } = ephemerides;
    if (iss.status !== 'available') throw new Error(iss.reason);
    // Shown 45 minutes away from its pass, or during it.
    const offMs = (afterPassMin === 0 ? 45 : -afterPassMin) * MS_PER_MIN;
    const earlier = { ...iss.window, startTime: addMs(iss.window.startTime, -offMs) };
    const window = transitionInto(iss.window, earlier, now, 8000);
    const store = createStore();
    showMission(store, gliding);
    store.set(missionSecondAtom, now);
    store.set(sliceAtoms.ephemerides, { ...ephemerides, iss: { status: 'available', window } });
    renderWithStore(
      <>
        <TrackingCard id="iss" />
        <SkyCard id="iss" />
      </>,
      store,
    );
    const seen = new Set<string>();
    for (let second = 0; second <= 8; second++) {
      act(() => store.set(missionSecondAtom, addMs(now, second * MS_PER_S)));
      const elevation = Number.parseFloat((figure('Elevation') ?? '').replace('\u2212', '-'));
      const word = elevation > 0 ? 'VISIBLE' : 'BELOW HORIZON';
      seen.add(word);
      expect(screen.getByText(word)).toBeVisible();
      const sky = screen.getByRole('region', { name: 'Sky over New York City' });
      const isMoving = elevation > 0 !== (afterPassMin === 0);
      expect(screen.queryByText('acquiring live data') !== null).toBe(isMoving);
      expect(sky.textContent?.includes('Acquiring live data')).toBe(isMoving);
    }
    expect(seen.size).toBe(2);
    expect(screen.getByText(afterPassMin === 0 ? /^sets in/ : /^rises in/)).toBeVisible();
  });

  it('shows ECLIPSED in eclipse and SUNLIT otherwise (spec §4), with the time to the next change', () => {
    const now = mission.snapshot().clock.value.time;
    const change = contactsOf('orbita').eclipseTransitions.find(
      ({ time, isEclipsed }) => time > now && isEclipsed,
    );
    if (!change) throw new Error('no eclipse');
    const { store } = renderAt(<TrackingCard id="orbita" />, change.time - 65_000);
    expect(screen.getByText('SUNLIT')).toBeVisible();
    expect(screen.getByText('eclipsed in 1 min 05 s')).toBeVisible();
    act(() => store.set(missionSecondAtom, change.time));
    expect(screen.getByText('ECLIPSED')).toBeVisible();
  });
});

describe('the sky card', () => {
  it('draws the next pass and says when it is, then counts to its end', () => {
    const [pass] = observedPasses(mission, 'orbita').filter(
      ({ aos }) => aos > mission.snapshot().clock.value.time,
    );
    if (!pass) throw new Error('no pass');
    const { store } = renderAt(<SkyCard id="orbita" />, pass.aos - 60_000);
    const region = screen.getByRole('region', { name: 'Sky over London' });
    expect(region.textContent).toContain('Next pass in 1 min 00 s');
    expect(
      within(region).getByRole('img', {
        name: /^Sky over London: ORBITA-1 rises at [\d:]+ in the [a-z-]+, azimuth \d+°/,
      }),
    ).toBeVisible();
    expect(within(region).getByRole('img', { name: /^Elevation over the pass/ })).toBeVisible();
    act(() => store.set(missionSecondAtom, (pass.los - 30_000) as never));
    expect(region.textContent).toContain('Pass in progress, LOS in 30 s');
  });

  it('dashes what is in shadow, and names the instant that the tracking card counts to', () => {
    const pass = observedPasses(mission, 'iss').find(({ aos, los }) =>
      contactsOf('iss').eclipseTransitions.some(({ time }) => time > aos && time < los),
    );
    if (!pass) throw new Error('no pass with a change of light');
    const change = contactsOf('iss').eclipseTransitions.find(
      ({ time }) => time > pass.aos && time < pass.los,
    );
    if (!change) throw new Error('no change');
    const now = (Math.floor(pass.aos / 1000) * 1000 - 1000) as EpochMs;
    const { container } = renderAt(<SkyCard id="iss" />, now);
    const verb = change.isEclipsed ? 'enters' : 'leaves';
    const plot = screen.getByRole('img', { name: new RegExp(`${verb} the shadow at`, 'i') });
    const told = plot.getAttribute('aria-label')?.match(/shadow at (\d\d:\d\d:\d\d)/)?.[1];
    const instant = Date.parse(`${new Date(change.time).toISOString().slice(0, 11)}${told}Z`);
    expect(Math.abs(instant - change.time)).toBeLessThanOrEqual(1000);
    expect(screen.getByText(new RegExp(`the shadow at ${told} \\(dashed\\)`))).toBeVisible();
    expect(container.querySelectorAll('svg path[class*="shadowed"]')).toHaveLength(1);
  });
});

describe('the sky plot during a pass', () => {
  it('marks the positions of the next minutes above the horizon', () => {
    const [pass] = observedPasses(mission, 'orbita').filter(
      ({ aos }) => aos > mission.snapshot().clock.value.time,
    );
    if (!pass) throw new Error('no pass');
    const now = pass.tca;
    const store = createStore();
    const passing = startMission({ clock: { now: () => now } });
    showMission(store, passing);
    const { container } = renderWithStore(<SkyCard id="orbita" />, store);
    const seconds = (pass.los - now) / 1000;
    const dots = container.querySelectorAll('svg circle[class*="ahead"]');
    expect(Math.abs(dots.length - Math.min(49, seconds / 6))).toBeLessThanOrEqual(1);
  });
});

describe('the ground stations card', () => {
  it.each([
    ['Houston', '14:32 UTC'],
    ['Madrid', '15:18 UTC'],
    ['Canberra', '16:05 UTC'],
    ['Baikonur', '17:41 UTC'],
  ])('shows %s with its fixed next pass at %s (spec §3)', (name, nextPass) => {
    renderAt(<GroundStationsCard id="orbita" />, mission.snapshot().clock.value.time);
    expect(screen.getByText(/^Fixed schedule/)).toHaveTextContent(`${name} ${nextPass}`);
  });

  it('keeps the fixed schedule out of the table of computed contacts, and says that it follows no orbit', () => {
    renderAt(<GroundStationsCard id="orbita" />, mission.snapshot().clock.value.time);
    const table = screen.getByRole('table', { name: /^Ground stations/ });
    expect(table.textContent).not.toMatch(/14:32|Fixed/);
    expect(screen.getByText(/^Fixed schedule, the same every day whatever the orbit:/)).toBeVisible();
  });

  it.each([
    ['orbita', 'ORBITA-1 above 5°, times UTC'],
    ['iss', 'ISS above 5°, times UTC'],
  ] as const)('names the satellite of its contacts: %s', (id, words) => {
    renderAt(<GroundStationsCard id={id} />, mission.snapshot().clock.value.time);
    expect(screen.getByRole('region', { name: 'Ground Stations' }).textContent).toContain(words);
  });

  it('counts down to AOS, then to LOS, of the planned pass', () => {
    const now = mission.snapshot().clock.value.time;
    const pass = passesOver(contactsOf('orbita'), 'houston').find(({ aos }) => aos > now);
    if (!pass) throw new Error('no pass');
    const { store } = renderAt(<GroundStationsCard id="orbita" />, pass.aos - 90_000);
    const row = () => screen.getAllByRole('rowheader', { name: 'Houston' })[0]?.closest('tr')?.textContent;
    expect(row()).toContain('AOS in 1 min 30 s');
    act(() => store.set(missionSecondAtom, (pass.aos - 89_000) as never));
    expect(row()).toContain('AOS in 1 min 29 s');
    act(() => store.set(missionSecondAtom, pass.aos));
    expect(row()).toContain('In view');
    expect(row()).toContain('LOS in');
  });

  it('lists a day of contacts and the longest gap for each station', () => {
    renderAt(<GroundStationsCard id="iss" />, mission.snapshot().clock.value.time);
    const plan = screen.getByRole('region', { name: 'Contact plan, 24 h ahead' });
    const strips = within(plan).getAllByRole('listitem');
    expect(strips).toHaveLength(4);
    for (const strip of strips)
      expect(strip.textContent).toMatch(/\d+ contacts, gap (up to|of more than) \d+\s(h|min)/);
    expect(plan.textContent).toMatch(/Active stations: \d+ contacts, \d+ with two stations at once/);
  });

  /** Renders the card with only some passes of ORBITA-1. */
  function renderWithPasses(passes: Parameters<typeof overStations>[0]) {
    const now = mission.snapshot().clock.value.time;
    const store = createStore();
    showMission(store, mission);
    const plan = mission.snapshot().contacts.value;
    const contacts = { ...contactsOf('orbita'), stations: overStations(passes) };
    store.set(sliceAtoms.contacts, {
      ...plan,
      satellites: { ...plan.satellites, orbita: { ok: true, value: contacts } },
    });
    store.set(missionSecondAtom, now);
    renderWithStore(<GroundStationsCard id="orbita" />, store);
    return within(screen.getByRole('region', { name: /^Contact plan/ })).getAllByRole('listitem');
  }

  it('counts a single contact and a single pass as one', () => {
    const now = mission.snapshot().clock.value.time;
    const [houston] = renderWithPasses({ houston: [passAt(addMs(now, 60 * MS_PER_MIN))] });
    expect(houston?.textContent).toMatch(/^Houston.*1 contact, gap of more than /);
    expect(screen.getByText(/^Active stations:/)).toHaveTextContent('Active stations: 1 contact, 0 with two');
    expect(screen.getByRole('button', { name: 'The only pass of the next 24 h' })).toBeVisible();
  });

  it('shows a gap clipped by the end of the plan as a minimum', () => {
    const strips = renderWithPasses({});
    for (const strip of strips) expect(strip.textContent).toContain('0 contacts, gap of more than 1\u00a0d');
  });

  it('opens the command form at the AOS of an ORBITA-1 pass over an active station', async () => {
    const now = mission.snapshot().clock.value.time;
    const { store } = renderAt(<GroundStationsCard id="orbita" />, now);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /^All \d+ passes of the next 24 h$/ }));
    const next = passesOver(contactsOf('orbita'), 'madrid').find(({ aos }) => aos > now);
    if (!next) throw new Error('no pass');
    const [first] = screen.getAllByRole('button', { name: 'Queue a command at AOS Madrid' });
    if (!first) throw new Error('no button');
    await user.click(first);
    expect(store.get(preparedDraftAtom)).toEqual({
      name: '',
      scheduledTime: new Date(next.aos).toISOString().slice(0, 19).replace('T', ' '),
      priority: 'Medium',
    });
    expect(screen.queryByRole('button', { name: /AOS Baikonur/ })).toBeNull();
  });

  it('offers no command at a pass of the ISS', async () => {
    renderAt(<GroundStationsCard id="iss" />, mission.snapshot().clock.value.time);
    await userEvent.click(screen.getByRole('button', { name: /^All \d+ passes/ }));
    expect(screen.getAllByRole('row').length).toBeGreaterThan(10);
    expect(screen.queryByRole('button', { name: /^Queue/ })).toBeNull();
  });
});
