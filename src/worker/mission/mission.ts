import type { ContactPlan } from '../../shared/contract/contact-plan.ts';
import type { JournalEntry, Keyframe, MissionHeader, MissionInput } from '../../shared/contract/journal.ts';
import type { LookAhead, LookAheadQuery } from '../../shared/contract/look-ahead.ts';
import { type NetworkStation, SPECIFIED_NETWORK } from '../../shared/contract/network.ts';
import { readNetwork } from '../../shared/contract/network-schema.ts';
import { isInputTooLong, OPERATION_NAMES, readOperationInput } from '../../shared/contract/operations.ts';
import { type Outcome, type RequestId, refused } from '../../shared/contract/outcome.ts';
import { FAULT_COURSES, FAULT_NAMES } from '../../shared/entities/faults.ts';
import type { MissionProfile } from '../../shared/entities/mission-profile.ts';
import { SPACECRAFT } from '../../shared/entities/satellites.ts';
import { asMissionTime, isMissionTime } from '../../shared/kit/mission-years.ts';
import { fromHex } from '../../shared/kit/octets.ts';
import { type EpochMs, epochMs } from '../../shared/kit/units.ts';
import { LONGEST_PACKET } from '../../shared/packets/headers.ts';
import { LINK_PROFILES, MOST_BIT_ERRORS } from '../../shared/packets/link.ts';
import { rememberLast } from '../kit/remember.ts';
import type { NoticeDraft, Step } from '../kit/steps.ts';
import { BUILT_IN_PROPAGATORS, type Propagators } from '../orbit/propagators.ts';
import { environmentsOf } from '../spacecraft/environment.ts';

import { clearFault } from '../spacecraft/faults.ts';
import { type PlanFault, planFault as planByChance } from '../spacecraft/fdir.ts';
import type { ActiveFault } from '../spacecraft/model.ts';
import { advance, nextStepAfter } from './advance.ts';
import { beginMission } from './begin.ts';
import { dispatch } from './dispatch/dispatch.ts';
import { createAnomaliesShown, createViewShown } from './exercise/aids.ts';
import { exerciseOf, isBeginningOf } from './exercise/running-exercise.ts';
import { addTrigger, bookmark, cancelTrigger, say } from './exercise/triggers.ts';
import type { Instant } from './instant.ts';
import { enterIssOrbit } from './iss-orbit-input.ts';
import { jump } from './jump.ts';
import { hashKeptState, hashState, type KeptState, keptStateOf, restoreState } from './keyframe.ts';
import { enterNetwork } from './network-input.ts';
import { factsOf, type PresentedState, present } from './present.ts';
import { strikeFault } from './simulation/anomaly-poll.ts';
import { lookAhead } from './simulation/look-ahead.ts';
import { beginPackets, enterLink, enterTelecommand } from './simulation/packet-telemetry.ts';
import { type ExerciseState, NO_TRIGGERS, type TriggersState } from './state/exercise-state.ts';
import { createGroundView, showSpacecraft } from './state/ground-view.ts';
import { appendEvents, type MissionState, type SimulationContext } from './state/mission-state.ts';
import type { MissionFacts, MissionSnapshot } from './state/slices.ts';

export interface MissionOptions extends Omit<MissionHeader, 'profile'> {
  /** Default: `specified`. */
  readonly profile?: MissionProfile | undefined;
  /** Inputs to replay, in order. */
  readonly journal?: readonly JournalEntry[] | undefined;
  /**
   * State to begin with, by default that at the start. `journal` also contains the entries that it includes; only later
   * ones are replayed.
   */
  readonly keyframe?: Keyframe | undefined;
  /** Instant of a mission to fork from; `journal` also contains the entries that it includes. */
  readonly instant?: Instant | undefined;
  /** Orbits of the satellites; by default from their built-in elements. */
  readonly propagators?: Propagators | undefined;
  /** FDIR's plan for a fault; random by default. */
  readonly planFault?: PlanFault | undefined;
}

/** Result of an input. */
export interface Applied {
  readonly outcome: Outcome<unknown>;
  readonly notices: readonly NoticeDraft[];
  /** Telemetry packets that it has caused. */
  readonly packets: readonly Uint8Array[];
}

/** Returns the result of an input that changes nothing. */
export const refusedInput = (message: string): Applied => ({
  outcome: refused(message),
  notices: [],
  packets: [],
});

