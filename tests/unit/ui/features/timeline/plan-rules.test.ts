import { describe, expect, it } from 'vitest';
import type { LookAhead } from '../../../../../src/shared/contract/look-ahead.ts';
import type { TimelineEvent } from '../../../../../src/shared/entities/entities.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../../src/shared/kit/units.ts';
import {
  isUnplanned,
  isUnpredicted,
  lacksOf,
  nextSlot,
  PLAN_CHANNELS,
  type PlanFacts,
  type PlannedTimes,
} from '../../../../../src/shared/plan/plan-rules.ts';
import { lackText } from '../../../../../src/ui/features/timeline/lack-text.ts';
import { contactsOf } from '../../../../../src/ui/mission/contacts/contacts-at.ts';
import { later, startUneventfulMission, T0 } from '../../../../support/mission.ts';

const at = (minutes: number): EpochMs => later(minutes * MS_PER_MIN);

/** A prediction of a day in which charge and recorder follow these points. */
function told(charge: readonly number[], recorder: readonly number[]): LookAhead {
  const line = (values: readonly number[]) => {
    const minutes = MS_PER_DAY / MS_PER_MIN;
    const times = Float64Array.from({ length: minutes + 1 }, (_, minute) => T0 + minute * MS_PER_MIN);
    const held = Float64Array.from(times, (_, minute) => {
      const place = (minute / minutes) * (values.length - 1);
      const [before = 0, after = before] = values.slice(Math.floor(place), Math.floor(place) + 2);
      return before + (after - before) * (place % 1);
    });
    return { times, values: held, low: held, high: held };
  };
  return {
    from: T0,
    to: addMs(T0, MS_PER_DAY),
    channels: { stateOfCharge: line(charge), recorder: line(recorder) },
    crossings: [],
    approaches: [],
    partings: [],
    modes: [],
    without: [],
  };
}

const event = (from: number, to: number, type: TimelineEvent['type'] = 'Experiment'): PlannedTimes => ({
  type,
  startTime: at(from),
  endTime: at(to),
});

const facts = (change: Partial<PlanFacts> = {}): PlanFacts => ({
  now: T0,
  others: [],
  contacts: undefined,
  told: told([0.9, 0.9], [1000, 1000]),
  plannedUntil: addMs(T0, 2 * MS_PER_DAY),
  mode: 'NOMINAL',
  capacityMb: 8000,
  ...change,
});

/** What an event lacks, as the operator reads it. */
const lacking = (planned: PlannedTimes, known: PlanFacts) => lacksOf(planned, known).map(lackText);

const OTHER: TimelineEvent = {
  id: 'event-1',
  title: 'Orbit raising burn',
  description: '',
  type: 'Maneuver',
  status: 'Scheduled',
  priority: 'High',
  startTime: at(60),
  endTime: at(90),
};

describe('what an event of the plan lacks', () => {
  it('is nothing for one that can be flown', () => {
    expect(lacking(event(10, 40), facts())).toEqual([]);
  });

  it('is a time of its own, in order and ahead', () => {
    expect(lacking(event(40, 10), facts())).toEqual(['Its end is not after its start.']);
    expect(lacking(event(-10, 10), facts())).toEqual(['It starts in the past.']);
    expect(lacking(event(30, 61), facts({ others: [OTHER] }))).toEqual([
      expect.stringMatching(/^It is at the same time as .*Orbit raising burn.*, 2026-11-20 13:00 – 13:30\.$/),
    ]);
    expect(lacking(event(30, 60), facts({ others: [OTHER] }))).toEqual([]);
  });

  it('is charge, with the first minute at which it is predicted too low', () => {
    const low = facts({ told: told([0.9, 0.3], [0, 0]) });
    // After 19 h it is at 42.5 %. It falls by 2.5 % an hour, and an experiment of 25 W takes 5 % of 500 Wh.
    expect(lacking(event(19 * 60, 21 * 60), low)).toEqual([
      expect.stringMatching(/^The charge is predicted below 40 % at 07:2[01]\.$/),
    ]);
    expect(lacking(event(19 * 60, 21 * 60, 'Emergency'), low)).toEqual([]);
    expect(lacking(event(10 * 60, 12 * 60), low)).toEqual([]);
  });

  it('is room on the recorder, for an experiment', () => {
    const full = facts({ told: told([0.9, 0.9], [0, 8000]) });
    expect(lacking(event(23 * 60, 24 * 60), full)).toEqual([
      expect.stringMatching(/^The recorder is predicted full at 11:3[89]\.$/),
    ]);
    expect(lacking(event(23 * 60, 24 * 60, 'Maneuver'), full)).toEqual([]);
  });

  it('is the payload, where another mode is predicted', () => {
    const safe = facts({ told: { ...told([0.9, 0.9], [0, 0]), modes: [{ time: at(30), mode: 'SAFE' }] } });
    const off = ['It does nothing on board: ORBITA-1 is predicted to be in SAFE at 12:30.'];
    expect(lacking(event(10, 40), safe)).toEqual(off);
    expect(lacking(event(40, 50), safe)).toEqual([
      'It does nothing on board: ORBITA-1 is predicted to be in SAFE at 12:40.',
    ]);
    expect(lacking(event(10, 20), safe)).toEqual([]);
    expect(lacking(event(10, 40, 'Maintenance'), safe)).toEqual(off);
    expect(lacking(event(10, 40, 'Emergency'), safe)).toEqual([]);
  });

  it('is nothing that lies beyond what is planned and predicted', () => {
    const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
    const later = facts({ contacts, plannedUntil: at(60) });
    expect(lacking(event(90, 100, 'Communication'), later)).toEqual([]);
    expect(isUnplanned(event(90, 100), later)).toBe(true);
    expect(isUnplanned(event(30, 60), later)).toBe(false);
    expect(lacking(event(3 * 24 * 60, 3 * 24 * 60 + 60), later)).toEqual([]);
  });

  it('is found at once for an event of a century', () => {
    const endTime = addMs(T0, 36_500 * MS_PER_DAY);
    // From 90 % by 5 % an hour.
    expect(lacking({ type: 'Experiment', startTime: T0, endTime }, facts())).toEqual([
      expect.stringMatching(/^The charge is predicted below 40 % at 22:0[01]\.$/),
    ]);
  });

  it('is a station in view all the time, for a contact', () => {
    const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
    const passes =
      contacts?.stations.flatMap(({ station, passes: own }) => (station.active ? own : [])) ?? [];
    const [pass] = passes.filter(({ aos }) => aos > later(MS_PER_H)).toSorted((a, b) => a.aos - b.aos);
    if (!pass) throw new Error('There is no pass.');
    const during = (from: number, to: number): PlannedTimes => ({
      type: 'Communication',
      startTime: epochMs(from),
      endTime: epochMs(to),
    });
    const known = facts({ contacts });
    expect(lacking(during(pass.aos, pass.los), known)).toEqual([]);
    expect(lacking(during(pass.aos - 60_000, pass.los), known)).toEqual([
      expect.stringMatching(
        /^A station is in view for only a part of it, at first from \d\d:\d\d to \d\d:\d\d\.$/,
      ),
    ]);
    expect(lacking(during(pass.aos - 120_000, pass.aos - 60_000), known)).toEqual([
      'No station is in view during it.',
    ]);
    const wanted = during(pass.aos - 120_000, pass.aos - 60_000);
    const slot = nextSlot(wanted, known);
    expect(slot).toBe(Math.ceil(pass.aos / 1000) * 1000);
  });
});

