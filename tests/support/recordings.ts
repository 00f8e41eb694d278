import type { JournalEntry, MissionHeader, MissionInput } from '../../src/shared/contract/journal.ts';
import { type NetworkStation, SPECIFIED_NETWORK } from '../../src/shared/contract/network.ts';
import type { OperationName } from '../../src/shared/contract/operations.ts';
import { UNDO_MS } from '../../src/shared/entities/constants.ts';
import {
  ANOMALY_TYPES,
  COMMAND_NAMES,
  EVENT_TYPES,
  PRIORITIES,
  SHELF_MINUTES,
} from '../../src/shared/entities/entities.ts';
import { LOG_KINDS, LOG_LEVELS } from '../../src/shared/entities/event-log.ts';
import { FAULT_COURSES, FAULT_NAMES } from '../../src/shared/entities/faults.ts';
import { MISSION_PROFILES } from '../../src/shared/entities/mission-profile.ts';
import { ORBITAL_ELEMENTS } from '../../src/shared/entities/satellites.ts';
import { toHex } from '../../src/shared/kit/octets.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../src/shared/kit/units.ts';
import { LINK_PROFILES } from '../../src/shared/packets/link.ts';
import { encodeTelecommand } from '../../src/shared/packets/telecommand.ts';
import { TELECOMMANDS } from '../../src/shared/packets/telecommand-table.ts';
import { createRandom, type Random } from '../../src/worker/kit/random.ts';
import { createMission, type Mission } from '../../src/worker/mission/mission.ts';

/** Random recordings, identical in Node and in browsers: nothing here depends on either. */

export interface Recording {
  readonly name: string;
  readonly header: MissionHeader;
  /** Entries in order. A jump back makes later entries earlier in time. */
  readonly entries: readonly JournalEntry[];
  /** End of the recording, in mission time. */
  readonly until: EpochMs;
}

export interface RecordingOptions {
  readonly seed: number;
  /** Simulated time without jumps, in milliseconds. */
  readonly simulatedMs: number;
  /** Mean time between inputs. */
  readonly everyMs: number;
  /** True if all time is simulated, without a jump. */
  readonly isWithoutJumps?: boolean;
  /** True if some inputs are telecommands. */
  readonly isOnTheWire?: boolean;
  /** First inputs, each after this delay. */
  readonly first?: readonly { readonly afterMs: number; readonly input: MissionInput }[];
}

/** Range of starts in which the ISS is near the epoch of its elements. */
const FIRST_START = Date.UTC(2026, 10, 2);
const START_SPAN_MS = 60 * MS_PER_DAY;

const ORIGINS = ['operator', 'desk-2', 'instructor'] as const;

/** Upper bounds of the ids, which is all that a random operator knows of them. */
interface Ids {
  commands: number;
  events: number;
  anomalies: number;
}

const pick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(random.next() * items.length)] as T;

const chance = (random: Random, probability: number): boolean => random.next() < probability;

const integer = (random: Random, from: number, to: number): number =>
  from + Math.floor(random.next() * (to - from + 1));

const minuteText = (time: number): string => new Date(time).toISOString().slice(0, 16);

function drawOperation(random: Random, ids: Ids, time: EpochMs): MissionInput {
  const operation = (name: OperationName, input: unknown): MissionInput => ({
    kind: 'operation',
    name,
    input,
    ...(chance(random, 0.2) && { request: `request-${integer(random, 1, 40)}` }),
  });
  const command = `cmd-${integer(random, Math.max(1, ids.commands - 6), ids.commands)}`;
  const event = `event-${integer(random, 1, ids.events)}`;
  const anomaly = `anomaly-${integer(random, 1, ids.anomalies)}`;
  switch (integer(random, 0, 21)) {
    case 0:
    case 1: {
      ids.commands += 1;
      const scheduledTime = minuteText(time + integer(random, -10, 120) * MS_PER_MIN);
      const priority = pick(random, [...PRIORITIES, undefined]);
      return operation('queueCommand', {
        name: pick(random, COMMAND_NAMES),
        scheduledTime,
        ...(priority && { priority }),
      });
    }
    case 2:
    case 3:
    case 4:
      return operation('executeCommand', command);
    case 14:
      ids.commands += 1;
      return operation('sendCommand', { name: pick(random, COMMAND_NAMES), anomaly });
    case 5:
    case 6:
      return operation('cancelCommand', command);
    case 7: {
      ids.events += 1;
      return operation('addEvent', {
        title: pick(random, ['Pass over Madrid', 'Battery test', ' בדיקת סוללה ', '🛰 Experiment', '']),
        startTime: minuteText(time + integer(random, 0, 90) * MS_PER_MIN),
        endTime: minuteText(time + integer(random, 0, 180) * MS_PER_MIN),
        description: 'Random',
        type: pick(random, EVENT_TYPES),
        priority: pick(random, PRIORITIES),
      });
    }
    case 8:
    case 20:
      return operation(pick(random, ['startEvent', 'completeEvent', 'cancelEvent'] as const), event);
    case 9:
      return operation('acknowledgeAnomaly', anomaly);
    case 10:
    case 11:
      return operation('resolveAnomaly', anomaly);
    case 12:
      return operation('shelveAnomaly', {
        id: anomaly,
        minutes: pick(random, SHELF_MINUTES),
        reason: pick(random, ['known', ' תקלה ', '']),
      });
    case 13:
      return operation('unshelveAnomaly', anomaly);
    case 16:
      return operation('armCommand', command);
    case 17:
      return operation('disarmCommand', command);
    case 18:
    case 19:
      return operation('changeEvent', {
        id: event,
        title: pick(random, ['Moved', '']),
        startTime: minuteText(time + integer(random, 0, 90) * MS_PER_MIN),
        endTime: minuteText(time + integer(random, 0, 180) * MS_PER_MIN),
      });
    case 15:
      return operation('handOverConsole', pick(random, ['operator', 'duty crew']));
    default:
      ids.anomalies += 1;
      return operation('demonstrateFault', pick(random, ANOMALY_TYPES));
  }
}

