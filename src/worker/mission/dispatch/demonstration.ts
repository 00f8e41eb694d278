import type { Anomaly, AnomalyType, CommandName } from '../../../shared/entities/entities.ts';
import type { FaultName } from '../../../shared/entities/faults.ts';
import { addMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { detectFault, hasRoom } from '../../ground/anomalies/anomalies.ts';
import { streamsOf } from '../../kit/random.ts';
import { type OperationStep, refuse } from '../../kit/steps.ts';
import { FAULT_KINDS } from '../../spacecraft/fault-kinds.ts';
import { planFault } from '../../spacecraft/fdir.ts';
import { isInProgress, type SpacecraftState } from '../../spacecraft/model.ts';
import { type CrewTask, handOverConsole, isDemonstration } from '../operations/console-duty.ts';
import type { OperatorState } from '../operations/operator-state.ts';
import type { MissionState, SimulationContext } from '../state/mission-state.ts';

/** Faults for demonstration, the simplest first. A short command clears each, long before FDIR acts. */
const SIGNAL_FAULTS: readonly FaultName[] = ['antenna-off', 'gimbal-slip', 'receiver-detuned'];

/** Time until the crew notices the new anomaly. */
const NOTICED_AFTER_MS = 10 * MS_PER_S;

/**
 * True if a fault can be demonstrated: it is not active, and its recovery command is not in progress and worsens no
 * active fault.
 */
function isFree(name: FaultName, spacecraft: SpacecraftState): boolean {
  const { recoveryCommand } = FAULT_KINDS[name];
  if (isInProgress(spacecraft, recoveryCommand)) return false;
  return spacecraft.faults.every((acting) => {
    const worsenedBy: readonly CommandName[] = FAULT_KINDS[acting.name].worsenedBy;
    return acting.name !== name && !worsenedBy.includes(recoveryCommand);
  });
}

/**
 * Demonstrates a fault: it is detected like one drawn by a poll, and the duty crew has the console, at a brisk pace,
 * until it is resolved. The caller injects the fault.
 */
export function demonstrateFault(
  state: MissionState,
  type: AnomalyType,
  { viewOnGround }: SimulationContext,
): OperationStep<OperatorState, Anomaly> {
  const { operator, time, telemetry, seed } = state;
  const { anomalies, crew } = operator;
  const { spacecraft } = telemetry;
  if (type !== 'Signal') return refuse(operator, 'Only a fault of the radio signal can be demonstrated.');
  if (!viewOnGround(state)) return refuse(operator, 'ORBITA-1 has no orbit. No fault can be demonstrated.');
  if (crew.tasks.some(isDemonstration)) return refuse(operator, 'A demonstration is already in progress.');
  if (spacecraft.mode !== 'NOMINAL') {
    return refuse(operator, `ORBITA-1 is in ${spacecraft.mode} mode. A demonstration needs NOMINAL mode.`);
  }
  if (spacecraft.link === 'none') {
    return refuse(operator, 'There is no radio link to ORBITA-1. Try again in a few minutes.');
  }
  if (!hasRoom(anomalies)) {
    return refuse(operator, 'The anomaly list is full. Acknowledge an anomaly first.');
  }
  const name = SIGNAL_FAULTS.find((fault) => isFree(fault, spacecraft));
  if (!name) {
    return refuse(operator, 'No further fault can be demonstrated. Clear the active ones first.');
  }

  const plan = planFault(name, time, streamsOf(seed)(`fdir:${name}`).at(time), 'contained');
  const detection = detectFault(anomalies, { name, plan }, time, telemetry.history);
  const { anomalyId } = detection.detected;
  const value = detection.state.anomalies.find(({ id }) => id === anomalyId);
  if (!value) return refuse(operator, 'Failed to list the anomaly.');
  const handedOver = handOverConsole(crew, 'duty crew', time);
  const task: CrewTask = {
    subject: 'anomaly',
    id: anomalyId,
    step: 'notice',
    dueTime: addMs(time, NOTICED_AFTER_MS),
    sent: 0,
    pace: 'brisk',
    ...(crew.duty.holder === 'operator' && { handsBack: true }),
  };
  return {
    state: {
      ...operator,
      anomalies: detection.state,
      crew: { ...handedOver.state, tasks: [task, ...handedOver.state.tasks] },
    },
    outcome: { ok: true, value },
    notices: [...detection.notices, ...(task.handsBack ? handedOver.notices : [])],
  };
}
