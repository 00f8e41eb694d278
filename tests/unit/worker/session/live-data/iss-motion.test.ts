import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS, SATELLITES } from '../../../../../src/shared/entities/satellites.ts';
import { addMs, type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import type { OrbitalElements } from '../../../../../src/shared/orbit/elements.ts';
import { fixAt, stateAt } from '../../../../../src/shared/orbit/ephemeris.ts';
import {
  ecefToGeodetic,
  geodeticToEcef,
  greenwichSiderealTime,
  type StateEcef,
  stateToEcef,
} from '../../../../../src/shared/orbit/frames.ts';
import { lookAngles, siteOf } from '../../../../../src/shared/orbit/observer.ts';
import { length, subtract } from '../../../../../src/shared/orbit/vector.ts';
import type { KeptState } from '../../../../../src/worker/mission/keyframe.ts';
import { openSession } from '../../../../../src/worker/session/session.ts';
import { failing, samplesAnswer, trueIss } from '../../../../support/fake-gateway.ts';
import { resumeOf } from '../../../../support/mission.ts';
import { type LiveMission, startLiveMission } from './live-mission.ts';

/** Returns the station's position as the mission shows it. */
function shownEcef({ slice }: LiveMission, time: EpochMs) {
  const ephemeris = slice('ephemerides').iss;
  if (ephemeris.status !== 'available') throw new Error(ephemeris.reason);
  const fix = fixAt(ephemeris.window, time);
  if (!fix) throw new Error('The window does not reach there.');
  return geodeticToEcef(fix);
}

function trueEcef(time: EpochMs) {
  const state = trueIss.stateAt(time);
  if (!state) throw new Error('The station has no position.');
  return stateToEcef(state, greenwichSiderealTime(time)).positionEcef;
}

const errorKm = (live: LiveMission, time: EpochMs): number =>
  length(subtract(shownEcef(live, time), trueEcef(time)));

/** Restricts the data to samples or fixes. */
const only = (live: LiveMission, call: 'issPosition' | 'satellitePositions') =>
  live.gateway.set(call === 'issPosition' ? 'satellitePositions' : 'issPosition', failing('Gone.'));

const issElements = ({ mission }: LiveMission): OrbitalElements =>
  (mission.mission.keyframe().state as KeptState).issElements ?? ORBITAL_ELEMENTS.iss;

describe('the motion of the ISS', () => {
  it('matches the 1 Hz samples to 0.3 km after the transition', async () => {
    const live = startLiveMission();
    only(live, 'satellitePositions');
    await live.live(15);
    for (let ms = 0; ms < 60_000; ms += 777) expect(errorKm(live, addMs(live.now(), ms))).toBeLessThan(0.3);
    expect(live.slice('provenance').iss).toMatchObject({ kind: 'live', source: 'N2YO' });
  });

  it('is LIVE from samples that begin within the next second', async () => {
    const live = startLiveMission();
    live.gateway.set('satellitePositions', (time) => samplesAnswer(addMs(time, 1000)));
    await live.live(1);
    expect(live.slice('provenance').iss).toMatchObject({ kind: 'live', source: 'N2YO' });
  });

  it('is as fresh as the newest fix that agrees with it, however old its elements are', async () => {
    const live = startLiveMission();
    live.gateway.set('satellitePositions', (time) => ({
      ...samplesAnswer(time),
      gateway: { source: 'CelesTrak', ageS: 5400, isStale: false },
    }));
    live.gateway.set('issPosition', failing('Gone.'));
    await live.live(15);
    const ageMs = (): number => {
      const { iss } = live.slice('provenance');
      return iss.kind === 'live' && iss.source === 'CelesTrak' ? live.now() - iss.time : Number.NaN;
    };
    expect(ageMs()).toBeGreaterThan(5_390_000);
    live.gateway.set('issPosition');
    await live.live(15);
    expect(ageMs()).toBeGreaterThanOrEqual(0);
    expect(ageMs()).toBeLessThan(12_000);
  });

  it('is predicted from the last samples when they end: within 5 km half an hour later', async () => {
    const live = startLiveMission();
    only(live, 'satellitePositions');
    await live.live(15);
    live.gateway.setAll(failing('Gone.'));
    await live.live(30 * 60);
    expect(live.slice('provenance').iss.kind).toBe('predicted');
    expect(errorKm(live, live.now())).toBeLessThan(5);
  });

  it('follows fixes of whole seconds without snapping to them: within 8 km, and steady', async () => {
    const live = startLiveMission();
    only(live, 'issPosition');
    await live.live(120);
    expect(live.slice('provenance').iss).toMatchObject({ kind: 'live', source: 'Open Notify' });
    expect(errorKm(live, live.now())).toBeLessThan(8);
    const settled = issElements(live);
    await live.live(60);
    expect(issElements(live)).toEqual(settled);
  });

  it('rejects a fix that contradicts the samples, also after they end', async () => {
    const live = startLiveMission();
    live.gateway.set('issPosition', (time) => ({
      iss_position: { latitude: '-12.5000', longitude: '-179.9999' },
      timestamp: Math.floor(time / 1000),
    }));
    await live.live(15);
    expect(live.slice('realData')).toMatchObject({ status: 'ready', issPosition: null });
    expect(live.slice('realData').calls.issPosition).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^The position is \d+ km from the ISS position reported by N2YO\.$/),
    });
    live.gateway.setAll();
    only(live, 'issPosition');
    await live.live(400);
    expect(live.slice('provenance').iss).toMatchObject({ kind: 'live', source: 'Open Notify' });
    expect(errorKm(live, live.now())).toBeLessThan(8);
  });

  it.each<[string, (before: LiveMission) => LiveMission]>([
    ['that has received the data', (live) => live],
    ['that has been started since', ({ mission }) => startLiveMission({ resume: resumeOf(mission) })],
  ])('is that of the data after a return to UTC out of step, in a worker %s', async (_, later) => {
    const before = startLiveMission();
    before.mission.control.setRate(0);
    await before.live(15);
    expect(before.slice('realData').status).toBe('ready');
    expect(issElements(before)).toEqual(ORBITAL_ELEMENTS.iss);
    const live = later(before);
    live.mission.control.returnToUtc();
    await live.live(15);
    expect(live.slice('provenance').iss).toMatchObject({ kind: 'live', source: 'N2YO' });
    expect(errorKm(live, live.now())).toBeLessThan(0.3);
  });

  it('is predicted from its last orbit where a kept mission continues without live data', async () => {
    const before = startLiveMission();
    await before.live(15);
    const entered = before.mission.mission.journal().findLast(({ input }) => input.kind === 'iss-orbit');
    const { live: _, ...resume } = resumeOf(before.mission);
    let now = addMs(before.now(), MS_PER_MIN);
    const kept = openSession({ clock: { now: () => now }, seed: 1, resume, isKept: true });
    now = addMs(now, MS_PER_S);
    kept.advanceTo(now);
    expect(kept.snapshot().transport.value.isInStep).toBe(true);
    expect(kept.snapshot().provenance.value.iss).toEqual({ kind: 'predicted', time: entered?.time });
  });

  it('never jumps: from any source, its motion per frame is at most that of a transition half round the Earth', async () => {
    const live = startLiveMission();
    const frameMs = 50;
    /**
     * Half the Earth's circumference at the station's altitude over 8 s, at the glide's peak of 1.5 times the average.
     */
    const mostKm = ((Math.PI * 6800) / 8) * 1.5 * (frameMs / 1000) + 8 * (frameMs / 1000);
    const phases: (() => void)[] = [
      () => live.gateway.setAll(failing('Gone.')),
      () => only(live, 'issPosition'),
      () => live.gateway.setAll(),
      () => live.gateway.setAll(failing('Gone.')),
      () => live.gateway.setAll(),
    ];
    let last = shownEcef(live, live.now());
    for (const phase of phases) {
      phase();
      for (let second = 0; second < 40; second++) {
        await live.live(1);
        for (let ms = 0; ms < 1000; ms += frameMs) {
          const place = shownEcef(live, addMs(live.now(), ms));
          expect(length(subtract(place, last))).toBeLessThan(mostKm);
          last = place;
        }
      }
    }
  });

  it('keeps its altitude during an orbit transition', async () => {
    const live = startLiveMission();
    await live.live(1);
    for (let ms = 0; ms < 12_000; ms += 100) {
      const { altitudeKm } = ecefToGeodetic(shownEcef(live, addMs(live.now(), ms)));
      expect(altitudeKm).toBeGreaterThan(390);
      expect(altitudeKm).toBeLessThan(450);
    }
  });

  it('updates the passes and the look angles', async () => {
    const live = startLiveMission();
    const before = live.slice('contacts');
    await live.live(1);
    expect(live.slice('contacts')).not.toBe(before);
    const ephemeris = live.slice('ephemerides').iss;
    const [sample] = live.slice('realData').satellitePositions;
    if (ephemeris.status !== 'available' || !sample) throw new Error('no data');
    const { transition: _, ...path } = ephemeris.window;
    const state = stateAt(path, sample.timestamp);
    const { elevation } = lookAngles(siteOf(SATELLITES.iss.observer), state as StateEcef);
    expect(elevation).toBeCloseTo(sample.elevation, 0);
  });

  it('does not change with consistent new samples: only the data slice changes', async () => {
    const live = startLiveMission();
    await live.live(15);
    const window = live.slice('ephemerides').iss;
    await live.live(10);
    expect(live.slice('ephemerides').iss).toBe(window);
  });
});
