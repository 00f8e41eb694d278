import { measureArchiveSize } from './archive.ts';
import { BUDGETS, overBudget } from './budgets.ts';
import { measureKeyframe } from './keyframes.ts';
import { ratio } from './measure.ts';
import { measureOperationUpdates } from './operations.ts';
import { measurePasses } from './passes.ts';
import { measureSimulation } from './simulation.ts';
import { measureUpdates } from './updates.ts';

/** Runs of the simulation; three suffice because its budget is several times the figure. */
const SIMULATION_RUNS = 3;
/** Unattended hours, within which the anomaly list fills up. */
const GATED_HOURS = 6;
/** Commands, and events, of which an update carries only what has changed: as whole lists they would exceed its budget. */
const GATED_ITEMS = 1000;

/** Checks the gated budgets that need no browser; exits with code 1 if one is exceeded. */
export async function main(): Promise<void> {
  for (const comparison of [
    ...(await measureUpdates()),
    measureKeyframe(GATED_HOURS),
    measureSimulation(SIMULATION_RUNS),
    ...measureArchiveSize(GATED_HOURS),
    measurePasses(),
    measureOperationUpdates(GATED_ITEMS),
  ]) {
    const over = overBudget(comparison);
    console.log(
      `${comparison.name}: ${over ?? `${ratio(comparison).toFixed(2)} × its floor, within its budget`}`,
    );
    if (over || !BUDGETS[comparison.id]?.isGate) process.exitCode = 1;
  }
}
