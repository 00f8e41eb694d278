import { ORBITAL_ELEMENTS } from '../../shared/elements.ts';
import type { MissionSlices } from '../../shared/mission-control.ts';
import { createPropagator } from '../../shared/orbit/propagator.ts';
import { type EpochMs, epochMs } from '../../shared/units.ts';
import type { RoundAnswers } from '../live-data/answers.ts';
import { type IssOrbit, isSameProvenance, provenanceOf } from '../live-data/iss-orbit.ts';
import { type RealDataState, takeRound, waitForNetwork } from '../live-data/real-data.ts';
import { connectionEvents } from '../log/log-events.ts';
import { completeContacts } from '../orbit/contacts.ts';
import { enterOrbit } from '../orbit/ephemerides.ts';
import { generatePositions } from '../orbit/positions.ts';
import type { Propagators } from '../orbit/propagators.ts';
import { appendEvents, type MissionState, type SimulationContext } from '../state/mission-state.ts';
import { lastStep } from '../state/schedule.ts';
import { reviseSlices } from '../state/slices.ts';

/** Epoch of ORBITA-1's elements. */
const ORBITA_EPOCH = epochMs(Date.parse(`${ORBITAL_ELEMENTS.orbita.EPOCH}Z`));

/** The propagators with the ISS on its measured orbit. */
export const propagatorsOn = (
  { elements, isFitted }: IssOrbit,
  { propagators }: SimulationContext,
): Propagators => (isFitted ? { ...propagators, iss: createPropagator(elements) } : propagators);

/** Data sources of the satellites' motion at an instant; the given record while unchanged. */
export function originsAt(
  orbit: IssOrbit,
  now: EpochMs,
  held?: MissionSlices['provenance'],
): MissionSlices['provenance'] {
  const iss = provenanceOf(orbit, now);
  if (held && isSameProvenance(held.iss, iss)) return held;
  return { iss, orbita: { kind: 'simulated', epoch: ORBITA_EPOCH } };
}

const realDataOf = ({ slices, issOrbit }: MissionState): RealDataState => ({
  shown: slices.realData.value,
  orbit: issOrbit,
});

/** The mission with the result of a round of calls, and its satellites on the resulting orbits. */
function showRealData(
  before: MissionState,
  { shown, orbit }: RealDataState,
  context: SimulationContext,
): MissionState {
  const { time } = before;
  const held = before.slices.provenance.value;
  const reported = { realData: shown, provenance: originsAt(orbit, time, held) };
  const state = appendEvents(
    before,
    connectionEvents(
      { realData: before.slices.realData.value, iss: held.iss },
      { realData: shown, iss: reported.provenance.iss },
      time,
    ),
  );
  const { slices } = state;
  if (orbit.elements === state.issOrbit.elements) {
    return { ...state, issOrbit: orbit, slices: reviseSlices(slices, reported) };
  }
  const propagators = propagatorsOn(orbit, context);
  const contacts = completeContacts(propagators, time);
  return {
    ...state,
    propagators,
    issOrbit: orbit,
    contacts,
    slices: reviseSlices(slices, {
      ...reported,
      ephemerides: enterOrbit(slices.ephemerides.value, propagators, 'iss', time),
      positions: generatePositions(propagators, lastStep(state.schedule, 'positions')),
      contacts: contacts.plan,
    }),
  };
}

/** The mission after a round of calls for live data; the next one is at `nextTry`. */
export const applyRound = (
  state: MissionState,
  answers: RoundAnswers,
  nextTry: EpochMs,
  context: SimulationContext,
): MissionState => showRealData(state, takeRound(realDataOf(state), answers, state.time, nextTry), context);

/** The mission when a round was due while the computer was offline. */
export const applyMissedRound = (state: MissionState, context: SimulationContext): MissionState =>
  showRealData(state, waitForNetwork(realDataOf(state), state.time), context);
