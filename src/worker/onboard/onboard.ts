import { COMMAND_NAMES, type CommandName } from '../../shared/entities/entities.ts';
import { type EpochMs, epochMs, MS_PER_S } from '../../shared/kit/units.ts';
import type { LinkProfile } from '../../shared/packets/link.ts';
import {
  ALIVE_REPORT,
  type FailureCode,
  HOUSEKEEPING_REPORT,
  RELEASE_MISSED,
  STORE_FULL,
  STRUCTURE_NAMES,
  STRUCTURES,
  type Structure,
  type StructureName,
  TELEMETRY_ON,
  TIME_JUMP,
} from '../../shared/packets/table.ts';
import { readTelecommand } from '../../shared/packets/telecommand.ts';
import { startCommand } from '../spacecraft/activities.ts';
import type { SpacecraftState } from '../spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../spacecraft/propagate.ts';
import { packetOf } from './catalogue.ts';
import { reportCondition, reportFdir, sendEvent } from './events.ts';
import { createOutput, type Output } from './output.ts';
import { type Craft, readStructure } from './readings.ts';
import { type Accepted, performOnSchedule, scheduleRefusal, takeDue } from './schedule.ts';
import { beginOnboard, type Housekeeping, type OnboardState } from './state.ts';
import { deleteUntil, endOfSecond, stepDump, storePackets } from './store.ts';
import { reportFailure, reportRefusal, reportStage } from './verification.ts';

/**
 * The software on board: PUS services 1 (verification), 3 (housekeeping), 5 (events), 8 (functions), 11 (schedule), 15 (packet
 * store) and 17 (test). Its
 * packets follow from the spacecraft before and after a step, and from received telecommands.
 */

/** The software after a step or a telecommand, and the packets that it has generated, in their order. */
export interface OnboardStep {
  readonly onboard: OnboardState;
  readonly packets: readonly Uint8Array[];
}

/** True if the link carries packets and telecommands. */
export function hasLink({ link }: OnboardState, spacecraft: SpacecraftState): boolean {
  switch (link.profile) {
    case 'open':
      return true;
    case 'network':
      return spacecraft.antenna !== 'none';
    case 'stations':
      return spacecraft.antenna !== 'none' && spacecraft.station !== undefined;
  }
}

/** Ends what happens at an instant: its packets are sent over the link, or else stored. */
function close(onboard: OnboardState, output: Output, spacecraft: SpacecraftState): OnboardStep {
  if (hasLink(onboard, spacecraft)) {
    return { onboard: { ...onboard, counters: output.counters() }, packets: output.packets };
  }
  const stored = storePackets(onboard.store, output.packets, output.time);
  if (!stored.isFull || onboard.store.isFull) {
    return { onboard: { ...onboard, store: stored, counters: output.counters() }, packets: [] };
  }
  // The event has a place of its own, so that the ground learns why packets are missing.
  const generated = output.packets.length;
  sendEvent(output, onboard, STORE_FULL, spacecraft);
  const store = storePackets(stored, output.packets.slice(generated), output.time, Number.POSITIVE_INFINITY);
  return { onboard: { ...onboard, store, counters: output.counters() }, packets: [] };
}

const ALIVE = packetOf(...ALIVE_REPORT);

function sendStructure(output: Output, name: StructureName, craft: Craft, onboard: OnboardState): void {
  const { sid } = STRUCTURES[name];
  const values = readStructure(name, craft, output.time, output.counters(), onboard);
  if (values) output.send(packetOf(...HOUSEKEEPING_REPORT, sid), { sid, ...values });
}

/** Begins packet telemetry, or begins it again after a gap: an event, and each structure once. */
export function beginTelemetry(held: OnboardState | undefined, craft: Craft, time: EpochMs): OnboardStep {
  const onboard = held ?? beginOnboard(craft.spacecraft);
  const output = createOutput(onboard.counters, time);
  sendEvent(output, onboard, TELEMETRY_ON, craft.spacecraft);
  for (const name of STRUCTURE_NAMES) sendStructure(output, name, craft, onboard);
  return close(onboard, output, craft.spacecraft);
}

/** True while telemetry is reduced to what the low-gain antenna carries. */
const isReduced = ({ antenna, mode }: SpacecraftState): boolean => antenna !== 'high' || mode === 'SURVIVAL';

/** True if a structure is due: intervals lie on a UTC grid, like everything periodic. */
function isDue(
  { reducedIntervalS }: Structure,
  { isOn, intervalS }: Housekeeping,
  spacecraft: SpacecraftState,
  time: EpochMs,
): boolean {
  if (!isOn) return false;
  if (!isReduced(spacecraft)) return time % (intervalS * MS_PER_S) === 0;
  if (reducedIntervalS === undefined) return false;
  return time % (Math.max(intervalS, reducedIntervalS) * MS_PER_S) === 0;
}

/** Functions whose purpose SURVIVAL ends: it switches off the transmitter. */
const CUT_BY_SURVIVAL: readonly CommandName[] = ['Data Downlink'];

/** Reports the functions that have ended, and returns the software with the others. */
function closeRequests(output: Output, onboard: OnboardState, spacecraft: SpacecraftState): OnboardState {
  const requests = onboard.requests.filter((open) => {
    const isActive = spacecraft.activities.some(({ commandId }) => commandId === open.commandId);
    if (spacecraft.mode === 'SURVIVAL' && CUT_BY_SURVIVAL.includes(open.name)) {
      output.count('failed');
      reportFailure(output, open.request, 'cutBySurvival');
      return false;
    }
    if (isActive) return true;
    if (open.endTime > output.time) {
      output.count('failed');
      reportFailure(output, open.request, 'superseded');
      return false;
    }
    output.count('completed');
    reportStage(output, open, 'completion');
    return false;
  });
  return requests.length === onboard.requests.length ? onboard : { ...onboard, requests };
}

