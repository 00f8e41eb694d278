import { describe, expect, it } from 'vitest';
import type { Anomaly, Command, TimelineEvent } from '../../../../../src/shared/entities/entities.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY } from '../../../../../src/shared/kit/units.ts';
import { createArchive } from '../../../../../src/worker/session/archive/archive.ts';
import { createKnownVersions } from '../../../../../src/worker/session/archive/known-list.ts';
import { T0 } from '../../../../support/mission.ts';
import { factsOf } from './ground.ts';

const atS = (seconds: number): EpochMs => addMs(T0, seconds * 1000);
const ALL = { from: addMs(T0, -MS_PER_DAY), to: addMs(T0, MS_PER_DAY) };

const event = (id: string, told: Partial<TimelineEvent>): TimelineEvent => ({
  id,
  title: `Title of ${id}`,
  startTime: atS(-600),
  endTime: atS(-300),
  description: '',
  type: 'Experiment',
  status: 'Scheduled',
  priority: 'Low',
  ...told,
});

const anomaly = (told: Partial<Anomaly>): Anomaly => ({
  id: 'anomaly-1',
  timestamp: atS(10),
  type: 'Battery',
  severity: 'Low',
  message: 'first',
  aiExplanation: '',
  status: 'Active',
  ...told,
});

