import { describe, expect, it } from 'vitest';
import { auditCards, shareTrue } from '../../../bench/audit-cards.ts';
import { addMs, epochMs, MS_PER_MIN, MS_PER_S } from '../../../src/shared/kit/units.ts';
import type { PlanFault } from '../../../src/worker/spacecraft/fdir.ts';
import { later, T0 } from '../../support/mission.ts';

/** Small form of `npm run cards`: every card of two hours of two missions. */
describe('the cards of a mission that nobody attends to', () => {
  const audits = [1, 2].map((seed) => auditCards({ seed, from: T0, hours: 2 }));
  const told = (begin: string) =>
    audits
      .flatMap(({ stated }) => Object.entries(stated))
      .filter(([kind]) => kind.startsWith(begin))
      .reduce((sum, [, tally]) => sum + tally.stated, 0);
  const share = (begin: string): number =>
    audits.reduce((sum, audit) => sum + shareTrue(audit, begin), 0) / audits.length;

  it('never contradict the sample beside them', () => {
    expect(audits.flatMap(({ contradictions }) => contradictions)).toEqual([]);
    expect(audits.reduce((sum, { cards }) => sum + cards, 0)).toBeGreaterThan(500);
  });

  it.each(['dated: FDIR', 'dated: passes', 'negative: '])(
    'state %s… that comes true within its band',
    (kind) => {
      expect(told(kind)).toBeGreaterThan(100);
      expect(share(kind)).toBeGreaterThanOrEqual(0.95);
    },
  );
});

/** FDIR detects no injected fault; that of the sample data is over. */
const LASTING: PlanFault = (_name, time, _random, course) =>
  course ? { course: 'transient', clearedAt: time } : { course: 'lasting' };

describe('the card of one lasting fault', () => {
  const alone = (fault: string, hours: number, seed = 1) =>
    auditCards({
      seed,
      from: T0,
      hours,
      profile: 'none',
      planFault: LASTING,
      prepare(mission) {
        mission.advanceTo(later(5 * MS_PER_S));
        mission.apply({ kind: 'fault', inject: fault });
      },
    });

  it('names the safe mode that a shorted cell leads to, and what that takes out of limits', () => {
    const { stated, contradictions } = alone('cell-short', 2);
    expect(contradictions).toEqual([]);
    // FDIR is expected to act on any fault, but does not detect this one.
    const untrue = Object.entries(stated).filter(([, tally]) => tally.true < tally.stated);
    expect(untrue.map(([kind]) => kind)).toEqual(['dated: FDIR acts']);
    expect(stated['dated: mode']?.true).toBeGreaterThan(30);
    expect(stated['dated: with the mode']?.true).toBeGreaterThan(30);
  });

  it('states of a stuck drive what comes true, and does not give it up and state it again', () => {
    const { stated, contradictions, alternations } = alone('drive-stuck', 5, 2);
    expect(contradictions).toEqual([]);
    expect(alternations).toEqual([]);
    expect(stated['dated: passes out']?.true).toBeGreaterThan(50);
    expect(shareTrue({ stated }, 'dated: passes out')).toBeGreaterThanOrEqual(0.95);
    expect(shareTrue({ stated }, 'negative: ')).toBeGreaterThanOrEqual(0.95);
  });

  it('states no further pass of a limit while noise may still take the reading back over it', () => {
    const from = epochMs(Date.UTC(2027, 0, 25, 11));
    const { stated, alternations } = auditCards({
      seed: 203,
      from,
      hours: 4.5,
      lookMs: 5 * MS_PER_S,
      profile: 'none',
      prepare(mission) {
        mission.advanceTo(addMs(from, 10 * MS_PER_MIN));
        mission.apply({ kind: 'fault', inject: 'gimbal-slip', course: 'lasting' });
      },
    });
    expect(alternations).toEqual([]);
    for (const kind of ['dated: passes in', 'dated: passes out'] as const) {
      expect(stated[kind]?.stated).toBeGreaterThan(500);
      expect(stated[kind]?.true).toBe(stated[kind]?.stated);
    }
  });

  it('does not alternate over hours while the fault is unchanged', () => {
    const { changes } = alone('antenna-off', 4);
    // One change before and one after each passage of a limit; those of FDIR's times are in the first 20 min.
    const late = changes.filter(({ time }) => time > later(25 * MS_PER_MIN));
    expect(late.length).toBeLessThanOrEqual(14);
    expect(changes.length).toBeGreaterThan(3);
  });
});
