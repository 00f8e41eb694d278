import type { Exercise, ExerciseResult } from '../../src/shared/contract/exercise.ts';
import type { Snapshot } from '../../src/shared/contract/mission-control.ts';
import type { Rate } from '../../src/shared/contract/transport.ts';
import type { Anomaly, AnomalyType, CommandName } from '../../src/shared/entities/entities.ts';
import type { SpacecraftView } from '../../src/shared/entities/spacecraft.ts';
import { type EpochMs, epochMs, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import type { Session } from '../../src/worker/session/session.ts';
import { type recordUpdates, startMission, T0 } from './mission.ts';

/** Exercises in the hands of scripted operators, who see and use what the console offers. */

/** Period of the calls that drive a session. */
const CALL_MS = 250;
/** Rate at which an operator looks at the console every 15 s of mission time. */
const LOOK_RATE = 60;
/** Rate of a whole exercise: an operator looks at the console every 30 s of mission time. */
const WHOLE_RATE = 120;
/** Rate at which nobody looks. */
const FAST_RATE = 600;

/** What an operator sees and can do at a look. */
export interface Console {
  readonly session: Session;
  /** Since the start. */
  readonly minute: number;
  readonly slices: Snapshot;
  readonly craft: SpacecraftView;
  /** Anomalies that are not resolved, newest first. */
  readonly anomalies: readonly Anomaly[];
  readonly showsSuggestions: boolean;
  send(name: CommandName, anomaly?: Anomaly['id']): void;
}

export type Operator = (console: Console) => void;

/** An exercise in progress, and the clock that drives it. */
export interface Flight {
  readonly session: Session;
  /** Advances it by some mission time at the rate of the session, like the worker. */
  fly(minutes: number, operator?: Operator): void;
}

/** Starts an exercise at a rate that no Critical anomaly reduces. */
export function startExercise(exercise: string | Exercise, rate: Rate = LOOK_RATE): Flight {
  let wall: EpochMs = T0;
  const session = startMission({ exercise, clock: { now: () => wall } });
  session.control.slowOnCritical(false);
  session.control.setRate(rate);
  const view = session.snapshot().exercise.value;
  if (!view) throw new Error('There is no exercise.');
  const look = (): Console | undefined => {
    const slices = session.snapshot();
    const craft = slices.spacecraft.value;
    if (!craft) return undefined;
    return {
      session,
      minute: (session.mission.time() - view.startTime) / MS_PER_MIN,
      slices,
      craft,
      anomalies: slices.anomalies.value.filter(({ status }) => status !== 'Resolved'),
      showsSuggestions: view.aids.suggestions,
      send: (name, anomaly) => accepted(session.control.sendCommand({ name, ...(anomaly && { anomaly }) })),
    };
  };
  return {
    session,
    fly(minutes, operator) {
      const end = epochMs(session.mission.time() + minutes * MS_PER_MIN);
      while (session.mission.time() < end && session.snapshot().transport.value.rate > 0) {
        wall = epochMs(wall + CALL_MS);
        while (!session.advanceTo(wall));
        const seen = operator && look();
        if (seen?.slices.exercise.value?.isOver === false) operator?.(seen);
      }
    },
  };
}

function accepted(outcome: { readonly ok: boolean; readonly message?: string }): void {
  if (!outcome.ok) throw new Error(outcome.message);
}

export function resultOf(session: Session): ExerciseResult {
  const outcome = session.control.exerciseResult();
  if (!outcome.ok) throw new Error(outcome.message);
  if (!outcome.value) throw new Error('The result is not known yet.');
  return outcome.value;
}

/**
 * Flies a whole exercise in the hands of an operator, or of nobody.
 * @param listener receives the updates to the page
 */
export function flyExercise(
  exercise: string | Exercise,
  operator?: Operator,
  listener?: ReturnType<typeof recordUpdates>['listener'],
): Flight {
  const flight = startExercise(exercise, operator ? WHOLE_RATE : FAST_RATE);
  if (listener) flight.session.control.subscribe(listener);
  const view = flight.session.snapshot().exercise.value;
  if (!view) throw new Error('There is no exercise.');
  flight.fly((view.endTime - view.startTime) / MS_PER_MIN + 1, operator);
  return flight;
}

/** True while an anomaly asks for action. */
const asks = ({ askedAt }: Anomaly): boolean => askedAt !== undefined;

function acknowledgeAll({ session, anomalies }: Console): void {
  for (const anomaly of anomalies) {
    if (asks(anomaly) && anomaly.status === 'Active')
      accepted(session.control.acknowledgeAnomaly(anomaly.id));
  }
}

export type Condition = (console: Console) => boolean;

/** When a step of a script is due: at a minute of the exercise, or while a condition holds. */
export type Due = number | Condition;

/** A command of a script. It is sent once, or each time that its condition begins to hold. */
export interface ScriptStep {
  readonly send: CommandName;
  readonly at: Due;
  readonly each?: true;
}

/** True while the ground knows of a fault of a type, whatever its cause may be. */
export const isActing =
  (type: AnomalyType): Condition =>
  ({ craft, slices }) =>
    slices.anomalies.value.some(
      (anomaly) => anomaly.type === type && craft.faults.some(({ anomalyId }) => anomalyId === anomaly.id),
    );

/** True while the ground knows of a fault of a type whose cause is clear. */
export const isKnown =
  (type: AnomalyType): Condition =>
  ({ craft, slices }) =>
    slices.anomalies.value.some(
      (anomaly) =>
        anomaly.type === type &&
        craft.faults.some(({ anomalyId, isCauseUnknown }) => anomalyId === anomaly.id && !isCauseUnknown),
    );

/** True while an anomaly of a type asks for action. */
export const isAsked =
  (type: AnomalyType): Condition =>
  ({ anomalies }) =>
    anomalies.some((anomaly) => anomaly.type === type && asks(anomaly));

/** True while the console offers a Data Downlink: a station is in view, and no known fault would get worse by it. */
export const isOffered: Condition = ({ slices }) => slices.advice.value.downlink !== undefined;

/** True in safe mode above a state of charge, 0 to 1. */
export const isSafeAbove =
  (charge: number): Condition =>
  ({ craft }) =>
    craft.mode === 'SAFE' && craft.battery.soc > charge;

/** True from a minute on, while a condition holds. */
export const from =
  (least: number, due: Condition): Condition =>
  (console) =>
    console.minute >= least && due(console);

/** Acknowledges each anomaly that asks for action, and sends the commands of a script. */
export function scripted(steps: readonly ScriptStep[]): Operator {
  const held = new Set<ScriptStep>();
  return (console) => {
    acknowledgeAll(console);
    for (const step of steps) {
      const { at, each, send } = step;
      const isDue = typeof at === 'number' ? console.minute >= at : at(console);
      if (isDue && !held.has(step)) console.send(send);
      if (isDue) held.add(step);
      else if (each) held.delete(step);
    }
  };
}

/**
 * Acknowledges each anomaly that asks for action, and sends what it suggests, once; besides, only the commands of a
 * script. Where the exercise shows no suggestions, there is nothing to follow.
 * @param waits false to send at once what is suggested, before it is asked for
 */
export function literalFollower(steps: readonly ScriptStep[] = [], waits = true): Operator {
  const sent = new Set<string>();
  const besides = scripted(steps);
  return (console) => {
    besides(console);
    for (const { id, askedAt, suggestedAction: name } of console.anomalies) {
      const what = `${id} ${name}`;
      if ((waits && askedAt === undefined) || !name || !console.showsSuggestions || sent.has(what)) continue;
      sent.add(what);
      console.send(name, id);
    }
  };
}

/**
 * Sends each command of an operator some minutes later, as one who reads and decides, unless its anomaly has left the
 * list by then; acknowledges at once.
 */
export function delayed(operator: Operator, minutes: number): Operator {
  let waiting: readonly { readonly at: number; readonly order: Parameters<Console['send']> }[] = [];
  return (console) => {
    operator({
      ...console,
      send(...order) {
        waiting = [...waiting, { at: console.minute + minutes, order }];
      },
    });
    for (const { at, order } of waiting) {
      const [, anomaly] = order;
      const isListed = anomaly === undefined || console.anomalies.some(({ id }) => id === anomaly);
      if (at <= console.minute && isListed) console.send(...order);
    }
    waiting = waiting.filter(({ at }) => at > console.minute);
  };
}
