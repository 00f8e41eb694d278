import { ORBITAL_ELEMENTS } from '../shared/elements.ts';
import { MISSION_AGE_AT_LOAD_MS } from '../shared/limits.ts';
import type { MissionSlices, Snapshot } from '../shared/mission-control.ts';
import type { Operations, RequestId } from '../shared/operations.ts';
import { createPropagator } from '../shared/orbit/propagator.ts';
import { addMs, type EpochMs, epochMs, MS_PER_MIN, MS_PER_S } from '../shared/units.ts';
import { drawAnomaly } from './anomalies.ts';
import type { Answer } from './answers.ts';
import type { RestoredMission } from './checkpoint.ts';
import {
  type ConsoleState,
  consoleSlices,
  type OperationName,
  type OperationValue,
  operate,
  seedConsole,
} from './console.ts';
import { type ContactsState, completeContacts, followContacts } from './contacts.ts';
import { enterOrbit, followFlight, settling } from './ephemerides.ts';
import { appendLog, limitEvents } from './event-log.ts';
import type { Flight } from './flight.ts';
import { type Happening, tellAnomaly, tellConnection, tellOperation, tellOrbit } from './happenings.ts';
import { formatDuration, type NoticeDraft, type Step } from './notices.ts';
import { measurePerformance } from './performance.ts';
import { generatePositions } from './positions.ts';
import type { Random } from './random.ts';
import type { RoundAnswers } from './real-data/answers.ts';
import { NO_REAL_DATA, type RealDataState, takeRound, waitForNetwork } from './real-data/real-data.ts';
import {
  BUILT_IN_ORBIT,
  isSameProvenance,
  provenanceOf,
  type StationOrbit,
} from './real-data/station-orbit.ts';
import {
  anchorSchedule,
  completeStep,
  type DueStep,
  lastStep,
  nextStep,
  type Schedule,
  skipTo,
} from './schedule.ts';
import { type SettledLevels, settleLevels } from './settled-level.ts';
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
  /** The orbits that the product brings. */
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
  /** Of the newest sample; `undefined` while there is none. */
  readonly levels: SettledLevels | undefined;
  /** The orbits as they are known now: the station's follows from its measurements. */
  readonly flight: Flight;
  readonly stationOrbit: StationOrbit;
  readonly contacts: ContactsState;
  readonly console: ConsoleState;
  readonly slices: Snapshot;
}

/** A new mission. It has been flown for a day when it is first seen, so that the spacecraft is in its rhythm. */
export function beginMission(now: EpochMs, world: World): MissionState {
  const dayBefore = addMs(now, -COAST_LIMIT_MS);
  // On a whole second, so that elapsed time and UTC change together.
  const startTime = epochMs(Math.floor((now - MISSION_AGE_AT_LOAD_MS) / MS_PER_S) * MS_PER_S);
  const contacts = completeContacts(world.flight, now);
  const console = seedConsole(now);
  const flown = fly(
    {
      time: dayBefore,
      schedule: anchorSchedule(now, dayBefore),
      // What it brought down in the days before is estimated from the one that is flown.
      telemetry: { spacecraft: INITIAL_SPACECRAFT, time: startTime, history: [] },
      levels: undefined,
      flight: world.flight,
      stationOrbit: BUILT_IN_ORBIT,
      contacts,
      console,
      slices: openSlices({
        clock: { startTime, time: dayBefore },
        telemetry: [],
        ...consoleSlices(console),
        performance: measurePerformance(
          { startTime, commands: [], telemetry: [], anomalies: [], spacecraft: INITIAL_SPACECRAFT },
          dayBefore,
        ),
        ...trackFlight(undefined, world.flight, now),
        contacts: contacts.plan,
        realData: NO_REAL_DATA,
        provenance: originsAt(BUILT_IN_ORBIT, now),
        log: [],
      }),
    },
    now,
    world,
  ).state;
  // What was drawn before anybody looked gives way to the sample data.
  const log = flown.slices.log.value.filter(({ kind }) => kind !== 'Anomaly');
  const slices = reviseSlices(flown.slices, { ...consoleSlices(console), log });
  const begun: Happening = { time: now, kind: 'Mission', level: 'info', text: 'The simulation begins' };
  return measure(tell({ ...flown, slices, console }, [begun]), now);
}

