import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MissionControl, MissionUpdate } from '../../../../../src/shared/contract/mission-control.ts';
import { OPERATION_NAMES } from '../../../../../src/shared/contract/operations.ts';
import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import { SUSPENDED_MS } from '../../../../../src/worker/session/clock/follow-utc.ts';
import { expectEqual, expectMatch } from '../../../../support/equal.ts';
import {
  applyUpdates,
  GROUNDED,
  later,
  recordUpdates,
  resumeOf,
  shown,
  startMission,
  T0,
} from '../../../../support/mission.ts';
import {
  applyToModel,
  inputOf,
  type ModelOperation,
  modelOf,
  type ObservedSlices,
  observeAnomalies,
  observeTexts,
  slicesOf,
  UNSPECIFIED,
} from '../../../../support/mission-model.ts';
import { actionArb } from '../../../../support/mission-model-arbitraries.ts';

const DRAFT = { name: 'Data Downlink', scheduledTime: '2026-11-20T15:00' } as const;

describe('an operation', () => {
  it('is in the update that is published before it is answered, with its notice', () => {
    const mission = startMission();
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const outcome = mission.control.queueCommand(DRAFT, 'request-1');
    expect(outcome).toMatchObject({ ok: true, value: { status: 'Pending', priority: 'Medium' } });
    const [update] = updates.slice(1);
    expect(Object.keys(update?.slices ?? {})).toEqual(['commands', 'log']);
    expect(applyUpdates(updates).commands.value.at(-1)).toEqual(outcome.ok && outcome.value);
    expect(update?.notices).toMatchObject([{ level: 'success', text: 'Command queued successfully' }]);
    expect(update?.handled).toEqual(['request-1']);
  });

  it('that is refused changes nothing and says nothing', () => {
    const mission = startMission();
    const before = mission.snapshot();
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    expect(mission.control.queueCommand({ name: '', scheduledTime: '' }, 'request-1')).toEqual({
      ok: false,
      message: 'Please fill in all fields',
      fields: ['name', 'scheduledTime'],
    });
    expect(mission.snapshot()).toEqual(before);
    expect(updates).toHaveLength(1);
  });

  it('is executed once for one request, however often it is repeated, also in a resumed mission', () => {
    const mission = startMission();
    const first = mission.control.queueCommand(DRAFT, 'request-1');
    expect(mission.control.queueCommand(DRAFT, 'request-1')).toEqual(first);
    const next = startMission({ resume: resumeOf(mission) });
    expect(next.control.queueCommand(DRAFT, 'request-1')).toEqual(first);
    expect(shown(next).commands).toEqual(shown(mission).commands);
    expect(next.control.queueCommand(DRAFT, 'request-2')).not.toEqual(first);
  });

  it('is remembered by its request id as long as a page may repeat it, and no longer', () => {
    const mission = startMission();
    const outcomes = Array.from({ length: 40 }, (_, index) =>
      mission.control.queueCommand(DRAFT, `request-${index}`),
    );
    expect(mission.control.queueCommand(DRAFT, 'request-20')).toEqual(outcomes[20]);
    expect(mission.control.queueCommand(DRAFT, 'request-0')).not.toEqual(outcomes[0]);
  });

  it('that acknowledges or resolves an anomaly clears no fault', () => {
    const [acknowledged, resolved] = [startMission(), startMission()];
    const faultsOf = (mission: typeof resolved) => mission.snapshot().spacecraft.value?.faults ?? [];
    const [fault] = faultsOf(resolved);
    if (!fault) throw new Error('nothing is broken');
    expect(acknowledged.control.acknowledgeAnomaly(fault.anomalyId).ok).toBe(true);
    expect(faultsOf(acknowledged)).toEqual([fault]);
    expect(resolved.control.resolveAnomaly(fault.anomalyId).ok).toBe(true);
    expect(faultsOf(resolved)).toEqual([fault]);
  });

  it('without a request id is executed each time', () => {
    const mission = startMission();
    const before = shown(mission).commands.length;
    mission.control.queueCommand(DRAFT);
    mission.control.queueCommand(DRAFT);
    expect(shown(mission).commands).toHaveLength(before + 2);
  });

  it('can be undone in a resumed mission', () => {
    const mission = startMission();
    const queued = mission.control.queueCommand(DRAFT);
    if (!queued.ok) throw new Error(queued.message);
    mission.control.cancelCommand(queued.value.id);
    const next = startMission({ resume: resumeOf(mission) });
    expect(next.control.restoreCommand(queued.value.id)).toEqual(queued);
  });
});

