import { MISSION_AGE_AT_LOAD_MS } from '../shared/limits.ts';
import type { Snapshot } from '../shared/mission-control.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import type { RestoredMission } from './checkpoint.ts';
import { type ContactsState, completeContacts, followContacts } from './contacts.ts';
import { followFlight } from './ephemerides.ts';
import type { Flight } from './flight.ts';
import { formatDuration, type Step } from './notices.ts';
import { generatePositions } from './positions.ts';
import type { Random } from './random.ts';
import {
  anchorSchedule,
  completeStep,
  type DueStep,
  lastStep,
  nextStep,
  type Schedule,
  skipTo,
} from './schedule.ts';
import { openSlices, reviseSlices } from './slices.ts';
import { INITIAL_SPACECRAFT } from './spacecraft/model.ts';
import {
  COAST_LIMIT_MS,
  coast,
  type EnvironmentAt,
  recordSample,
  rewindTelemetry,
  type TelemetryState,
} from './telemetry.ts';

/** A jump up to this long is lived through step by step: at most 600 clock and 120 telemetry steps. */
export const EXACT_JUMP_MS = 10 * MS_PER_MIN;
/** The end of a longer jump that is lived step by step, so that histories are full and at their own cadence. */
export const EXACT_TAIL_MS = 2 * MS_PER_MIN;
/** A clock that is set back by up to this is waited for; by more, mission time follows it. */
export const PATIENCE_MS = 2 * MS_PER_S;

/** What the mission's rules draw on beside its state. */
export interface World {
  readonly flight: Flight;
  /** The environment of ORBITA-1. */
  readonly environmentAt: EnvironmentAt;
  readonly random: Random;
}

/** Everything that a mission holds beside its random source and its listeners. */
export interface MissionState {
  readonly time: EpochMs;
  readonly schedule: Schedule;
  readonly telemetry: TelemetryState;
  readonly contacts: ContactsState;
  readonly slices: Snapshot;
}

/** A new mission. It has been flown for a day when it is first seen, so that the spacecraft is in its rhythm. */
export function beginMission(now: EpochMs, world: World): MissionState {
  const dayBefore = addMs(now, -COAST_LIMIT_MS);
  // On a whole second, so that elapsed time and UTC change together.
  const startTime = epochMs(Math.floor((now - MISSION_AGE_AT_LOAD_MS) / MS_PER_S) * MS_PER_S);
  const contacts = completeContacts(world.flight, now);
  return fly(
    {
      time: dayBefore,
      schedule: anchorSchedule(now, dayBefore),
      telemetry: { spacecraft: INITIAL_SPACECRAFT, time: dayBefore, history: [] },
      contacts,
      slices: openSlices({
        clock: { startTime, time: dayBefore },
        telemetry: [],
        ...trackFlight(undefined, world.flight, now),
        contacts: contacts.plan,
      }),
    },
    now,
    world,
  );
}

/** The mission of a checkpoint, exactly where it stopped. */
export function restoreMission(restored: RestoredMission, { flight, random }: World): MissionState {
  const { time, schedule, spacecraft, spacecraftTime, startTime, clockTime, history, revisions } = restored;
  random.restore(restored.random);
  const contacts = completeContacts(flight, time);
  const values = {
    clock: { startTime, time: clockTime },
    telemetry: history,
    ...trackFlight(undefined, flight, lastStep(schedule, 'positions')),
    contacts: contacts.plan,
  };
  return {
    time,
    schedule,
    telemetry: { spacecraft, time: spacecraftTime, history },
    contacts,
    slices: openSlices(values, revisions),
  };
}

/** The mission at an instant, after everything that was due until then. See `Mission.advanceTo`. */
export function advance(state: MissionState, to: EpochMs, world: World): Step<MissionState> {
  const jumpMs = to - state.time;
  if (!Number.isFinite(jumpMs)) throw new RangeError(`Mission time cannot advance to ${to}.`);
  if (jumpMs < -PATIENCE_MS) {
    const text = `The clock was set back by ${formatDuration(-jumpMs)}; mission time follows it.`;
    return { state: rewind(state, to, world), notices: [{ level: 'warning', text }] };
  }
  if (jumpMs <= 0) return { state, notices: [] };
  if (jumpMs <= EXACT_JUMP_MS) return { state: fly(state, to, world), notices: [] };
  const text = `Mission time stood still for ${formatDuration(jumpMs)} and has caught up.`;
  return { state: fly(state, to, world), notices: [{ level: 'info', text }] };
}

/** Where the satellites are: their windows, and the samples from an instant on. */
const trackFlight = (held: Snapshot | undefined, flight: Flight, time: EpochMs) => ({
  ephemerides: followFlight(held?.ephemerides.value, flight, time),
  positions: generatePositions(flight, time),
});

function fly(from: MissionState, to: EpochMs, world: World): MissionState {
  let state = to - from.time > EXACT_JUMP_MS ? coastTo(from, addMs(to, -EXACT_TAIL_MS), world) : from;
  for (let due = nextStep(state.schedule); due.time <= to; due = nextStep(state.schedule)) {
    state = runStep(state, due, world);
  }
  return { ...lookAhead(from, state, world), time: to };
}

const coastTo = (state: MissionState, to: EpochMs, { environmentAt, random }: World): MissionState => ({
  ...state,
  telemetry: coast(state.telemetry, to, environmentAt, random),
  schedule: skipTo(state.schedule, to),
});

function runStep(state: MissionState, { cadence, time }: DueStep, world: World): MissionState {
  const { slices } = state;
  const next = { ...state, time, schedule: completeStep(state.schedule, cadence) };
  switch (cadence) {
    case 'clock':
      return { ...next, slices: reviseSlices(slices, { clock: { ...slices.clock.value, time } }) };
    case 'telemetry': {
      const telemetry = recordSample(state.telemetry, time, world.environmentAt, world.random);
      return { ...next, telemetry, slices: reviseSlices(slices, { telemetry: telemetry.history }) };
    }
    case 'positions':
    case 'contacts':
      return next; // they follow from the time alone: only the last step of a jump counts
  }
}

/** Takes up the last step of what follows from the time alone, where one has come since `before`. */
function lookAhead(before: MissionState, state: MissionState, { flight }: World): MissionState {
  let { contacts, slices } = state;
  if (state.schedule.contacts !== before.schedule.contacts) {
    contacts = followContacts(contacts, flight, lastStep(state.schedule, 'contacts'));
    slices = reviseSlices(slices, { contacts: contacts.plan });
  }
  if (state.schedule.positions !== before.schedule.positions) {
    slices = reviseSlices(slices, trackFlight(slices, flight, lastStep(state.schedule, 'positions')));
  }
  return { ...state, contacts, slices };
}

function rewind(state: MissionState, to: EpochMs, { flight }: World): MissionState {
  const telemetry = rewindTelemetry(state.telemetry, to);
  const { clock } = state.slices;
  const contacts = completeContacts(flight, to);
  return {
    time: to,
    schedule: anchorSchedule(to, to),
    telemetry,
    contacts,
    slices: reviseSlices(state.slices, {
      clock: { ...clock.value, time: to },
      telemetry: telemetry.history,
      ...trackFlight(state.slices, flight, to),
      contacts: contacts.plan,
    }),
  };
}
