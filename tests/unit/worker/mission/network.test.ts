import { describe, expect, it } from 'vitest';
import type { MissionInput } from '../../../../src/shared/contract/journal.ts';
import { type NetworkStation, SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import { readRecording } from '../../../../src/shared/contract/recording.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { siteOf } from '../../../../src/shared/orbit/observer.ts';
import { createRandom } from '../../../../src/worker/kit/random.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';
import { createPropagators } from '../../../../src/worker/orbit/propagators.ts';
import { replay } from '../../../../src/worker/session/branches/replay.ts';
import { environmentAt } from '../../../../src/worker/spacecraft/environment.ts';
import { passesOver } from '../../../support/contact-plans.ts';
import { forksOf, later, OVER_AT_ONCE, startUneventfulMission, T0 } from '../../../support/mission.ts';
import { covers, lookEachSecond } from '../../../support/passes.ts';
import { networkStation } from '../../../support/places.ts';
import { recordingOf, savedText } from '../../../support/recording.ts';
import { drawNetwork } from '../../../support/recordings.ts';

const propagator = createPropagators().orbita;
if (!propagator.ok) throw new Error(propagator.message);
const orbita = propagator.value;

const BERLIN = networkStation('Berlin');
const HOUSTON = SPECIFIED_NETWORK[0] as NetworkStation;

const startMission = (): Mission =>
  createMission({ seed: 1, startTime: T0, profile: 'none', planFault: OVER_AT_ONCE });

const use = (mission: Mission, stations?: readonly unknown[]) =>
  mission.apply({ kind: 'network', stations } as MissionInput).outcome;

const networkOf = (mission: Mission) => mission.snapshot().contacts.value.network;
const logOf = (mission: Mission) => mission.snapshot().log.value.map(({ text }) => text);
const radioOf = (mission: Mission) => mission.snapshot().spacecraft.value?.radio;
const downlinkedMb = (mission: Mission) => mission.snapshot().spacecraft.value?.data.downlinkedMb ?? 0;

const contactsOf = (mission: Mission) => {
  const contacts = mission.snapshot().contacts.value.satellites.orbita;
  if (!contacts.ok) throw new Error(contacts.message);
  return contacts.value;
};

describe('the ground network of a mission', () => {
  it('is the specified one at first', () => {
    expect(networkOf(startMission()).map(({ name, mask, active }) => [name, mask, active])).toEqual([
      ['Houston', 5, true],
      ['Madrid', 5, true],
      ['Canberra', 5, true],
      ['Baikonur', 5, false],
    ]);
  });

  it('stands in no journal where it is set to what it is', () => {
    const mission = startMission();
    const before = mission.hash();
    expect(use(mission)).toMatchObject({ ok: true });
    expect(use(mission, structuredClone(SPECIFIED_NETWORK))).toMatchObject({ ok: true });
    expect(mission.journal()).toEqual([]);
    expect(mission.hash()).toBe(before);
  });

  it('has the hash of the specified one again, but for the log, once that is restored', () => {
    const [mission, other] = [startMission(), startMission()];
    use(mission, [BERLIN]);
    expect(mission.hash()).not.toBe(other.hash());
    use(mission);
    mission.advanceTo(later(MS_PER_MIN));
    other.advanceTo(later(MS_PER_MIN));
    const stateOf = ({ keyframe }: Mission) => keyframe().state;
    expect(stateOf(mission)).toEqual(stateOf(other));
  });

  it.each<[string, unknown]>([
    ['The ground network is not a list of stations.', 'Berlin'],
    ['A ground network has up to 16 stations.', Array.from({ length: 17 }, () => BERLIN)],
    ['Station 1 of the ground network is not a place.', [null]],
    ['Station 2 of the ground network is there twice.', [BERLIN, BERLIN]],
    ['Station 1 of the ground network has no valid identity.', [{ ...BERLIN, id: '' }]],
    ['Station 1 of the ground network has no name.', [{ ...BERLIN, name: ' \n' }]],
    ['Station 1 of the ground network has no latitude from -90 to 90°.', [{ ...BERLIN, latitude: 90.1 }]],
    ['Station 1 of the ground network has no longitude from -180 to 180°.', [{ ...BERLIN, longitude: NaN }]],
    ['Station 1 of the ground network has no height from -0.5 to 9 km.', [{ ...BERLIN, altitudeKm: '1' }]],
    ['Station 1 of the ground network has no mask angle from 0 to 89°.', [{ ...BERLIN, mask: -1 }]],
    ['Station 1 of the ground network is neither active nor inactive.', [{ ...BERLIN, active: 1 }]],
  ])('is refused in words and changes nothing: %s', (message, stations) => {
    const mission = startMission();
    const before = mission.hash();
    expect(use(mission, stations as never)).toEqual({ ok: false, message });
    expect(mission.hash()).toBe(before);
    expect(mission.journal()).toEqual([]);
  });
});

/** Number of networks in missions of their own, up to six. */
const NETWORKS = Number(process.env.NETWORKS ?? 1);

describe('any network', () => {
  const HOURS = 3;
  const random = createRandom(5);
  const networks = Array.from({ length: 6 }, () => drawNetwork(random));

  it('has the passes of a look each second, each station above its own mask and from its own height', () => {
    const mission = startMission();
    const network = networks.flat().slice(0, 16);
    use(
      mission,
      network.map((station, index) => ({ ...station, id: `station ${index}` })),
    );
    const end = later(HOURS * MS_PER_H);
    const seen = lookEachSecond(
      orbita,
      network.map((station) => ({ site: siteOf(station), mask: station.mask })),
      T0,
      end,
    );
    let count = 0;
    for (const [index, { passes }] of contactsOf(mission).stations.entries()) {
      const stretches = seen[index] ?? [];
      const whole = stretches.filter(({ first, last }) => first > T0 && last < end);
      for (const stretch of whole) expect(passes.some((pass) => covers(pass, stretch, 100))).toBe(true);
      // A pass that a look each second misses is shorter than that.
      const inside = passes.filter(({ aos, los }) => aos > T0 && los < end && los - aos > 2 * MS_PER_S);
      expect(inside).toHaveLength(whole.filter(({ first, last }) => last - first > MS_PER_S).length);
      count += whole.length;
    }
    expect(count).toBeGreaterThan(5);
  });

  it.each(networks.slice(0, NETWORKS).map((network, index) => [index, network] as const))(
    'gives the same hash at any division of time, after a restart, and from its recording: %i',
    (index, network) => {
      const inputs = [
        { time: later(7 * MS_PER_MIN + 1234), stations: network },
        { time: later(31 * MS_PER_MIN + 5), stations: networks[(index + 1) % networks.length] },
        { time: later(52 * MS_PER_MIN), stations: undefined },
      ];
      const end = later(65 * MS_PER_MIN);
      const live = (to: (mission: Mission, time: EpochMs) => Mission): Mission => {
        let mission = createMission({ seed: index, startTime: T0 });
        for (const { time, stations } of inputs) {
          mission = to(mission, time);
          use(mission, stations);
        }
        return to(mission, end);
      };
      const whole = live((mission, time) => {
        mission.advanceTo(time);
        return mission;
      });
      expect(whole.journal().map(({ input }) => input.kind)).toContain('network');
      const pieces = createRandom(index);
      const divided = live((mission, time) => {
        let living = mission;
        while (living.time() < time) {
          const stepMs = Math.ceil((10 * MS_PER_MIN) ** pieces.next());
          living.advanceTo(epochMs(Math.min(time, living.time() + 40 * stepMs)));
          if (pieces.next() < 0.2) {
            const copy = structuredClone({ keyframe: living.keyframe(), journal: living.journal() });
            living = createMission({ ...living.header, ...copy });
          }
        }
        return living;
      });
      expect(divided.hash()).toBe(whole.hash());
      expect(divided.snapshot().contacts.value).toEqual(whole.snapshot().contacts.value);
      expect(divided.snapshot().log.value).toEqual(whole.snapshot().log.value);
    },
  );

  it('is repeated by a recording, mark by mark', () => {
    const session = startUneventfulMission();
    for (const [index, network] of networks.entries()) {
      session.advanceTo(later((5 * index + 1) * MS_PER_MIN + 77));
      expect(session.control.setNetwork(network)).toMatchObject({ ok: true });
    }
    session.advanceTo(later(32 * MS_PER_MIN));
    const read = readRecording(savedText(session));
    if (!read.ok) throw new Error(read.message);
    expect(read.value.entries).toEqual(recordingOf(session).entries);
    const { equalCount, differsAt } = replay(read.value, { planFault: OVER_AT_ONCE });
    expect(differsAt).toBeUndefined();
    expect(equalCount).toBe(32);
  });
});

describe('a pass under way', () => {
  /** Returns a minute in the middle of a pass over Houston that no other station sees. */
  function overHouston(): { readonly mission: Mission; readonly los: EpochMs } {
    const mission = startMission();
    const pass = passesOver(contactsOf(mission), 'houston').find(
      ({ aos, tca, los }) =>
        aos > T0 && los - aos > 6 * MS_PER_MIN && environmentAt(orbita, tca)?.station?.id === 'houston',
    );
    if (!pass) throw new Error('There is no pass.');
    mission.advanceTo(epochMs(Math.round(pass.tca) + 1234));
    return { mission, los: pass.los };
  }

  it('ends with the network that its station leaves: log, link and plan', () => {
    const { mission, los } = overHouston();
    expect(radioOf(mission)).toMatchObject({ link: 'station', stationName: 'Houston' });
    const time = mission.time();
    use(mission, SPECIFIED_NETWORK.slice(1));
    expect(mission.snapshot().log.value.slice(-2)).toMatchObject([
      { time, kind: 'Mission', text: 'Ground network: Madrid, Canberra, Baikonur' },
      { time, kind: 'Pass', text: 'LOS Houston' },
    ]);
    expect(contactsOf(mission).stations.map(({ station }) => station.name)).not.toContain('Houston');
    mission.advanceTo(addMs(time, 5 * MS_PER_S));
    expect(radioOf(mission)).toMatchObject({ link: 'relay' });
    expect(radioOf(mission)?.station).toBeUndefined();
    const logged = logOf(mission).length;
    mission.advanceTo(addMs(los, MS_PER_S));
    expect(logOf(mission).slice(logged)).not.toContain('LOS Houston');
  });

  it('begins with the network that its station joins', () => {
    const { mission, los } = overHouston();
    const countOfLos = () => logOf(mission).filter((text) => text === 'LOS Houston').length;
    const before = countOfLos();
    use(mission, []);
    expect(logOf(mission).slice(-2)).toEqual(['Ground network: no station, the relay alone', 'LOS Houston']);
    mission.advanceTo(addMs(mission.time(), 20 * MS_PER_S));
    expect(radioOf(mission)?.link).toBe('relay');
    use(mission, [HOUSTON]);
    expect(logOf(mission).slice(-2)).toEqual([
      'Ground network: Houston',
      expect.stringMatching(/^AOS Houston, max elevation \d+°$/),
    ]);
    mission.advanceTo(addMs(mission.time(), 5 * MS_PER_S));
    expect(radioOf(mission)).toMatchObject({ link: 'station', stationName: 'Houston' });
    mission.advanceTo(addMs(los, MS_PER_S));
    expect(countOfLos()).toBe(before + 2);
  });

  it('is a contact in the archive until its station leaves', () => {
    const session = startUneventfulMission();
    const pass = passesOver(contactsOf(session.mission), 'madrid').find(
      ({ aos, los }) => aos > T0 && los - aos > 6 * MS_PER_MIN,
    );
    if (!pass) throw new Error('There is no pass.');
    const left = epochMs(Math.round(pass.aos) + 2 * MS_PER_MIN);
    session.advanceTo(left);
    session.control.setNetwork([BERLIN]);
    session.advanceTo(epochMs(Math.round(pass.los) + MS_PER_MIN));
    const marks = session.control.marks({ from: T0, to: session.mission.time() });
    if (!marks.ok) throw new Error(marks.message);
    const over = marks.value?.contacts.filter(({ station }) => station === 'Madrid');
    expect(over).toContainEqual({ from: pass.aos, to: left, station: 'Madrid' });
  });
});

describe('an operator whose network does not see the spacecraft over central Europe', () => {
  /** Returns the highest pass over Berlin in whose middle no specified station sees ORBITA-1. */
  function unseenPass() {
    const planned = startMission();
    use(planned, [BERLIN]);
    return passesOver(contactsOf(planned), BERLIN.id)
      .filter(({ aos, tca }) => aos > T0 && environmentAt(orbita, tca)?.station === undefined)
      .toSorted((one, other) => other.maxElevation - one.maxElevation)[0];
  }

  it('adds a station in Berlin and gets the data down that the four could not', () => {
    const pass = unseenPass();
    if (!pass) throw new Error('There is no such pass.');
    const mission = startMission();
    mission.advanceTo(epochMs(Math.floor(pass.aos) - 10 * MS_PER_MIN));
    const start = forksOf(mission);
    const [four, five] = [start(), start()];
    expect(use(five, [...SPECIFIED_NETWORK, BERLIN])).toMatchObject({ ok: true });
    expect(logOf(five).at(-1)).toBe('Ground network: Houston, Madrid, Canberra, Baikonur, Berlin');

    for (const mission of [four, five]) mission.advanceTo(epochMs(Math.round(pass.tca)));
    expect(radioOf(four)?.link).toBe('relay');
    expect(radioOf(five)).toMatchObject({ link: 'station', stationName: 'Berlin' });

    for (const mission of [four, five]) mission.advanceTo(addMs(pass.los, MS_PER_MIN));
    expect(logOf(five)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^AOS Berlin, max elevation \d+°$/), 'LOS Berlin']),
    );
    expect(logOf(four).join()).not.toContain('Berlin');
    expect(downlinkedMb(five)).toBeGreaterThan(downlinkedMb(four) + 5);
  });

  it('counts a pass for a station with a mask of 30° only while the spacecraft is that high', () => {
    const mission = startMission();
    use(mission, [{ ...BERLIN, mask: degrees(30) }]);
    const network = networkOf(mission);
    const passes = passesOver(contactsOf(mission), BERLIN.id);
    for (let time = T0; time < T0 + MS_PER_DAY / 2; time = addMs(time, 20 * MS_PER_S)) {
      const station = environmentAt(orbita, time, network)?.station;
      if (station) expect(station.elevation).toBeGreaterThanOrEqual(30);
      const isPlanned = passes.some(({ aos, los }) => aos <= time && time < los);
      expect(station !== undefined).toBe(isPlanned);
    }
  });
});
