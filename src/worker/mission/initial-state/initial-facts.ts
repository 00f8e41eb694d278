import { activePasses, type ContactPlan } from '../../../shared/contract/contact-plan.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { telemetryLevel } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { severityOf } from '../../ground/diagnosis/assessment.ts';
import { FAULT_SIGNATURES } from '../../ground/diagnosis/fault-signatures.ts';
import { causesOf } from '../../ground/diagnosis/fitting-causes.ts';
import { detectionMessage } from '../../ground/diagnosis/seen-text.ts';
import { anomalyEvent, type LogEvent, logCommand } from '../../ground/log/log-events.ts';
import { type Seed, streamsOf } from '../../kit/random.ts';
import { INITIAL_SPACECRAFT } from '../../spacecraft/model.ts';
import { type PropagatedSpacecraft, propagateSpacecraft } from '../../spacecraft/propagate.ts';
import { readSensors } from '../../spacecraft/sensors.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import type { SimulationContext } from '../state/mission-state.ts';
import {
  DOWNLINK_LEAD_MS,
  detectionTime,
  type InitialFacts,
  MENDED_AFTER_MS,
  type PastFacts,
  QUIET_AFTER_MS,
  situationOf,
} from './sample-data.ts';
import type { PastFault, Situation } from './variants.ts';

/** Finds the facts behind the sample data of a new mission from its orbit and spacecraft. */
export const findInitialFacts = (
  now: EpochMs,
  seed: Seed,
  plan: ContactPlan,
  context: SimulationContext,
): Omit<InitialFacts, 'telemetry' | 'planFault'> => ({
  downlinkPass: downlinkPass(now, plan),
  ...pastFacts(now, situationOf(seed), context),
});

function downlinkPass(now: EpochMs, plan: ContactPlan): InitialFacts['downlinkPass'] {
  const contacts = plan.satellites[SPACECRAFT];
  if (!contacts.ok) return undefined;
  return activePasses(contacts.value)
    .map(({ pass }) => pass)
    .filter(({ aos }) => aos >= now + DOWNLINK_LEAD_MS && aos < now + MS_PER_DAY)
    .toSorted((a, b) => a.aos - b.aos)[0];
}

/** Past faults are dated later by this much at most: longer than an eclipse. */
const LATER_MIN = 60;

/**
 * Finds for each past fault the first minute from its time on at which the next samples of a spacecraft without faults
 * show the recovery: in limits, and in sunlight if the fault shows only there.
 */
function pastFacts(
  now: EpochMs,
  { resolved, acknowledged }: Situation,
  { environmentAt }: SimulationContext,
): Pick<InitialFacts, 'resolved' | 'acknowledged'> {
  const isSunlit = (time: EpochMs): boolean => (environmentAt(time)?.light ?? 0) >= 1;
  // Separate streams, so that the mission's draws do not depend on its past.
  const streams = streamsOf(1);
  let propagated: PropagatedSpacecraft = { spacecraft: INITIAL_SPACECRAFT, time: addMs(now, -MS_PER_DAY) };
  const find = (past: PastFault): PastFacts | undefined => {
    const [{ channel, needsLight }] = FAULT_SIGNATURES[past.fault].indications;
    for (let minute = 0; minute < LATER_MIN; minute += 1) {
      const time = addMs(detectionTime(now, past), minute * MS_PER_MIN);
      const quietAt = addMs(time, MENDED_AFTER_MS + QUIET_AFTER_MS);
      if (!environmentAt(quietAt)) return undefined;
      if (needsLight && !(isSunlit(addMs(time, -5 * MS_PER_S)) && isSunlit(quietAt))) continue;
      propagated = propagateSpacecraft(propagated, quietAt, environmentAt, streams);
      const after = readSensors(propagated.spacecraft, quietAt, streams);
      if (telemetryLevel(channel, after[channel]) === 'nominal') return { time, after };
    }
    return undefined;
  };
  // In the order of their times.
  return { resolved: find(resolved), acknowledged: find(acknowledged) };
}

/** Returns log entries for the past of the sample data: anomalies and their recovery commands. */
export function pastEvents({ commands, anomalies }: OperatorState): readonly LogEvent[] {
  const detected = anomalies.anomalies
    .filter(({ status }: Anomaly) => status !== 'Active')
    .map((anomaly) =>
      anomalyEvent({
        ...anomaly,
        severity: severityOf(causesOf(anomaly.type), false),
        message: detectionMessage(anomaly.type),
      }),
    );
  const executed = commands.commands.flatMap((command) =>
    command.executionTime === undefined
      ? []
      : logCommand('executed', 'success')(command, command.executionTime),
  );
  return [...detected, ...executed];
}

/** Merges past events into a log in order of time, and renumbers it. */
export const logWithPast = (log: readonly LogEntry[], past: readonly LogEvent[]): readonly LogEntry[] =>
  [...past, ...log].toSorted((a, b) => a.time - b.time).map((entry, index) => ({ ...entry, id: index + 1 }));
