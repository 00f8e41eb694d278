import { describe, expect, it } from 'vitest';
import type { TimelineEvent } from '../../../../src/shared/entities/entities.ts';
import { MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { contactsOf } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import { PLAN_MS, planAxis } from '../../../../src/ui/wall/plan-axis.ts';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';

const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');

it('has light and contacts of the next hours, each within the axis', () => {
  const { eclipses, contacts: passes } = planAxis(contacts, T0);
  expect(eclipses.length).toBeGreaterThanOrEqual(3);
  expect(passes.length).toBeGreaterThan(0);
  for (const { from, width } of [...eclipses, ...passes]) {
    expect(from).toBeGreaterThanOrEqual(0);
    expect(width).toBeGreaterThan(0);
    expect(from + width).toBeLessThanOrEqual(100 + 1e-9);
  }
});

it('is dark from the entry into an eclipse to its end, also one under way', () => {
  const entry = contacts?.eclipseTransitions.find(({ isEclipsed, time }) => isEclipsed && time > T0);
  const exit = contacts?.eclipseTransitions.find(({ time }) => entry && time > entry.time);
  if (!entry || !exit) throw new Error('no eclipse');
  const [first] = planAxis(contacts, later(60_000, entry.time)).eclipses;
  expect(first?.from).toBe(0);
  expect(first?.width).toBeCloseTo((100 * (exit.time - entry.time - 60_000)) / PLAN_MS, 6);
});

it('has ticks at even hours, apart from its ends', () => {
  for (let minute = 0; minute < 240; minute += 7) {
    const { ticks } = planAxis(undefined, later(minute * 60_000));
    expect(ticks[0]?.at).toBe(0);
    expect(ticks.at(-1)?.at).toBe(100);
    const inner = ticks.slice(1, -1);
    expect(inner.length).toBeGreaterThan(0);
    for (const { at, time } of inner) {
      expect(time % (2 * MS_PER_H)).toBe(0);
      expect(at).toBeGreaterThan(30);
      expect(at).toBeLessThan(70);
    }
  }
});

describe('events on the axis', () => {
  const event = (fromH: number, toH: number): TimelineEvent => ({
    id: `${fromH}`,
    title: 'Reaction wheel desaturation',
    startTime: later(fromH * MS_PER_H),
    endTime: later(toH * MS_PER_H),
    description: '',
    type: 'Maneuver',
    status: 'Scheduled',
    priority: 'Medium',
  });
  const barsOf = (...events: readonly TimelineEvent[]) =>
    planAxis(undefined, T0, events).events.map(({ from, width, event: { id } }) => [id, from, width]);

  it('last from their start to their end', () => {
    expect(barsOf(event(1.5, 3))).toEqual([['1.5', 25, 25]]);
  });

  it('begin with the axis when they are under way, and end with it', () => {
    expect(barsOf(event(-1, 3), event(4.5, 9))).toEqual([
      ['-1', 0, 50],
      ['4.5', 75, 25],
    ]);
  });

  it('are left out when they begin after it or have ended', () => {
    expect(barsOf(event(6, 7), event(-2, -1))).toEqual([]);
  });
});
