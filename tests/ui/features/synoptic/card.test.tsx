import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { AnomalySeverity } from '../../../../src/shared/entities/entities.ts';
import type { SpacecraftView } from '../../../../src/shared/entities/spacecraft.ts';
import { addMs, degrees } from '../../../../src/shared/kit/units.ts';
import { nodeTexts } from '../../../../src/ui/features/synoptic/nodes.ts';
import { SpacecraftCard } from '../../../../src/ui/features/synoptic/SpacecraftCard.tsx';
import { shuntedW } from '../../../../src/ui/features/synoptic/values.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { anomaly } from '../anomalies/fixtures.ts';
import { NOW, STRING_OPEN, spacecraft } from './spacecraft.ts';

function renderCard(view: SpacecraftView | undefined, severity: AnomalySeverity = 'Critical') {
  const store = createStore();
  store.set(sliceAtoms.spacecraft, view);
  store.set(sliceAtoms.anomalies, [anomaly('a', { severity })]);
  store.set(missionSecondAtom, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  return renderWithStore(<SpacecraftCard />, store);
}

const picture = () => screen.getByRole('img');
const part = (name: string): Element => {
  const found = picture().querySelector(`[data-part="${name}"]`);
  if (!found) throw new Error(`no part ${name}`);
  return found;
};
const flowState = (name: string) =>
  picture().querySelector(`[data-flow="${name}"]`)?.getAttribute('data-state');

describe('the spacecraft card', () => {
  it('is a region of its name, and shows its loading state before there is a view', () => {
    renderCard(undefined);
    const card = screen.getByRole('region', { name: 'Spacecraft' });
    expect(within(card).getByText('Loading telemetry...')).toBeVisible();
  });

  it('shows the live values of the parts', () => {
    renderCard(spacecraft());
    expect(part('array').textContent).toContain('412 W');
    // 620 W facing the Sun, at 45°.
    expect(part('array').textContent).toContain('of 438 W at 45° to Sun');
    expect(part('battery').textContent).toContain('Charging');
    expect(part('bus').textContent).toContain('18.2 °C');
    expect(part('station').textContent).toContain('Madrid');
    expect(part('mode').querySelector('[data-status]')?.getAttribute('data-status')).toBe('normal');
    expect(screen.getByText('No faults').dataset.status).toBe('normal');
  });

  it('balances array output with loads, battery and shunt', () => {
    // 398 W less 225 W of loads and 28.5 V × 1.3 A = 37.05 W into the battery.
    const view = spacecraft({
      array: { ...spacecraft().array, powerW: 398 },
      battery: { soc: 1, voltageV: 28.5, currentA: 1.3 },
      loads: { busW: 165, payloadW: 60, transmitterW: 0, heaterW: 0, activityW: 0, totalW: 225 },
    });
    expect(Math.round(shuntedW(view))).toBe(136);
    expect(nodeTexts(view).bus.lines.join(' ')).toContain('shunted 136 W');
    const dark = spacecraft({
      ...view,
      array: { ...view.array, powerW: 0 },
      battery: { ...view.battery, currentA: -8 },
    });
    expect(shuntedW(dark)).toBe(0);
    expect(nodeTexts(dark).bus.lines.join()).not.toContain('shunted');
  });

  it('tells no more of the array than telemetry does: not how much of it is deployed', async () => {
    const folded = { ...spacecraft().array, powerW: 206, deployedShare: 0.47 };
    const { container } = renderCard(
      spacecraft({
        array: folded,
        faults: [{ ...STRING_OPEN, label: 'solar fault', isCauseUnknown: true }],
      }),
    );
    await userEvent.click(screen.getByText('Spacecraft values'));
    expect(part('array').textContent).toContain('206 W');
    expect(container.textContent).not.toMatch(/47|deployed|open/i);
  });

  it('calls the angle of the antenna what it is: the reading of an encoder', () => {
    renderCard(spacecraft({ radio: { ...spacecraft().radio, misalignment: degrees(4) } }));
    expect(part('antenna').textContent).toContain('encoder 4.0° off');
  });

  it('says in eclipse that the array is in the dark, instead of a share of nothing', () => {
    const array = { ...spacecraft().array, powerW: 0, potentialW: 0 };
    renderCard(spacecraft({ light: 0, array }));
    expect(part('array').textContent).toContain('in eclipse');
    expect(picture().getAttribute('aria-label')).toContain('Array 0 W, in eclipse;');
  });

  it('shows a loss of the array against what is due at its angle to the Sun', () => {
    const lost = () => picture().querySelectorAll('[data-flow="array bus"] path').length === 3;
    renderCard(spacecraft());
    expect(lost()).toBe(false);
    cleanup();
    renderCard(spacecraft({ array: { ...spacecraft().array, powerW: 320 } }));
    expect(lost()).toBe(true);
  });

  it('has a text summary for screen readers', () => {
    renderCard(spacecraft({ faults: [STRING_OPEN] }));
    const summary = picture().getAttribute('aria-label');
    for (const words of [
      'mode NOMINAL',
      '412 W of 438 W at 45° to the Sun',
      'Critical, array: one array string open',
    ])
      expect(summary).toContain(words);
  });

  it('has every value in tables on demand', async () => {
    renderCard(spacecraft());
    await userEvent.click(screen.getByText('Spacecraft values'));
    const cell = (name: string) => screen.getByRole('rowheader', { name }).nextElementSibling?.textContent;
    expect(cell('Battery voltage')).toBe('27.6 V');
    expect(cell('Heater')).toBe('Off, 0 W');
    expect(cell('Downlinked')).toBe('5400 MB');
    expect(cell('Elevation')).toBe('34.2°');
  });

  it.each([
    ['Critical', 'critical'],
    ['Low', 'standby'],
  ] as const)('outlines the part of a %s fault in its level, with its name', (severity, level) => {
    renderCard(spacecraft({ faults: [STRING_OPEN] }), severity);
    expect(part('array').getAttribute('data-level')).toBe(level);
    expect(part('array').textContent).toContain('one array string open');
    expect(part('battery').getAttribute('data-level')).toBeNull();
    const list = screen.getByRole('list', { name: 'Faults' });
    expect(within(list).getByText(severity).dataset.status).toBe(level);
  });

  it('marks every part that may be faulty while the cause is unknown', () => {
    const label = 'attitude fault';
    const where = { type: 'Attitude', parts: ['wheels', 'sensors'] } as const;
    const open = { ...STRING_OPEN, ...where, label, isCauseUnknown: true } as const;
    renderCard(spacecraft({ faults: [open] }));
    for (const name of ['wheels', 'sensors']) {
      expect(part(name).getAttribute('data-level')).toBe('critical');
      expect(part(name).textContent).toContain('attitude');
    }
    expect(part('sensors').textContent).toContain('Suspect');
    expect(picture().getAttribute('aria-label')).toContain(
      'wheels or sensors: attitude fault, cause unknown',
    );
    expect(screen.getByRole('list', { name: 'Faults' }).textContent).toBe(
      'Criticalattitude fault, cause unknown',
    );
  });

  it('draws active, idle and interrupted flows', () => {
    const { store } = renderCard(spacecraft());
    expect(flowState('bus battery')).toBe('flowing');
    expect(flowState('bus heater')).toBe('idle');
    act(() =>
      store.set(
        sliceAtoms.spacecraft,
        spacecraft({
          mode: 'SURVIVAL',
          array: { ...spacecraft().array, powerW: 0 },
          battery: { soc: 0.05, voltageV: 20.5, currentA: -3 },
          loads: { busW: 40, payloadW: 0, transmitterW: 0, heaterW: 20, activityW: 0, totalW: 60 },
          radio: { ...spacecraft().radio, link: 'none' },
        }),
      ),
    );
    expect(flowState('array bus')).toBe('cut');
    expect(flowState('battery bus')).toBe('flowing');
    expect(flowState('bus payload')).toBe('cut');
    expect(flowState('antenna station')).toBe('cut');
    expect(part('payload').textContent).toContain('shed');
  });

  it('names the antenna that carries the link, with its margin', () => {
    const { store } = renderCard(spacecraft());
    expect(part('antenna').textContent).toContain('78 %');
    const low = { ...spacecraft().radio, antenna: 'low', marginDb: -17, telemetryPeriodMs: 30_000 } as const;
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ radio: low })));
    expect(part('antenna').textContent).toContain('Low gain');
    expect(part('antenna').textContent).toContain('14.5 dB margin');
    expect(picture().getAttribute('aria-label')).toContain('Radio over Madrid, low-gain antenna');
    const none = { ...low, link: 'none', antenna: 'none', lowGainMarginDb: -3 } as const;
    act(() => store.set(sliceAtoms.spacecraft, spacecraft({ radio: none })));
    expect(part('antenna').textContent).toContain('No link');
    expect(picture().getAttribute('aria-label')).toContain('No radio link.');
  });

  it('shows the progress of running commands', () => {
    const activity = {
      commandId: 'c',
      name: 'Thermal Control',
      startTime: addMs(NOW, -15_000),
      endTime: addMs(NOW, 45_000),
    } as const;
    const { store } = renderCard(spacecraft({ activities: [activity] }));
    const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Thermal Control' });
    expect(bar.value / bar.max).toBeCloseTo(0.25);
    expect(screen.getByText('45 s left')).toBeVisible();
    act(() => store.set(missionSecondAtom, addMs(NOW, 60_000)));
    expect(screen.getByText('unknown')).toBeVisible();
  });

  it('shows the verification of a finished command', () => {
    const startTime = addMs(NOW, -60_000);
    const activity = { commandId: 'c1', name: 'Thermal Control', startTime, endTime: NOW } as const;
    renderCard(spacecraft({ activities: [activity] }));
    expect(
      within(screen.getByRole('list', { name: 'Running commands' })).getByText('ends now'),
    ).toBeVisible();
  });

  it('shows nothing unknown as nominal: with a lost link, or without updates', () => {
    const { store } = renderCard(spacecraft());
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(picture().closest('[data-stale]')?.getAttribute('data-stale')).toBe('true');
    expect(picture().getAttribute('aria-label')).toMatch(/^Unknown/);
    expect(part('mode').querySelector('[data-status]')?.getAttribute('data-status')).toBe('off');
    expect(screen.queryByText('No faults')).toBeNull();
    act(() => store.set(linkStateAtom, { status: 'connected' }));
    expect(screen.getByText('No faults')).toBeVisible();
    act(() => store.set(missionSecondAtom, addMs(NOW, 13_000)));
    expect(screen.queryByText('No faults')).toBeNull();
    expect(screen.getByText(/stale since/)).toBeVisible();
  });
});
