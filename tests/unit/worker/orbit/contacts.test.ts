import { describe, expect, it } from 'vitest';
import {
  latestChange,
  nextChange,
  type SatelliteContacts,
} from '../../../../src/shared/contract/contact-plan.ts';
import { SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import {
  ORBITAL_ELEMENTS,
  SATELLITE_IDS,
  type SatelliteId,
} from '../../../../src/shared/entities/satellites.ts';
import { GROUND_STATIONS, STATION_MASK } from '../../../../src/shared/entities/stations.ts';
import { degrees, type EpochMs, MS_PER_DAY, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { siteOf } from '../../../../src/shared/orbit/observer.ts';
import type { Pass } from '../../../../src/shared/orbit/passes.ts';
import { CHUNK_MS, joinPasses } from '../../../../src/worker/orbit/chunks.ts';
import {
  type ContactsState,
  completeContacts,
  followContacts,
} from '../../../../src/worker/orbit/contacts.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import type { Session } from '../../../../src/worker/session/session.ts';
import { passesOver } from '../../../support/contact-plans.ts';
import { later, resumeOf, startMission, T0 } from '../../../support/mission.ts';
import { findPasses } from '../../../support/passes.ts';

const propagators = createPropagators();

function contactsOf(mission: Session, id: SatelliteId): SatelliteContacts {
  const contacts = mission.snapshot().contacts.value.satellites[id];
  if (!contacts.ok) throw new Error(contacts.message);
  return contacts.value;
}

/** To the millisecond: the start of a search affects the last digits. */
const span = ({ aos, tca, los }: Pass): readonly number[] => [aos, tca, los].map(Math.round);

describe.each(SATELLITE_IDS)('the contact plan of %s', (id) => {
  const { [id]: propagator } = propagators;
  if (!propagator.ok) throw new Error(propagator.message);

  it('covers two hours back and a day ahead from the start', () => {
    const { from, to } = startMission().snapshot().contacts.value;
    expect(from).toBeLessThanOrEqual(T0 - 2 * MS_PER_H);
    expect(to).toBeGreaterThanOrEqual(T0 + MS_PER_DAY);
  });

  it.each(GROUND_STATIONS)('has the passes over $name of a single search', ({ id: station, lat, lng }) => {
    const mission = startMission();
    const { from, to } = mission.snapshot().contacts.value;
    const site = siteOf({ latitude: lat, longitude: lng, altitudeKm: 0 });
    const expected = findPasses(propagator.value, site, { from, to, minElevation: STATION_MASK });
    const passes = passesOver(contactsOf(mission, id), station);
    expect(passes.length).toBeGreaterThan(2);
    expect(passes.map(span)).toEqual(expected.map(span));
  });

  it('alternates between sunlight and eclipse', () => {
    const { eclipseTransitions } = contactsOf(startMission(), id);
    expect(eclipseTransitions.length).toBeGreaterThan(25);
    for (const [index, change] of eclipseTransitions.entries()) {
      const previous = eclipseTransitions[index - 1];
      if (!previous) continue;
      expect(change.time).toBeGreaterThan(previous.time);
      expect(change.isEclipsed).toBe(!previous.isEclipsed);
    }
  });
});

describe.each(SATELLITE_IDS)('the eclipses of %s', (id) => {
  it('pass from sunlight through penumbra to umbra and back, without a gap', () => {
    const { illuminationChanges } = contactsOf(startMission(), id);
    const next: Readonly<Record<string, readonly string[]>> = {
      sunlit: ['penumbra'],
      umbra: ['penumbra'],
      penumbra: ['umbra', 'sunlit'],
    };
    expect(illuminationChanges.length).toBeGreaterThan(50);
    for (const [index, { time, phase }] of illuminationChanges.entries()) {
      const previous = illuminationChanges[index - 1];
      if (!previous) continue;
      expect(time).toBeGreaterThan(previous.time);
      expect(next[previous.phase]).toContain(phase);
    }
  });

  it('are half complete in the middle of the penumbra, where eclipsed changes', () => {
    const { illuminationChanges, eclipseTransitions } = contactsOf(startMission(), id);
    const [first] = illuminationChanges;
    const told = eclipseTransitions.filter(({ time }) => first !== undefined && time > first.time);
    expect(told.length).toBeGreaterThan(25);
    for (const { time, isEclipsed } of told) {
      expect(latestChange(illuminationChanges, time)?.phase).toBe('penumbra');
      expect(nextChange(illuminationChanges, time)?.phase).toBe(isEclipsed ? 'umbra' : 'sunlit');
    }
  });
});

describe('as time passes', () => {
  it('the plan stays the same object until its grid moves on', () => {
    const mission = startMission();
    mission.advanceTo(later(1000));
    const before = mission.snapshot().contacts.value;
    for (let ms = MS_PER_MIN; ms < MS_PER_H; ms += 9 * MS_PER_MIN) mission.advanceTo(later(ms));
    expect(mission.snapshot().contacts.value).toBe(before);
    mission.advanceTo(later(MS_PER_H + 5000)); // the plan ends on the grid, and no longer far enough ahead
    expect(mission.snapshot().contacts.value.to).toBeGreaterThan(before.to);
  });

  it('after a long suspension the plan is computed in chunks, and equals that of a new mission', () => {
    let state = completeContacts(propagators, SPECIFIED_NETWORK, T0);
    const time = later(30 * MS_PER_DAY);
    let steps = 0;
    for (
      let next = followContacts(state, propagators, time);
      next !== state;
      next = followContacts(state, propagators, time)
    ) {
      expect(next.chunks.length).toBeLessThanOrEqual(10);
      state = next;
      steps += 1;
    }
    expect(steps).toBeGreaterThanOrEqual(MS_PER_DAY / CHUNK_MS);
    expect(state).toEqual(completeContacts(propagators, SPECIFIED_NETWORK, time));
  });

  /** Returns the states from the given one to the one for an instant. */
  function statesTo(time: EpochMs, held: ContactsState): readonly ContactsState[] {
    const states = [held];
    for (;;) {
      const last = states.at(-1) ?? held;
      const next = followContacts(last, propagators, time);
      if (next === last) return states;
      states.push(next);
    }
  }

  it('the plan drops what is more than two hours past, and extends as far ahead', () => {
    const held = completeContacts(propagators, SPECIFIED_NETWORK, T0);
    // The grid has an edge at noon.
    expect(held.plan.from).toBe(later(-CHUNK_MS));
    expect(statesTo(later(2 * MS_PER_H - 1), held).at(-1)?.plan.from).toBe(held.plan.from);
    const states = statesTo(later(2 * MS_PER_H), held);
    expect(states.at(-1)).toEqual(completeContacts(propagators, SPECIFIED_NETWORK, later(2 * MS_PER_H)));
    expect(states.at(-1)?.plan.from).toBe(T0);
    expect(states.at(-1)?.chunks[0]).toBe(held.chunks[1]);
    // Computes one more chunk, and no other one again.
    expect(states).toHaveLength(2);
  });

  it('the plan ends no less than 26 hours ahead', () => {
    const held = completeContacts(propagators, SPECIFIED_NETWORK, T0);
    expect(held.plan.to).toBe(later(27 * MS_PER_H));
    expect(followContacts(held, propagators, later(MS_PER_H))).toBe(held);
    expect(followContacts(held, propagators, later(MS_PER_H + 1)).plan.to).toBe(later(30 * MS_PER_H));
  });

  it('the plan is that of the last sample', () => {
    const between = completeContacts(propagators, SPECIFIED_NETWORK, later(MS_PER_H + 4999));
    expect(between.plan.to).toBe(later(27 * MS_PER_H));
  });

  it('the plan drops what is past also if it needs no extension', () => {
    // It extends as far as required two hours later.
    const grown = completeContacts(propagators, SPECIFIED_NETWORK, later(MS_PER_H + 5000));
    expect(grown.plan).toMatchObject({ from: later(-CHUNK_MS), to: later(30 * MS_PER_H) });
    const next = followContacts(grown, propagators, later(2 * MS_PER_H));
    expect(next.plan).toMatchObject({ from: T0, to: later(30 * MS_PER_H) });
    expect(next.chunks).toEqual(grown.chunks.slice(1));
  });

  it('a clock that moved back starts a new plan', () => {
    const time = later(-MS_PER_DAY);
    const [, first, ...more] = statesTo(time, completeContacts(propagators, SPECIFIED_NETWORK, T0));
    expect(first?.chunks).toHaveLength(1);
    expect(more.at(-1)).toEqual(completeContacts(propagators, SPECIFIED_NETWORK, time));
  });

  it('the plan is the same after a checkpoint', () => {
    const old = startMission();
    old.advanceTo(later(5 * MS_PER_MIN));
    const next = startMission({ resume: resumeOf(old) });
    expect(next.snapshot().contacts.value).toEqual(old.snapshot().contacts.value);
  });
});

describe('a satellite without an orbit', () => {
  it('has no plan and a reason; the other one has a plan', () => {
    const broken = createPropagators({
      ...ORBITAL_ELEMENTS,
      iss: { ...ORBITAL_ELEMENTS.iss, ECCENTRICITY: 2 },
    });
    const { satellites } = startMission({ propagators: broken }).snapshot().contacts.value;
    expect(satellites.iss).toMatchObject({ ok: false, message: expect.stringContaining('ISS') });
    expect(satellites.orbita.ok).toBe(true);
  });
});

describe('joining passes', () => {
  const pass = (aos: number, tca: number, los: number, change: Partial<Pass> = {}): Pass => ({
    aos: aos as EpochMs,
    tca: tca as EpochMs,
    los: los as EpochMs,
    maxElevation: degrees(40),
    aosAzimuth: degrees(aos),
    tcaAzimuth: degrees(tca),
    losAzimuth: degrees(los),
    startsBefore: false,
    endsAfter: false,
    ...change,
  });

  it('joins a pass clipped by a border, with its maximum elevation', () => {
    const before = pass(10, 20, 20, { endsAfter: true, maxElevation: degrees(50) });
    const behind = pass(20, 25, 40, { startsBefore: true, maxElevation: degrees(60) });
    expect(
      joinPasses([
        [pass(1, 2, 3), before],
        [behind, pass(50, 51, 52)],
      ]),
    ).toEqual([pass(1, 2, 3), pass(10, 25, 40, { maxElevation: degrees(60) }), pass(50, 51, 52)]);
  });

  it('has the maximum elevation of the part before the border if that is higher', () => {
    const before = pass(10, 15, 20, { endsAfter: true, maxElevation: degrees(60) });
    const behind = pass(20, 20, 40, { startsBefore: true, maxElevation: degrees(50) });
    expect(joinPasses([[before], [behind]])).toEqual([pass(10, 15, 40, { maxElevation: degrees(60) })]);
  });

  it('does not join passes that no border clips', () => {
    const before = pass(10, 15, 20, { endsAfter: true });
    const behind = pass(20, 25, 30, { startsBefore: true });
    const lists = [
      [before, pass(21, 22, 30)],
      [pass(11, 15, 19), behind],
    ];
    for (const list of lists) expect(joinPasses([list])).toEqual(list);
  });

  it('keeps one pass of a satellite that never sets', () => {
    const always = (from: number) => pass(from, from + 5, from + 10, { startsBefore: true, endsAfter: true });
    expect(joinPasses([[always(0)], [always(10)], [always(20)]]).map(({ aos, los }) => [aos, los])).toEqual([
      [0, 30],
    ]);
  });
});