/** Draws elements of the ISS as a fit may find them: near the built-in ones. */
export function drawElements(random: Random): MissionInput {
  const { iss } = ORBITAL_ELEMENTS;
  return {
    kind: 'iss-orbit',
    elements: {
      ...iss,
      MEAN_ANOMALY: Number(iss.MEAN_ANOMALY) + random.next() * 20,
      RA_OF_ASC_NODE: Number(iss.RA_OF_ASC_NODE) + random.next(),
      BSTAR: Number(iss.BSTAR) * (0.5 + random.next()),
      ELEMENT_SET_NO: integer(random, 1, 999),
    },
  };
}

/** Draws a ground network: some of the specified stations, and some anywhere. */
export function drawNetwork(random: Random): readonly NetworkStation[] {
  const anywhere = (_: unknown, index: number): NetworkStation => ({
    id: `own ${integer(random, 1, 99)}-${index}`,
    name: pick(random, ['Berlin', 'Troll', 'Svalbard', 'São Paulo', 'South Pole']),
    latitude: degrees(integer(random, -90, 90)),
    longitude: degrees(integer(random, -180, 180)),
    altitudeKm: integer(random, -4, 40) / 10,
    mask: degrees(integer(random, 0, 20)),
    active: chance(random, 0.8),
  });
  return [
    ...SPECIFIED_NETWORK.filter(() => chance(random, 0.6)),
    ...Array.from({ length: integer(random, 0, 5) }, anywhere),
  ];
}

/** Draws a telecommand; some are damaged, some scheduled. */
function drawTelecommand(random: Random, time: EpochMs): MissionInput {
  const profile = pick(random, LINK_PROFILES);
  if (chance(random, 0.3)) return chance(random, 0.5) ? { kind: 'packets' } : { kind: 'packets', profile };
  if (chance(random, 0.3)) return { kind: 'link', profile };
  const values = {
    sid: integer(random, 1, 6),
    interval: 5 * integer(random, 1, 20),
    eventId: integer(random, 1, 6),
    releaseSeconds: Math.floor(time / 1000) + integer(random, 1, 300),
    releaseFraction: integer(random, 0, 3) / 4,
    activitySource: 0,
    activityApid: 100,
    activitySequenceCount: integer(random, 0, 9),
    timeOffset: 1000,
    dumpFrom: 0,
    dumpTo: 0xffff_ffff,
    deleteTo: Math.floor(time / 1000),
  };
  const type = pick(random, TELECOMMANDS);
  const carried = type.carriesTelecommand
    ? encodeTelecommand(pick(random, TELECOMMANDS), values, integer(random, 0, 9))
    : undefined;
  const packet = encodeTelecommand(type, values, integer(random, 0, 0x3fff), integer(random, 0, 15), carried);
  if (chance(random, 0.2)) packet[integer(random, 0, packet.length - 1)] = integer(random, 0, 255);
  return { kind: 'telecommand', bytes: toHex(packet) };
}

function drawJump(random: Random, time: EpochMs): MissionInput {
  if (chance(random, 0.4)) return { kind: 'jump', to: addMs(time, -integer(random, 2001, MS_PER_H)) };
  const longest = chance(random, 0.1) ? 4 * MS_PER_DAY : 2 * MS_PER_H;
  return { kind: 'jump', to: addMs(time, integer(random, 1, longest)) };
}

function drawInput(random: Random, ids: Ids, time: EpochMs, isWithoutJumps: boolean): MissionInput {
  const draw = random.next() * (isWithoutJumps ? 0.98 : 1);
  if (draw < 0.58) return drawOperation(random, ids, time);
  if (draw < 0.8) {
    ids.anomalies += 1;
    const course = pick(random, [...FAULT_COURSES, undefined]);
    return { kind: 'fault', inject: pick(random, FAULT_NAMES), ...(course && { course }) };
  }
  if (draw < 0.84) return { kind: 'fault', clear: pick(random, FAULT_NAMES) };
  if (draw < 0.86) {
    return chance(random, 0.2) ? { kind: 'network' } : { kind: 'network', stations: drawNetwork(random) };
  }
  if (draw < 0.95) {
    const text = `Note ${integer(random, 1, 1000)} · größer`;
    return { kind: 'note', subject: pick(random, LOG_KINDS), level: pick(random, LOG_LEVELS), text };
  }
  if (draw < 0.98) return chance(random, 0.3) ? { kind: 'iss-orbit' } : drawElements(random);
  return drawJump(random, time);
}

