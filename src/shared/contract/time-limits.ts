import { REAL_DATA_PERIOD_MS } from '../entities/constants.ts';
import { MS_PER_S } from '../kit/units.ts';

/**
 * Time limits for live data and elements, from the service to the page. Each is shorter than the one around it, so that
 * the caller receives the reason before it gives up.
 */

/** One call of the gateway to a service, including the complete response. */
export const SERVICE_LIMIT_MS = 3 * MS_PER_S;
/** Sequential calls per answer of the gateway: positions ask N2YO, then CelesTrak. */
const CALLS_IN_TURN = 2;
/** Slowest answer of the gateway. */
export const ANSWER_LIMIT_MS = CALLS_IN_TURN * SERVICE_LIMIT_MS;
/** The gateway's call for elements of many satellites: longer, so it gets the time of two calls. */
export const ELEMENTS_SERVICE_LIMIT_MS = ANSWER_LIMIT_MS;
/** Same for the catalogue of active satellites, several megabytes. A server shutdown does not wait for it. */
export const CATALOGUE_SERVICE_LIMIT_MS = 15 * MS_PER_S;
/** One call of the worker to the gateway, with 2 s for the network in between. */
export const CALL_LIMIT_MS = 8 * MS_PER_S;
/** Same for the catalogue, which is over a megabyte compressed. */
export const CATALOGUE_CALL_LIMIT_MS = 45 * MS_PER_S;
/** Period of the worker's rounds, so that rounds never overlap. */
export const ROUND_PERIOD_MS = REAL_DATA_PERIOD_MS;

/** Time for answers in progress when the server is stopped. */
export const STOP_LIMIT_MS = 8 * MS_PER_S;
/** Default delay of an orchestrator between SIGTERM and SIGKILL. */
export const KILL_DELAY_MS = 10 * MS_PER_S;