/** Returns what an input would do now. It changes nothing. */
export const tryInput = (
  mission: Mission,
  input: MissionInput,
  options: Pick<MissionOptions, 'propagators' | 'planFault'>,
): Applied =>
  createMission({
    ...options,
    ...mission.header,
    instant: mission.instant(),
    journal: mission.journal(),
  }).apply(input);

/** Called after each step of a mission; stops it there by returning `true`. */
export type FollowSteps = (facts: MissionFacts, time: EpochMs) => boolean;

/**
 * A mission is a fold over its journal: seed, start and inputs decide every byte of it, however time is divided.
 * It has no clock, no network and no timers.
 */
export interface Mission {
  readonly header: MissionHeader;
  /** Mission time, UTC. */
  time(): EpochMs;
  /**
   * Simulates all steps up to an instant; an earlier one changes nothing. Returns the notices.
   * @param follow receives the facts after each step; the mission stops where it returns `true`
   * @throws RangeError if the time is not finite
   */
  advanceTo(time: EpochMs, follow?: FollowSteps): readonly NoticeDraft[];
  /** Applies an input at mission time and adds it to the journal. A refused one changes nothing. */
  apply(input: MissionInput, origin?: string): Applied;
  /**
   * Advances to an entry and applies its input. The entry stays in the journal even without an effect: an input that
   * arrives later but precedes it may give it one.
   */
  enter(entry: JournalEntry): Applied;
  /** The published slices. An unchanged slice keeps its identity. */
  snapshot(): MissionSnapshot;
  /** Returns the current facts, without values that follow from time alone. */
  facts(): MissionFacts;
  /** Predicts what is to come from the newest telemetry on, as far as the ground can. */
  lookAhead(query: LookAheadQuery): LookAhead;
  /** The current contact plan, as in the snapshot. */
  contacts(): ContactPlan;
  /** The current orbits; the same object while none has changed. */
  propagators(): Propagators;
  /** Faults that act on the spacecraft, as they really are. */
  faults(): readonly ActiveFault[];
  /** Triggers of its exercise and of instructors. */
  triggers(): TriggersState;
  /** What has happened in its exercise, as it really was; `undefined` without one. */
  exercise(): ExerciseState | undefined;
  /** Recently accepted requests of operators. */
  handledRequests(): readonly RequestId[];
  /** All inputs so far, in order; the list grows with the mission. */
  journal(): readonly JournalEntry[];
  /** Hash of the whole state, 16 hexadecimal digits: equal for equal missions on every engine. */
  hash(): string;
  /** Data that a mission needs to continue from here. */
  keyframe(): Keyframe;
  /** The mission as it is now, for a fork. */
  instant(): Instant;
}

/** Default origin of inputs. */
const DEFAULT_ORIGIN = 'operator';

const done = (state: MissionState, notices: readonly NoticeDraft[] = []): AppliedState => ({
  state,
  notices,
  outcome: { ok: true, value: undefined },
});

interface AppliedState extends Step<MissionState> {
  readonly outcome: Outcome<unknown>;
}

const shownOf = ({ state, outcome, notices }: AppliedState, before: MissionState): Applied => ({
  outcome,
  notices,
  packets: state.packets !== before.packets ? (state.packets ?? []) : [],
});

const isOneOf = <T extends string>(names: readonly T[], name: unknown): name is T =>
  (names as readonly unknown[]).includes(name);

const noLinkProfile = (profile: string): string => `There is no profile ${profile} of the link.`;

const TOO_LONG =
  'The input is too long, perhaps because of invisible characters. Shorten it, or type it instead of pasting it.';
const isTooLong = (input: MissionInput): boolean => input.kind === 'operation' && isInputTooLong(input.input);

/** Returns the context of a mission that uses a ground network. */
type ContextOver = (network: readonly NetworkStation[]) => SimulationContext;

