import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNDO_MS } from '../../../../../src/shared/entities/constants.ts';
import {
  EVENT_STATUSES,
  EVENT_TYPES,
  type TimelineEvent,
  type TimelineEventStatus,
} from '../../../../../src/shared/entities/entities.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { initialTimeline } from '../../../../../src/worker/mission/initial-state/sample-data.ts';
import {
  addEvent,
  cancelEvent,
  changeEvent,
  completeEvent,
  EVENTS_CAP,
  restoreEvent,
  startEvent,
  type TimelineState,
} from '../../../../../src/worker/mission/operations/timeline.ts';
import { later, T0 } from '../../../../support/mission.ts';

const EMPTY: TimelineState = { events: [], cancelled: [], nextId: 1 };
const DRAFT = { title: 'Imaging', startTime: '2026-11-20T15:00', endTime: '2026-11-20T16:00' };

const ACTS = {
  start: startEvent,
  complete: completeEvent,
  cancel: (state: TimelineState, id: string) => cancelEvent(state, id, T0),
};
type Act = keyof typeof ACTS;

const withStatus = (status: TimelineEventStatus): { state: TimelineState; event: TimelineEvent } => {
  const state = initialTimeline(T0, 1);
  const event = state.events.find((other) => other.status === status);
  if (!event) throw new Error(`no ${status} event`);
  return { state, event };
};

const startTimes = ({ events }: TimelineState): readonly number[] => events.map(({ startTime }) => startTime);
const ascending = (numbers: readonly number[]) => [...numbers].sort((one, other) => one - other);
const atMinute = (minute: number): string => new Date(T0 + minute * MS_PER_MIN).toISOString().slice(0, 16);

