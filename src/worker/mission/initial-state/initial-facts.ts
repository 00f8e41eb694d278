import { activePasses, type ContactPlan } from '../../../shared/contract/contact-plan.ts';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import { severityOf } from '../../ground/diagnosis/assessment.ts';
import { causesOf } from '../../ground/diagnosis/fitting-causes.ts';
import { detectionMessage } from '../../ground/diagnosis/seen-text.ts';
import { anomalyEvent, type LogEvent, logCommand } from '../../ground/log/log-events.ts';
import { streamsOf } from '../../kit/random.ts';
import { INITIAL_SPACECRAFT } from '../../spacecraft/model.ts';
import { propagateSpacecraft } from '../../spacecraft/propagate.ts';
import { readSensors } from '../../spacecraft/sensors.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import type { SimulationContext } from '../state/mission-state.ts';
import {
  DOWNLINK_LEAD_MS,
  type InitialFacts,
  MENDED_AFTER_MS,
  QUIET_AFTER_MS,
  WING_FOLDED_AGO_MS,
} from './sample-data.ts';

/** Finds the facts behind the sample data of a new mission from its orbit and spacecraft. */
export function findInitialFacts(
  now: EpochMs,
  plan: ContactPlan,
  context: SimulationContext,
): Omit<InitialFacts, 'reading'> {
  return { downlinkPass: downlinkPass(now, plan), wingFolded: wingFolded(now, context) };
}

function downlinkPass(now: EpochMs, plan: ContactPlan): InitialFacts['downlinkPass'] {
  const contacts = plan.satellites[SPACECRAFT];
  if (!contacts.ok) return undefined;
  return activePasses(contacts.value)
    .map(({ pass }) => pass)
    .filter(({ aos }) => aos >= now + DOWNLINK_LEAD_MS && aos < now + MS_PER_DAY)
    .toSorted((a, b) => a.aos - b.aos)[0];
}

/** Finds the first sunlit interval that fits the whole sequence: an orbit has at least half an hour of sunlight. */
function wingFolded(now: EpochMs, { environmentAt }: SimulationContext): InitialFacts['wingFolded'] {
  const isSunlit = (time: EpochMs): boolean => (environmentAt(time)?.light ?? 0) >= 1;
  const first = Math.floor((now - WING_FOLDED_AGO_MS) / MS_PER_S) * MS_PER_S;
  for (let minute = 0; minute < 95; minute += 1) {
    const time = epochMs(first + minute * MS_PER_MIN);
    const quietAt = addMs(time, MENDED_AFTER_MS + QUIET_AFTER_MS);
    if (!isSunlit(addMs(time, -5 * MS_PER_S)) || !isSunlit(quietAt)) continue;
    // Separate streams, so that the mission's draws do not depend on its past.
    const streams = streamsOf(1);
    const from = addMs(now, -MS_PER_DAY);
    const propagated = propagateSpacecraft(
      { spacecraft: INITIAL_SPACECRAFT, time: from },
      quietAt,
      environmentAt,
      streams,
    );
    return { time, after: readSensors(propagated.spacecraft, quietAt, streams) };
  }
  return undefined;
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