/** The mission of a checkpoint, exactly where it stopped. */
export function restoreMission(restored: RestoredMission, world: World): MissionState {
  const { time, schedule, spacecraft, spacecraftTime, startTime, clockTime, history, revisions } = restored;
  const { stationOrbit, stationSettling, realData } = restored;
  world.random.restore(restored.random);
  const flight = flightOn(stationOrbit, world);
  const tracked = lastStep(schedule, 'positions');
  const contacts = completeContacts(flight, time);
  const values = {
    clock: { startTime, time: clockTime },
    telemetry: history,
    ephemerides: settling('iss', followFlight(undefined, flight, tracked), stationSettling),
    positions: generatePositions(flight, tracked),
    contacts: contacts.plan,
    realData,
    provenance: originsAt(stationOrbit, clockTime),
    ...consoleSlices(restored.console),
    performance: restored.performance,
    log: restored.log,
  };
  const newest = history.at(-1);
  return {
    time,
    schedule,
    telemetry: { spacecraft, time: spacecraftTime, history },
    levels: newest && settleLevels(undefined, newest),
    flight,
    stationOrbit,
    contacts,
    console: restored.console,
    slices: openSlices(values, revisions),
  };
}

/** The mission at an instant, after everything that was due until then. See `Mission.advanceTo`. */
export function advance(state: MissionState, to: EpochMs, world: World): Step<MissionState> {
  const jumpMs = to - state.time;
  if (!Number.isFinite(jumpMs)) throw new RangeError(`Mission time cannot advance to ${to}.`);
  if (jumpMs < -PATIENCE_MS) {
    const text = `The clock was set back by ${formatDuration(-jumpMs)}; mission time follows it.`;
    return remark(rewind(state, to, world), 'warning', text);
  }
  if (jumpMs <= 0) return { state, notices: [] };
  const flown = fly(state, to, world);
  if (jumpMs <= EXACT_JUMP_MS) return flown;
  const text = `Mission time stood still for ${formatDuration(jumpMs)} and has caught up.`;
  const remarked = remark(flown.state, 'info', text);
  return { ...remarked, notices: [...remarked.notices, ...flown.notices] };
}

/** The mission with entries added to its log. */
const tell = (state: MissionState, happenings: readonly Happening[]): MissionState => ({
  ...state,
  slices: reviseSlices(state.slices, { log: appendLog(state.slices.log.value, happenings, state.time) }),
});

/** Says something about the mission itself, in the log and as a notice. */
export const remark = (state: MissionState, level: 'info' | 'warning', text: string): Step<MissionState> => ({
  state: tell(state, [{ time: state.time, kind: 'Mission', level, text }]),
  notices: [{ level, text }],
});

/** Where the satellites are: their windows, and the samples from an instant on. */
const trackFlight = (held: Snapshot | undefined, flight: Flight, time: EpochMs) => ({
  ephemerides: followFlight(held?.ephemerides.value, flight, time),
  positions: generatePositions(flight, time),
});

/** A step, and what the log is to be told of it. */
interface LivedStep extends Step<MissionState> {
  readonly happenings: readonly Happening[];
}

