import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { SPACECRAFT } from '../../../../src/shared/entities/satellites.ts';
import type { EclipseForecast, SpacecraftView } from '../../../../src/shared/entities/spacecraft.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { Header } from '../../../../src/ui/app/Header.tsx';
import { ConditionSentence, ModeBadge } from '../../../../src/ui/features/synoptic/Condition.tsx';
import {
  describeCondition,
  describeTransition,
  forecastAt,
  lightAtom,
} from '../../../../src/ui/features/synoptic/condition.ts';
import { nextLightAtom } from '../../../../src/ui/mission/clocks/clocks.ts';
import { contactsOf } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { GlobePanel } from '../../../../src/ui/wall/GlobePanel.tsx';
import { WallHeader } from '../../../../src/ui/wall/WallHeader.tsx';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

const minutes = (count: number) => later(count * MS_PER_MIN);

function viewOf(changes: Partial<SpacecraftView> = {}, soc = 0.84): SpacecraftView {
  const view = startUneventfulMission().snapshot().spacecraft.value;
  if (!view) throw new Error('The mission has no orbit.');
  return { ...view, time: T0, faults: [], battery: { ...view.battery, soc }, ...changes };
}

const AHEAD = {
  time: T0,
  eclipse: { startTime: minutes(11), endTime: minutes(46), socAtEnd: 0.61 },
} satisfies EclipseForecast;
const FAULT = { anomalyId: 'a', type: 'Signal', parts: ['antenna'], label: 'antenna off pointing' } as const;

describe('the summary sentence of the spacecraft', () => {
  it('gives mode, charge, the next eclipse and the charge at its end', () => {
    expect(describeCondition(viewOf(), AHEAD, T0)).toBe(
      'Nominal. Battery 84 %. Eclipse in 11 min for 35 min, about 61 % at sunrise',
    );
  });

  it('gives the charge without FDIR as the least, where FDIR may still act', () => {
    expect(
      describeCondition(
        viewOf(),
        { ...AHEAD, eclipse: { ...AHEAD.eclipse, socAtEnd: 0.609 }, isLeast: true },
        T0,
      ),
    ).toBe('Nominal. Battery 84 %. Eclipse in 11 min for 35 min, at least 59 % at sunrise');
  });

  it('counts down to the end of an eclipse in progress', () => {
    expect(describeCondition(viewOf(), AHEAD, minutes(34))).toBe(
      'Nominal. Battery 84 %. In eclipse. Sunrise in 12 min with about 61 %',
    );
  });

  it.each([
    ['is none', { time: T0 }, 'Nominal. Battery 84 %. No eclipse on this orbit'],
    ['is not foreseen', undefined, 'Nominal. Battery 84 %'],
  ])('says when there %s', (_name, forecast, text) => {
    expect(describeCondition(viewOf(), forecast, T0)).toBe(text);
  });

  it('omits a past eclipse', () => {
    expect(describeCondition(viewOf(), AHEAD, minutes(46))).toBe('Nominal. Battery 84 %');
  });

  it.each([
    [{ faults: [FAULT] }, 'Nominal, antenna off pointing. Battery 84 %'],
    [{ faults: [FAULT, { ...FAULT, anomalyId: 'b' }] }, 'Nominal, 2 ongoing anomalies. Battery 84 %'],
    [
      { faults: [{ ...FAULT, label: 'signal fault', isCauseUnknown: true as const }] },
      'Nominal, signal fault. Battery 84 %',
    ],
    [{ mode: 'SAFE' as const }, 'Safe mode. Battery 84 %'],
    [{ mode: 'SURVIVAL' as const, faults: [FAULT] }, 'Survival mode, antenna off pointing. Battery 84 %'],
  ])('names what is not nominal: %o', (changes, text) => {
    expect(describeCondition(viewOf(changes), undefined, T0)).toBe(text);
  });

  it('is absent without telemetry', () => {
    const store = createStore();
    showMission(store, startUneventfulMission());
    const { container } = renderWithStore(<ConditionSentence />, store);
    expect(container.textContent).toMatch(/^Nominal.*\. Battery \d+\s%\. /);
    act(() => store.set(missionSecondAtom, later(60_000)));
    expect(container.textContent).toBe('');
    act(() => store.set(missionSecondAtom, T0));
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(container.textContent).toBe('');
  });
});

