import { act, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SATELLITES } from '../../../../src/shared/entities/satellites.ts';
import { STATION_MASK } from '../../../../src/shared/entities/stations.ts';
import { formatNumber } from '../../../../src/shared/kit/quantity-text.ts';
import { addMs, degrees, type EpochMs, MS_PER_DAY, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../src/shared/orbit/elements.ts';
import { greenwichSiderealTime, stateToEcef } from '../../../../src/shared/orbit/frames.ts';
import { lookAngles, type Site, siteOf } from '../../../../src/shared/orbit/observer.ts';
import { findPassesOverSites } from '../../../../src/shared/orbit/passes.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import { formatUtcTimeFrom } from '../../../../src/ui/kit/format.ts';
import { SATELLITES_KEY, wantedFollowAtom } from '../../../../src/ui/mission/fleet/atoms.ts';
import { missionSecondAtom } from '../../../../src/ui/mission/link/atoms.ts';
import { readTab } from '../../../../src/ui/mission/navigation/address.ts';
import { STATION_SITES } from '../../../support/contact-plans.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';
import { NOW, openDialog } from './open-dialog.tsx';

const [HOUSTON] = STATION_SITES;
const NEW_YORK = siteOf(SATELLITES.iss.observer);

function propagatorOf(elements: OrbitalElements) {
  const propagator = createPropagator(elements);
  if (!propagator.ok) throw new Error(propagator.message);
  return propagator.value;
}

/** Computes look angles directly from SGP4. */
function lookAt(elements: OrbitalElements, site: Site, time: EpochMs) {
  const state = propagatorOf(elements).stateAt(time);
  if (!state) throw new Error('no state');
  return lookAngles(site, stateToEcef(state, greenwichSiderealTime(time)));
}

const passesOf = (elements: OrbitalElements, site: Site, minElevation = degrees(0)) =>
  findPassesOverSites(propagatorOf(elements), [site], {
    from: NOW,
    to: addMs(NOW, MS_PER_DAY),
    minElevation,
  })[0] ?? [];

/** Returns maximum elevations and AOS of a day's passes, as the table formats them. */
const passTexts = (elements: OrbitalElements, site: Site, minElevation = degrees(0)) =>
  passesOf(elements, site, minElevation).map(({ aos, maxElevation }) => [
    formatUtcTimeFrom(aos, NOW),
    `${formatNumber(maxElevation, 0)}°`,
  ]);

const LEO = syntheticElements(1, 'sunSynchronous');

async function openDetails(elements: OrbitalElements = LEO) {
  const opened = await openDialog({ kept: JSON.stringify([{ elements }]) });
  const { dialog, user } = opened;
  await user.click(dialog.getByRole('button', { name: /^Details of TEST 1/ }));
  const details = within(dialog.getByRole('region', { name: /^TEST 1/ }));
  return {
    ...opened,
    details,
    figure: (name: string) => details.getByText(name).nextElementSibling,
    see: (place: string) => user.selectOptions(details.getByLabelText('Seen from'), place),
    frequency: () => details.getByRole('textbox', { name: 'Frequency (MHz)' }),
  };
}

describe('the details of a satellite', () => {
  it('are opened and closed by the keyboard, which finds its row again', async () => {
    const { dialog, user } = await openDialog({ kept: JSON.stringify([{ elements: LEO }]) });
    const opener = dialog.getByRole('button', { name: 'Details of TEST 1 50001' });
    opener.focus();
    await user.keyboard('{Enter}');
    expect(dialog.getByRole('heading', { name: 'TEST 1 50001' })).toBeVisible();
    expect(dialog.queryByRole('textbox', { name: 'Elements' })).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'All satellites' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(dialog.queryByRole('heading', { name: /TEST 1/ })).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it('say what kind of orbit it is, and how far its elements can be trusted', async () => {
    const { details } = await openDetails();
    expect(details.getByText(/^Low Earth orbit \(LEO\).* 98\.2°, period 98\.6 min$/)).toBeVisible();
    expect(await details.findByText(/^Elements 2 days old\. Positions are within about 5 km/)).toBeVisible();
  });

  it('show the look angles from the chosen place at the time shown', async () => {
    const { figure, see, store } = await openDetails();
    await waitFor(() => expect(figure('Azimuth')).toBeVisible());
    const expectLook = (site: Site, time: EpochMs) => {
      const { azimuth, elevation } = lookAt(LEO, site, time);
      // The page's interpolation is off by tens of metres: a twentieth of a degree.
      expect(Number.parseFloat(figure('Azimuth')?.textContent ?? '')).toBeCloseTo(azimuth, 0);
      expect(Number.parseFloat(figure('Elevation')?.textContent?.replace('−', '-') ?? '')).toBeCloseTo(
        elevation,
        0,
      );
    };
    expectLook(NEW_YORK, NOW);
    if (!HOUSTON) throw new Error('There is no station.');
    await see('Houston');
    expectLook(HOUSTON, NOW);
    const later = addMs(NOW, 60_000);
    act(() => store.set(missionSecondAtom, later));
    expectLook(HOUSTON, later);
  });

  it('give the radius of the footprint, and whether the place is inside it', async () => {
    const { figure, see, store } = await openDetails();
    await waitFor(() => expect(figure('Footprint radius')).toBeVisible());
    const altitudeKm = Number.parseFloat(figure('Altitude')?.textContent ?? '');
    // Arc from the sub-satellite point to where the satellite is on the horizon of a sphere.
    const radiusKm = 6371 * Math.acos(6371 / (6371 + altitudeKm));
    expect(
      Math.abs(Number.parseFloat(figure('Footprint radius')?.textContent ?? '') - radiusKm),
    ).toBeLessThan(2);
    expect(figure('Inside the footprint')).toHaveTextContent('No');
    const [pass] = passesOf(LEO, NEW_YORK);
    if (!pass || !HOUSTON) throw new Error('There is no pass.');
    act(() => store.set(missionSecondAtom, pass.tca));
    await waitFor(() => expect(figure('Inside the footprint')).toHaveTextContent('Yes'));
    await see('Canberra');
    expect(figure('Inside the footprint')).toHaveTextContent('No');
  });

  it('give the Doppler shift for a frequency that is typed, and refuse what is none', async () => {
    const { details, figure, frequency, user } = await openDetails();
    await waitFor(() => expect(figure('Range rate')).toBeVisible());
    expect(details.queryByText('Doppler shift')).not.toBeInTheDocument();
    await user.type(frequency(), '437.5');
    const rate = lookAt(LEO, NEW_YORK, NOW).rangeRateKmPerS;
    const shiftKhz = (-437_500 * rate) / 299_792.458;
    const shown = Number.parseFloat(figure('Doppler shift')?.textContent?.replace('−', '-') ?? '');
    expect(shown).toBeCloseTo(shiftKhz, 1);
    expect(Number.parseFloat(figure('Received at')?.textContent ?? '')).toBeCloseTo(
      437.5 + shiftKhz / 1000,
      3,
    );
    for (const bad of ['437,5', '0', '-3', '1e9', 'VHF']) {
      await user.clear(frequency());
      await user.type(frequency(), bad);
      expect(frequency()).toBeInvalid();
      expect(frequency()).toHaveAccessibleDescription(/such as 437\.5/);
      expect(details.queryByText('Doppler shift')).not.toBeInTheDocument();
    }
    await user.clear(frequency());
    expect(frequency()).toBeValid();
  });

  it('keep the frequency when its field is left', async () => {
    const { details, dialog, frequency, user, entries } = await openDetails();
    await waitFor(() => expect(details.getByText('Range rate')).toBeVisible());
    await user.type(frequency(), '437.5');
    await user.click(details.getByRole('button', { name: 'All satellites' }));
    expect(entries.get(SATELLITES_KEY)).toContain('"frequencyMhz":437.5');
    await user.click(dialog.getByRole('button', { name: /^Details of TEST 1/ }));
    expect(dialog.getByRole('textbox', { name: 'Frequency (MHz)' })).toHaveValue('437.5');
  });

  it('have the map follow the satellite', async () => {
    const { details, user, store } = await openDetails();
    await user.click(details.getByRole('button', { name: 'Follow' }));
    expect(store.get(wantedFollowAtom)).toBe(50_001);
  });

  it.each([
    ['passes', '?tab=orbital&satellite=passes'],
    ['telemetry', '?tab=telemetry'],
  ])('open the Overview to follow it where no map is shown, such as among the %s', async (_name, query) => {
    window.history.replaceState(null, '', query);
    const { details, user } = await openDetails();
    await user.click(details.getByRole('button', { name: 'Follow' }));
    expect(readTab(new URLSearchParams(window.location.search))).toBe('overview');
  });

  it('say why a satellite is left out, and claim nothing else', async () => {
    const { details } = await openDetails({ ...syntheticElements(1, 'lowLeo'), BSTAR: 0.5 });
    expect(await details.findByText('Left out: the orbit has decayed')).toBeVisible();
    await waitFor(() => expect(details.queryByText('Azimuth')).not.toBeInTheDocument());
    expect(details.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('the next passes of a satellite', () => {
  const rowsOf = (details: ReturnType<typeof within>) =>
    details
      .getAllByRole('row')
      .slice(1)
      .map((row: HTMLElement) => {
        const [, , elevation] = within(row).getAllByRole('cell');
        return [within(row).getByRole('rowheader').textContent, elevation?.textContent];
      });

  it('are those over the chosen place, from its mask on, for 24 h', async () => {
    const { details, see } = await openDetails();
    expect(await details.findByRole('table', { name: /^Passes over New York City.* horizon/ })).toBeVisible();
    expect(rowsOf(details)).toEqual(passTexts(LEO, NEW_YORK));
    if (!HOUSTON) throw new Error('There is no station.');
    await see('Houston');
    expect(
      await details.findByRole('table', { name: /^Passes over Houston.* 5° of elevation/ }),
    ).toBeVisible();
    expect(rowsOf(details)).toEqual(passTexts(LEO, HOUSTON, STATION_MASK));
  });

  it('say when one would see the satellite, and why not', async () => {
    const { details } = await openDetails();
    await details.findByRole('table');
    const words = details
      .getAllByRole('row')
      .slice(1)
      .map((row: HTMLElement) => within(row).getAllByRole('cell')[3]?.textContent);
    for (const word of words)
      expect(word).toMatch(/^(In the Earth’s shadow|Daylight|Visible \d\d:\d\d to \d\d:\d\d.*)$/);
    expect(words).toContain('Daylight');
  });

  it('are dropped when they are over, and searched again for another day', async () => {
    const { details, store, calls } = await openDetails();
    await details.findByRole('table');
    const before = rowsOf(details);
    act(() => store.set(missionSecondAtom, addMs(NOW, 12 * MS_PER_H)));
    await details.findByRole('table');
    expect(rowsOf(details)[0]).not.toEqual(before[0]);
    expect(calls.filter((name) => name === 'passes')).toHaveLength(2);
  });

  it.each([
    ['Always above the horizon at New York City.', -75],
    ['Never above the horizon at New York City.', 105],
  ])('of a geostationary satellite: %s', async (words, longitude) => {
    const elements = { ...syntheticElements(1, 'geostationary'), INCLINATION: 0.05 };
    const propagator = propagatorOf(elements);
    const state = propagator.stateAt(NOW);
    if (!state) throw new Error('no state');
    const { x, y } = stateToEcef(state, greenwichSiderealTime(NOW)).positionEcef;
    const turn = longitude - (Math.atan2(y, x) * 180) / Math.PI;
    const moved = { ...elements, RA_OF_ASC_NODE: (Number(elements.RA_OF_ASC_NODE) + turn + 720) % 360 };
    const { details } = await openDetails(moved);
    expect(await details.findByText(words)).toBeVisible();
    if (words.startsWith('Never')) {
      expect(details.queryByRole('img')).not.toBeInTheDocument();
      return;
    }
    // At the meridian of New York, 40.7° north.
    expect(
      details.getByRole('img', {
        name: /^Sky over New York City: TEST 1 stands still\. It is now in the south, azimuth 18[0-3]°, at 4[2-4]°\.$/,
      }),
    ).toBeVisible();
  });

  it('are none within 24 h where the orbit never comes', async () => {
    const equatorial = { ...syntheticElements(1, 'lowLeo'), INCLINATION: 2, BSTAR: 0 };
    const { details, see } = await openDetails(equatorial);
    await see('London');
    expect(await details.findByText('No pass over London within 24 h.')).toBeVisible();
  });

  it.each([
    ['its script cannot be loaded', undefined, 'its code failed to load'],
    ['it dies', 'out of memory', 'out of memory'],
  ])('say that the worker failed as %s, also without added satellites', async (_how, message, words) => {
    const { dialog, user, answer, fail } = await openDialog();
    answer(false);
    await user.click(dialog.getByRole('button', { name: /^Details of ISS/ }));
    const details = within(dialog.getByRole('region', { name: /^ISS/ }));
    expect(await details.findByText('Computing passes…')).toBeVisible();
    await fail(message);
    expect(details.getByRole('alert')).toHaveTextContent(`The search for passes failed: ${words}`);
    expect(details.queryByText('Computing passes…')).not.toBeInTheDocument();
    answer(true);
    await user.click(details.getByRole('button', { name: 'Try again' }));
    expect(await details.findByRole('table', { name: /^Passes over/ })).toBeVisible();
    expect(details.queryByRole('alert')).not.toBeInTheDocument();
    expect(document.body).not.toHaveFocus();
  });

  it('are not asked for before the details are opened', async () => {
    const { calls } = await openDialog({ kept: JSON.stringify([{ elements: LEO }]) });
    expect(calls).not.toContain('passes');
  });
});

describe('the sky plot of a pass', () => {
  const plotOf = (details: ReturnType<typeof within>) => details.findByRole('img', { name: /^Sky over/ });
  const buttonsOf = (details: ReturnType<typeof within>) =>
    within(details.getByRole('table')).getAllByRole('button');
  const textOf = (time: EpochMs) => formatUtcTimeFrom(time, NOW);

  it('shows the next pass, and says in a sentence where it leads', async () => {
    const { details } = await openDetails();
    const [pass] = passesOf(LEO, NEW_YORK);
    if (!pass) throw new Error('There is no pass.');
    const plot = await plotOf(details);
    expect(plot).toHaveAccessibleName(
      expect.stringMatching(
        `^Sky over New York City: TEST 1 rises at ${textOf(pass.aos).replace('+', '\\+')} in the .*azimuth ${formatNumber(pass.aosAzimuth, 0)}°`,
      ),
    );
    expect(plot).toHaveAccessibleName(
      expect.stringContaining(`peaks at ${textOf(pass.tca)} at ${formatNumber(pass.maxElevation, 0)}°`),
    );
    expect(plot).toHaveAccessibleName(expect.stringContaining(`sets at ${textOf(pass.los)} in the`));
    expect(plot).toHaveAccessibleName(expect.stringContaining('It is now below the horizon.'));
    for (const name of ['AOS', 'TCA', 'LOS', 'N', 'E', 'S', 'W'])
      expect(within(plot).getByText(name)).toBeVisible();
  });

  it('follows the pass that is chosen in the table, by the keyboard', async () => {
    const { details, user } = await openDetails();
    const plot = await plotOf(details);
    const passes = passesOf(LEO, NEW_YORK);
    const [first, second] = buttonsOf(details);
    if (!first || !second || !passes[1]) throw new Error('There are too few passes.');
    expect(first).toBePressed();
    expect(second).toHaveAccessibleDescription('Shows the pass in the sky plot');
    first.focus();
    await user.tab();
    expect(second).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(second).toBePressed();
    expect(first).not.toBePressed();
    expect(plot).toHaveAccessibleName(expect.stringContaining(`rises at ${textOf(passes[1].aos)} in the`));
  });

  it('goes on to the next pass when the chosen one is over', async () => {
    const { details, user, store } = await openDetails();
    const plot = await plotOf(details);
    const [, second, third] = passesOf(LEO, NEW_YORK);
    const button = buttonsOf(details)[1];
    if (!second || !third || !button) throw new Error('There are too few passes.');
    await user.click(button);
    act(() => store.set(missionSecondAtom, addMs(second.los, 1000)));
    await waitFor(() =>
      expect(plot).toHaveAccessibleName(
        expect.stringContaining(`rises at ${formatUtcTimeFrom(third.aos, second.los)} in the`),
      ),
    );
  });

  it('marks where the satellite is while it is above the horizon', async () => {
    const { details, store } = await openDetails();
    await plotOf(details);
    const [pass] = passesOf(LEO, NEW_YORK);
    if (!pass) throw new Error('There is no pass.');
    act(() => store.set(missionSecondAtom, pass.tca));
    await waitFor(async () =>
      expect(await plotOf(details)).toHaveAccessibleName(expect.stringContaining(`It is now in the`)),
    );
    expect(await plotOf(details)).toHaveAccessibleName(
      expect.stringContaining(`, at ${formatNumber(pass.maxElevation, 0)}°.`),
    );
  });

  it('tells light and shadow apart in words', async () => {
    const { details, user } = await openDetails();
    await plotOf(details);
    const lights: string[] = [];
    for (const button of buttonsOf(details)) {
      await user.click(button);
      const plot = await plotOf(details);
      const [light] =
        /(Solid: sunlit all the time|Solid: sunlit; dashed: in the Earth's shadow|Dashed: in the Earth's shadow all the time)\./.exec(
          plot.getAttribute('aria-label') ?? '',
        ) ?? ['none'];
      lights.push(light);
    }
    expect(lights).not.toContain('none');
    expect(new Set(lights).size).toBeGreaterThan(1);
  });
});
