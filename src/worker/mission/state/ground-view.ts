import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { AnomaliesState } from '../../ground/anomalies/anomalies.ts';
import { knownFaults, withKnownFaults } from '../../ground/anomalies/known-faults.ts';
import type { TelemetryState } from '../../ground/telemetry/telemetry.ts';
import { type SpacecraftState, withFields } from '../../spacecraft/model.ts';
import type { PropagatedSpacecraft } from '../../spacecraft/propagate.ts';
import { viewSpacecraft } from '../../spacecraft/view.ts';
import type { MissionState, SimulationContext } from './mission-state.ts';

/** Part of a mission's context on which the view of its spacecraft depends. */
type ViewContext = Pick<SimulationContext, 'environmentAt' | 'network'>;

/** Returns the spacecraft at its propagated instant, with the known faults; `undefined` without an orbit. */
export const viewOf = (
  telemetry: TelemetryState,
  anomalies: AnomaliesState,
  context: ViewContext,
): SpacecraftView | undefined => viewAt(telemetry, telemetry.downlink.periodMs, anomalies, context);

function viewAt(
  { spacecraft, time }: PropagatedSpacecraft,
  telemetryPeriodMs: number,
  anomalies: AnomaliesState,
  context: ViewContext,
): SpacecraftView | undefined {
  const environment = context.environmentAt(time);
  return (
    environment && {
      faults: knownFaults(anomalies),
      ...viewSpacecraft(spacecraft, environment, time, telemetryPeriodMs, context.network),
    }
  );
}

/** Returns the spacecraft as known on the ground: last telemetry, current link and detected faults. */
function lookFromGround(
  telemetry: TelemetryState,
  anomalies: AnomaliesState,
  context: ViewContext,
): SpacecraftView | undefined {
  const { reported, periodMs } = telemetry.downlink;
  if (reported.spacecraft === telemetry.spacecraft) return viewAt(reported, periodMs, anomalies, context);
  const { link, antenna } = telemetry.spacecraft;
  const spacecraft = withFields(reported.spacecraft, { link, antenna });
  return viewAt({ spacecraft, time: reported.time }, periodMs, anomalies, context);
}

/** True if two telemetry states look the same on the ground. */
const isSameOnGround = (one: TelemetryState, other: TelemetryState): boolean =>
  one.downlink.reported === other.downlink.reported &&
  one.downlink.periodMs === other.downlink.periodMs &&
  one.spacecraft.link === other.spacecraft.link &&
  one.spacecraft.antenna === other.spacecraft.antenna;

/** Creates the ground's view of a mission over one network; it stays the same object while it looks the same. */
export function createGroundView(context: ViewContext): SimulationContext['viewOnGround'] {
  let last: { readonly telemetry: TelemetryState; readonly view: SpacecraftView | undefined } | undefined;
  return ({ telemetry, operator: { anomalies } }) => {
    const isSame = last && isSameOnGround(last.telemetry, telemetry);
    const view = isSame ? last?.view : lookFromGround(telemetry, anomalies, context);
    last = { telemetry, view: withKnownFaults(view, anomalies) };
    return last.view;
  };
}

/** Sets a spacecraft changed by a command or a fault. Over high gain the ground sees the change at once. */
export function showSpacecraft(state: MissionState, spacecraft: SpacecraftState): MissionState {
  const held = state.telemetry;
  if (spacecraft === held.spacecraft) return state;
  const isSeen = spacecraft.antenna === 'high';
  const downlink = isSeen ? { ...held.downlink, reported: { spacecraft, time: held.time } } : held.downlink;
  return { ...state, telemetry: { ...held, spacecraft, downlink } };
}
