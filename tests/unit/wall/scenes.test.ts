import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../../../src/shared/entities.ts';
import { type EpochMs, MS_PER_MIN, MS_PER_S } from '../../../src/shared/units.ts';
import { contactsOf } from '../../../src/ui/contacts/contacts-at.ts';
import {
  HOLD_MS,
  passInSky,
  SCENE_MS,
  type SceneTrigger,
  sceneInRotation,
  sceneTriggers,
  triggerAt,
  WALL_SCENES,
} from '../../../src/ui/wall/scenes.ts';
import { passesOver } from '../../support/contact-plans.ts';
import { later, startUneventfulMission, T0 } from '../../support/mission.ts';

const ANOMALY: Anomaly = {
  id: 'a',
  timestamp: T0,
  type: 'Battery',
  severity: 'High',
  message: 'm',
  aiExplanation: 'e',
  status: 'Active',
};

const QUIET = { hasPass: false, hasAnomaly: false };

describe('the rotation', () => {
  it('shows every scene in turn, for the same time each', () => {
    const turns = WALL_SCENES.map((_, index) => sceneInRotation(later(index * SCENE_MS), QUIET));
    expect(turns.toSorted()).toEqual(WALL_SCENES.toSorted());
    const all = Array.from({ length: 300 }, (_, second) => sceneInRotation(later(second * MS_PER_S), QUIET));
    for (const scene of WALL_SCENES) expect(all.filter((one) => one === scene)).toHaveLength(60);
  });

  it('depends on the clock and the news only', () => {
    expect(sceneInRotation(later(WALL_SCENES.length * SCENE_MS), QUIET)).toBe(sceneInRotation(T0, QUIET));
  });

  it('gives the turn of the contacts to the sky of a pass, and the turns of the whole map to an open anomaly', () => {
    const rotationWith = (news: typeof QUIET) =>
      WALL_SCENES.map((scene, index) => [
        sceneInRotation(later(index * SCENE_MS), QUIET),
        sceneInRotation(later(index * SCENE_MS), news),
        scene,
      ]).flatMap(([usual, told]) => (usual === told ? [] : [`${usual} → ${told}`]));
    expect(rotationWith({ ...QUIET, hasPass: true })).toEqual(['contacts → sky']);
    expect(rotationWith({ ...QUIET, hasAnomaly: true }).toSorted()).toEqual([
      'globe → anomaly',
      'orbit → anomaly',
    ]);
  });
});

describe('a scene that is called up', () => {
  const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
  if (!contacts) throw new Error('no contacts');
  const nextPass = () => {
    const pass = passesOver(contacts, 'madrid').find(({ aos }) => aos > T0);
    if (!pass) throw new Error('no pass');
    return pass;
  };
  const sceneAt = (time: EpochMs, triggers: readonly SceneTrigger[]) => triggerAt(time, triggers)?.scene;

  it('comes with the AOS of an active station and with an eclipse transition', () => {
    const triggers = sceneTriggers(contacts, []);
    const pass = nextPass();
    const change = contacts.eclipseTransitions.find(({ time }) => time > T0);
    if (!change) throw new Error('nothing happens');
    expect(sceneAt(later(1, pass.aos), triggers)).toBe('sky');
    expect(sceneAt(later(HOLD_MS - 1, pass.aos), triggers)).toBe('sky');
    expect(sceneAt(change.time, triggers)).toBe('orbit');
    expect(passesOver(contacts, 'baikonur').length).toBeGreaterThan(0);
    for (const { aos } of passesOver(contacts, 'baikonur')) {
      expect(triggers.some(({ time }) => time === aos)).toBe(false);
    }
  });

  it('is held, and then the rotation continues', () => {
    const triggers = sceneTriggers(undefined, [ANOMALY]);
    const shown = Array.from({ length: 90 }, (_, second) => sceneAt(later(second * MS_PER_S), triggers));
    expect(shown).toEqual([
      ...Array(HOLD_MS / MS_PER_S).fill('anomaly'),
      ...Array(90 - HOLD_MS / MS_PER_S).fill(undefined),
    ]);
    expect(sceneAt(later(-1), triggers)).toBeUndefined();
  });

  it('is the anomaly if several events coincide, until it is acknowledged', () => {
    const pass = nextPass();
    const during = later(2 * MS_PER_S, pass.aos);
    const anomaly = { ...ANOMALY, timestamp: later(-5 * MS_PER_S, pass.aos) };
    expect(sceneAt(during, sceneTriggers(contacts, [anomaly]))).toBe('anomaly');
    expect(sceneAt(during, sceneTriggers(contacts, [{ ...anomaly, status: 'Acknowledged' }]))).toBe('sky');
    expect(sceneAt(later(MS_PER_MIN, during), sceneTriggers(undefined, [anomaly]))).toBeUndefined();
  });

  it('has a pass from a minute before AOS to LOS; at a rate, one of the time that the scene lasts', () => {
    const pass = nextPass();
    const shown = (time: EpochMs, rate?: number) => passInSky(contacts, time, rate)?.pass === pass;
    expect(shown(later(-MS_PER_MIN, pass.aos))).toBe(true);
    expect(shown(later(-MS_PER_MIN - 1, pass.aos))).toBe(false);
    expect(shown(later(-1, pass.los))).toBe(true);
    expect(shown(pass.los)).toBe(false);
    // A turn of 20 s is 19 min more at a rate of 60; at 600 the pass would be over within a second.
    expect(shown(later(-20 * MS_PER_MIN, pass.aos), 60)).toBe(true);
    expect(shown(later(-21 * MS_PER_MIN, pass.aos), 60)).toBe(false);
    expect(shown(later(-MS_PER_MIN, pass.aos), 600)).toBe(false);
    expect(passInSky(undefined, pass.aos)).toBeUndefined();
  });
});