describe('the next light in the sentence', () => {
  /** Transitions of the header, with the shown instant some seconds behind the worker's. */
  const plan = [
    { time: minutes(11), isEclipsed: true },
    { time: minutes(46), isEclipsed: false },
    { time: minutes(104), isEclipsed: true },
    { time: minutes(139), isEclipsed: false },
  ];
  const saysAt = (forecast: EclipseForecast, now: EpochMs) =>
    describeCondition(viewOf(), forecastAt(forecast, plan, now), now);

  it('is the end of the eclipse that the page shows, whatever instant the forecast is of', () => {
    const within: EclipseForecast = {
      time: minutes(12),
      eclipse: { startTime: minutes(12), endTime: minutes(46), socAtEnd: 0.61 },
    };
    expect(saysAt(within, later(11.5 * MS_PER_MIN))).toMatch(
      /\. In eclipse\. Sunrise in 35 min with about 61 %$/,
    );
    expect(saysAt(within, later(10 * MS_PER_MIN))).toMatch(
      /\. Eclipse in 1 min for 35 min, about 61 % at sunrise$/,
    );
  });

  it('is left out until the forecast is of the eclipse that the page shows', () => {
    const next: EclipseForecast = {
      time: minutes(47),
      eclipse: { startTime: minutes(104), endTime: minutes(139), socAtEnd: 0.6 },
    };
    expect(saysAt(next, later(45.5 * MS_PER_MIN))).toBe('Nominal. Battery 84 %');
    expect(saysAt(AHEAD, later(46.5 * MS_PER_MIN))).toBe('Nominal. Battery 84 %');
    expect(saysAt(next, later(46.5 * MS_PER_MIN))).toMatch(
      /\. Eclipse in 58 min for 35 min, about 60 % at sunrise$/,
    );
  });

  it('is told without the charge until then', () => {
    expect(describeTransition(plan, later(45.5 * MS_PER_MIN))).toBe('In eclipse. Sunrise in 1 min');
    expect(describeTransition(plan, later(45.9 * MS_PER_MIN))).toBe('In eclipse. Sunrise within a minute');
    expect(describeTransition(plan, later(46.5 * MS_PER_MIN))).toBe('Eclipse in 58 min');
    expect(describeTransition([], T0)).toBeUndefined();
  });

  it('is that of the header on the page', () => {
    const store = createStore();
    showMission(store, startUneventfulMission());
    const transitions = contactsOf(store.get(sliceAtoms.contacts), SPACECRAFT)?.eclipseTransitions ?? [];
    const begin = transitions.find(({ isEclipsed, time }) => isEclipsed && time > T0);
    const end = transitions.find(({ time }) => begin && time > begin.time);
    if (!begin || !end) throw new Error('no eclipse');
    const shown = epochMs(begin.time + 10_000);
    const time = epochMs(begin.time + 30_000);
    store.set(sliceAtoms.eclipse, { time, eclipse: { startTime: time, endTime: end.time, socAtEnd: 0.6 } });
    store.set(sliceAtoms.spacecraft, viewOf({ time: shown }));
    store.set(missionSecondAtom, shown);
    expect(store.get(nextLightAtom)?.name).toBe('Sunrise');
    expect(store.get(lightAtom)).toMatch(/^In eclipse\. Sunrise in \d+ min with about 60 %$/);
  });
});

describe('the spacecraft’s mode', () => {
  function storeOf(changes: Partial<SpacecraftView> = {}) {
    const store = createStore();
    showMission(store, startUneventfulMission());
    store.set(sliceAtoms.spacecraft, viewOf(changes));
    store.set(sliceAtoms.eclipse, AHEAD);
    store.set(sliceAtoms.contacts, undefined);
    return store;
  }

  it('is beside the OPERATIONAL badge with the battery charge, and muted while nominal', () => {
    renderWithStore(<Header />, storeOf());
    expect(screen.getByText('OPERATIONAL')).toBeVisible();
    expect(screen.getByText('OPERATIONAL').dataset.status).toBe('normal');
    const mode = document.querySelector('[data-spacecraft-mode]');
    expect(mode?.textContent).toBe('Spacecraft mode NOMINALbattery 84 %');
    expect(mode?.querySelector('[data-status]')).toBeNull();
  });

  it.each([
    ['SAFE', 'caution'],
    ['SURVIVAL', 'critical'],
  ] as const)('is prominent in %s, in the colour of %s, beside a quiet OPERATIONAL', (mode, level) => {
    renderWithStore(<Header />, storeOf({ mode }));
    expect(screen.getByText('OPERATIONAL')).toBeVisible();
    expect(screen.getByText('OPERATIONAL').dataset.status).toBe('off');
    expect(screen.getByText(mode).closest('[data-status]')?.getAttribute('data-status')).toBe(level);
  });

  it('is hidden once it is stale', () => {
    const { store, container } = renderWithStore(<ModeBadge />, storeOf({ mode: 'SAFE' }));
    act(() => store.set(missionSecondAtom, later(60_000)));
    expect(container.textContent).toBe('');
  });

  it('is on the wall in every scene, and the sentence in the spacecraft’s', () => {
    renderWithStore(
      <>
        <WallHeader />
        <GlobePanel />
      </>,
      storeOf(),
    );
    expect(screen.getByRole('banner').textContent).toContain('NOMINAL');
    expect(screen.getByRole('banner').textContent).toContain('84 %');
    expect(
      screen.getByText('Nominal. Battery 84 %. Eclipse in 11 min for 35 min, about 61 % at sunrise'),
    ).toBeVisible();
  });
});