describe('adding an event (spec §5)', () => {
  it('adds a Scheduled event: Experiment at Medium priority unless told otherwise', () => {
    const { state, outcome, notices } = addEvent(EMPTY, DRAFT);
    const expected: TimelineEvent = {
      id: 'event-1',
      title: 'Imaging',
      startTime: later(3 * MS_PER_H),
      endTime: later(4 * MS_PER_H),
      description: '',
      type: 'Experiment',
      status: 'Scheduled',
      priority: 'Medium',
    };
    expect(outcome).toEqual({ ok: true, value: expected });
    expect(state.events).toEqual([expected]);
    expect(notices).toEqual([{ level: 'success', text: 'Mission event added successfully' }]);
  });

  it.each(EVENT_TYPES)('accepts type %s', (type) => {
    expect(addEvent(EMPTY, { ...DRAFT, type, priority: 'High' }).state.events[0]).toMatchObject({
      type,
      priority: 'High',
    });
  });

  it('does not check that the end is after the start', () => {
    const { outcome } = addEvent(EMPTY, { ...DRAFT, endTime: '1999-01-01T00:00' });
    expect(outcome).toMatchObject({ ok: true, value: { endTime: Date.UTC(1999, 0, 1) } });
  });

  it.each([
    [{ title: '', startTime: '', endTime: '' }, ['title', 'startTime', 'endTime']],
    [{ ...DRAFT, title: ' \t\n\u00a0' }, ['title']],
    [{ ...DRAFT, title: '\u200b\u200f\u2060' }, ['title']],
    [{ ...DRAFT, startTime: ' ' }, ['startTime']],
    [{ ...DRAFT, endTime: '' }, ['endTime']],
    [{ ...DRAFT, title: 'x'.repeat(10_000), endTime: '' }, ['endTime']],
  ])('reports the missing field (%#)', (draft, fields) => {
    const answer = addEvent(EMPTY, draft);
    expect(answer.outcome).toEqual({ ok: false, message: 'Please fill in all required fields', fields });
    expect(answer.state).toBe(EMPTY);
    expect(answer.notices).toEqual([]);
  });

  it.each([
    ['startTime', 'start time', '0000-01-01T00:00'],
    ['startTime', 'start time', 'now'],
    ['endTime', 'end time', '9999-12-31T23:59'],
    ['endTime', 'end time', '2026-11-31T00:00'],
  ])('refuses a %s with a message', (field, words, text) => {
    expect(addEvent(EMPTY, { ...DRAFT, [field]: text }).outcome).toEqual({
      ok: false,
      message: `The ${words} is not a date and time in UTC between 1970 and 2199, such as 2026-11-20 15:00.`,
      fields: [field],
    });
  });

  it('refuses an unknown type and priority', () => {
    expect(addEvent(EMPTY, { ...DRAFT, type: 'Party' }).outcome).toEqual({
      ok: false,
      message: 'The type must be Experiment, Maneuver, Communication, Maintenance or Emergency.',
      fields: ['type'],
    });
    expect(addEvent(EMPTY, { ...DRAFT, priority: '1' }).outcome).toMatchObject({ fields: ['priority'] });
  });

  it.each(['a', 'ש', '🛰'])('accepts a title of 200 times %s and refuses one more', (letter) => {
    const title = letter.repeat(200);
    expect(addEvent(EMPTY, { ...DRAFT, title: ` ${title} ` }).outcome).toMatchObject({
      ok: true,
      value: { title },
    });
    expect(addEvent(EMPTY, { ...DRAFT, title: title + letter }).outcome).toEqual({
      ok: false,
      message: 'The title is longer than 200 characters. Please shorten it.',
      fields: ['title'],
    });
  });

  it('refuses a title of 10,000 characters, and a description of more than 2,000', () => {
    expect(addEvent(EMPTY, { ...DRAFT, title: 'x'.repeat(10_000) }).outcome).toMatchObject({
      fields: ['title'],
    });
    expect(addEvent(EMPTY, { ...DRAFT, description: 'x'.repeat(2000) }).outcome.ok).toBe(true);
    expect(addEvent(EMPTY, { ...DRAFT, description: 'x'.repeat(2001) }).outcome).toEqual({
      ok: false,
      message: 'The description is longer than 2,000 characters. Please shorten it.',
      fields: ['description'],
    });
  });

  it.each([
    'ניסוי סוללה',
    'تجربة',
    '<img src=x onerror=alert(1)>&amp;',
    '" onmouseover="x',
    '{{7*7}}',
    '__proto__',
    '👩‍🚀 EVA',
  ])('keeps the text unchanged: %j', (text) => {
    const { outcome } = addEvent(EMPTY, { ...DRAFT, title: text, description: text });
    expect(outcome).toMatchObject({ ok: true, value: { title: text, description: text } });
  });

  it('removes controls, direction characters and stacked marks', () => {
    const text = `\u202eright\u0000 to\u0007 le\u0301${'\u0301'.repeat(150)}ft\r\nand back`;
    const { outcome } = addEvent(EMPTY, { ...DRAFT, title: text, description: text });
    const marked = `le${'\u0301'.repeat(8)}ft`;
    expect(outcome).toMatchObject({
      ok: true,
      value: { title: `right to ${marked} and back`, description: `right to ${marked}\nand back` },
    });
  });

  it('reports a title without visible characters as missing', () => {
    const { outcome } = addEvent(EMPTY, { ...DRAFT, title: '\u202e \u0000' });
    expect(outcome).toMatchObject({ ok: false, fields: ['title'] });
  });

  it('counts the characters after cleaning', () => {
    const title = `${'\u202e'.repeat(50)}${'x'.repeat(200)}`;
    expect(addEvent(EMPTY, { ...DRAFT, title }).outcome).toMatchObject({
      ok: true,
      value: { title: 'x'.repeat(200) },
    });
  });

  it('holds 20,000 events and refuses the next one', () => {
    const event = addEvent(EMPTY, DRAFT).state.events[0];
    const full = { ...EMPTY, events: Array.from({ length: EVENTS_CAP }, () => event) } as TimelineState;
    expect(addEvent(full, DRAFT)).toEqual({
      state: full,
      outcome: { ok: false, message: 'The timeline is full: 20,000 events. No more can be added.' },
      notices: [],
    });
  });
});