describe('the next feasible slot', () => {
  it('is the first after the others, on a grid of five minutes, as long as the event', () => {
    expect(nextSlot(event(41, 61), facts({ others: [OTHER] }))).toBe(at(90));
    expect(nextSlot(event(31, 40), facts({ others: [OTHER] }))).toBe(at(35));
    expect(nextSlot(event(-60, -30), facts({ now: at(2) }))).toBe(at(5));
  });

  it('begins with a pass only for a contact', () => {
    const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
    const passes =
      contacts?.stations.flatMap(({ station, passes: own }) => (station.active ? own : [])) ?? [];
    const aos = Math.min(...passes.map((pass) => pass.aos).filter((time) => time > T0));
    const others = [{ ...OTHER, startTime: T0, endTime: epochMs(aos - 1000) }];
    const wanted = { type: 'Experiment', startTime: T0, endTime: at(10) } as const;
    const slot = nextSlot(wanted, facts({ contacts, others }));
    expect((slot ?? 1) % (5 * MS_PER_MIN)).toBe(0);
  });

  it('lacks nothing', () => {
    const held = facts({ others: [OTHER], told: told([0.9, 0.3, 0.9], [0, 0, 0]) });
    for (let minute = 0; minute < 23 * 60; minute += 37) {
      const wanted = event(minute, minute + 45);
      const startTime = nextSlot(wanted, held);
      if (startTime === undefined) continue;
      const moved = { ...wanted, startTime, endTime: addMs(startTime, 45 * MS_PER_MIN) };
      expect(lacking(moved, held)).toEqual([]);
      expect(startTime).toBeGreaterThanOrEqual(wanted.startTime);
    }
  });

  it('is none where the day has none, without a prediction, and for an event that ends before it starts', () => {
    expect(nextSlot(event(0, 60), facts({ told: told([0.2, 0.2], [0, 0]) }))).toBeUndefined();
    expect(nextSlot(event(0, 60), facts({ told: undefined }))).toBeUndefined();
    expect(nextSlot(event(60, 0), facts())).toBeUndefined();
  });
});

describe('the rules about resources', () => {
  it('are silent beyond what is predicted', () => {
    expect(isUnpredicted(event(0, 60), facts())).toBe(false);
    expect(isUnpredicted(event(0, 25 * 60), facts())).toBe(true);
    expect(isUnpredicted(event(0, 60), facts({ told: undefined }))).toBe(true);
    expect(PLAN_CHANNELS).toEqual(['stateOfCharge', 'recorder']);
  });

  it('hold in the mission: an event without a lack meets enough charge and room, for each of two seeds', () => {
    for (let seed = 1; seed <= 2; seed += 1) {
      const session = startUneventfulMission({ seed });
      session.advanceTo(later(5 * MS_PER_MIN));
      const now = session.mission.time();
      const answer = session.control.lookAhead({ channels: PLAN_CHANNELS, to: addMs(now, 6 * MS_PER_H) });
      if (!answer.ok) throw new Error(answer.message);
      const mode = session.snapshot().spacecraft.value?.mode;
      const held = facts({ now, told: answer.value, mode });
      const planned = {
        ...event(60, 150),
        startTime: addMs(now, MS_PER_H),
        endTime: addMs(now, 3 * MS_PER_H),
      };
      expect(lacking(planned, held)).toEqual([]);
      for (let time = planned.startTime; time <= planned.endTime; time = addMs(time, 10 * MS_PER_MIN)) {
        session.advanceTo(time);
        const view = session.snapshot().spacecraft.value;
        expect(view?.battery.soc).toBeGreaterThanOrEqual(0.4);
        expect(view?.data.storedMb).toBeLessThan(view?.data.capacityMb ?? 0);
        expect(view?.mode).toBe('NOMINAL');
      }
    }
  });
});
