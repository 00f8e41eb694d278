import { describe, expect, it } from 'vitest';
import type { Shelving } from '../../../../../src/shared/contract/operations.ts';
import type { Anomaly } from '../../../../../src/shared/entities/entities.ts';
import { MS_PER_H, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { createMission, type Mission } from '../../../../../src/worker/mission/mission.ts';
import { forksOf, later, T0 } from '../../../../support/mission.ts';

/** Starts a mission whose first fault asked more than an hour ago. */
const aDayLater = (() => {
  const mission = createMission({ seed: 3, startTime: T0, profile: 'none' });
  mission.advanceTo(later(25 * MS_PER_H));
  return forksOf(mission);
})();

/** A mission with one fault, by default one that lasts and asks for action, and the id of its anomaly. */
function missionWithFault(course: 'lasting' | 'transient' = 'lasting'): {
  readonly mission: Mission;
  readonly id: Anomaly['id'];
} {
  const mission = aDayLater();
  mission.apply({ kind: 'fault', inject: 'receiver-detuned', course });
  if (course === 'lasting') mission.advanceTo(later(6 * MS_PER_MIN, mission.time()));
  const [anomaly] = mission.snapshot().anomalies.value;
  if (!anomaly) throw new Error('no anomaly');
  return { mission, id: anomaly.id };
}

const shelve = (mission: Mission, shelving: Shelving) =>
  mission.apply({ kind: 'operation', name: 'shelveAnomaly', input: shelving });
const named = (mission: Mission, id: string) =>
  mission.snapshot().anomalies.value.find((anomaly) => anomaly.id === id);
const logOf = (mission: Mission) => mission.snapshot().log.value.map(({ text }) => text);

describe('shelving an anomaly', () => {
  it('puts it aside with its reason until its time, and then it is active again', () => {
    const { mission, id } = missionWithFault();
    const at = mission.time();
    const { outcome, notices } = shelve(mission, { id, minutes: 30, reason: ' known, repair on Monday ' });
    expect(outcome.ok).toBe(true);
    expect(notices).toEqual([{ level: 'success', text: 'Anomaly shelved' }]);
    const shelved = { until: later(30 * MS_PER_MIN, at), reason: 'known, repair on Monday' };
    expect(named(mission, id)).toMatchObject({ status: 'Active', shelved });
    expect(logOf(mission).at(-1)).toContain('shelved until 13:36:00 UTC (known');
    mission.advanceTo(later(29 * MS_PER_MIN, at));
    expect(named(mission, id)?.shelved).toEqual(shelved);
    expect(named(mission, id)?.askedAt).toBeUndefined();
    mission.advanceTo(later(31 * MS_PER_MIN, at));
    const again = named(mission, id);
    expect(again).toMatchObject({ status: 'Active' });
    expect(again?.shelved).toBeUndefined();
    expect(again?.askedAt).toBeGreaterThanOrEqual(shelved.until);
    expect(logOf(mission).at(-1)).toContain(
      'is no longer shelved and asks for action: the on-board retry has not cleared it',
    );
  });

  it('ends with its fault, and asks for nothing then', () => {
    const { mission, id } = missionWithFault('transient');
    shelve(mission, { id, minutes: 480, reason: 'test' });
    const before = logOf(mission).length;
    mission.advanceTo(later(10 * MS_PER_MIN, mission.time()));
    const anomaly = named(mission, id);
    expect(anomaly).toMatchObject({ status: 'Active' });
    expect([anomaly?.shelved, anomaly?.askedAt, anomaly?.retriedUntil]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(
      logOf(mission)
        .slice(before)
        .filter((text) => /shelved|asks/.test(text)),
    ).toEqual([]);
  });

  it('counts it once more when it asks again more than an hour after it asked first', () => {
    const { mission, id } = missionWithFault();
    shelve(mission, { id, minutes: 60, reason: 'test' });
    mission.advanceTo(later(59 * MS_PER_MIN, mission.time()));
    expect(mission.snapshot().anomalyLoad.value.inLastHour).toBe(0);
    mission.advanceTo(later(2 * MS_PER_MIN, mission.time()));
    expect(mission.snapshot().anomalyLoad.value).toMatchObject({
      inLastHour: 1,
      mostInTenMinutes: 1,
      answeredInMs: undefined,
    });
  });

  it('answers it: the time until then counts', () => {
    const { mission, id } = missionWithFault();
    const { askedAt = Number.NaN } = named(mission, id) ?? {};
    shelve(mission, { id, minutes: 15, reason: 'test' });
    expect(mission.snapshot().anomalyLoad.value.answeredInMs).toBe(mission.time() - askedAt);
  });

  it('ends by hand as acknowledged', () => {
    const { mission, id } = missionWithFault();
    shelve(mission, { id, minutes: 480, reason: 'test' });
    const { outcome } = mission.apply({ kind: 'operation', name: 'unshelveAnomaly', input: id });
    expect(outcome.ok).toBe(true);
    expect(named(mission, id)).toMatchObject({ status: 'Acknowledged' });
    expect(named(mission, id)?.shelved).toBeUndefined();
  });

  it.each(['acknowledgeAnomaly', 'resolveAnomaly'] as const)('ends with %s', (name) => {
    const { mission, id } = missionWithFault();
    shelve(mission, { id, minutes: 480, reason: 'test' });
    mission.apply({ kind: 'operation', name, input: id });
    expect(named(mission, id)?.shelved).toBeUndefined();
  });

  it.each<[string, Partial<Shelving>, RegExp]>([
    ['without a reason', { reason: ' \u200b' }, /^Please give a reason for shelving\.$/],
    ['with a long reason', { reason: 'r'.repeat(201) }, /longer than 200 characters/],
    ['of an unknown anomaly', { id: 'anomaly-0' }, /no longer in the list/],
    ['for an odd time', { minutes: 7 as never }, /duration for shelving/],
  ])('%s is refused in words and changes nothing', (_case, changes, message) => {
    const { mission, id } = missionWithFault();
    const before = mission.hash();
    const { outcome } = shelve(mission, { id, minutes: 30, reason: 'test', ...changes });
    expect(outcome).toMatchObject({ ok: false, message: expect.stringMatching(message) });
    expect(mission.hash()).toBe(before);
  });

  it('is refused for one that is answered, and its end for one that is not shelved', () => {
    const { mission, id } = missionWithFault();
    mission.apply({ kind: 'operation', name: 'acknowledgeAnomaly', input: id });
    expect(shelve(mission, { id, minutes: 30, reason: 'test' }).outcome).toEqual({
      ok: false,
      message: 'This anomaly is acknowledged. Only an active one can be shelved.',
    });
    expect(mission.apply({ kind: 'operation', name: 'unshelveAnomaly', input: id }).outcome).toEqual({
      ok: false,
      message: 'This anomaly is not shelved.',
    });
  });

  it('keeps the duty crew from it', () => {
    const { mission, id } = missionWithFault();
    shelve(mission, { id, minutes: 60, reason: 'test' });
    mission.apply({ kind: 'operation', name: 'handOverConsole', input: 'duty crew' });
    mission.advanceTo(later(50 * MS_PER_MIN, mission.time()));
    expect(named(mission, id)).toMatchObject({ status: 'Active' });
    mission.advanceTo(later(30 * MS_PER_MIN, mission.time()));
    expect(named(mission, id)?.status).not.toBe('Active');
  });

  it('keeps the duty crew from one that it works on', () => {
    const { mission, id } = missionWithFault();
    mission.apply({ kind: 'operation', name: 'handOverConsole', input: 'duty crew' });
    mission.advanceTo(later(MS_PER_MIN, mission.time()));
    const { answer } = named(mission, id) ?? {};
    expect(shelve(mission, { id, minutes: 60, reason: 'test' }).outcome.ok).toBe(true);
    mission.advanceTo(later(50 * MS_PER_MIN, mission.time()));
    expect(named(mission, id)).toMatchObject({ status: 'Active' });
    expect(named(mission, id)?.answer).toBe(answer);
  });
});
