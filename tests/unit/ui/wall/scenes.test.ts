import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { contactsOf } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import {
  HOLD_MS,
  passInSky,
  SCENE_MS,
  type SceneTrigger,
  sceneInRotation,
  sceneTriggers,
  shownTurn,
  triggerAt,
  turnAt,
  WALL_SCENES,
} from '../../../../src/ui/wall/scenes.ts';
import { passesOver } from '../../../support/contact-plans.ts';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';

const ANOMALY: Anomaly = {
  id: 'a',
  timestamp: T0,
  type: 'Battery',
  severity: 'High',
  message: 'm',
  aiExplanation: 'e',
  status: 'Active',
};

const QUIET = { rate: 1, hasPass: false, hasAnomaly: false };

const sceneAt = (time: EpochMs, news: typeof QUIET) => sceneInRotation(turnAt(time), news);

describe('the rotation', () => {
  it('shows every scene in turn, for the same time each', () => {
    const turns = WALL_SCENES.map((_, index) => sceneAt(later(index * SCENE_MS), QUIET));
    expect(turns.toSorted()).toEqual(WALL_SCENES.toSorted());
    const all = Array.from({ length: 300 }, (_, second) => sceneAt(later(second * MS_PER_S), QUIET));
    for (const scene of WALL_SCENES) expect(all.filter((one) => one === scene)).toHaveLength(60);
  });

  it('depends on the clock and the news only', () => {
    expect(sceneAt(later(WALL_SCENES.length * SCENE_MS), QUIET)).toBe(sceneAt(T0, QUIET));
  });

  it('gives the turn of the contacts to the sky of a pass, and the turns of the whole map to an open anomaly', () => {
    const rotationWith = (news: typeof QUIET) =>
      WALL_SCENES.map((scene, index) => [
        sceneAt(later(index * SCENE_MS), QUIET),
        sceneAt(later(index * SCENE_MS), news),
        scene,
      ]).flatMap(([usual, told]) => (usual === told ? [] : [`${usual} → ${told}`]));
    expect(rotationWith({ ...QUIET, hasPass: true })).toEqual(['contacts → sky']);
    expect(rotationWith({ ...QUIET, hasAnomaly: true }).toSorted()).toEqual([
      'globe → anomaly',
      'orbit → anomaly',
    ]);
  });
});