function fly(from: MissionState, to: EpochMs, world: World): Step<MissionState> {
  let state = to - from.time > EXACT_JUMP_MS ? coastTo(from, addMs(to, -EXACT_TAIL_MS), world) : from;
  const notices: NoticeDraft[] = [];
  const happenings = [...tellOrbit(from.contacts.plan, from.time, to)];
  for (let due = nextStep(state.schedule); due.time <= to; due = nextStep(state.schedule)) {
    const step = runStep(state, due, world);
    state = step.state;
    notices.push(...step.notices);
    happenings.push(...step.happenings);
  }
  const flown = { ...lookAhead(from, state), time: to };
  return {
    state: tell(
      flown,
      happenings.sort((a, b) => a.time - b.time),
    ),
    notices,
  };
}

const coastTo = (state: MissionState, to: EpochMs, { environmentAt, random }: World): MissionState => ({
  ...state,
  telemetry: coast(state.telemetry, to, environmentAt, random),
  schedule: skipTo(state.schedule, to),
});

/** The epoch of ORBITA-1's elements. */
const ORBITA_EPOCH = epochMs(Date.parse(`${ORBITAL_ELEMENTS.orbita.EPOCH}Z`));

/** The flight with the station on its measured orbit. */
const flightOn = ({ elements, isFitted }: StationOrbit, { flight }: World): Flight =>
  isFitted ? { ...flight, iss: createPropagator(elements) } : flight;

/** Where the satellites' motions come from at an instant; the very record that is held while it stays so. */
function originsAt(
  orbit: StationOrbit,
  now: EpochMs,
  held?: MissionSlices['provenance'],
): MissionSlices['provenance'] {
  const iss = provenanceOf(orbit, now);
  if (held && isSameProvenance(held.iss, iss)) return held;
  return { iss, orbita: { kind: 'simulated', epoch: ORBITA_EPOCH } };
}

function runStep(state: MissionState, { cadence, time }: DueStep, world: World): LivedStep {
  const { slices } = state;
  const next = { ...state, time, schedule: completeStep(state.schedule, cadence) };
  switch (cadence) {
    case 'clock': {
      const provenance = originsAt(state.stationOrbit, time, slices.provenance.value);
      const clock = { ...slices.clock.value, time };
      const realData = slices.realData.value;
      return {
        state: { ...next, slices: reviseSlices(slices, { clock, provenance }) },
        notices: [],
        happenings: tellConnection(
          { realData, iss: slices.provenance.value.iss },
          { realData, iss: provenance.iss },
          time,
        ),
      };
    }
    case 'telemetry':
      return sampleTelemetry(next, time, world);
    case 'anomalies': {
      const { anomalies } = state.console;
      const drawn = drawAnomaly(anomalies, time, state.telemetry.history, world.random);
      const newest = drawn.state === anomalies ? undefined : drawn.state.anomalies[0];
      return {
        state: showConsole(next, { ...state.console, anomalies: drawn.state }),
        notices: drawn.notices,
        happenings: newest ? [tellAnomaly(newest)] : [],
      };
    }
    case 'performance':
      return silently(measure(next, time));
    case 'positions':
    case 'contacts':
      return silently(next); // they follow from the time alone: only the last step of a jump counts
  }
}

const silently = (state: MissionState): LivedStep => ({ state, notices: [], happenings: [] });

function sampleTelemetry(state: MissionState, time: EpochMs, world: World): LivedStep {
  const telemetry = recordSample(state.telemetry, time, world.environmentAt, world.random);
  const sample = telemetry.history.at(-1);
  if (telemetry === state.telemetry || !sample) return silently(state);
  const { levels, drafts } = limitEvents(state.levels, sample);
  return {
    state: {
      ...state,
      telemetry,
      levels,
      slices: reviseSlices(state.slices, { telemetry: telemetry.history }),
    },
    notices: [],
    happenings: drafts.map((draft) => ({ time, ...draft })),
  };
}

/** The mission with what its console now holds. */
const showConsole = (state: MissionState, console: ConsoleState): MissionState => ({
  ...state,
  console,
  slices: reviseSlices(state.slices, consoleSlices(console)),
});