describe('anomalies in a mission (spec §4, §9)', () => {
  it('come at most every 30 s, in a tenth of the polls, each with its notice', () => {
    const mission = startMission({ seed: 7, propagators: GROUNDED });
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    const polls = 800;
    for (let minute = 1; minute <= polls / 2; minute++) mission.advanceTo(later(minute * MS_PER_MIN));
    const notices = updates.flatMap((update) => update.notices);
    // Four standard deviations of a binomial count.
    const spread = 4 * Math.sqrt(polls * 0.1 * 0.9);
    expect(Math.abs(notices.length - polls * 0.1)).toBeLessThan(spread);
    expect(notices[0]?.text).toMatch(/^New anomaly detected: (Battery|Solar|Signal|Temperature|Attitude)$/);
    expect(shown(mission).anomalies).toHaveLength(10);
    for (const { timestamp } of shown(mission).anomalies) expect((timestamp - T0) % (30 * MS_PER_S)).toBe(0);
  });

  it('do not arrive in a burst after suspension', () => {
    const mission = startMission({ seed: 7, propagators: GROUNDED });
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    mission.advanceTo(later(8 * MS_PER_H));
    expect(updates.at(-1)?.notices.length).toBeLessThanOrEqual(5);
  });
});

describe('a command that was executed', () => {
  /** In the mission's sample data the antenna is off pointing. */
  function align(mission: ReturnType<typeof startMission>) {
    const queued = mission.control.queueCommand({
      name: 'Rotate Antenna',
      scheduledTime: '2026-11-20T12:00',
    });
    if (!queued.ok) throw new Error(queued.message);
    mission.control.executeCommand(queued.value.id);
    return queued.value.id;
  }
  const verificationOf = (mission: ReturnType<typeof startMission>, id: string) =>
    mission.snapshot().verifications.value.find(({ commandId }) => commandId === id);

  it('clears its fault also without a listener, and the anomaly reports it', () => {
    const mission = startMission({ profile: 'none' });
    align(mission);
    expect(mission.snapshot().spacecraft.value?.faults).toHaveLength(1);
    mission.advanceTo(later(MS_PER_H));
    expect(mission.snapshot().spacecraft.value?.faults).toEqual([]);
    const [anomaly] = shown(mission).anomalies;
    expect(anomaly?.status).toBe('Active');
    expect(anomaly?.aiExplanation).toContain('Rotate Antenna');
    const told = mission.snapshot().log.value.map(({ text }) => text);
    expect(told.filter((text) => text.startsWith('Rotate Antenna has cleared'))).toHaveLength(1);
  });

  it('is watched for its full time, also when the clock moves back', () => {
    const mission = startMission({ profile: 'none' });
    mission.advanceTo(later(5000));
    const id = align(mission);
    const until = verificationOf(mission, id)?.until ?? 0;
    mission.advanceTo(later(5000 - MS_PER_H));
    expect(verificationOf(mission, id)?.until).toBe(until - MS_PER_H);
    for (let second = 6; second <= 120; second++) mission.advanceTo(later(second * MS_PER_S - MS_PER_H));
    expect(verificationOf(mission, id)?.verdict).not.toBe('watching');
  });
});

