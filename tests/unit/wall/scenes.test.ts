import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../../../src/shared/entities.ts';
import { MS_PER_MIN, MS_PER_S } from '../../../src/shared/units.ts';
import { contactsOf } from '../../../src/ui/contacts/contacts-at.ts';
import {
  HOLD_MS,
  SCENE_MS,
  sceneAt,
  sceneInRotation,
  sceneTriggers,
  WALL_SCENES,
} from '../../../src/ui/wall/scenes.ts';
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

describe('the rotation', () => {
  it('shows every scene in turn, for the same time each', () => {
    const turns = WALL_SCENES.map((_, index) => sceneInRotation(later(index * SCENE_MS)));
    expect(turns.toSorted()).toEqual(WALL_SCENES.toSorted());
    const all = Array.from({ length: 240 }, (_, second) => sceneInRotation(later(second * MS_PER_S)));
    for (const scene of WALL_SCENES) expect(all.filter((one) => one === scene)).toHaveLength(60);
  });

  it('depends on the clock only', () => {
    expect(sceneInRotation(later(4 * SCENE_MS))).toBe(sceneInRotation(T0));
  });
});

describe('a scene that is called up', () => {
  const contacts = contactsOf(startUneventfulMission().snapshot().contacts.value, 'orbita');
  if (!contacts) throw new Error('no contacts');

  it('comes with the AOS of an active station and with an eclipse transition', () => {
    const triggers = sceneTriggers(contacts, []);
    const pass = contacts.stations.madrid.find(({ aos }) => aos > T0);
    const change = contacts.eclipseTransitions.find(({ time }) => time > T0);
    if (!pass || !change) throw new Error('nothing happens');
    expect(sceneAt(later(1, pass.aos), triggers)).toBe('contacts');
    expect(sceneAt(later(HOLD_MS - 1, pass.aos), triggers)).toBe('contacts');
    expect(sceneAt(change.time, triggers)).toBe('orbit');
    expect(contacts.stations.baikonur.length).toBeGreaterThan(0);
    for (const { aos } of contacts.stations.baikonur) {
      expect(triggers.some(({ time }) => time === aos)).toBe(false);
    }
  });

  it('is held, and then the rotation continues', () => {
    const triggers = sceneTriggers(undefined, [ANOMALY]);
    const shown = Array.from({ length: 90 }, (_, second) => sceneAt(later(second * MS_PER_S), triggers));
    expect(shown.slice(0, HOLD_MS / MS_PER_S)).toEqual(Array(HOLD_MS / MS_PER_S).fill('plan'));
    expect(shown.slice(HOLD_MS / MS_PER_S)).toEqual(
      shown.slice(HOLD_MS / MS_PER_S).map((_, index) => sceneInRotation(later(HOLD_MS + index * MS_PER_S))),
    );
    expect(sceneAt(later(-1), triggers)).toBe(sceneInRotation(later(-1)));
  });

  it('is the anomaly if several events coincide, until it is acknowledged', () => {
    const pass = contacts.stations.madrid.find(({ aos }) => aos > T0);
    if (!pass) throw new Error('no pass');
    const during = later(2 * MS_PER_S, pass.aos);
    const anomaly = { ...ANOMALY, timestamp: later(-5 * MS_PER_S, pass.aos) };
    expect(sceneAt(during, sceneTriggers(contacts, [anomaly]))).toBe('plan');
    expect(sceneAt(during, sceneTriggers(contacts, [{ ...anomaly, status: 'Acknowledged' }]))).toBe(
      'contacts',
    );
    expect(sceneAt(later(MS_PER_MIN, during), sceneTriggers(undefined, [anomaly]))).toBe(
      sceneInRotation(later(MS_PER_MIN, during)),
    );
  });
});
