import { type EpochMs, MS_PER_S } from '../../../shared/kit/units.ts';
import { type LogEvent, logCommand } from '../../ground/log/log-events.ts';
import { formatUtcTime } from '../../ground/telemetry/telemetry-text.ts';
import type { NoticeDraft } from '../../kit/steps.ts';
import { armedOf, disarmCommand, executeCommand } from '../operations/commands.ts';
import {
  type LoopStep,
  type MissionState,
  type SimulationContext,
  withoutEvents,
} from '../state/mission-state.ts';
import { uplinkCommand } from './command-execution.ts';
import { forecastFaults } from './fault-forecasts.ts';

/** Sends an executed command to the spacecraft. */
export const sendExecuted = (state: MissionState, id: string, context: SimulationContext): MissionState =>
  forecastFaults(uplinkCommand(state, id, context), state.time, context);

/** Executes the armed commands that are due. */
export function executeArmed(before: MissionState, time: EpochMs, context: SimulationContext): LoopStep {
  if ((armedOf(before.operator.commands.commands)[0]?.scheduledTime ?? Infinity) > time) {
    return withoutEvents(before);
  }
  let state = before;
  const notices: NoticeDraft[] = [];
  const logEvents: LogEvent[] = [];
  for (const { id, name, scheduledTime } of armedOf(before.operator.commands.commands)) {
    if (scheduledTime > time) break;
    const { commands } = state.operator;
    // The mission stops at each scheduled time: the clock has jumped over one that is further in the past.
    if (time - scheduledTime > MS_PER_S) {
      const text = `${name} is no longer armed: the clock jumped over ${formatUtcTime(scheduledTime)}`;
      state = withCommands(state, disarmCommand(commands, id).state);
      notices.push({ level: 'warning', text: `${text}. It waits for an operator.` });
      logEvents.push({ time, kind: 'Command', level: 'warning', text, of: [id] });
      continue;
    }
    const executed = executeCommand(commands, id, time);
    if (!executed.outcome.ok) continue;
    state = sendExecuted(withCommands(state, executed.state), id, context);
    notices.push({ level: 'success', text: `Armed command executed: ${name}` });
    logEvents.push(...logCommand('executed as armed', 'success')(executed.outcome.value, time));
  }
  return { state, notices, logEvents };
}

const withCommands = (state: MissionState, commands: MissionState['operator']['commands']): MissionState => ({
  ...state,
  operator: { ...state.operator, commands },
});