/** Generates the packets of a step of the spacecraft. */
export function stepOnboard(
  held: OnboardState,
  before: PropagatedSpacecraft,
  after: PropagatedSpacecraft,
  craft: Omit<Craft, 'spacecraft'>,
): OnboardStep {
  const { spacecraft, time } = after;
  const output = createOutput(held.counters, time);
  reportFdir(output, held, before, after);
  const reported = reportCondition(output, held, spacecraft);
  const onboard = closeRequests(output, reported, spacecraft);
  for (const name of STRUCTURE_NAMES) {
    if (isDue(STRUCTURES[name], onboard.housekeeping[name], spacecraft, time)) {
      sendStructure(output, name, { ...craft, spacecraft }, onboard);
    }
  }
  return dumpFor(onboard, output, spacecraft, (time - before.time) / MS_PER_S);
}

/** Ends a step: over a link, a dump goes on after what the step has generated. */
function dumpFor(
  held: OnboardState,
  output: Output,
  spacecraft: SpacecraftState,
  seconds: number,
): OnboardStep {
  if (!held.store.dump || !hasLink(held, spacecraft)) return close(held, output, spacecraft);
  const { store, packets, ended } = stepDump(
    held.store,
    spacecraft,
    held.link.profile,
    Math.min(seconds, LONGEST_DUMP_STEP_S),
  );
  if (ended) reportStage(output, ended, 'completion');
  const { onboard, packets: own } = close({ ...held, store }, output, spacecraft);
  return { onboard, packets: [...packets, ...own] };
}

/** Changes how the link works. */
export const withLink = (onboard: OnboardState, profile: LinkProfile): OnboardState => ({
  ...onboard,
  link: { ...onboard.link, profile },
});

/** Reports a jump of mission time. */
export function reportJump(onboard: OnboardState, spacecraft: SpacecraftState, time: EpochMs): OnboardStep {
  const output = createOutput(onboard.counters, time);
  sendEvent(output, onboard, TIME_JUMP, spacecraft);
  return close(onboard, output, spacecraft);
}

/** A longer step has jumped over time without a link. */
const LONGEST_DUMP_STEP_S = 60;

/** Returns why the software refuses a telecommand that is well formed; `undefined` if it does not. */
function refusalOf(held: OnboardState, read: Accepted, time: EpochMs): FailureCode | undefined {
  const { action } = read.type;
  if (held.store.dump && (action === 'dumpStore' || action === 'deleteStored')) return 'dumpInProgress';
  return scheduleRefusal(held, read, time);
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
  const read = readTelecommand(octets);
  if (read.kind === 'discarded') {
    output.count('discarded');
    return { ...close(held, output, spacecraft), spacecraft };
  }
  output.count('lastSequenceCount', read.sequenceCount);
  const code = read.kind === 'refused' ? read.code : refusalOf(held, read, time);
  if (read.kind === 'refused' || code !== undefined) {
    output.count('refused');
    reportRefusal(output, read.request, code ?? 'illegalData');
    return { ...close(held, output, spacecraft), spacecraft };
  }
  output.count('accepted');
  reportStage(output, read, 'acceptance');
  if (read.type.action === 'function') return startFunction(held, read, craft, output);
  reportStage(output, read, 'start');
  const onboard = perform(held, read, craft, output);
  // A dump completes when its last packet is sent.
  if (read.type.action !== 'dumpStore') reportStage(output, read, 'completion');
  return { ...close(onboard, output, spacecraft), spacecraft };
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
  const endTime = spacecraft.activities.find((activity) => activity.commandId === commandId)?.endTime ?? time;
  reportStage(output, read, 'start');
  const { request, ackFlags } = read;
  const requests = [
    ...held.requests.filter((other) => other.name !== name),
    { request, ackFlags, name, commandId, endTime },
  ];
  const onboard = reportCondition(output, { ...held, requests }, spacecraft);
  return { ...close(onboard, output, spacecraft), spacecraft, started: name };
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
  return { ...close(onboard, output, craft.spacecraft), spacecraft: craft.spacecraft };
}

/** Performs a telecommand that completes at once. */
function perform(held: OnboardState, read: Accepted, craft: Craft, output: Output): OnboardState {
  const { type, values } = read;
  const schedule = performOnSchedule(held.schedule, read, output);
  if (schedule) return schedule === held.schedule ? held : { ...held, schedule };
  const structure = STRUCTURE_NAMES.find((name) => STRUCTURES[name].sid === values.sid);
  const withHousekeeping = (change: Partial<Housekeeping>): OnboardState => {
    if (!structure) return held;
    const housekeeping = {
      ...held.housekeeping,
      [structure]: { ...held.housekeeping[structure], ...change },
    };
    return { ...held, housekeeping };
  };
  const others = held.disabledEvents.filter((id) => id !== values.eventId);
  switch (type.action) {
    case 'ping':
      output.send(ALIVE, {});
      return held;
    case 'requestHousekeeping':
      if (structure) sendStructure(output, structure, craft, held);
      return held;
    case 'enableHousekeeping':
      return withHousekeeping({ isOn: true });
    case 'disableHousekeeping':
      return withHousekeeping({ isOn: false });
    case 'setInterval':
      return withHousekeeping({ intervalS: values.interval ?? 0 });
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
