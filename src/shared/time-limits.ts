import { REAL_DATA_PERIOD_MS } from './limits.ts';
import { MS_PER_S } from './units.ts';

/**
 * How long live data may take, from the service to the page. Each limit is shorter than the one around it, so that the
 * caller learns what went wrong before it gives up.
 */

/** One call of the gateway to a service, the whole answer included. */
export const SERVICE_LIMIT_MS = 3 * MS_PER_S;
/** Calls that one answer of the gateway makes one after the other: positions ask N2YO, then CelesTrak. */
const CALLS_IN_TURN = 2;
/** The slowest answer of the gateway. */
export const ANSWER_LIMIT_MS = CALLS_IN_TURN * SERVICE_LIMIT_MS;
/** One call of the worker to the gateway: 2 s are left for the network between them. */
export const CALL_LIMIT_MS = 8 * MS_PER_S;
/** From one round of the worker's calls to the next, so that rounds never overlap. */
export const ROUND_PERIOD_MS = REAL_DATA_PERIOD_MS;

/** Answers under way when the server is told to stop. */
export const STOP_LIMIT_MS = 8 * MS_PER_S;
/** What an orchestrator gives a process between SIGTERM and SIGKILL, by default. */
export const KILL_DELAY_MS = 10 * MS_PER_S;