/** Returns the operation that undoes a cancellation. */
function restoringOf(input: MissionInput | undefined): MissionInput | undefined {
  if (input?.kind !== 'operation') return undefined;
  if (input.name === 'cancelCommand') return { ...input, name: 'restoreCommand' };
  return input.name === 'cancelEvent' ? { ...input, name: 'restoreEvent' } : undefined;
}

/** Draws a random recording, which depends only on the options in every engine. */
export function drawRecording(options: RecordingOptions): Recording {
  const { seed, simulatedMs, everyMs, isWithoutJumps = false, isOnTheWire = false, first = [] } = options;
  const random = createRandom(seed);
  const startTime = epochMs(FIRST_START + Math.floor(random.next() * START_SPAN_MS));
  const header = { seed: integer(random, -1e15, 1e15), startTime, profile: pick(random, MISSION_PROFILES) };
  const ids: Ids = { commands: 7, events: 7, anomalies: 2 };
  const entries: JournalEntry[] = [];
  let time = startTime;
  let leftMs = simulatedMs;
  const add = (afterMs: number, draw: () => MissionInput): void => {
    time = addMs(time, afterMs);
    leftMs -= afterMs;
    const input = draw();
    entries.push({ time, origin: pick(random, ORIGINS), sequence: entries.length + 1, input });
    if (input.kind === 'jump') time = input.to;
  };
  for (const { afterMs, input } of first) add(afterMs, () => input);
  for (;;) {
    // Some inputs coincide, some fall on a grid of the mission.
    const drawn = chance(random, 0.1) ? 0 : Math.floor(random.next() * 2 * everyMs);
    const waitMs = chance(random, 0.1) ? Math.max(0, drawn - ((time + drawn) % 5000)) : drawn;
    if (waitMs > leftMs) break;
    add(waitMs, () =>
      isOnTheWire && chance(random, 0.2)
        ? drawTelecommand(random, time)
        : drawInput(random, ids, time, isWithoutJumps),
    );
    const restoring = restoringOf(entries.at(-1)?.input);
    if (restoring && leftMs > UNDO_MS) add(integer(random, 0, UNDO_MS), () => restoring);
  }
  return { name: `recording ${seed}`, header, entries, until: addMs(time, leftMs) };
}

/** Draws a recording with an orbit change of the ISS. */
const withOrbitChange = (seed: number): Recording => {
  const input = drawElements(createRandom(seed));
  return {
    ...drawRecording({ ...SHORT, seed, first: [{ afterMs: 100_700, input }] }),
    name: 'an orbit change',
  };
};

/** Draws a recording with a jump of three days. */
function withLongJump(seed: number): Recording {
  const { header } = drawRecording({ ...SHORT, seed });
  const jump: MissionInput = { kind: 'jump', to: addMs(header.startTime, 3 * MS_PER_DAY + 90_001) };
  return {
    ...drawRecording({ ...SHORT, seed, first: [{ afterMs: 90_001, input: jump }] }),
    name: 'a long jump',
  };
}

const SHORT = { simulatedMs: 8 * MS_PER_MIN, everyMs: 18_000 } as const;

/** Draws recordings to compare engines with: most of 8 minutes, one of 40. */
export const drawRecordings = (count: number): readonly Recording[] => [
  withOrbitChange(1001),
  withLongJump(1002),
  ...Array.from({ length: count - 2 }, (_, index) =>
    drawRecording({
      ...SHORT,
      seed: index + 1,
      isOnTheWire: index % 3 === 0,
      ...(index === 0 && { simulatedMs: 40 * MS_PER_MIN }),
    }),
  ),
];

/** Replays a recording, with a callback at each whole minute of mission time. */
export function simulate(
  { header, entries, until }: Recording,
  onMinute: (mission: Mission) => void = () => {},
): Mission {
  const mission = createMission(header);
  const liveTo = (to: EpochMs): void => {
    for (;;) {
      const minute = epochMs((Math.floor(mission.time() / MS_PER_MIN) + 1) * MS_PER_MIN);
      if (minute > to) break;
      mission.advanceTo(minute);
      onMinute(mission);
    }
    mission.advanceTo(to);
  };
  for (const { time, input, origin } of entries) {
    liveTo(time);
    mission.apply(input, origin);
  }
  liveTo(until);
  return mission;
}

/** Returns the hash at each minute of a recording, and at its end. */
export function hashesOf(recording: Recording): readonly string[] {
  const hashes: string[] = [];
  const mission = simulate(recording, (lived) => hashes.push(lived.hash()));
  return [...hashes, mission.hash()];
}