describe('the order of the timeline (spec §4: sorted by start time)', () => {
  it('holds for any order of additions; equal start times keep the order of addition', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40, size: 'max' }), (minutes) => {
        let state = initialTimeline(T0, 1);
        for (const minute of minutes)
          state = addEvent(state, { ...DRAFT, startTime: atMinute(minute) }).state;
        const order = state.events.map(({ startTime, id }) => startTime * 1000 + Number(id.slice(6)));
        expect(order).toEqual(ascending(order));
        expect(new Set(state.events.map(({ id }) => id)).size).toBe(state.events.length);
      }),
      { seed: 8 },
    );
  });

  it('holds for 10,000 events, without sorting them each time', () => {
    let state = EMPTY;
    for (let index = 0; index < 10_000; index++) {
      state = addEvent(state, { ...DRAFT, startTime: atMinute((index * 7919) % 10_007) }).state;
    }
    expect(state.events).toHaveLength(10_000);
    expect(startTimes(state)).toEqual(ascending(startTimes(state)));
  });
});

describe('the transitions of an event (spec §4)', () => {
  const allowed: readonly (readonly [Act, TimelineEventStatus, TimelineEventStatus])[] = [
    ['start', 'Scheduled', 'In Progress'],
    ['cancel', 'Scheduled', 'Cancelled'],
    ['complete', 'In Progress', 'Completed'],
  ];

  it.each(allowed)('%s takes it from %s to %s, with a notice', (act, from, to) => {
    const { state, event } = withStatus(from);
    const answer = ACTS[act](state, event.id);
    const moved = { ...event, status: to };
    expect(answer.outcome).toEqual({ ok: true, value: moved });
    expect(answer.state.events).toEqual(state.events.map((other) => (other === event ? moved : other)));
    expect(answer.notices).toEqual([{ level: 'success', text: `Event status updated to ${to}` }]);
  });

  const words: Readonly<Record<TimelineEventStatus, string>> = {
    Scheduled: 'This event has not started yet.',
    'In Progress': 'This event is already in progress.',
    Completed: 'This event is already completed.',
    Cancelled: 'This event is already cancelled.',
  };
  const refusedOnes = EVENT_STATUSES.flatMap((status) =>
    (Object.keys(ACTS) as Act[])
      .filter((act) => !allowed.some(([name, from]) => name === act && from === status))
      .map((act) => [act, status] as const),
  );

  it.each(refusedOnes)('%s is refused for one that is %s', (act, status) => {
    const { state, event } = withStatus(status);
    const answer = ACTS[act](state, event.id);
    expect(answer).toEqual({ state, outcome: { ok: false, message: words[status] }, notices: [] });
    expect(answer.state).toBe(state);
  });

  it.each(['event-0', '', '__proto__'])('the id %j is refused: it is not on the timeline', (id) => {
    const state = initialTimeline(T0, 1);
    for (const act of [startEvent, completeEvent, cancelEvent, restoreEvent]) {
      expect(act(state, id, T0).outcome).toEqual({
        ok: false,
        message: 'This event is no longer on the timeline.',
      });
    }
  });
});

describe('undoing a cancellation', () => {
  const { state, event } = withStatus('Scheduled');
  const cancelled = cancelEvent(state, event.id, T0).state;

  it.each([0, UNDO_MS])('makes the event Scheduled again, %d ms later', (ms) => {
    const answer = restoreEvent(cancelled, event.id, later(ms));
    expect(answer.outcome).toEqual({ ok: true, value: event });
    expect(answer.state).toEqual(state);
    expect(answer.notices).toEqual([{ level: 'success', text: 'Event status updated to Scheduled' }]);
  });

  it('is refused once undo has expired, and for an old cancellation', () => {
    const message = 'Undo is available for 10 s of mission time; this cancellation is final.';
    expect(restoreEvent(cancelled, event.id, later(UNDO_MS + 1)).outcome).toEqual({ ok: false, message });
    const old = withStatus('Cancelled');
    expect(restoreEvent(old.state, old.event.id, T0).outcome).toEqual({ ok: false, message });
  });

  it('restores the requested one of several', () => {
    const [first, second] = state.events.filter(({ status }) => status === 'Scheduled');
    if (!first || !second) throw new Error('There are too few events.');
    const both = cancelEvent(cancelEvent(state, first.id, T0).state, second.id, later(9000)).state;
    expect(restoreEvent(both, second.id, later(15_000)).outcome.ok).toBe(true);
    const one = restoreEvent(both, second.id, later(9000)).state;
    expect(restoreEvent(one, first.id, later(9000)).outcome.ok).toBe(true);
    expect(restoreEvent(both, first.id, later(15_000)).outcome.ok).toBe(false);
  });

  it('has ten seconds again after another cancellation', () => {
    const restored = restoreEvent(cancelled, event.id, later(8000)).state;
    const again = cancelEvent(restored, event.id, later(9000)).state;
    expect(restoreEvent(again, event.id, later(15_000)).outcome.ok).toBe(true);
  });

  it('is refused for an event that was not cancelled', () => {
    expect(restoreEvent(state, event.id, T0)).toEqual({
      state,
      outcome: { ok: false, message: 'This event was not cancelled.' },
      notices: [],
    });
  });
});

