import { COMMAND_NAMES, type CommandName } from '../../shared/entities/entities.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../shared/kit/units.ts';
import { RELEASE_MISSED } from '../../shared/packets/events.ts';
import {
  ALIVE_REPORT,
  type FailureCode,
  STRUCTURE_NAMES,
  STRUCTURES,
  type StructureName,
} from '../../shared/packets/table.ts';
import { type ReadTelecommand, readTelecommand } from '../../shared/packets/telecommand.ts';
import { startCommand } from '../spacecraft/activities.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import { packetOf } from './catalogue.ts';
import { reportCondition, sendEvent } from './events.ts';
import { createOutput, type Output } from './output.ts';
import type { Craft } from './readings.ts';
import { type Accepted, performOnSchedule, scheduleRefusal, takeDue } from './schedule.ts';
import { hasLink, type OnboardStep, sendOrStore, sendStructure } from './sending.ts';
import type { Housekeeping, OnboardState } from './state.ts';
import { deleteUntil, endOfSecond } from './store.ts';
import { reportFailure, reportRefusal, reportStage } from './verification.ts';

/** What the software does with received telecommands, and with those that it has kept until now. */

const ALIVE = packetOf(...ALIVE_REPORT);

/** Returns why the software refuses a telecommand that is well formed; `undefined` if it does not. */
function refusalOf(held: OnboardState, read: Accepted, time: EpochMs): FailureCode | undefined {
  const { action } = read.type;
  if (held.store.dump && (action === 'dumpStore' || action === 'deleteStored')) return 'dumpInProgress';
  return scheduleRefusal(held, read, time);
}

/** Returns a telecommand as the software takes it: one that it cannot obey now is refused. */
function checked(held: OnboardState, read: ReadTelecommand, time: EpochMs): ReadTelecommand {
  const code = read.kind === 'accepted' ? refusalOf(held, read, time) : undefined;
  if (read.kind !== 'accepted' || code === undefined) return read;
  return { kind: 'refused', request: read.request, sequenceCount: read.sequenceCount, code };
}

/** The software and the spacecraft after a telecommand. */
export interface Received extends OnboardStep {
  readonly spacecraft: SpacecraftState;
  /** Name of the function that it has started. */
  readonly started?: CommandName;
}

/** Receives octets that the ground has sent; without a link they are lost, and counted on the ground. */
export function receiveTelecommand(
  held: OnboardState,
  octets: Uint8Array,
  craft: Craft,
  time: EpochMs,
): Received {
  const { spacecraft } = craft;
  if (hasLink(held, spacecraft)) return obey(held, octets, craft, time);
  const lostTelecommands = held.link.lostTelecommands + 1;
  return { onboard: { ...held, link: { ...held.link, lostTelecommands } }, packets: [], spacecraft };
}

/** Obeys octets on board: whatever they are, they are counted. */
function obey(held: OnboardState, octets: Uint8Array, craft: Craft, time: EpochMs): Received {
  const { spacecraft } = craft;
  const output = createOutput(held.counters, time);
  const read = checked(held, readTelecommand(octets), time);
  if (read.kind === 'discarded') {
    output.count('discarded');
    return { ...sendOrStore(held, output, spacecraft), spacecraft };
  }
  output.count('lastSequenceCount', read.sequenceCount);
  if (read.kind === 'refused') {
    output.count('refused');
    reportRefusal(output, read.request, read.code);
    return { ...sendOrStore(held, output, spacecraft), spacecraft };
  }
  output.count('accepted');
  reportStage(output, read, 'acceptance');
  if (read.type.action === 'function') return startFunction(held, read, craft, output);
  reportStage(output, read, 'start');
  const onboard = perform(held, read, craft, output);
  // A dump completes when its last packet is sent.
  if (read.type.action !== 'dumpStore') reportStage(output, read, 'completion');
  return { ...sendOrStore(onboard, output, spacecraft), spacecraft };
}