describe('the event log', () => {
  const texts = (mission: ReturnType<typeof startMission>) =>
    mission.snapshot().log.value.map(({ kind, text }) => `${kind}: ${text}`);

  it('begins with the anomaly whose fault is active from the start', () => {
    const log = startMission().snapshot().log.value;
    const [told, begun] = log.slice(-2);
    expect(told).toMatchObject({ kind: 'Anomaly', level: 'warning' });
    expect(told?.text).toMatch(/^New Medium Signal anomaly: Signal monitor alarm; /);
    expect(begun?.text).toBe('The simulation begins');
    const times = log.map(({ time }) => time);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('keeps its events in order of time, with ids that ascend over a restart', () => {
    const mission = startMission();
    const queued = mission.control.queueCommand(DRAFT);
    if (queued.ok) mission.control.executeCommand(queued.value.id);
    mission.advanceTo(later(MS_PER_H));
    expect(texts(mission)).toContain('Mission: The simulation begins');
    expect(texts(mission)).toContain('Command: Data Downlink queued');
    expect(texts(mission)).toContain('Command: Data Downlink executed');
    expect(texts(mission)).toContain('Mission: Simulation was suspended for 1 h and has caught up.');
    const next = startMission({ resume: resumeOf(mission) });
    expect(texts(next).slice(0, -1)).toEqual(texts(mission));
    expect(texts(next).at(-1)).toContain('restarted and resumes');
    const log = next.snapshot().log.value;
    for (const [index, { id }] of log.entries())
      if (index > 0) expect(id).toBe((log[index - 1]?.id ?? 0) + 1);
  });
});

describe('the figures of performance (spec §9)', () => {
  it('are measured immediately and then every 30 s', () => {
    const mission = startMission();
    expect(mission.snapshot().performance.value).toMatchObject({
      time: T0,
      missionUptime: 7 * 24 * MS_PER_H,
    });
    const { updates, listener } = recordUpdates();
    mission.control.subscribe(listener);
    for (let second = 1; second <= 90; second++) mission.advanceTo(later(second * MS_PER_S));
    const times = updates.slice(1).flatMap(({ slices }) => slices.performance?.value.time ?? []);
    expect(times).toEqual([30, 60, 90].map((second) => later(second * MS_PER_S)));
  });
});

describe('the whole mission and a naive model of the specification', () => {
  const SLICE_NAMES = ['commands', 'timeline', 'anomalies'] as const;

  function call(control: MissionControl, { name }: ModelOperation, input: unknown) {
    return control[name](input as never);
  }

  it('agree after the same operations and jumps (spec §4, §5, §9)', () => {
    const numRuns = Number(process.env.MODEL_RUNS ?? 80);
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(actionArb, { maxLength: 40, size: 'max' }), fc.nat(), (actions, seed) => {
        let mission = startMission({ seed, propagators: GROUNDED });
        let updates: MissionUpdate[] = [];
        const listen = () => {
          const recorded = recordUpdates();
          updates = recorded.updates;
          mission.control.subscribe(recorded.listener);
        };
        listen();
        let model = modelOf(shown(mission));
        let last: { shown: ObservedSlices; required: ObservedSlices } | undefined;
        let time = T0;
        const noticeIds = new Set<number>();
        const heard = () => {
          const notices = updates.splice(0).flatMap((update) => update.notices);
          for (const { id } of notices) {
            if (noticeIds.has(id)) expect.fail(`notice ${id} came twice`);
            noticeIds.add(id);
          }
          return notices;
        };
        heard();
        for (const [index, action] of actions.entries()) {
          if (action.kind === 'wait') {
            const since = time;
            time = later(action.ms, time);
            mission.advanceTo(time);
            const announced = heard().filter(({ level }) => level === 'warning').length;
            // After a suspension one notice gives its length; the log has the rest.
            const expected = action.ms > SUSPENDED_MS ? undefined : announced;
            model = observeAnomalies(model, shown(mission).anomalies, since, time, expected);
          } else {
            const { operation } = action;
            const input = inputOf(model, operation, time);
            const outcome = call(mission.control, operation, input);
            const step = applyToModel(model, operation, input, time, outcome);
            const { notices, ...expected } = step.expected;
            expectMatch(outcome, expected);
            expectEqual(
              heard().map(({ level, text }) => ({ level, text })),
              notices,
            );
            model = observeTexts(step.model, shown(mission).anomalies);
            const path = `${operation.name} ${outcome.ok}`;
            seen.set(path, (seen.get(path) ?? 0) + 1);
          }
          const compared = { shown: shown(mission), required: slicesOf(model) };
          for (const name of SLICE_NAMES) {
            // Entries that both have kept since the last comparison are still equal.
            const isKept =
              compared.shown[name] === last?.shown[name] && compared.required[name] === last.required[name];
            if (!isKept) expectEqual(compared.shown[name], compared.required[name]);
          }
          last = compared;
          if (index === 20) {
            const nextNoticeId = Math.max(0, ...noticeIds) + 1;
            mission = startMission({ propagators: GROUNDED, resume: { ...resumeOf(mission), nextNoticeId } });
            listen();
            expect(heard()).toHaveLength(1); // it reports where it resumes
          }
        }
      }),
      { seed: 20_261_121, numRuns },
    );
    // Every operation was accepted and refused many times, so that the comparison is meaningful.
    expect(seen.size).toBe(2 * (OPERATION_NAMES.length - UNSPECIFIED.length));
    expect(Math.min(...seen.values())).toBeGreaterThan(numRuns / 100);
  });
});