/** The mission with its figures of performance measured at an instant. */
function measure(state: MissionState, time: EpochMs): MissionState {
  const { slices, telemetry, console } = state;
  const performance = measurePerformance(
    {
      startTime: slices.clock.value.startTime,
      commands: console.commands.commands,
      telemetry: telemetry.history,
      anomalies: console.anomalies.anomalies,
      spacecraft: telemetry.spacecraft,
    },
    time,
  );
  return { ...state, slices: reviseSlices(slices, { performance }) };
}

/** The mission after an operator's request at its own time. */
export function receiveRequest<Name extends OperationName>(
  state: MissionState,
  name: Name,
  input: Parameters<Operations[Name]>[0],
  request: RequestId | undefined,
): Answer<MissionState, OperationValue> {
  const answer = operate(state.console, name, input, request, state.time);
  if (answer.state === state.console || !answer.outcome.ok) return { ...answer, state };
  const happenings = tellOperation(name, answer.outcome.value, state.time);
  return { ...answer, state: tell(showConsole(state, answer.state), happenings) };
}

/** Takes up the last step of what follows from the time alone, where one has come since `before`. */
function lookAhead(before: MissionState, state: MissionState): MissionState {
  const { flight } = state;
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

/** A clock that was set back: measurements belong to the clock they were taken by, so they are forgotten too. */
function rewind(state: MissionState, to: EpochMs, { flight }: World): MissionState {
  const telemetry = rewindTelemetry(state.telemetry, to);
  const { clock } = state.slices;
  const contacts = completeContacts(flight, to);
  const rewound: MissionState = {
    time: to,
    schedule: anchorSchedule(to, to),
    telemetry,
    levels: state.levels,
    flight,
    stationOrbit: BUILT_IN_ORBIT,
    contacts,
    console: state.console,
    slices: reviseSlices(state.slices, {
      clock: { ...clock.value, time: to },
      telemetry: telemetry.history,
      ...trackFlight(undefined, flight, to),
      contacts: contacts.plan,
      realData: NO_REAL_DATA,
      provenance: originsAt(BUILT_IN_ORBIT, to),
    }),
  };
  return measure(rewound, to);
}

const realDataOf = ({ slices, stationOrbit }: MissionState): RealDataState => ({
  shown: slices.realData.value,
  orbit: stationOrbit,
});

/** The mission with what a round of calls has told, its satellites on the orbits that follow. */
function showRealData(before: MissionState, { shown, orbit }: RealDataState, world: World): MissionState {
  const { time } = before;
  const held = before.slices.provenance.value;
  const told = { realData: shown, provenance: originsAt(orbit, time, held) };
  const state = tell(
    before,
    tellConnection(
      { realData: before.slices.realData.value, iss: held.iss },
      { realData: shown, iss: told.provenance.iss },
      time,
    ),
  );
  const { slices } = state;
  if (orbit.elements === state.stationOrbit.elements) {
    return { ...state, stationOrbit: orbit, slices: reviseSlices(slices, told) };
  }
  const flight = flightOn(orbit, world);
  const contacts = completeContacts(flight, time);
  return {
    ...state,
    flight,
    stationOrbit: orbit,
    contacts,
    slices: reviseSlices(slices, {
      ...told,
      ephemerides: enterOrbit(slices.ephemerides.value, flight, 'iss', time),
      positions: generatePositions(flight, lastStep(state.schedule, 'positions')),
      contacts: contacts.plan,
    }),
  };
}

/** The mission after a round of the calls for real data; the next one is at `nextTry`. */
export const receiveRound = (
  state: MissionState,
  answers: RoundAnswers,
  nextTry: EpochMs,
  world: World,
): MissionState => showRealData(state, takeRound(realDataOf(state), answers, state.time, nextTry), world);

/** The mission when a round was due and the computer was offline. */
export const missRound = (state: MissionState, world: World): MissionState =>
  showRealData(state, waitForNetwork(realDataOf(state), state.time), world);