/** Starts a function; its completion is reported when its activity ends. */
function startFunction(held: OnboardState, read: Accepted, craft: Craft, output: Output): Received {
  const { time } = output;
  const name = COMMAND_NAMES[(read.values.functionId ?? 0) - 1] as CommandName;
  for (const open of held.requests.filter((other) => other.name === name)) {
    output.count('failed');
    reportFailure(output, open.request, 'superseded');
  }
  output.count('started');
  const commandId = `tc-${output.counters().started}`;
  const spacecraft = startCommand(craft.spacecraft, { commandId, name, time });
  reportStage(output, read, 'start');
  const { request, ackFlags } = read;
  const requests = [
    ...held.requests.filter((other) => other.name !== name),
    { request, ackFlags, name, commandId },
  ];
  const onboard = reportCondition(output, { ...held, requests }, spacecraft);
  return { ...sendOrStore(onboard, output, spacecraft), spacecraft, started: name };
}

/** A scheduled telecommand that could not be released so long ago is dropped: time has jumped over it. */
const LONGEST_DELAY_MS = 10 * MS_PER_S;

/** Releases the next scheduled telecommand that is due; returns `undefined` if none is. */
export function releaseDue(held: OnboardState, craft: Craft, time: EpochMs): Received | undefined {
  const taken = takeDue(held, time);
  if (!taken) return undefined;
  const { onboard, due, octets } = taken;
  if (onboard.schedule.isOn && time - due.releaseTime <= LONGEST_DELAY_MS) {
    return obey(onboard, octets, craft, time);
  }
  const output = createOutput(onboard.counters, time);
  sendEvent(output, onboard, RELEASE_MISSED, craft.spacecraft);
  return { ...sendOrStore(onboard, output, craft.spacecraft), spacecraft: craft.spacecraft };
}

/** Returns the structure that a telecommand names by its SID. */
function structureOf({ values }: Accepted): StructureName {
  const structure = STRUCTURE_NAMES.find((name) => STRUCTURES[name].sid === values.sid);
  if (!structure) throw new Error(`There is no structure ${values.sid}.`);
  return structure;
}

/** Changes the periodic report of the structure that a telecommand names. */
function withHousekeeping(held: OnboardState, read: Accepted, change: Partial<Housekeeping>): OnboardState {
  const structure = structureOf(read);
  const housekeeping = { ...held.housekeeping, [structure]: { ...held.housekeeping[structure], ...change } };
  return { ...held, housekeeping };
}

/** Performs a telecommand that completes at once. */
function perform(held: OnboardState, read: Accepted, craft: Craft, output: Output): OnboardState {
  const { type, values } = read;
  const schedule = performOnSchedule(held.schedule, read, output);
  if (schedule) return schedule === held.schedule ? held : { ...held, schedule };
  const others = held.disabledEvents.filter((id) => id !== values.eventId);
  switch (type.action) {
    case 'ping':
      output.send(ALIVE, {});
      return held;
    case 'requestHousekeeping':
      sendStructure(output, structureOf(read), craft, held);
      return held;
    case 'enableHousekeeping':
      return withHousekeeping(held, read, { isOn: true });
    case 'disableHousekeeping':
      return withHousekeeping(held, read, { isOn: false });
    case 'setHousekeepingInterval':
      return withHousekeeping(held, read, { intervalS: values.interval ?? 0 });
    case 'enableEvent':
      return { ...held, disabledEvents: others };
    case 'disableEvent':
      return { ...held, disabledEvents: [...others, values.eventId ?? 0] };
    case 'dumpStore': {
      const { request, ackFlags } = read;
      const from = epochMs((values.dumpFrom ?? 0) * MS_PER_S);
      const to = endOfSecond(values.dumpTo ?? 0);
      return {
        ...held,
        store: { ...held.store, dump: { from, to, passed: 0, credit: 0, request, ackFlags } },
      };
    }
    case 'deleteStored':
      return { ...held, store: deleteUntil(held.store, endOfSecond(values.deleteTo ?? 0)) };
    default:
      throw new Error(`${type.name} is performed elsewhere.`);
  }
}