describe('an event in the archive', () => {
  it('that was over or in progress when the session began has the times of its plan, up to that instant', () => {
    const archive = createArchive();
    const timeline = [
      event('event-1', { status: 'Completed' }),
      event('event-2', { status: 'Completed', endTime: atS(900) }),
      event('event-3', { status: 'Completed', endTime: atS(-900) }),
      event('event-4', { status: 'In Progress', endTime: atS(900) }),
      event('event-5', { status: 'In Progress', startTime: atS(600) }),
      event('event-6', { status: 'Scheduled' }),
      event('event-7', { status: 'Cancelled' }),
    ];
    archive.append(factsOf({ timeline }), T0);
    expect(archive.marks(ALL, T0).events).toEqual([
      { id: 'event-1', title: 'Title of event-1', from: atS(-600), to: atS(-300) },
      { id: 'event-2', title: 'Title of event-2', from: atS(-600), to: T0 },
      { id: 'event-3', title: 'Title of event-3', from: atS(-600), to: atS(-600) },
      { id: 'event-4', title: 'Title of event-4', from: atS(-600) },
      { id: 'event-5', title: 'Title of event-5', from: T0 },
    ]);
  });

  it('lasts from its start to its completion, and until then without an end', () => {
    const archive = createArchive();
    const id = 'event-1';
    archive.append(factsOf({}), T0);
    archive.append(factsOf({ timeline: [event(id, {})] }), atS(10));
    archive.append(factsOf({ timeline: [event(id, { status: 'In Progress' })] }), atS(20));
    archive.append(factsOf({ timeline: [event(id, { status: 'Completed' })] }), atS(30));
    const title = 'Title of event-1';
    expect(archive.marks(ALL, atS(19)).events).toEqual([]);
    expect(archive.marks(ALL, atS(20)).events).toEqual([{ id, title, from: atS(20) }]);
    expect(archive.marks(ALL, atS(30)).events).toEqual([{ id, title, from: atS(20), to: atS(30) }]);
    const isSeen = (from: number, to: number): boolean =>
      archive.marks({ from: atS(from), to: atS(to) }, atS(40)).events.length > 0;
    expect([isSeen(0, 19), isSeen(0, 20), isSeen(25, 26), isSeen(30, 50), isSeen(31, 50)]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });
});

describe('an anomaly in the archive', () => {
  it('has the severity known at the instant and the message it came with, also after it has left the list', () => {
    const archive = createArchive();
    archive.append(factsOf({}), T0);
    archive.append(factsOf({ anomalies: [anomaly({})] }), atS(10));
    archive.append(factsOf({ anomalies: [anomaly({ severity: 'High', message: 'second' })] }), atS(20));
    archive.append(factsOf({ anomalies: [anomaly({ severity: 'High', message: 'third' })] }), atS(25));
    archive.append(factsOf({}), atS(30));
    const first = { id: 'anomaly-1', time: atS(10), type: 'Battery', severity: 'Low', message: 'first' };
    expect(archive.marks(ALL, atS(9)).anomalies).toEqual([]);
    expect(archive.marks(ALL, atS(19)).anomalies).toEqual([first]);
    expect(archive.marks(ALL, atS(40)).anomalies).toEqual([
      { ...first, severity: 'High', message: 'second' },
    ]);
    expect(archive.marks({ from: atS(11), to: atS(20) }, atS(40)).anomalies).toEqual([]);
  });

  it('is known from its step on, as is its severity, if the snapshot is taken a little later', () => {
    const archive = createArchive();
    const severitiesAt = (time: number) =>
      archive.marks(ALL, epochMs(time)).anomalies.map(({ severity }) => severity);
    archive.append(factsOf({}), T0);
    archive.append(factsOf({ anomalies: [anomaly({})] }), epochMs(atS(10) + 16));
    archive.append(factsOf({ anomalies: [anomaly({ severity: 'High' })] }), epochMs(atS(15) + 16));
    expect(severitiesAt(atS(10) - 1)).toEqual([]);
    expect(severitiesAt(atS(10))).toEqual(['Low']);
    expect(severitiesAt(atS(15) - 1)).toEqual(['Low']);
    expect(severitiesAt(atS(15))).toEqual(['High']);
  });
});

describe('a command in the archive', () => {
  it('is there once it is executed, and not before that instant if mission time has moved back', () => {
    const archive = createArchive();
    const command: Command = {
      id: 'cmd-1',
      name: 'Thermal Control',
      scheduledTime: T0,
      priority: 'Low',
      status: 'Pending',
    };
    const executed = { ...command, status: 'Executed', executionTime: atS(10) };
    archive.append(factsOf({ commands: [command] }), T0);
    archive.append(factsOf({ commands: [executed] }), atS(10));
    const mark = { id: 'cmd-1', name: 'Thermal Control', time: atS(10) };
    expect(archive.marks(ALL, atS(9)).commands).toEqual([]);
    expect(archive.marks(ALL, atS(10)).commands).toEqual([mark]);
    archive.dropAfter(atS(5));
    archive.append(factsOf({ commands: [executed] }), atS(5));
    expect(archive.marks(ALL, atS(9)).commands).toEqual([]);
    expect(archive.marks(ALL, atS(10)).commands).toEqual([mark]);
  });
});

it('of the items whose versions are dropped, the archive knows only those that are still listed, which are not new again', () => {
  interface Item {
    readonly id: string;
    readonly text: string;
  }
  const versions = createKnownVersions<Item>((one, other) => one.text === other.text);
  const [listed, left] = ['listed', 'left'].map((id) => ({ id, text: 'as before' })) as [Item, Item];
  for (const item of [listed, left]) versions.put(item, T0);
  const later = addMs(T0, 8 * MS_PER_DAY);
  versions.dropBefore(later, new Set([listed.id]));
  expect([versions.newest(left.id), versions.newest(listed.id)]).toEqual([undefined, listed]);
  versions.put(listed, later);
  expect(versions.at(later)).toEqual([]);
  versions.put({ ...listed, text: 'changed' }, later);
  expect(versions.at(later)).toEqual([{ id: 'listed', text: 'changed' }]);
});

it('items whose versions are dropped are not new again in a branch, or once mission time has moved back', () => {
  const versions = createKnownVersions<{ readonly id: string; readonly text: string }>(
    (one, other) => one.text === other.text,
  );
  const [begun, over] = ['begun', 'over'].map((text) => ({ id: 'event', text }));
  if (!begun || !over) throw new Error('There is no item.');
  versions.put(begun, T0);
  const [day8, day9, day10] = [8, 9, 10].map((days) => addMs(T0, days * MS_PER_DAY)) as EpochMs[];
  if (!day8 || !day9 || !day10) throw new Error('There is no day.');
  versions.put(over, day10);
  versions.dropBefore(day8, new Set(['event']));
  for (const early of [versions.fork(day9), versions]) {
    if (early === versions) versions.dropAfter(day9);
    expect(early.newest('event')).toEqual(begun);
    early.put(begun, day9);
    expect(early.at(day9)).toEqual([]);
    expect(early.fork(day9).newest('event')).toEqual(begun);
    early.put(over, day10);
    expect(early.at(day10)).toEqual([over]);
  }
});
