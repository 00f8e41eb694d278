import '../../src/ui/kit/style/tokens.css';
import '../../src/ui/kit/style/base.css';
import { createStore, Provider } from 'jotai';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { RemoteOperations } from '../../src/shared/contract/operations.ts';
import type { Command, TimelineEvent } from '../../src/shared/entities/entities.ts';
import { addMs, epochMs, MS_PER_MIN } from '../../src/shared/kit/units.ts';
import { CommandUplinkCard } from '../../src/ui/features/commands/CommandUplinkCard.tsx';
import { MissionTimelineCard } from '../../src/ui/features/timeline/MissionTimelineCard.tsx';
import { missionSecondAtom, type Store, sliceAtoms } from '../../src/ui/mission/link/atoms.ts';
import { OperationsContext } from '../../src/ui/mission/link/operations.ts';

const T0 = epochMs(Date.UTC(2026, 10, 20, 12));

const commandsOf = (count: number): Command[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `cmd-${index + 1}`,
    name: 'Data Downlink',
    scheduledTime: addMs(T0, index * MS_PER_MIN),
    priority: 'Medium',
    status: 'Pending',
  }));

const eventsOf = (count: number): TimelineEvent[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `event-${index + 1}`,
    title: `Observation ${index}`,
    startTime: addMs(T0, index * MS_PER_MIN),
    endTime: addMs(T0, (index + 30) * MS_PER_MIN),
    description: 'Multispectral images of coastal waters along three ground tracks.',
    type: 'Experiment',
    status: 'Scheduled',
    priority: 'Medium',
  }));

const LISTS = {
  commands: {
    card: CommandUplinkCard,
    fill: (store: Store, count: number) => store.set(sliceAtoms.commands, commandsOf(count)),
    /** Sets a new list of new objects, one of them changed, as the channel does. */
    change(store: Store, count: number) {
      const [first, ...others] = commandsOf(count);
      const next: Command[] = first
        ? [{ ...first, status: 'Executed', executionTime: T0 }, ...others]
        : others;
      return () => store.set(sliceAtoms.commands, next);
    },
  },
  timeline: {
    card: MissionTimelineCard,
    fill: (store: Store, count: number) => store.set(sliceAtoms.timeline, eventsOf(count)),
    change(store: Store, count: number) {
      const [first, ...others] = eventsOf(count);
      const next: TimelineEvent[] = first ? [{ ...first, status: 'In Progress' }, ...others] : others;
      return () => store.set(sliceAtoms.timeline, next);
    },
  },
} as const;

const root = document.getElementById('root');
if (!root) throw new Error('lists.html has no element with the id "root".');
const frame: HTMLElement = root;

/** Returns the milliseconds until layout is complete. */
function timed(task: () => void): number {
  const start = performance.now();
  flushSync(task);
  frame.getBoundingClientRect();
  return performance.now() - start;
}

const settled = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Renders a list of a given length, changes one item, and unmounts it. */
async function measureList(
  list: keyof typeof LISTS,
  count: number,
): Promise<{ readonly first: number; readonly change: number; readonly rows: number }> {
  const { card, fill, change } = LISTS[list];
  const store = createStore();
  store.set(missionSecondAtom, T0);
  fill(store, count);
  const operations = {} as RemoteOperations;
  const content = createElement(
    Provider,
    { store },
    createElement(OperationsContext, { value: operations }, createElement(card)),
  );
  const reactRoot = createRoot(frame);
  const first = timed(() => reactRoot.render(content));
  await settled();
  const rows = frame.querySelectorAll('li').length;
  const changed = change(store, count);
  const changeMs = timed(changed);
  await settled();
  reactRoot.unmount();
  await settled();
  return { first, change: changeMs, rows };
}

Object.assign(window, { measureList });