describe('a turn of the rotation', () => {
  const trigger: SceneTrigger = { scene: 'orbit', time: later(103 * MS_PER_S, epochMs(0)) };
  const shownAt = (seconds: number) => {
    const { index, trigger: by } = shownTurn(later(seconds * MS_PER_S, epochMs(0)), [trigger]);
    return by ? 'triggered' : index;
  };

  it('that a trigger leaves less than 5 s of is not begun, and the one before or after it lasts as much longer', () => {
    expect([99, 100, 102, 103, 132, 133, 139, 140].map(shownAt)).toEqual([
      4,
      4,
      4,
      'triggered',
      'triggered',
      6,
      6,
      7,
    ]);
    const late: SceneTrigger = { ...trigger, time: later(107 * MS_PER_S, epochMs(0)) };
    const indexAt = (seconds: number) => shownTurn(later(seconds * MS_PER_S, epochMs(0)), [late]).index;
    expect([99, 100, 106, 137, 139, 140].map(indexAt)).toEqual([4, 5, 5, 7, 7, 7]);
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
  const triggeredAt = (time: EpochMs, triggers: readonly SceneTrigger[]) => triggerAt(time, triggers)?.scene;

  it('comes with the AOS of an active station and with an eclipse transition', () => {
    const triggers = sceneTriggers(contacts, []);
    const pass = nextPass();
    const change = contacts.eclipseTransitions.find(({ time }) => time > T0);
    if (!change) throw new Error('nothing happens');
    expect(triggeredAt(later(1, pass.aos), triggers)).toBe('sky');
    expect(triggeredAt(later(HOLD_MS - 1, pass.aos), triggers)).toBe('sky');
    expect(triggeredAt(change.time, triggers)).toBe('orbit');
    expect(passesOver(contacts, 'baikonur').length).toBeGreaterThan(0);
    for (const { aos } of passesOver(contacts, 'baikonur')) {
      expect(triggers.some(({ time }) => time === aos)).toBe(false);
    }
  });

  it('is held, and then the rotation continues', () => {
    const triggers = sceneTriggers(undefined, [ANOMALY]);
    const shown = Array.from({ length: 90 }, (_, second) => triggeredAt(later(second * MS_PER_S), triggers));
    expect(shown).toEqual([
      ...Array(HOLD_MS / MS_PER_S).fill('anomaly'),
      ...Array(90 - HOLD_MS / MS_PER_S).fill(undefined),
    ]);
    expect(triggeredAt(later(-1), triggers)).toBeUndefined();
  });

  it('is the anomaly if several events coincide, until it is acknowledged', () => {
    const pass = nextPass();
    const during = later(2 * MS_PER_S, pass.aos);
    const anomaly = { ...ANOMALY, timestamp: later(-5 * MS_PER_S, pass.aos) };
    expect(triggeredAt(during, sceneTriggers(contacts, [anomaly]))).toBe('anomaly');
    expect(triggeredAt(during, sceneTriggers(contacts, [{ ...anomaly, status: 'Acknowledged' }]))).toBe(
      'sky',
    );
    expect(triggeredAt(later(MS_PER_MIN, during), sceneTriggers(undefined, [anomaly]))).toBeUndefined();
  });

  it('has a pass from a minute before AOS to LOS; at a rate, one of the time that the scene lasts', () => {
    const pass = nextPass();
    /** Returns when the pass is shown in a turn that starts at an instant. */
    const shownFrom = (from: EpochMs, rate = 1) => {
      const sky = passInSky(contacts, { from, to: later(SCENE_MS * rate, from) }, rate);
      return sky?.contact.pass === pass ? sky.span : undefined;
    };
    const lead = later(-MS_PER_MIN, pass.aos);
    expect(shownFrom(lead)).toEqual({ from: lead, to: later(SCENE_MS, lead) });
    expect(shownFrom(later(-SCENE_MS, lead))).toBeUndefined();
    expect(shownFrom(pass.los)).toBeUndefined();
    // A turn of 20 s is 20 min at a rate of 60, and the camera takes 3 min to get there.
    const before = later(-15 * MS_PER_MIN, pass.aos);
    expect(shownFrom(before, 60)).toEqual({
      from: later(-3 * MS_PER_MIN, pass.aos),
      to: later(20 * MS_PER_MIN, before),
    });
    expect(shownFrom(later(-24 * MS_PER_MIN, pass.aos), 60)).toBeUndefined();
    expect(passInSky(undefined, { from: T0, to: later(SCENE_MS) }, 1)).toBeUndefined();
  });

  it.each([1, 10, 60, 120])(
    'has no sky for less than 5 s, and nothing for less before it: %d times as fast',
    (rate) => {
      let count = 0;
      const least = 5 * MS_PER_S * rate;
      for (let index = 0; index < 24 * 60; index++) {
        const from = later(index * MS_PER_MIN);
        const sky = passInSky(contacts, { from, to: later(SCENE_MS * rate, from) }, rate);
        if (!sky) continue;
        count += 1;
        const { span, contact } = sky;
        expect(span.to - span.from).toBeGreaterThanOrEqual(least);
        expect(span.from === from || span.from - from >= least).toBe(true);
        expect(span.to).toBeLessThanOrEqual(contact.pass.los);
      }
      expect(count).toBeGreaterThan(10);
    },
  );

  it.each([300, 600, 3600])(
    'is none, as is no scene with words, at %d times the pace of the clock',
    (rate) => {
      const pass = nextPass();
      expect(
        passInSky(contacts, { from: pass.aos, to: later(SCENE_MS * rate, pass.aos) }, rate),
      ).toBeUndefined();
      const scenes = WALL_SCENES.map((_, index) =>
        sceneInRotation(index, { rate, hasPass: true, hasAnomaly: true }),
      );
      expect(new Set(scenes)).toEqual(new Set(['lapse']));
    },
  );
});
