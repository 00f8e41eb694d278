import { serialize } from 'node:v8';
import type { MissionUpdate, Resume } from '../src/shared/contract/mission-control.ts';
import { addMs, epochMs, MS_PER_MIN } from '../src/shared/kit/units.ts';
import { openSession, type Session } from '../src/worker/session/session.ts';
import { asListener, resumeOf } from '../tests/support/mission.ts';
import { type Comparison, median } from './measure.ts';
import { timed } from './recording.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));
const FEW = 10;
const MANY = 10_000;
const ROUNDS = 9;
const STEPS = 5;
const CLONES = 5;

const fieldTime = (minutes: number): string => new Date(addMs(T0, minutes * MS_PER_MIN)).toISOString();
const commandAt = (index: number) => ({ name: 'Data Downlink', scheduledTime: fieldTime(index) });
const eventAt = (index: number) => ({
  title: `Observation ${index}`,
  description: 'Multispectral images of coastal waters along three ground tracks.',
  startTime: fieldTime(index),
  endTime: fieldTime(index + 30),
});

const openMission = (resume?: Resume): Session => openSession({ clock: { now: () => T0 }, seed: 1, resume });

/** Returns the state of a mission with this many commands and as many events, with a keyframe to resume from. */
function fillMission(count: number): Resume {
  const mission = openMission();
  const { commands, timeline } = mission.snapshot();
  for (let index = commands.value.length; index < count; index++)
    mission.control.queueCommand(commandAt(index));
  for (let index = timeline.value.length; index < count; index++) mission.control.addEvent(eventAt(index));
  return { ...resumeOf(mission), keyframe: mission.mission.keyframe() };
}

/** Returns the id of the first item with a status; the operation changes that status. */
const firstIn = (list: readonly { readonly id: string; readonly status: string }[], status: string): string =>
  list.find((entry) => entry.status === status)?.id ?? '';

const OPERATIONS: Readonly<Record<string, (mission: Session, step: number) => { readonly ok: boolean }>> = {
  queue: ({ control }, step) => control.queueCommand(commandAt(step)),
  execute: ({ control, snapshot }) => control.executeCommand(firstIn(snapshot().commands.value, 'Pending')),
  add: ({ control }, step) => control.addEvent(eventAt(step)),
  start: ({ control, snapshot }) => control.startEvent(firstIn(snapshot().timeline.value, 'Scheduled')),
  cancel: ({ control, snapshot }) => control.cancelCommand(firstIn(snapshot().commands.value, 'Pending')),
};

interface Cost {
  /** Milliseconds of an operation in the worker, including its update. */
  readonly workerMs: number;
  /** Size of the update as a structured clone. */
  readonly bytes: number;
  /** Milliseconds to serialize and deserialize the update, as the channel does. */
  readonly cloneMs: number;
}

function measureOperation(
  resume: Resume,
  operate: (mission: Session, step: number) => { ok: boolean },
): Cost {
  const mission = openMission(resume);
  let update: MissionUpdate | undefined;
  const keep = (delivered: MissionUpdate): void => {
    update = delivered;
  };
  mission.control.subscribe(asListener(keep));
  const workerMs = timed(() => {
    for (let step = 0; step < STEPS; step++)
      if (!operate(mission, step).ok) throw new Error('The mission refused an operation of the benchmark.');
  });
  const cloneMs = timed(() => {
    for (let clone = 0; clone < CLONES; clone++) structuredClone(update);
  });
  return { workerMs: workerMs / STEPS, bytes: serialize(update).length, cloneMs: cloneMs / CLONES };
}

const inBytes = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;

const wholeMs = ({ workerMs, cloneMs }: Cost): number => workerMs + cloneMs;

/** Compares an operation and the transfer of its update among 10,000 commands and 10,000 events with 10 of each. */
export function measureOperations(): readonly Comparison[] {
  const few = fillMission(FEW);
  const many = fillMission(MANY);
  return Object.entries(OPERATIONS).map(([name, operate]) => {
    const costs: { many: Cost; few: Cost }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      costs.push({ many: measureOperation(many, operate), few: measureOperation(few, operate) });
    const inMs = (part: 'workerMs' | 'cloneMs') => {
      const [many, few] = (['many', 'few'] as const).map((of) => median(costs.map((cost) => cost[of][part])));
      return `${many?.toFixed(3)} ms against ${few?.toFixed(3)} ms`;
    };
    const last = costs.at(-1);
    return {
      id: `operation-${name}`,
      name: `Operation ${name} and its update, with 10,000 commands and 10,000 events`,
      unit: 'ms',
      measured: costs.map(({ many }) => wholeMs(many)),
      floor: costs.map(({ few }) => wholeMs(few)),
      against: 'the same with 10 and 10',
      notes: {
        'its update': `${inBytes(last?.many.bytes ?? 0)} against ${inBytes(last?.few.bytes ?? 0)}`,
        'in the worker': inMs('workerMs'),
        'structured clone of the update': inMs('cloneMs'),
      },
    };
  });
}

/** Measures the largest operation update with this many commands and as many events; the floor has 10 of each. */
export function measureOperationUpdates(count = MANY): Comparison {
  const bytesOf = (held: number): readonly number[] => {
    const resume = fillMission(held);
    return Object.values(OPERATIONS).map((operate) => measureOperation(resume, operate).bytes);
  };
  return {
    id: 'update-operation-10000',
    name: `Update with an operation, with ${count.toLocaleString('en')} commands and as many events`,
    unit: 'bytes',
    measured: [Math.max(...bytesOf(count))],
    floor: [Math.max(...bytesOf(FEW))],
    against: 'the same with 10 and 10',
  };
}
