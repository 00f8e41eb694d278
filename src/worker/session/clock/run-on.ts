import { type Rate, READABLE_RATE, type Run, type RunTarget } from '../../../shared/contract/transport.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { asMissionTime } from '../../../shared/kit/mission-years.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import type { FollowSteps, Mission } from '../../mission/mission.ts';
import { type Alarm, watchAlarms } from './alarms.ts';
import { nextTarget, REACHED } from './run-until.ts';

/** A mission that the transport advances. */
export interface Runner {
  readonly mission: Mission;
  advanceTo(to: EpochMs, follow?: FollowSteps): readonly NoticeDraft[];
}

const LAST_TIME = asMissionTime(Number.POSITIVE_INFINITY);

/** Result of a run. */
export interface RanOn {
  readonly notices: readonly NoticeDraft[];
  /** Set if the run has ended: how the mission continues, and why, unless the transport shows it. */
  readonly end?: { readonly run: Run; readonly notice?: NoticeDraft };
}

const isTimed = (target: RunTarget | undefined): target is Exclude<RunTarget, 'alarm'> =>
  target !== undefined && target !== 'alarm';

/** Returns the notices that are readable at a rate: at a high one, those of Critical anomalies. */
export function readable(
  stepNotices: readonly NoticeDraft[],
  rate: Rate,
  mission: Pick<Mission, 'snapshot'>,
): readonly NoticeDraft[] {
  if (rate <= READABLE_RATE || stepNotices.length === 0) return stepNotices;
  const critical = new Set(
    mission
      .snapshot()
      .anomalies.value.filter(({ severity }) => severity === 'Critical')
      .map(({ id }) => id),
  );
  return stepNotices.filter(({ newAnomalyId }) => newAnomalyId !== undefined && critical.has(newAnomalyId));
}

/**
 * Advances by some time, up to the target of the run; a Critical anomaly interrupts it if `slowsOnCritical`.
 * @param known anomalies that are no news: those of now, unless an input has added some since the run was here last
 */
export function runOn(
  runner: Runner,
  { rate, runUntil }: Run,
  byMs: number,
  slowsOnCritical: boolean,
  known: readonly Anomaly[] = runner.mission.snapshot().anomalies.value,
): RanOn {
  const slices = () => runner.mission.snapshot();
  const from = runner.mission.time();
  const target = isTimed(runUntil) ? nextTarget(runUntil, slices(), from) : undefined;
  const watch = watchAlarms(known);
  let alarm: Alarm | undefined;
  const look = (anomalies: readonly Anomaly[]): boolean => {
    const next = watch(anomalies);
    if (runUntil === 'alarm' || (slowsOnCritical && next?.isCritical)) alarm = next;
    return alarm !== undefined;
  };
  const follow: FollowSteps = ({ anomalies }) => look(anomalies);
  const { exercise } = slices();
  const end = exercise.value && !exercise.value.isOver ? exercise.value.endTime : undefined;
  const to = epochMs(
    Math.min(from + byMs, target ?? Number.POSITIVE_INFINITY, end ?? Number.POSITIVE_INFINITY),
  );
  const isOver = rate > 1 && look(slices().anomalies.value);
  const stepNotices = isOver ? [] : runner.advanceTo(to, rate > 1 ? follow : undefined);
  const notices = readable(stepNotices, rate, runner.mission);
  if (runner.mission.time() === end) {
    return {
      notices,
      end: { run: { rate: 0 }, notice: { level: 'info', text: 'Paused: the exercise is over' } },
    };
  }
  const isReached = runner.mission.time() === target || (runUntil === 'alarm' && alarm);
  if (runUntil && (isReached || (isTimed(runUntil) && target === undefined))) {
    const why = isReached ? REACHED[runUntil] : 'what the run waited for no longer exists';
    return { notices, end: { run: { rate: 0 }, notice: { level: 'info', text: `Paused: ${why}` } } };
  }
  if (alarm) {
    const interrupted = { time: runner.mission.time(), anomaly: alarm.type, rate, runUntil };
    return { notices, end: { run: { rate: runUntil ? 0 : 1, interrupted } } };
  }
  if (runner.mission.time() < LAST_TIME) return { notices };
  const notice: NoticeDraft = { level: 'info', text: 'Paused: mission time ends with the year 2199' };
  return { notices, end: { run: { rate: 0 }, notice } };
}
