import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SessionMarks } from '../../../../src/shared/contract/history.ts';
import type { LookAhead } from '../../../../src/shared/contract/look-ahead.ts';
import type { Command } from '../../../../src/shared/entities/entities.ts';
import { addMs, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { chartViewAtom, spanAtom } from '../../../../src/ui/features/history/atoms.ts';
import { isEventFormOpenAtom } from '../../../../src/ui/features/timeline/event-draft.ts';
import { passesWithin } from '../../../../src/ui/features/timeline/pass-lane.ts';
import { missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { timeCursorAtom } from '../../../../src/ui/mission/link/time-cursor.ts';
import { contactsWith, overStations, passAt, planOf } from '../../../support/contact-plans.ts';
import { startMission } from '../../../support/mission.ts';
import { sample } from '../../../support/telemetry.ts';
import { fakeSessionControl, NO_MARKS, transportView } from '../../../support/time-control.tsx';
import { spacecraft } from '../synoptic/spacecraft.ts';
import { eventOf, minutes, NOON, showTimeline } from './fixture.tsx';

const strip = () => screen.getByRole('img', { name: /^Strip from/ });
const bar = (id: string) => strip().querySelector<SVGElement>(`[data-event="${id}"]`);
const nowX = () =>
  Number(
    /translate\(([\d.]+)/.exec(strip().querySelector('[data-now]')?.getAttribute('transform') ?? '')?.[1],
  );
const choose = (name: string) => userEvent.setup().click(screen.getByRole('radio', { name }));
const plan = startMission().snapshot().contacts.value;

/** Gives the strip the size of a desk, as a layout would. */
function onDesk(): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(520);
  onTestFinished(() => void vi.restoreAllMocks());
}

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
    const stations = overStations({
      houston: [passAt(minutes(-30)), passAt(minutes(20))],
      madrid: [passAt(minutes(15)), passAt(minutes(100))],
      baikonur: [passAt(minutes(40))],
    });
    const hour = { from: minutes(0), to: minutes(60) };
    const { list, contacts } = passesWithin(planOf(contactsWith({ stations })), hour);
    expect(list.map(({ station, use, from, to }) => [station, use, from, to])).toEqual([
      ['Madrid', 'active', minutes(15), minutes(25)],
      ['Houston', 'active', minutes(20), minutes(30)],
      ['Baikonur', 'inactive', minutes(40), minutes(50)],
    ]);
    expect(contacts).toMatchObject([{ from: minutes(15), to: minutes(30) }]);
  });

  it('have their own times in the strip and in the table, although an end of the strip cuts them off', async () => {
    onDesk();
    // At noon the strip is from 06:00 to 06:00.
    const stations = overStations({ madrid: [passAt(minutes(-363)), passAt(minutes(1075))] });
    const eclipseTransitions = [
      { time: minutes(-370), isEclipsed: true },
      { time: minutes(-340), isEclipsed: false },
    ];
    const store = createStore();
    store.set(sliceAtoms.contacts, {
      ...planOf(contactsWith({ stations, eclipseTransitions })),
      from: minutes(-600),
      to: minutes(2000),
    });
    showTimeline([], NOON, store);
    const titles = [...strip().querySelectorAll('title')].map(({ textContent }) => textContent);
    expect(titles.filter((title) => title?.endsWith(' UTC'))).toEqual([
      'Eclipse: 05:50:00 to 06:20:00 UTC',
      'Madrid: 05:57:00 to 06:07:00 UTC',
      'Madrid: 05:55:00 to 06:05:00 UTC',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Show data of the strip' }));
    const table = within(await screen.findByRole('table'));
    const [, first, second] = table.getAllByRole('row').map(({ textContent }) => textContent);
    expect(first).toMatch(/^Madrid05:5706:0710 min/);
    expect(second).toMatch(/^Madrid2026-11-21 05:552026-11-21 06:0510 min/);
  });

  it.each([
    [
      'whole',
      [
        { time: minutes(5), isEclipsed: true },
        { time: minutes(40), isEclipsed: false },
      ],
      [[5, 40]],
    ],
    [
      'cut at the start',
      [
        { time: minutes(-9), isEclipsed: true },
        { time: minutes(20), isEclipsed: false },
      ],
      [[0, 20]],
    ],
    [
      'cut at the end',
      [
        { time: minutes(50), isEclipsed: true },
        { time: minutes(85), isEclipsed: false },
      ],
      [[50, 60]],
    ],
    ['none', [{ time: minutes(70), isEclipsed: true }], []],
  ])('come with the eclipses of the span: %s', (_case, eclipseTransitions, spans) => {
    const hour = { from: minutes(0), to: minutes(60) };
    const { eclipses } = passesWithin(
      { ...planOf(contactsWith({ eclipseTransitions })), from: minutes(-600), to: minutes(600) },
      hour,
    );
    expect(eclipses).toMatchObject(
      spans.map(([from = 0, to = 0]) => ({ from: minutes(from), to: minutes(to) })),
    );
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

describe('the passes before the plan begins', () => {
  /** Returns an instant of the day. */
  const at = (hour: number, minute = 0) => minutes(60 * (hour - 12) + minute);
  const flown: SessionMarks = {
    ...NO_MARKS,
    contacts: [
      { station: 'Madrid', from: at(7, 15), to: at(7, 25) },
      { station: 'Houston', from: at(8, 55), to: at(9, 5) },
      { station: 'Madrid', from: at(11, 55) },
    ],
    eclipses: [
      { from: at(7, 30), to: at(8, 5) },
      { from: at(8, 50), to: at(9, 25) },
    ],
  };

  /** Shows the strip of a session that began at 07:00, with a plan from 09:00 on, on a desk. */
  async function showFlown(told: SessionMarks): Promise<void> {
    onDesk();
    const stations = overStations({
      houston: [{ ...passAt(at(9)), los: at(9, 5), startsBefore: true }],
      madrid: [passAt(at(11, 55))],
      baikonur: [passAt(at(10))],
    });
    const eclipseTransitions = [{ time: at(9, 25), isEclipsed: false }];
    const store = createStore();
    store.set(sliceAtoms.contacts, {
      ...planOf(contactsWith({ stations, eclipseTransitions })),
      from: at(9),
      to: at(30),
    });
    store.set(sliceAtoms.transport, transportView({ startTime: at(7) }));
    showTimeline([], NOON, store, fakeSessionControl({ marks: async () => ({ ok: true, value: told }) }));
    await waitFor(() => expect(strip()).toHaveAccessibleName(/: 0 events, 4 ground-station passes/));
  }

  /** Returns the hatched hours of the day in the lane of a station, or of the eclipses. */
  function hatchedIn(name: string): readonly (readonly number[])[] {
    const number = (element: Element | undefined, attribute: string) =>
      Number(element?.getAttribute(attribute));
    const y = number(
      [...strip().querySelectorAll('text')].find((text) => text.textContent === name),
      'y',
    );
    const hourAt = (x: number) => Math.round(100 * (6 + (24 * (x - 104)) / (1200 - 104))) / 100;
    return [...strip().querySelectorAll('rect[fill^="url("]')]
      .filter((rect) => number(rect, 'y') < y && y < number(rect, 'y') + number(rect, 'height'))
      .map((rect) => [number(rect, 'x'), number(rect, 'x') + number(rect, 'width')].map(hourAt));
  }

  it('are those that the session has flown, each once, also in the table', async () => {
    await showFlown(flown);
    const titles = [...strip().querySelectorAll('title')].map(({ textContent }) => textContent);
    expect(titles.filter((title) => title?.endsWith(' UTC'))).toEqual([
      'Eclipse: 07:30:00 to 08:05:00 UTC',
      'Eclipse: 08:50:00 to 09:25:00 UTC',
      'Madrid: 07:15:00 to 07:25:00 UTC',
      'Houston: 08:55:00 to 09:05:00 UTC',
      'Baikonur, inactive: 10:00:00 to 10:10:00 UTC',
      'Madrid: 11:55:00 to 12:05:00 UTC',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Show data of the strip' }));
    await waitFor(() =>
      expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
        'Madrid',
        'Houston',
        'Baikonur',
        'Madrid',
      ]),
    );
  });

  it('are unknown before the session began, and over a station that the session keeps no contacts of', async () => {
    await showFlown(flown);
    expect(hatchedIn('Eclipse')).toEqual([[6, 7]]);
    expect(hatchedIn('Madrid')).toEqual([[6, 7]]);
    expect(hatchedIn('Baikonur')).toEqual([
      [6, 7],
      [7, 9],
    ]);
  });

  it('are unknown before an instant to which the clock has jumped', async () => {
    await showFlown({ ...flown, skippedTo: at(7, 15) });
    expect(hatchedIn('Madrid')).toEqual([[6, 7.25]]);
  });
});

describe('the strip and the charts', () => {
  const WIDTH_PX = 240;

  /** Shows the strip from 06:00 to 06:00, 6 min per pixel, in a session from 09:00 to noon. */
  function showStrip() {
    const shown = showTimeline([eventOf('a')]);
    act(() => {
      shown.store.set(sliceAtoms.transport, transportView({ startTime: minutes(-180) }));
      shown.store.set(sliceAtoms.telemetry, [{ ...sample(0), timestamp: NOON }]);
    });
    strip().getBoundingClientRect = () => new DOMRect(100, 0, WIDTH_PX, 100);
    strip().setPointerCapture = () => {};
    return shown;
  }
  const at = (x: number) => ({ clientX: 100 + x, pointerType: 'mouse', button: 0, pointerId: 1 });
  const drag = (from: number, to: number) => {
    fireEvent.pointerDown(strip(), at(from));
    fireEvent.pointerMove(strip(), at(to));
    fireEvent.pointerUp(strip(), at(to));
  };
  const rangeButton = () => screen.queryByRole('button', { name: /^Charts / });

  it('share one cursor, which leaves with the pointer', () => {
    const { store } = showStrip();
    fireEvent.pointerMove(strip(), at(30));
    expect(store.get(timeCursorAtom)).toBe(minutes(-180));
    expect(strip().querySelector('[data-cursor]')).toHaveTextContent('09:00');
    act(() => store.set(timeCursorAtom, minutes(15)));
    expect(strip().querySelector('[data-cursor]')).toHaveTextContent('12:15');
    act(() => store.set(timeCursorAtom, minutes(-2000)));
    expect(strip().querySelector('[data-cursor]')).toBeNull();
    fireEvent.pointerLeave(strip());
    expect(store.get(timeCursorAtom)).toBeUndefined();
  });

  it('share one range: the strip shows it, and a drag sets it as far as the session goes', () => {
    const { store } = showStrip();
    expect(rangeButton()).toBeNull();
    expect(strip().querySelector('[data-charts]')).toBeNull();
    drag(10, 45);
    expect(store.get(spanAtom)).toEqual({ from: minutes(-180), to: minutes(-90) });
    expect(rangeButton()).toHaveTextContent('Charts 09:00 – 10:30');
    expect(strip().querySelector('[data-charts]')).not.toBeNull();
    drag(58, 80);
    expect(store.get(spanAtom)).toEqual({ from: minutes(-12), to: NOON });
    drag(70, 90); // to the future
    expect(store.get(spanAtom)).toEqual({ from: minutes(-12), to: NOON });
    act(() => store.set(chartViewAtom, { range: '100 s' }));
    expect(rangeButton()).toBeNull();
  });

  it('name the days of a range that is not of one day', () => {
    const { store } = showStrip();
    drag(10, 45);
    act(() => store.set(missionSecondAtom, minutes(24 * 60)));
    expect(rangeButton()).toHaveTextContent('Charts 2026-11-20 09:00 – 10:30');
    act(() => {
      store.set(missionSecondAtom, NOON);
      store.set(sliceAtoms.transport, transportView({ startTime: minutes(-24 * 60) }));
      store.set(chartViewAtom, {
        range: 'All',
        zoom: { lengthMs: 15 * MS_PER_H, to: minutes(-60) },
      });
    });
    expect(rangeButton()).toHaveTextContent('Charts 2026-11-19 20:00 – 2026-11-20 11:00');
  });

  it('open the charts from their range', async () => {
    showStrip();
    drag(30, 45);
    await userEvent.click(screen.getByRole('button', { name: 'Charts 09:00 – 10:30' }));
    expect(window.location.search).toBe('?tab=telemetry');
    window.history.replaceState(null, '', '/');
  });

  it('move a Scheduled event: its form opens with the new times, and nothing changes before it is saved', async () => {
    const { store, calls } = showStrip();
    act(() => store.set(isEventFormOpenAtom, false));
    const target = bar('a') as SVGElement;
    const planned = () => strip().querySelector('[data-planned]');
    fireEvent.pointerDown(target, at(62));
    fireEvent.pointerMove(strip(), at(72));
    // 10 px are an hour; what it lacks is said on the way.
    expect(planned()).toHaveTextContent('13:00 – 13:30');
    fireEvent.pointerMove(strip(), at(42));
    expect(planned()).toHaveTextContent('10:00 – 10:30: It starts in the past.');
    fireEvent.pointerMove(strip(), at(82.5));
    fireEvent.pointerUp(strip(), at(82.5));
    expect(store.get(chartViewAtom)).toEqual({ range: '100 s' });
    expect(calls).toEqual([]);
    const form = screen.getByRole('form', { name: 'Change a mission event' });
    expect(within(form).getByLabelText<HTMLInputElement>(/^Start Time/).value).toBe('2026-11-20 14:05');
    await userEvent.click(within(form).getByRole('button', { name: 'Save Event' }));
    expect(calls).toMatchObject([
      { name: 'changeEvent', input: { id: 'a', startTime: '2026-11-20 14:05', endTime: '2026-11-20 14:35' } },
    ]);
    expect(planned()).toBeNull();
  });

  it('keep what was typed of the event that is dragged, and take back only the drag with Escape', async () => {
    const { store } = showStrip();
    act(() => store.set(isEventFormOpenAtom, false));
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const form = screen.getByRole('form', { name: 'Change a mission event' });
    const title = within(form).getByLabelText<HTMLInputElement>(/^Title/);
    const start = within(form).getByLabelText<HTMLInputElement>(/^Start Time/);
    await userEvent.type(title, ' two');
    fireEvent.pointerDown(bar('a') as SVGElement, at(62));
    fireEvent.pointerMove(strip(), at(72));
    expect([title.value, start.value]).toEqual(['Event a two', '2026-11-20 13:00']);
    fireEvent.keyDown(window, { key: 'Escape' });
    expect([title.value, start.value]).toEqual(['Event a two', '2026-11-20 12:00']);
    for (let count = 0; count < 2; count += 1) {
      fireEvent.pointerDown(strip().querySelector('[data-planned]') as SVGElement, at(62));
      fireEvent.pointerMove(strip(), at(72));
      fireEvent.pointerUp(strip(), at(72));
    }
    expect([title.value, start.value]).toEqual(['Event a two', '2026-11-20 14:00']);
  });

  it('leave it where it was after Escape, and never move one that has started', () => {
    const { store } = showStrip();
    act(() => store.set(isEventFormOpenAtom, false));
    fireEvent.pointerDown(bar('a') as SVGElement, at(62));
    fireEvent.pointerMove(strip(), at(72));
    fireEvent.keyDown(window, { key: 'Escape' });
    fireEvent.pointerUp(strip(), at(72));
    expect(strip().querySelector('[data-planned]')).toBeNull();
    expect(screen.queryByRole('form')).toBeNull();
    act(() => store.set(sliceAtoms.timeline, [eventOf('a', { status: 'In Progress' })]));
    fireEvent.pointerDown(bar('a') as SVGElement, at(62));
    fireEvent.pointerMove(strip(), at(72));
    expect(strip().querySelector('[data-planned]')).toBeNull();
  });

  it('tell a click from a drag', () => {
    const { store } = showStrip();
    const target = bar('a') as SVGElement;
    drag(58, 60);
    fireEvent.click(target);
    expect(store.get(chartViewAtom)).toEqual({ range: '100 s' });
    expect(screen.getByRole('article', { name: 'Event a' })).toHaveFocus();
    act(() => document.body.focus());
    (document.activeElement as HTMLElement | null)?.blur();
    drag(40, 60);
    fireEvent.click(target);
    expect(screen.getByRole('article', { name: 'Event a' })).not.toHaveFocus();
  });
});

describe('what is to come on the strip', () => {
  const resource = (channel: string) => strip().querySelector(`[data-resource="${channel}"]`);

  it('has the predicted charge and recorder in lanes, with the value worth knowing and its time', async () => {
    onDesk();
    const times = Float64Array.of(NOON, minutes(60), minutes(120));
    const line = (values: readonly number[]) => {
      const held = Float64Array.from(values);
      return { times, values: held, low: held, high: held };
    };
    const told: LookAhead = {
      from: NOON,
      to: minutes(120),
      channels: { stateOfCharge: line([0.9, 0.55, 0.8]), recorder: line([1000, 2500, 1200]) },
      crossings: [],
      approaches: [],
      partings: [],
      modes: [],
      without: [],
    };
    const store = createStore();
    store.set(sliceAtoms.contacts, plan);
    store.set(sliceAtoms.spacecraft, spacecraft());
    let value = told;
    const lookAhead = async () => ({ ok: true as const, value });
    showTimeline([], NOON, store, fakeSessionControl({ lookAhead }));
    await waitFor(() => expect(resource('stateOfCharge')).not.toBeNull());
    expect(resource('stateOfCharge')?.querySelector('title')?.textContent).toBe(
      'Charge, predicted: 55 % at 13:00 UTC',
    );
    expect(strip()).toHaveAccessibleName(/Predicted at worst: charge 55 %, recorder 2\.5 GB\.$/);
    expect(resource('recorder')?.querySelector('title')?.textContent).toBe(
      'Recorder, predicted: 2.5 GB at 13:00 UTC',
    );

    value = { ...told, without: ['unlisted'] };
    act(() => store.set(sliceAtoms.spacecraft, { ...spacecraft(), mode: 'SAFE' }));
    const leftOut = 'without an anomaly that is no longer listed, whose cause is not known';
    await waitFor(() =>
      expect(resource('recorder')?.querySelector('title')?.textContent).toBe(
        `Recorder, predicted ${leftOut}: 2.5 GB at 13:00 UTC`,
      ),
    );
    expect(strip()).toHaveAccessibleName(new RegExp(`Predicted ${leftOut} at worst: charge 55 %`));
  });

  it('has the pending commands on its axis, the armed ones filled', () => {
    const store = createStore();
    const at = (id: string, change: Partial<Command>): Command => ({
      id,
      name: 'Rotate Antenna',
      scheduledTime: minutes(60),
      priority: 'Medium',
      status: 'Pending',
      ...change,
    });
    store.set(sliceAtoms.commands, [
      at('a', {}),
      at('b', { armed: true }),
      at('c', { status: 'Executed' }),
      at('d', { scheduledTime: minutes(9000) }),
    ]);
    showTimeline([], NOON, store);
    const marks = [...strip().querySelectorAll('[data-armed]')];
    expect(marks.map((mark) => mark.querySelector('title')?.textContent)).toEqual([
      'Rotate Antenna, pending: 13:00 UTC',
      'Rotate Antenna, armed: 13:00 UTC',
    ]);
    expect(marks.map((mark) => mark.getAttribute('data-armed'))).toEqual(['false', 'true']);
  });
});
