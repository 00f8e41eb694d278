import type { Snapshot } from '../../shared/mission-control.ts';
import { addMs, type EpochMs } from '../../shared/units.ts';
import { runDutyCrew } from '../duty-crew/duty-crew.ts';
import type { NoticeDraft, Step } from '../kit/steps.ts';
import { connectionEvents, orbitEvents } from '../log/log-events.ts';
import { followContacts } from '../orbit/contacts.ts';
import { followEphemerides } from '../orbit/ephemerides.ts';
import { generatePositions } from '../orbit/positions.ts';
import type { Propagators } from '../orbit/propagators.ts';
import { pollAnomalies } from '../simulation/anomaly-poll.ts';
import { coastSpacecraft } from '../simulation/coast.ts';
import { deliverUplink } from '../simulation/command-execution.ts';
import { sampleTelemetry } from '../simulation/sample-telemetry.ts';
import {
  appendEvents,
  EXACT_JUMP_MS,
  EXACT_TAIL_MS,
  type LoopStep,
  type MissionState,
  measure,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';
import { completeStep, type DueStep, lastStep, nextStep, skipTo } from '../state/schedule.ts';
import { reviseSlices } from '../state/slices.ts';
import { originsAt } from './iss-updates.ts';

/** Positions of the satellites: ephemeris windows, and samples from an instant on. */
export const trackSatellites = (held: Snapshot | undefined, propagators: Propagators, time: EpochMs) => ({
  ephemerides: followEphemerides(held?.ephemerides.value, propagators, time),
  positions: generatePositions(propagators, time),
});

/** Runs all due steps up to an instant. */
export function runUntil(from: MissionState, to: EpochMs, context: SimulationContext): Step<MissionState> {
  const coasted =
    to - from.time > EXACT_JUMP_MS ? coastTo(from, addMs(to, -EXACT_TAIL_MS), context) : withoutEvents(from);
  let { state } = coasted;
  const notices: NoticeDraft[] = [];
  const logEvents = [...orbitEvents(from.contacts.plan, from.time, to), ...coasted.logEvents];
  for (let due = nextStep(state.schedule); due.time <= to; due = nextStep(state.schedule)) {
    const step = runStep(state, due, context);
    state = step.state;
    notices.push(...step.notices);
    logEvents.push(...step.logEvents);
  }
  const propagated = { ...lookAhead(from, state), time: to };
  return {
    state: appendEvents(
      propagated,
      logEvents.sort((a, b) => a.time - b.time),
    ),
    notices,
  };
}

function coastTo(state: MissionState, to: EpochMs, context: SimulationContext): LoopStep {
  const coasted = coastSpacecraft(state, to, context);
  return { ...coasted, state: { ...coasted.state, schedule: skipTo(state.schedule, to) } };
}

/** Runs two steps in sequence: the second continues from the first. */
function inTurn(first: LoopStep, then: (state: MissionState) => LoopStep): LoopStep {
  const second = then(first.state);
  return {
    state: second.state,
    notices: [...first.notices, ...second.notices],
    logEvents: [...first.logEvents, ...second.logEvents],
  };
}

function runStep(state: MissionState, { cadence, time }: DueStep, context: SimulationContext): LoopStep {
  const { slices } = state;
  const next = { ...state, time, schedule: completeStep(state.schedule, cadence) };
  switch (cadence) {
    case 'clock': {
      const provenance = originsAt(state.issOrbit, time, slices.provenance.value);
      const clock = { ...slices.clock.value, time };
      const realData = slices.realData.value;
      const uplinked = deliverUplink(
        { ...next, slices: reviseSlices(slices, { clock, provenance }) },
        context,
      );
      const connection = connectionEvents(
        { realData, iss: slices.provenance.value.iss },
        { realData, iss: provenance.iss },
        time,
      );
      return { ...uplinked, logEvents: [...uplinked.logEvents, ...connection] };
    }
    case 'telemetry':
      return inTurn(sampleTelemetry(next, time, context), (sampled) => runDutyCrew(sampled, context));
    case 'anomalies':
      return pollAnomalies(next, time, context);
    case 'performance':
      return withoutEvents(measure(next, time));
    case 'positions':
    case 'contacts':
      return withoutEvents(next); // They follow from the time alone: only the last step of a jump counts.
  }
}

/** Runs the last step of what follows from the time alone, if one came due since `before`. */
function lookAhead(before: MissionState, state: MissionState): MissionState {
  const { propagators } = state;
  let { contacts, slices } = state;
  if (state.schedule.contacts !== before.schedule.contacts) {
    contacts = followContacts(contacts, propagators, lastStep(state.schedule, 'contacts'));
    slices = reviseSlices(slices, { contacts: contacts.plan });
  }
  if (state.schedule.positions !== before.schedule.positions) {
    slices = reviseSlices(
      slices,
      trackSatellites(slices, propagators, lastStep(state.schedule, 'positions')),
    );
  }
  return { ...state, contacts, slices };
}