function applyInput(
  state: MissionState,
  input: MissionInput,
  context: SimulationContext,
  contextOver: ContextOver,
): AppliedState {
  const refuse = (message: string): AppliedState => ({ state, notices: [], outcome: refused(message) });
  switch (input.kind) {
    case 'operation': {
      if (!isOneOf(OPERATION_NAMES, input.name)) return refuse(`There is no operation ${input.name}.`);
      const read = readOperationInput(input.name, input.input);
      if (!read.ok) return refuse(`The input of ${input.name} is refused: ${read.message}.`);
      const { logEvents, ...step } = dispatch(state, input.name, read.value, context, {
        request: input.request,
        actor: input.by,
        number: input.number,
      });
      return { ...step, state: appendEvents(step.state, logEvents) };
    }
    case 'iss-orbit':
      return done(enterIssOrbit(state, input.elements, context));
    case 'fault': {
      if ('clear' in input) {
        if (!isOneOf(FAULT_NAMES, input.clear)) return refuse(`There is no fault ${input.clear}.`);
        const spacecraft = clearFault(state.telemetry.spacecraft, input.clear, state.time);
        if (spacecraft === state.telemetry.spacecraft) return refuse(`${input.clear} is not active.`);
        return done(showSpacecraft(state, spacecraft));
      }
      const { inject, course } = input;
      if (!isOneOf(FAULT_NAMES, inject)) return refuse(`There is no fault ${inject}.`);
      if (course !== undefined && !isOneOf(FAULT_COURSES, course)) {
        return refuse(`FDIR has no course ${course}.`);
      }
      const struck = strikeFault(state, { name: inject, course }, state.time, context);
      return done(appendEvents(struck.state, struck.logEvents), struck.notices);
    }
    case 'hint': {
      const said = say(state, input.text);
      return done(appendEvents(said.state, said.logEvents), said.notices);
    }
    case 'bookmark': {
      const kept = bookmark(state, input.text);
      return kept ? done(kept) : refuse('Bookmarks are kept only while an exercise is running.');
    }
    case 'trigger': {
      if ('when' in input && input.when) {
        const added = addTrigger(state, input.when, input.act);
        return added ? done(added) : refuse('Too many triggers are pending. Cancel one first.');
      }
      const cancelled = cancelTrigger(state, 'cancel' in input ? input.cancel : '');
      return cancelled ? done(cancelled) : refuse('This trigger is no longer pending.');
    }
    case 'note': {
      const { subject, level, text } = input;
      return done(appendEvents(state, [{ time: state.time, kind: subject, level, text }]));
    }
    case 'network': {
      if (state.exercise && !state.exercise.isOver) {
        return refuse('The ground stations of an exercise cannot be changed while it lasts.');
      }
      const network = readNetwork(input.stations);
      return network.ok
        ? done(enterNetwork(state, network.value, contextOver, input.by))
        : refuse(network.message);
    }
    case 'packets': {
      const { profile } = input;
      if (profile !== undefined && !isOneOf(LINK_PROFILES, profile)) return refuse(noLinkProfile(profile));
      return done(beginPackets(state, context, profile));
    }
    case 'link': {
      const { profile, bitErrorRate } = input;
      if (profile !== undefined && !isOneOf(LINK_PROFILES, profile)) return refuse(noLinkProfile(profile));
      if (bitErrorRate !== undefined && !(bitErrorRate >= 0 && bitErrorRate <= MOST_BIT_ERRORS)) {
        return refuse(`A bit error rate is 0 to ${MOST_BIT_ERRORS}.`);
      }
      const entered = enterLink(state, { profile, bitErrorRate });
      return entered.ok ? done(entered.value) : refuse(entered.message);
    }
    case 'telecommand': {
      const octets = fromHex(input.bytes);
      if (!octets?.length || octets.length > LONGEST_PACKET) {
        return refuse(`A telecommand is hexadecimal text of 1 to ${LONGEST_PACKET} octets.`);
      }
      return done(enterTelecommand(state, octets, context));
    }
    case 'jump': {
      if (context.exercise) return refuse('An exercise has its own time, which does not jump.');
      if (!isMissionTime(input.to)) return refuse('Mission time must be between the years 1970 and 2199.');
      const jumped = jump(state, input.to, context);
      return done(jumped.state, jumped.notices);
    }
  }
}

function openState(
  { instant, keyframe }: MissionOptions,
  header: MissionHeader,
  contextOver: ContextOver,
): MissionState {
  if (instant) return instant.state;
  if (!keyframe) return beginMission(header, contextOver(SPECIFIED_NETWORK));
  const kept = keyframe.state as KeptState;
  return restoreState(kept, keyframe.log, contextOver(kept.network ?? SPECIFIED_NETWORK));
}

/**
 * Creates a mission and replays a journal.
 * @throws Error if a keyframe does not match its hash, or this build has no exercise of that name
 * @throws RangeError if the journal lacks entries that the keyframe or the instant includes
 */
