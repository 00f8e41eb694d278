import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { createStore, Provider } from 'jotai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAIN_BRANCH } from '../../../../src/shared/contract/transport.ts';
import { type EpochMs, epochMs, MS_PER_DAY } from '../../../../src/shared/kit/units.ts';
import { alertsAtom } from '../../../../src/ui/features/passes/atoms.ts';
import { PassesView } from '../../../../src/ui/features/passes/PassesView.tsx';
import { startAlerts } from '../../../../src/ui/features/passes/start-alerts.ts';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import { browserStorageAtom } from '../../../../src/ui/kit/page/kept-atom.ts';
import { PrintContext } from '../../../../src/ui/kit/page/print.ts';
import { fleetControlAtom } from '../../../../src/ui/mission/fleet/atoms.ts';
import { toSatellite } from '../../../../src/ui/mission/fleet/kept-satellites.ts';
import { startFleet } from '../../../../src/ui/mission/fleet/start-fleet.ts';
import { missionSecondAtom, sliceAtoms, wallSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { placeListAtom } from '../../../../src/ui/mission/places/atoms.ts';
import { createFleetWorker } from '../../../support/fleet-worker.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { type OrbitKind, syntheticElements } from '../../../support/synthetic-fleet.ts';
import { createStorage } from '../../mission/fleet/open-dialog.tsx';

/** Daytime in New York City, before the night. */
const NOON = epochMs(Date.UTC(2026, 10, 23, 17));
const JUNE = epochMs(Date.UTC(2026, 5, 21, 17));

afterEach(cleanup);

interface Options {
  readonly now?: EpochMs;
  readonly permission?: NotificationPermission;
  readonly isShown?: boolean;
}

function openCard({ now = NOON, permission = 'granted', isShown = true }: Options = {}) {
  const store = createStore();
  for (const time of [missionSecondAtom, wallSecondAtom]) store.set(time, now);
  store.set(sliceAtoms.transport, {
    rate: 1,
    isInStep: true,
    isMissionInStep: true,
    mode: 'live',
    startTime: now,
    branch: MAIN_BRANCH,
    branches: [],
    slowsOnCritical: true,
  });
  const { storage } = createStorage();
  store.set(browserStorageAtom, { storage: () => storage, onStorage: () => () => {} });
  const { connect, ...worker } = createFleetWorker();
  startFleet({ store, connect, newId: () => 'one', after: () => () => {} });
  let state: NotificationPermission = 'default';
  const requestPermission = vi.fn(async () => {
    state = permission;
    return permission;
  });
  startAlerts({
    store,
    notifier: { permission: () => state, requestPermission, show: () => {} },
    alone: async (run) => run(),
    announce: () => {},
    canAnnounce: () => true,
  });
  const files: ExportFile[] = [];
  const print = vi.fn();
  const card = (shown: boolean) => (
    <DownloadContext value={(file) => files.push(file)}>
      <PrintContext value={print}>
        <PassesView isShown={shown} />
      </PrintContext>
    </DownloadContext>
  );
  const view = renderWithStore(card(isShown), store);
  return {
    ...view,
    store,
    user: userEvent.setup(),
    show: (shown: boolean) => view.rerender(<Provider store={store}>{card(shown)}</Provider>),
    ...worker,
    files,
    print,
    requestPermission,
  };
}

const rows = () => within(screen.getByRole('table')).getAllByRole('rowheader');
const names = async () => {
  await screen.findByRole('table');
  return rows().map(({ textContent }) => textContent);
};

describe('the passes', () => {
  it('begin with the list of tonight, with directions, dates and what one would see', async () => {
    openCard();
    const table = await screen.findByRole('table', { name: /^Passes over New York City/ });
    expect(screen.getByText(/^Tonight over New York City/)).toHaveTextContent(
      /2026-11-23 21:3\d to 2026-11-24 11:5\d UTC/,
    );
    expect(within(table).getByRole('rowheader', { name: '2026-11-23' })).toBeVisible();
    const [pass] = within(table).getAllByRole('row').slice(2);
    expect(pass).toHaveTextContent(/^(ISS|ORBITA-1)\d\d:\d\d:\d\d [NESW]{1,3} \d{1,3}°/);
    expect(within(table).getAllByText(/^Visible \d\d:\d\d to \d\d:\d\d/)[0]).toBeVisible();
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveAttribute('aria-expanded', 'false');
    expect(screen.getByLabelText('Period')).not.toBeVisible();
  });

  it('say how old the elements of the ISS are and what that means for its passes', async () => {
    openCard();
    const note = await screen.findByText(/^ISS: /);
    expect(note).toHaveTextContent(
      'ISS: Elements 48 days old. Positions are within about 73 km, pass times within a minute.',
    );
    expect(screen.queryByText(/^ORBITA-1: /)).toBeNull();
  });

  it('end the worker when the search is over, and are not searched for while they are out of view', async () => {
    const { closed, calls } = openCard();
    await screen.findByRole('table');
    // One for the list, one for the path of the displayed pass.
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
    expect(new Set(calls)).toEqual(new Set(['passes']));
    cleanup();
    expect(openCard({ isShown: false }).calls).toEqual([]);
  });

  it('are shown in the sky: first the next visible one, then the one that is chosen', async () => {
    const { user } = openCard();
    const next = within(await screen.findByRole('region', { name: 'Next visible pass' }));
    expect(next.getByText(/^Visible \d\d:\d\d to \d\d:\d\d/)).toBeVisible();
    expect(await next.findByRole('img', { name: /^Sky over New York City: .* rises at / })).toBeVisible();
    const [first] = screen.getAllByRole('button', { name: /^(ISS|ORBITA-1) at \d\d:\d\d:\d\d$/ });
    if (!first) throw new Error('There is no pass.');
    await user.click(first);
    expect(first).toHaveAttribute('aria-pressed', 'true');
    const [, name, aos] = /^(.*) at (.*)$/.exec(first.getAttribute('aria-label') ?? '') ?? [];
    const chosen = within(screen.getByRole('region', { name: 'Chosen pass' }));
    expect(
      await chosen.findByRole('img', {
        name: new RegExp(`^Sky over New York City: ${name} rises at ${aos}`),
      }),
    ).toBeVisible();
  });

  it('have the local time of the chosen zone beside UTC', async () => {
    const { store } = openCard();
    await screen.findByRole('table');
    expect(screen.queryByRole('columnheader', { name: 'Local' })).toBeNull();
    act(() => store.set(placeListAtom, { places: [], zone: 'Asia/Kathmandu' }));
    expect(await screen.findByRole('columnheader', { name: 'Local' })).toBeVisible();
    const [pass] = within(screen.getByRole('table')).getAllByRole('row').slice(2);
    const [local = '', aos = ''] = within(pass as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent ?? '');
    const minutesOf = (text: string): number => {
      const [, hours, minutes] = /(\d\d):(\d\d)/.exec(text) ?? [];
      return 60 * Number(hours) + Number(minutes);
    };
    // 5 h 45 min ahead of UTC.
    expect((minutesOf(local) - minutesOf(aos) + 1440) % 1440).toBe(345);
  });

  it('say what a receiver is tuned to, where the frequency is known', async () => {
    const { user, store } = openCard();
    await screen.findByRole('table');
    const elements = syntheticElements(8, 'lowLeo');
    const satellite = toSatellite(elements, { frequencyMhz: 145.96 });
    act(() => void store.get(fleetControlAtom)?.add([satellite]));
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Period'), 'Next 3 days');
    const [button] = await screen.findAllByRole('button', { name: /^TEST 8 at / });
    if (!button) throw new Error('There is no pass.');
    await user.click(button);
    // It approaches by some km/s, then recedes: 2.4 kHz per 5 km/s.
    expect(
      await screen.findByText(/^145\.9600 MHz, received at 145\.96[1-4]\d at AOS and 145\.95[6-9]\d at LOS$/),
    ).toBeVisible();
  });

  it('are filtered by keyboard', async () => {
    const { user } = openCard();
    await screen.findByRole('table');
    await user.tab();
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByLabelText('Period')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Period'), 'Next 3 days');
    const all = await names();
    expect(all).toContain('ISS');
    expect(all).toContain('ORBITA-1');
    // Counted once the search of another period has ended.
    await waitFor(() =>
      expect(screen.getByText(/passes listed$/)).toHaveTextContent(/^All [1-9]\d* passes listed$/),
    );
    await user.click(screen.getByRole('checkbox', { name: 'ORBITA-1' }));
    expect(await names()).not.toContain('ORBITA-1');
    await user.click(screen.getByRole('checkbox', { name: 'Visible only' }));
    expect((await names()).length).toBeLessThan(all.length);
    expect(screen.queryByText('Daylight')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Highest elevation'), 'From 40°');
    expect(screen.getByText(/visible only, from 40°, ISS and Added over New York City/)).toBeVisible();
  });

  it('are listed for another place', async () => {
    const { user } = openCard();
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Seen from'), 'London');
    expect(await screen.findByRole('table', { name: /^Passes over London/ })).toBeVisible();
  });

  it('say why there are none, and show all again', async () => {
    const { user } = openCard({ now: JUNE });
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.click(screen.getByRole('checkbox', { name: 'Visible only' }));
    await user.selectOptions(screen.getByLabelText('Highest elevation'), 'From 40°');
    for (const name of ['ISS', 'ORBITA-1']) await user.click(screen.getByRole('checkbox', { name }));
    expect(await screen.findByText('No pass matches the filters')).toBeVisible();
    const next = within(screen.getByRole('region', { name: 'Next pass' }));
    expect(next.getByText('There is no pass in the list.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });

  it('keep the keyboard in the list when the button that shows more is no longer needed', async () => {
    const { user } = openCard({ now: JUNE });
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    for (const name of ['ISS', 'ORBITA-1']) await user.click(screen.getByRole('checkbox', { name }));
    const more = await screen.findByRole('button', { name: 'Show all' });
    more.focus();
    await user.keyboard('{Enter}');
    const table = await screen.findByRole('table');
    expect(more).not.toBeInTheDocument();
    expect(document.activeElement).toContainElement(table);
    expect(document.body).not.toHaveFocus();
  });

  it('are those of added satellites too that are shown, and say which neither rise nor set', async () => {
    const { user, store } = openCard();
    await screen.findByRole('table');
    const added = (number: number, kind: OrbitKind, longitude = 0) => {
      const elements = { ...syntheticElements(number, kind), MEAN_ANOMALY: longitude };
      return {
        id: 50_000 + number,
        name: elements.OBJECT_NAME,
        elements,
        isShown: number !== 9,
        groups: [],
        isFromCelestrak: false,
      };
    };
    // Four geostationary satellites 90° apart: some are above New York City's horizon, some are not.
    const ring = [1, 2, 3, 4].map((number) => ({
      ...added(number, 'geostationary', 90 * number),
      elements: { ...added(number, 'geostationary', 90 * number).elements, RA_OF_ASC_NODE: 0 },
    }));
    // Some of a ring that drifts by 3.6° a day are up for three days, but not for good.
    const drifters = ring.map(({ elements, ...one }) => ({
      ...one,
      id: one.id + 10,
      name: `DRIFT ${one.id}`,
      elements: { ...elements, NORAD_CAT_ID: one.id + 10, MEAN_MOTION: 0.9927 },
    }));
    const all = [...ring, ...drifters, added(8, 'lowLeo'), added(9, 'lowLeo')];
    act(() => void store.get(fleetControlAtom)?.add(all));
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Period'), 'Next 3 days');
    expect(await screen.findByText(/^For the next 3 days above the horizon: DRIFT \d/)).toBeVisible();
    expect(screen.getByText(/^Always above the horizon: TEST \d/)).not.toHaveTextContent('DRIFT');
    expect(await screen.findByText(/^Never above the horizon: TEST \d/)).toBeVisible();
    const listed = await names();
    expect(listed).toContain('TEST 8');
    expect(listed).not.toContain('TEST 9');
  });

  it('stay with the focus while the list of satellites changes, and search only for what is new', async () => {
    const { user, store, answer } = openCard();
    await screen.findByRole('table');
    const control = store.get(fleetControlAtom);
    if (!control) throw new Error('There is no control.');
    const satellite = toSatellite(syntheticElements(8, 'lowLeo'));
    const searchPasses = vi.spyOn(control, 'searchPasses');
    const searched = () =>
      searchPasses.mock.calls
        .filter(([, { hasPath }]) => !hasPath)
        .map(([satellites]) => satellites.map(({ OBJECT_NAME }) => OBJECT_NAME));
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Period'), 'Next 24 h');
    await waitFor(() => expect(screen.queryByText(/^Searching/)).toBeNull());
    const [button] = await screen.findAllByRole('button', { name: /^ISS at / });
    button?.focus();
    searchPasses.mockClear();
    const expectKept = () => {
      expect(button).toBeInTheDocument();
      expect(button).toHaveFocus();
    };

    answer(false);
    act(() => void control.add([satellite]));
    expect(await screen.findByText(/^Searching 1 satellite, \d+ passes so far…$/)).toBeVisible();
    expectKept();
    answer(true);
    act(() => control.setShown([satellite.id], false));
    act(() => control.setShown([satellite.id], true));
    await screen.findAllByRole('button', { name: /^TEST 8 at / });
    expectKept();
    expect(searched()).toEqual([['TEST 8'], ['TEST 8']]);

    answer(false);
    act(() => control.describe(satellite, { frequencyMhz: 145.96, groups: ['Radio'] }));
    act(() => void control.add([{ ...satellite, elements: { ...satellite.elements, MEAN_ANOMALY: 10 } }]));
    // The former passes serve until the new ones are found.
    expect(screen.getAllByRole('button', { name: /^TEST 8 at / })[0]).toBeVisible();
    expect(screen.queryByText(/^Searching/)).toBeNull();
    expectKept();
    expect(searched()).toEqual([['TEST 8'], ['TEST 8'], ['TEST 8']]);

    act(() => control.setShown([satellite.id], false));
    expect(screen.queryByRole('button', { name: /^TEST 8 at / })).toBeNull();
    expectKept();
    expect(searched()).toHaveLength(3);
  });

  it('say that the path of the shown pass could not be found, and find it again', async () => {
    const { user, fail, answer } = openCard();
    await screen.findByRole('img', { name: /^Sky over/ });
    answer(false);
    await user.click(screen.getAllByRole('button', { name: /^(ISS|ORBITA-1) at / }).at(-1) as HTMLElement);
    const chosen = within(screen.getByRole('region', { name: 'Chosen pass' }));
    await fail();
    expect(chosen.getByRole('alert')).toHaveTextContent(
      'The search for passes failed: its code failed to load',
    );
    answer(true);
    await user.click(chosen.getByRole('button', { name: 'Try again' }));
    expect(await chosen.findByRole('img', { name: /^Sky over/ })).toBeVisible();
    expect(chosen.queryByRole('alert')).toBeNull();
  });

  it('say that the search has failed, and are searched again', async () => {
    const { user, store, fail, answer } = openCard({ isShown: true });
    await screen.findByRole('table');
    answer(false);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Period'), 'Next 7 days');
    await fail('out of memory');
    expect(screen.getByRole('alert')).toHaveTextContent('The search for passes failed: out of memory');
    answer(true);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
    expect(store.get(missionSecondAtom)).toBe(NOON);
  });
});

describe('what takes passes along', () => {
  async function openTools(options: Options = {}) {
    const card = openCard(options);
    await screen.findByRole('table');
    await card.user.click(screen.getByRole('button', { name: 'Export' }));
    return card;
  }

  it('saves the whole list as CSV and as a calendar file, with a reminder only if asked', async () => {
    const { user, files } = await openTools();
    await user.click(screen.getByRole('button', { name: 'Save CSV' }));
    await user.click(screen.getByRole('button', { name: 'Save calendar file' }));
    await user.selectOptions(screen.getByLabelText('Reminder in the calendar file'), '10 min before');
    await user.click(screen.getByRole('button', { name: 'Save calendar file' }));
    const [csv, plain, reminded] = files.map(({ text }) => text);
    expect(files[0]?.name).toBe('passes-new-york-city-2026-11-23T17-00-00Z.csv');
    const count = (csv?.trim().split('\r\n').length ?? 0) - 1;
    expect(count).toBeGreaterThan(0);
    expect(plain?.match(/BEGIN:VEVENT/g)).toHaveLength(count);
    expect(plain).not.toContain('VALARM');
    expect(reminded?.match(/TRIGGER:-PT10M/g)).toHaveLength(count);
  });

  it('prints the list with place and period, once, and puts the page back', async () => {
    const { user, print } = await openTools();
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(document.documentElement.dataset.printed).toBe('passes');
    const title = screen.getByRole('heading', { name: 'Passes over New York City', hidden: true });
    expect(title.parentElement).toHaveTextContent(/UTC.*Tonight, above 0°\. All times UTC\./);
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(document.documentElement.dataset.printed).toBeUndefined();
    expect(screen.queryByRole('heading', { name: 'Passes over New York City', hidden: true })).toBeNull();
  });

  it('asks for the permission on the bell of a row only, and keeps the bell', async () => {
    const { user, requestPermission } = await openTools();
    expect(requestPermission).not.toHaveBeenCalled();
    const [bell] = screen.getAllByRole('button', { name: /^Notify before / });
    if (!bell) throw new Error('no bell');
    bell.focus();
    await user.keyboard(' ');
    expect(requestPermission).toHaveBeenCalledTimes(1);
    expect(bell).toHaveAttribute('aria-pressed', 'true');
    await user.click(bell);
    expect(bell).toHaveAttribute('aria-pressed', 'false');
  });

  it('keeps the bell of a pass while simulated time is shown at which the pass is over', async () => {
    const { user, store } = await openTools();
    const own = () => screen.getAllByRole('button', { name: /^Notify before / })[0];
    await user.click(own() as HTMLElement);
    expect(own()).toHaveAttribute('aria-pressed', 'true');
    const show = (now: EpochMs, isInStep: boolean) =>
      act(() => {
        const transport = store.get(sliceAtoms.transport);
        store.set(sliceAtoms.transport, transport && { ...transport, isInStep, isMissionInStep: isInStep });
        store.set(missionSecondAtom, now);
      });
    show(epochMs(NOON + MS_PER_DAY), false);
    await screen.findByText(/2026-11-24 21:3\d to 2026-11-25/);
    await waitFor(() => expect(own()).toHaveAttribute('aria-pressed', 'false'));
    show(NOON, true);
    await screen.findByText(/2026-11-23 21:3\d to 2026-11-24/);
    await waitFor(() => expect(own()).toHaveAttribute('aria-pressed', 'true'));
  });

  it('rings before every pass of the list, and says that the page has to be open', async () => {
    const { user, requestPermission } = await openTools();
    const all = screen.getByRole('checkbox', { name: 'Before every pass of the list' });
    expect(all).toHaveAccessibleDescription(/only while this page is open .* in step with UTC/);
    await user.click(all);
    expect(requestPermission).toHaveBeenCalledTimes(1);
    for (const bell of screen.getAllByRole('button', { name: /^Notify before / }))
      expect(bell).toHaveAttribute('aria-pressed', 'true');
    await user.click(all);
    for (const bell of screen.getAllByRole('button', { name: /^Notify before / }))
      expect(bell).toHaveAttribute('aria-pressed', 'false');
  });

  it('says until when it rings before every pass, and when that is renewed', async () => {
    const { user, store } = await openTools();
    const all = screen.getByRole('checkbox', { name: 'Before every pass of the list' });
    const note = () => screen.queryByText(/^Set for the passes of this list/);
    expect(note()).toBeNull();
    await user.click(all);
    expect(note()).toHaveTextContent(
      /^Set for the passes of this list, up to 2026-11-24 11:5\d UTC\. Later ones are added only while Passes is open with this list\.$/,
    );
    expect(all).toHaveAccessibleDescription(
      /Later ones are added only while Passes is open with this list\.$/,
    );
    // At another time than UTC, the list does not change what was requested.
    act(() => {
      const transport = store.get(sliceAtoms.transport);
      store.set(sliceAtoms.transport, transport && { ...transport, isInStep: false, isMissionInStep: false });
    });
    expect(note()).toBeNull();
  });

  it('goes on ringing before every pass of its list while another list is shown, and says so', async () => {
    const { user, store } = await openTools();
    const all = screen.getByRole('checkbox', { name: 'Before every pass of the list' });
    await user.click(all);
    const { passes } = store.get(alertsAtom);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    await user.selectOptions(screen.getByLabelText('Highest elevation'), 'From 40°');
    expect(all).not.toBeChecked();
    expect(screen.getByText(/^Set for the passes of another list/)).toHaveTextContent(
      /: Tonight over New York City\. If you switch it on here, this list takes its place\.$/,
    );
    expect(store.get(alertsAtom).passes).toEqual(passes);
    await user.selectOptions(screen.getByLabelText('Highest elevation'), 'Any');
    expect(all).toBeChecked();
  });

  it('goes on ringing before every pass while the view is out of sight', async () => {
    const { user, store, show } = await openTools();
    await user.click(screen.getByRole('checkbox', { name: 'Before every pass of the list' }));
    show(false);
    const later = epochMs(NOON + MS_PER_DAY);
    act(() => store.set(missionSecondAtom, later));
    await waitFor(() => {
      const { passes } = store.get(alertsAtom);
      expect(passes.length).toBeGreaterThan(0);
      for (const { los } of passes) expect(los).toBeGreaterThan(later);
    });
  });

  it('says in words that notifications are denied, and what comes instead', async () => {
    const { user } = await openTools({ permission: 'denied' });
    await user.click(screen.getByRole('checkbox', { name: 'Before every pass of the list' }));
    expect(await screen.findByText(/This browser blocks notifications of this page/)).toHaveTextContent(
      /A message in the page replaces them/,
    );
  });

  it('has no violation of accessibility rules, folded out', async () => {
    const { container, user } = await openTools();
    const rules = { 'color-contrast': { enabled: false } };
    expect((await axe.run(container, { rules })).violations).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Filters' }));
    expect((await axe.run(container, { rules })).violations).toEqual([]);
  });
});
