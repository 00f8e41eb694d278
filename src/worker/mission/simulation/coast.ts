import type { EpochMs } from '../../../shared/kit/units.ts';
import { receptionEvents } from '../../ground/log/reception.ts';
import { addSkipped, coast, coastToLink } from '../../ground/telemetry/telemetry.ts';
import { streamsOf } from '../../kit/random.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';
import { deliverUplink, stepUplink } from './command-execution.ts';
import { receiveFaultEvents } from './mission-faults.ts';

/** Propagates the spacecraft to an instant without sampling, over a gap. */
export function coastSpacecraft(state: MissionState, to: EpochMs, context: SimulationContext): LoopStep {
  const uplinked = deliverUplink(state, context, to);
  const before = uplinked.state.telemetry;
  const linked = coastToUplink(uplinked.state, to, context);
  const from = linked.state.telemetry;
  const propagated = coast(from, to, context.environmentAt, streamsOf(state.seed));
  const telemetry = from === before ? propagated : addSkipped(propagated, before);
  const coasted = receiveFaultEvents({ ...linked.state, telemetry }, from, to);
  return {
    ...coasted,
    logEvents: [
      ...uplinked.logEvents,
      ...linked.logEvents,
      ...coasted.logEvents,
      ...receptionEvents(before, telemetry, to),
    ],
  };
}

/** Propagates a spacecraft that has waiting commands but no link to its next link, and starts them there. */
function coastToUplink(state: MissionState, to: EpochMs, context: SimulationContext): LoopStep {
  const { telemetry, uplink } = state;
  if (uplink.length === 0 || telemetry.spacecraft.antenna !== 'none') return withoutEvents(state);
  const propagated = coastToLink(telemetry, to, context.environmentAt, streamsOf(state.seed));
  const noted = receiveFaultEvents(
    { ...state, telemetry: propagated, time: propagated.time },
    telemetry,
    propagated.time,
  );
  if (propagated.spacecraft.antenna === 'none') return noted;
  const followed = stepUplink(noted.state, context);
  const delivered = deliverUplink(followed.state, context, to);
  const logEvents = [...noted.logEvents, ...followed.logEvents, ...delivered.logEvents];
  return { ...delivered, logEvents };
}
