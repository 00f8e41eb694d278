import { describe, expect, it } from 'vitest';
import { currentOrNextPass } from '../../../../src/shared/contract/contact-plan.ts';
import { SPACECRAFT } from '../../../../src/shared/entities/satellites.ts';
import { toHex } from '../../../../src/shared/kit/octets.ts';
import { EVENTS } from '../../../../src/shared/packets/events.ts';
import type { LinkProfile } from '../../../../src/shared/packets/link.ts';
import { FAILURE_CODES } from '../../../../src/shared/packets/table.ts';
import type { ReadTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { EMPTY_STORE, STORE_OCTETS, storePackets } from '../../../../src/worker/onboard/store.ts';
import { T0 } from '../../../support/mission.ts';
import { type Flight, namesOf, startFlight } from '../../../support/packets.ts';

const ALL = { dumpFrom: 0, dumpTo: 0xffff_ffff };

/** Starts a flight over a link with a profile after the pass with which the mission begins. */
function startOver(profile: LinkProfile): Flight {
  const flight = startFlight({ isQuiet: true });
  advanceUntil(flight, false);
  flight.apply({ kind: 'packets', profile });
  return flight;
}

/** True while a ground station has the spacecraft in view. */
const isOverStation = ({ mission }: Flight): boolean =>
  mission.facts().spacecraft?.radio.station !== undefined;

/** Advances step by step until a station carries the link, or does not. */
function advanceUntil(flight: Flight, isOver: boolean): ReadTelemetry[] {
  const received: ReadTelemetry[] = [];
  for (let step = 0; isOverStation(flight) !== isOver; step++) {
    if (step > 20_000) throw new Error('There is no such contact.');
    received.push(...flight.advance(5));
  }
  return received;
}

describe('the link', () => {
  it('does not exist before packet telemetry begins', () => {
    const flight = startFlight({ isQuiet: true });
    const { outcome } = flight.mission.apply({ kind: 'link', profile: 'stations' });
    expect(outcome).toEqual({
      ok: false,
      message: 'There is no link yet. Begin packet telemetry first.',
    });
    expect(flight.advance(60)).toEqual([]);
  });

  it('has the profile with which packet telemetry begins, and keeps it when it begins again', () => {
    const flight = startFlight({ isQuiet: true });
    const profile = () => flight.mission.facts().onboard?.link.profile;
    flight.apply({ kind: 'packets', profile: 'network' });
    expect(profile()).toBe('network');
    flight.apply({ kind: 'packets' });
    expect(profile()).toBe('network');
    flight.apply({ kind: 'packets', profile: 'stations' });
    expect(profile()).toBe('stations');
  });
});

describe('the profile stations', () => {
  it('carries telemetry only while a station has contact, at the times of the contact plan', () => {
    const flight = startOver('stations');
    expect(flight.packets).toEqual([]);
    advanceUntil(flight, true);
    const found = flight.mission.contacts().satellites[SPACECRAFT];
    if (!found.ok) throw new Error(found.message);
    const passes = found.value.stations.flatMap(
      ({ passes: all }) => currentOrNextPass(all, flight.mission.time()) ?? [],
    );
    const begun = passes.filter(({ aos }) => Math.abs(aos - flight.mission.time()) <= 5000);
    expect(begun).not.toEqual([]);
    expect(namesOf(flight.advance(10))).toContain('HK_ESSENTIAL');
    advanceUntil(flight, false);
    expect(flight.advance(60)).toEqual([]);
  });

  it('loses and counts telecommands without contact', () => {
    const flight = startOver('stations');
    expect(flight.send('ENTER_SAFE_MODE')).toEqual([]);
    flight.advance(10);
    expect(flight.mission.facts().onboard?.link.lostTelecommands).toBe(1);
    expect(flight.mission.snapshot().spacecraft.value?.mode).toBe('NOMINAL');
  });

  it('brings every packet to the ground exactly once, if each pass dumps the store and deletes it', () => {
    const flight = startOver('stations');
    for (let pass = 0; pass < 6; pass++) {
      advanceUntil(flight, true);
      flight.advance(5);
      expect(namesOf(flight.send('DUMP_STORE', ALL))).toEqual(['TC_ACCEPTED', 'TC_STARTED']);
      let received: readonly ReadTelemetry[] = [];
      while (!namesOf(received).includes('TC_COMPLETED')) received = flight.advance(5);
      const deleted = flight.send('DELETE_STORED', { deleteTo: flight.mission.time() / 1000 });
      expect(namesOf(deleted)).toContain('TC_COMPLETED');
      advanceUntil(flight, false);
    }
    const onGround = flight.packets.map(toHex);
    expect(new Set(onGround).size).toBe(onGround.length);
    // Their counts tell that none is missing, up to the ones that have been stored since.
    const stored = flight.mission.facts().onboard?.store.packets ?? 0;
    expect(onGround.length + stored).toBe(flight.mission.facts().onboard?.counters.packets);
    expect(onGround.length).toBeGreaterThan(5000);
  });

  it('takes the time of the link for a dump', () => {
    const flight = startOver('network');
    flight.apply({ kind: 'link', profile: 'stations' });
    flight.advance(3600);
    const octets = flight.mission.facts().onboard?.store.octets ?? 0;
    expect(octets).toBeGreaterThan(50_000);
    // Over a relay the profile `network` carries 4,000 octets a second.
    flight.apply({ kind: 'link', profile: 'network' });
    expect(flight.mission.snapshot().spacecraft.value?.radio).toMatchObject({
      link: 'relay',
      antenna: 'high',
    });
    flight.send('DUMP_STORE', ALL);
    const begun = flight.mission.time();
    let received: readonly ReadTelemetry[] = [];
    while (!namesOf(received).includes('TC_COMPLETED')) received = flight.advance(5);
    const seconds = (flight.mission.time() - begun) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(octets / 4000);
    expect(seconds).toBeLessThanOrEqual(octets / 4000 + 10);
  });
});

/** Removes the one value that differs from that of a flight over an open link: the packets in the store. */
const withoutStore = ({ values: { storedPackets: _, ...values }, ...rest }: ReadTelemetry) => ({
  ...rest,
  values,
});

describe('a dump', () => {
  /** Starts a flight with an hour in its store, over a link that works again. */
  function startStored(): Flight {
    const flight = startOver('stations');
    flight.advance(3600);
    flight.apply({ kind: 'link', profile: 'open' });
    return flight;
  }

  it('sends the packets of its range, as they were', () => {
    const flight = startOver('stations');
    const live = flight.advance(3600).map(withoutStore);
    flight.apply({ kind: 'link', profile: 'open' });
    const generated = startOver('open').advance(3600).map(withoutStore);
    const begun = flight.mission.time() / 1000 - 3600;
    const [first, last] = [begun + 1800, begun + 2400];
    const own = flight.send('DUMP_STORE', { dumpFrom: first, dumpTo: last });
    expect(namesOf(own)).toEqual(['TC_ACCEPTED', 'TC_STARTED']);
    const received = flight.advance(60).filter(({ time }) => time <= flight.mission.time() - 60_000);
    const sent = new Set(live.map(({ sequenceCount }) => sequenceCount));
    const range = generated.filter(
      ({ time, sequenceCount }) => time >= first * 1000 && time <= last * 1000 && !sent.has(sequenceCount),
    );
    expect(range.length).toBeGreaterThan(100);
    expect(received.map(withoutStore)).toEqual(range);
  });

  it('is refused while another one, or before a deletion, is in progress', () => {
    const flight = startStored();
    flight.send('DUMP_STORE', ALL);
    const codes = [flight.send('DUMP_STORE', ALL), flight.send('DELETE_STORED', { deleteTo: 0 })].map(
      ([refused]) => refused?.values.failureCode,
    );
    expect(codes).toEqual([FAILURE_CODES.dumpInProgress[0], FAILURE_CODES.dumpInProgress[0]]);
  });

  it('waits while the link is lost', () => {
    const flight = startStored();
    flight.send('DUMP_STORE', ALL);
    flight.apply({ kind: 'link', profile: 'stations' });
    expect(isOverStation(flight)).toBe(false);
    expect(flight.advance(600)).toEqual([]);
    flight.apply({ kind: 'link', profile: 'open' });
    expect(namesOf(flight.advance(120))).toContain('TC_COMPLETED');
  });

  it('of an empty store completes at once', () => {
    const flight = startFlight();
    flight.send('DUMP_STORE', ALL);
    expect(namesOf(flight.advance(5))).toContain('TC_COMPLETED');
  });
});

describe('the packet store', () => {
  it('shows in housekeeping, and loses what is deleted', () => {
    const flight = startOver('stations');
    flight.advance(600);
    flight.apply({ kind: 'link', profile: 'open' });
    const storedPackets = () =>
      flight.send('REQUEST_HOUSEKEEPING', { sid: 6 }).find(({ type }) => type.name === 'HK_SOFTWARE')?.values
        .storedPackets;
    const all = storedPackets() ?? 0;
    expect(all).toBeGreaterThan(150);
    const now = flight.mission.time() / 1000;
    flight.send('DELETE_STORED', { deleteTo: now - 300 });
    const rest = storedPackets() ?? 0;
    expect(rest).toBeGreaterThan(60);
    expect(rest).toBeLessThan(all - 60);
    flight.send('DELETE_STORED', { deleteTo: now });
    expect(storedPackets()).toBe(0);
  });

  it('has a bound, and says when it is full', () => {
    const flight = startOver('stations');
    const full = EVENTS.find(({ name }) => name === 'STORE_FULL')?.id;
    for (const sid of [1, 2, 3, 4, 5, 6]) {
      flight.apply({ kind: 'link', profile: 'open' });
      flight.send('SET_HOUSEKEEPING_INTERVAL', { sid, interval: 5 });
      flight.apply({ kind: 'link', profile: 'stations' });
    }
    for (let hour = 0; hour < 12 && !flight.mission.facts().onboard?.store.isFull; hour++)
      flight.advance(3600);
    const { store } = flight.mission.facts().onboard ?? {};
    expect(store?.isFull).toBe(true);
    expect(store?.octets).toBeLessThanOrEqual(STORE_OCTETS + 36);
    flight.apply({ kind: 'link', profile: 'open' });
    flight.send('DUMP_STORE', ALL);
    const dumped = flight.advance(3600).filter(({ values }) => values.eventId === full);
    expect(dumped).toHaveLength(1);
  });

  it('keeps its full blocks as they are, so that their hashes are known', () => {
    const packets = new Array<Uint8Array>(150).fill(new Uint8Array(40));
    const one = storePackets(EMPTY_STORE, packets, T0);
    const other = storePackets(one, packets, T0);
    expect(other.blocks[0]).toBe(one.blocks[0]);
    expect(other.packets).toBe(300);
  });
});