describe('the sample events (spec §1)', () => {
  const state = initialTimeline(later(12_345), 1);

  it('are of every type and status, in order, one of them in progress now', () => {
    expect(new Set(state.events.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
    expect(new Set(state.events.map(({ status }) => status))).toEqual(new Set(EVENT_STATUSES));
    expect(startTimes(state)).toEqual(ascending(startTimes(state)));
    for (const { status, startTime, endTime } of state.events) {
      expect(endTime).toBeGreaterThan(startTime);
      if (status === 'In Progress') expect(startTime < T0 && endTime > later(12_345)).toBe(true);
      if (status === 'Scheduled') expect(startTime).toBeGreaterThan(later(12_345));
      if (status === 'Completed') expect(endTime).toBeLessThan(T0);
    }
  });
});

describe('a changed event', () => {
  const EVENTS = [DRAFT, { ...DRAFT, title: 'Other', startTime: '2026-11-20T18:00' }].reduce(
    (state, draft) => addEvent(state, draft).state,
    EMPTY,
  );
  const [first, second] = EVENTS.events;

  it('keeps its id and status, and takes its place by its new start', () => {
    if (!first || !second) throw new Error('no events');
    const change = {
      ...DRAFT,
      id: first.id,
      title: 'Moved',
      startTime: '2026-11-20T20:00',
      type: 'Maneuver',
    };
    const { state, outcome, notices } = changeEvent(EVENTS, change);
    const moved = { ...first, title: 'Moved', type: 'Maneuver', startTime: Date.UTC(2026, 10, 20, 20) };
    expect(outcome).toEqual({ ok: true, value: moved });
    expect(state.events).toEqual([second, moved]);
    expect(state.nextId).toBe(EVENTS.nextId);
    expect(notices).toEqual([{ level: 'success', text: 'Mission event changed' }]);
  });

  it('keeps the reason for what it lacks as long as it is given', () => {
    const id = first?.id ?? '';
    const waived = changeEvent(EVENTS, { ...DRAFT, id, waiver: ' Ordered by the director ' });
    expect(waived.outcome).toMatchObject({ value: { waiver: 'Ordered by the director' } });
    const again = changeEvent(waived.state, { ...DRAFT, id, waiver: '' });
    expect(again.outcome.ok && again.outcome.value).not.toHaveProperty('waiver');
    expect(changeEvent(EVENTS, { ...DRAFT, id, waiver: 'x'.repeat(201) }).outcome).toMatchObject({
      ok: false,
      fields: ['waiver'],
    });
  });

  it('is refused by the rules of a new one, and changes nothing', () => {
    const id = first?.id ?? '';
    const refused = changeEvent(EVENTS, { ...DRAFT, id, endTime: 'later' });
    expect(refused.outcome).toMatchObject({ ok: false, fields: ['endTime'] });
    expect(refused.state).toBe(EVENTS);
    expect(changeEvent(EVENTS, { ...DRAFT, id: 'event-99' }).outcome).toMatchObject({
      ok: false,
      message: 'This event is no longer on the timeline.',
    });
  });

  it('is one that has not started yet', () => {
    const id = first?.id ?? '';
    const started = startEvent(EVENTS, id).state;
    expect(changeEvent(started, { ...DRAFT, id }).outcome).toMatchObject({
      message: 'This event is already in progress.',
    });
    const cancelled = cancelEvent(EVENTS, id, T0).state;
    expect(changeEvent(cancelled, { ...DRAFT, id }).outcome).toMatchObject({
      message: 'This event is already cancelled.',
    });
  });
});