export function createMission(options: MissionOptions): Mission {
  const { seed, startTime, profile = 'specified', exercise, keyframe, instant } = options;
  const { propagators = BUILT_IN_PROPAGATORS } = options;
  const header: MissionHeader = { seed, startTime, profile, ...(exercise !== undefined && { exercise }) };
  const running = exerciseOf(header);
  if (running && !isBeginningOf(running, header)) {
    throw new Error(`The mission does not begin like its exercise ${running.definition.name}`);
  }
  const orbit = propagators[SPACECRAFT];
  const contextOver = rememberLast((network: readonly NetworkStation[]): SimulationContext => {
    const environmentAt = orbit.ok ? environmentsOf(orbit.value, network) : () => undefined;
    return {
      propagators,
      planFault: options.planFault ?? planByChance,
      exercise: running,
      anomaliesShown: createAnomaliesShown(running?.definition.aids),
      viewShown: createViewShown(running?.definition.aids),
      network,
      environmentAt,
      viewOnGround: createGroundView({ environmentAt, network }),
    };
  });
  const journal: JournalEntry[] = [];
  let lastSequence = 0;
  function record(entry: JournalEntry): void {
    journal.push(entry);
    lastSequence = Math.max(lastSequence, entry.sequence);
  }
  // Checked first, because only a valid state can be restored.
  if (keyframe && hashKeptState(keyframe.state as KeptState, keyframe.log) !== keyframe.hash) {
    throw new Error(`The state kept at ${new Date(keyframe.time).toISOString()} is not the one of its hash`);
  }
  let state = openState(options, header, contextOver);
  const context = (): SimulationContext => contextOver(state.contacts.plan.network);
  /** Mission time. The state may be older: between two steps only time advances. */
  let { time } = state;
  /** No step is due before this instant. */
  let nextStep = time;
  const now = (): MissionState => {
    if (state.time !== time) state = { ...state, time };
    return state;
  };
  let shown: PresentedState | undefined;
  const show = (): PresentedState => (shown = present(now(), context(), shown));
  function take(next: MissionState): void {
    state = next;
    ({ time } = state);
    nextStep = nextStepAfter(state);
  }

  const mission: Mission = {
    header,
    time: () => time,
    advanceTo(to, follow) {
      if (!Number.isFinite(to)) throw new RangeError(`Mission time cannot advance to ${to}.`);
      const end = asMissionTime(to);
      if (end < nextStep) {
        time = epochMs(Math.max(time, end));
        return [];
      }
      const step = advance(
        now(),
        end,
        context(),
        follow && ((then) => follow(factsOf(then, context()), then.time)),
      );
      take(step.state);
      return step.notices;
    },
    apply(input, origin = DEFAULT_ORIGIN) {
      const before = now();
      const applied = applyInput(before, input, context(), contextOver);
      if (applied.state !== before && isTooLong(input)) {
        return refusedInput(TOO_LONG);
      }
      if (applied.state !== before) record({ time: before.time, origin, sequence: lastSequence + 1, input });
      take(applied.state);
      return shownOf(applied, before);
    },
    enter(entry) {
      mission.advanceTo(entry.time);
      const before = now();
      const applied = applyInput(before, entry.input, context(), contextOver);
      record(entry);
      take(applied.state);
      return shownOf(applied, before);
    },
    snapshot: () => show().slices,
    facts: () => factsOf(now(), context()),
    lookAhead: (query) => lookAhead(now(), query, context()),
    contacts: () => state.contacts.plan,
    propagators: () => state.propagators,
    faults: () => state.telemetry.spacecraft.faults,
    triggers: () => state.triggers ?? NO_TRIGGERS,
    exercise: () => state.exercise,
    handledRequests: () => state.operator.handled.map(({ request }) => request),
    journal: () => journal,
    hash: () => hashState(now()),
    keyframe: () => ({
      time,
      entryCount: journal.length,
      hash: hashState(now()),
      state: keptStateOf(now()),
      log: state.log,
    }),
    instant: () => ({ time, entryCount: journal.length, state: now() }),
  };

  const entries = options.journal ?? [];
  const from = (instant ?? keyframe)?.entryCount ?? 0;
  if (entries.length < from) {
    throw new RangeError(
      `The state to begin with includes ${from} inputs, and the journal has ${entries.length}: pass the whole journal.`,
    );
  }
  for (const entry of entries.slice(0, from)) record(entry);
  for (const entry of entries.slice(from)) mission.enter(entry);
  return mission;
}
