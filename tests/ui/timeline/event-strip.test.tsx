import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addMs, MS_PER_H } from '../../../src/shared/units.ts';
import { missionSecondAtom, sliceAtoms } from '../../../src/ui/mission/atoms.ts';
import { passesWithin } from '../../../src/ui/timeline/pass-lane.ts';
import { startMission } from '../../support/mission.ts';
import { contactsWith, passAt, planOf } from '../../unit/map/plans.ts';
import { eventOf, minutes, NOON, showTimeline } from './fixture.tsx';

const strip = () => screen.getByRole('img', { name: /^Strip from/ });
const bar = (id: string) => strip().querySelector<SVGElement>(`[data-event="${id}"]`);
const nowX = () =>
  Number(
    /translate\(([\d.]+)/.exec(strip().querySelector('[data-now]')?.getAttribute('transform') ?? '')?.[1],
  );
const choose = (name: string) => userEvent.setup().click(screen.getByRole('radio', { name }));
const plan = startMission().snapshot().contacts.value;

describe('the strip of the timeline', () => {
  it('shows 24 h from 06:00 on at noon, with a description', () => {
    showTimeline([eventOf('a'), eventOf('far', { startTime: minutes(5000), endTime: minutes(5001) })]);
    expect(strip().getAttribute('aria-label')).toContain(
      '2026-11-20 06:00 to 2026-11-21 06:00 UTC: 1 event,',
    );
    expect(bar('a')).not.toBeNull();
    expect(bar('far')).toBeNull();
  });

  it('isolates the writing direction of a title', () => {
    showTimeline([eventOf('a', { title: 'ab\u202Ecd' }), eventOf('b', { title: 'צילום' })]);
    expect(bar('a')?.querySelector('title')?.textContent).toBe('abcd – Experiment, Scheduled');
    expect(bar('b')?.querySelector('title')?.textContent).toBe('\u2068צילום\u2069 – Experiment, Scheduled');
  });

  it.each([
    ['6 h', '2026-11-20 10:30 to 2026-11-20 16:30'],
    ['7 d', '2026-11-18 18:00 to 2026-11-25 18:00'],
  ])('zooms to %s', async (name, period) => {
    showTimeline([]);
    expect(screen.getByRole('radio', { name: '24 h' })).toBeChecked();
    await choose(name);
    expect(within(screen.getByRole('group', { name: 'Span' })).getByRole('radio', { name })).toBeChecked();
    expect(strip().getAttribute('aria-label')).toContain(period);
  });

  it('moves the time marker every second, and the span only in steps', () => {
    const { store } = showTimeline([eventOf('a')]);
    const before = { now: nowX(), bar: bar('a')?.getAttribute('transform') };
    expect(before.now).toBe(200); // a quarter of a strip without layout
    act(() => store.set(missionSecondAtom, addMs(NOON, 1000)));
    expect(nowX()).toBeGreaterThan(before.now);
    expect(bar('a')?.getAttribute('transform')).toBe(before.bar);
    act(() => store.set(missionSecondAtom, addMs(NOON, MS_PER_H)));
    expect(nowX()).toBe(before.now);
    expect(bar('a')?.getAttribute('transform')).not.toBe(before.bar);
  });

  it('marks events clipped at its edges, and shows events without duration as markers', () => {
    showTimeline([
      eventOf('long', { startTime: minutes(-999), endTime: minutes(9999) }),
      eventOf('left', { startTime: minutes(-999), endTime: minutes(10) }),
      eventOf('zero', { endTime: NOON }),
      eventOf('contrary', { endTime: minutes(-60) }),
    ]);
    expect(bar('long')?.dataset.cut).toBe('left right');
    expect(bar('left')?.dataset.cut).toBe('left');
    expect(bar('zero')?.dataset.shape).toBe('marker');
    expect(bar('contrary')?.dataset.shape).toBe('marker');
    expect(bar('zero')?.dataset.cut).toBeUndefined();
  });

  it('draws at most five at once and counts the rest', () => {
    showTimeline(Array.from({ length: 17 }, (_, i) => eventOf(String(i))));
    expect(strip().querySelectorAll('[data-event]')).toHaveLength(5);
    expect(screen.getByText('+12 more events')).toBeVisible();
    expect(strip().getAttribute('aria-label')).toContain('5 events and 12 more');
  });

  it('draws only what is in its span of 10,000 events', () => {
    const events = Array.from({ length: 10_000 }, (_, i) =>
      eventOf(String(i), { startTime: minutes(i - 5000), endTime: minutes(i - 4990) }),
    );
    showTimeline(events);
    const { length } = strip().querySelectorAll('[data-event]');
    expect(length).toBeGreaterThan(100);
    expect(length).toBeLessThan(250);
  });

  it('distinguishes the types also by icon', () => {
    showTimeline([eventOf('a', { type: 'Maneuver' }), eventOf('b', { type: 'Emergency' })]);
    const icons = ['a', 'b'].map((id) => bar(id)?.querySelector('svg')?.getAttribute('class'));
    expect(icons[0]).toContain('rocket');
    expect(icons[1]).toContain('siren');
  });

  it('marks an event in both places when it is pointed at in one', () => {
    showTimeline([eventOf('a'), eventOf('b')]);
    const row = screen.getByRole('article', { name: 'Event a' });
    const marks = () => [row.dataset.pointed, bar('a')?.dataset.pointed, bar('b')?.dataset.pointed];
    fireEvent.pointerOver(bar('a') as Element);
    expect(marks()).toEqual(['true', 'true', 'false']);
    fireEvent.pointerOver(strip());
    expect(marks()).toEqual(['false', 'false', 'false']);
    act(() => row.focus());
    expect(marks()).toEqual(['true', 'true', 'false']);
    act(() => row.blur());
    fireEvent.pointerEnter(row);
    expect(marks()).toEqual(['true', 'true', 'false']);
  });

  it('leads from a bar to its event in the list', () => {
    showTimeline([eventOf('a'), eventOf('b')]);
    fireEvent.click(bar('b') as Element);
    expect(screen.getByRole('article', { name: 'Event b' })).toHaveFocus();
  });
});

describe('the passes behind the events', () => {
  it('are those of ORBITA-1 over its ground stations, in order, the active ones joined to contacts', () => {
    const stations = {
      houston: [passAt(minutes(-30)), passAt(minutes(20))],
      madrid: [passAt(minutes(15)), passAt(minutes(100))],
      canberra: [],
      baikonur: [passAt(minutes(40))],
    };
    const hour = { from: minutes(0), to: minutes(60) };
    const { list, contacts } = passesWithin(planOf(contactsWith({ stations })), hour);
    expect(list.map(({ station, isActive, from, to }) => [station, isActive, from, to])).toEqual([
      ['Madrid', true, minutes(15), minutes(25)],
      ['Houston', true, minutes(20), minutes(30)],
      ['Baikonur', false, minutes(40), minutes(50)],
    ]);
    expect(contacts).toEqual([{ from: minutes(15), to: minutes(30) }]);
  });

  it('are in the strip, and in its description', () => {
    const { store } = showTimeline([]);
    act(() => store.set(sliceAtoms.contacts, plan));
    expect(strip().getAttribute('aria-label')).toMatch(/ [1-9]\d* ground-station passes of ORBITA-1/);
    expect(strip().textContent).toMatch(/Madrid: \d\d:\d\d:\d\d to \d\d:\d\d:\d\d UTC/);
    expect(strip().textContent).toContain('Baikonur, inactive');
  });

  it('end where the plan ends, and the strip says until when they are known', async () => {
    const { store } = showTimeline([]);
    act(() => store.set(sliceAtoms.contacts, plan));
    await choose('7 d');
    const until = new Date(plan.to).toISOString().replace('T', ' ').slice(0, 16);
    expect(strip().textContent).toContain(`passes known until ${until}`);
  });

  it('are unknown before there is a plan, and without an orbit', () => {
    const { store } = showTimeline([]);
    expect(strip().textContent).toContain('passes not known');
    const orbita = { ok: false, message: 'no orbit' } as const;
    act(() => store.set(sliceAtoms.contacts, { ...plan, satellites: { ...plan.satellites, orbita } }));
    expect(strip().textContent).toContain('passes not known');
  });
});
