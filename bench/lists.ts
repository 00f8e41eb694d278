import { serialize } from 'node:v8';
import type { Checkpoint, MissionUpdate } from '../src/shared/mission-control.ts';
import { addMs, epochMs, MS_PER_MIN } from '../src/shared/units.ts';
import { createMission, type Mission } from '../src/worker/mission.ts';
import { createRandom } from '../src/worker/random.ts';
import { asListener } from '../tests/support/mission.ts';
import type { Bench } from './browser.ts';
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

const openMission = (checkpoint?: Checkpoint): Mission =>
  createMission({ clock: { now: () => T0 }, random: createRandom(1), checkpoint });

/** A mission that holds so many commands and as many events. */
function fillMission(count: number): Checkpoint {
  const mission = openMission();
  const { commands, timeline } = mission.snapshot();
  for (let index = commands.value.length; index < count; index++)
    mission.control.queueCommand(commandAt(index));
  for (let index = timeline.value.length; index < count; index++) mission.control.addEvent(eventAt(index));
  return mission.checkpoint();
}

/** The first one in a status; the operation takes it out of it. */
const firstIn = (list: readonly { readonly id: string; readonly status: string }[], status: string): string =>
  list.find((entry) => entry.status === status)?.id ?? '';

const OPERATIONS: Readonly<Record<string, (mission: Mission, step: number) => { readonly ok: boolean }>> = {
  queue: ({ control }, step) => control.queueCommand(commandAt(step)),
  execute: ({ control, snapshot }) => control.executeCommand(firstIn(snapshot().commands.value, 'Pending')),
  add: ({ control }, step) => control.addEvent(eventAt(step)),
  start: ({ control, snapshot }) => control.startEvent(firstIn(snapshot().timeline.value, 'Scheduled')),
};

interface Cost {
  /** Milliseconds an operation, its update included, in the worker. */
  readonly ms: number;
  /** What the update takes as a structured clone. */
  readonly bytes: number;
  /** Milliseconds to write and read the update: what the channel does with it. */
  readonly cloneMs: number;
}

function measureOperation(
  checkpoint: Checkpoint,
  operate: (mission: Mission, step: number) => { ok: boolean },
): Cost {
  const mission = openMission(checkpoint);
  let update: MissionUpdate | undefined;
  const keep = (delivered: MissionUpdate): void => {
    update = delivered;
  };
  mission.control.subscribe(asListener(keep));
  const ms = timed(() => {
    for (let step = 0; step < STEPS; step++)
      if (!operate(mission, step).ok) throw new Error('The mission refused an operation of the benchmark.');
  });
  const cloneMs = timed(() => {
    for (let clone = 0; clone < CLONES; clone++) structuredClone(update);
  });
  return { ms: ms / STEPS, bytes: serialize(update).length, cloneMs: cloneMs / CLONES };
}

const inBytes = (bytes: number): string =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(2)} MB`;

/** What an operation costs in a mission of 10,000 commands and 10,000 events, against one of 10 each. */
export function measureOperations(): readonly Comparison[] {
  const few = fillMission(FEW);
  const many = fillMission(MANY);
  return Object.entries(OPERATIONS).map(([name, operate]) => {
    const costs: { many: Cost; few: Cost }[] = [];
    for (let round = 0; round < ROUNDS; round++)
      costs.push({ many: measureOperation(many, operate), few: measureOperation(few, operate) });
    const inMs = (of: 'many' | 'few') => `${median(costs.map((cost) => cost[of].cloneMs)).toFixed(3)} ms`;
    const last = costs.at(-1);
    return {
      id: `operation-${name}`,
      name: `Operation ${name}, with 10,000 commands and 10,000 events`,
      unit: 'ms',
      measured: costs.map((cost) => cost.many.ms),
      floor: costs.map((cost) => cost.few.ms),
      against: 'the same with 10 and 10',
      notes: {
        'its update': `${inBytes(last?.many.bytes ?? 0)} against ${inBytes(last?.few.bytes ?? 0)}`,
        'structured clone of the update': `${inMs('many')} against ${inMs('few')}`,
      },
    };
  });
}

interface ListsPage {
  measureList(list: string, count: number): Promise<{ first: number; change: number; rows: number }>;
}

/** The first picture of a list of 10,000, and the next one after an operation, against lists of 10. */
export async function measureLists({ browser, pagesUrl }: Bench): Promise<readonly Comparison[]> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${pagesUrl}/lists.html`);
  await page.waitForFunction('window.measureList');
  const comparisons: Comparison[] = [];
  for (const list of ['commands', 'timeline']) {
    const samples = await page.evaluate(
      async ({ kind, rounds, few, many }) => {
        const { measureList } = window as unknown as ListsPage;
        const taken = { few: [await measureList(kind, few)], many: [await measureList(kind, many)] };
        for (let round = 0; round < rounds; round++) {
          taken.few.push(await measureList(kind, few));
          taken.many.push(await measureList(kind, many));
        }
        return { few: taken.few.slice(1), many: taken.many.slice(1) };
      },
      { kind: list, rounds: ROUNDS, few: FEW, many: MANY },
    );
    const rows = `${samples.many[0]?.rows} rows in the page against ${samples.few[0]?.rows}`;
    for (const [what, key] of [
      ['first picture', 'first'],
      ['after an operation', 'change'],
    ] as const)
      comparisons.push({
        id: `${list}-${key}`,
        name: `The ${list} card with 10,000, ${what}`,
        unit: 'ms',
        measured: samples.many.map((sample) => sample[key]),
        floor: samples.few.map((sample) => sample[key]),
        against: 'the same with 10',
        notes: { drawn: rows },
      });
  }
  await page.close();
  return comparisons;
}
