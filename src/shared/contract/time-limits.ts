import { REAL_DATA_PERIOD_MS } from '../entities/constants.ts';
import { MS_PER_S } from '../kit/units.ts';

/**
 * Time limits of live data and elements, from the service to the page. Each limit is shorter than the one around it, so
 * that the caller receives the reason before it gives up.
 */

/** One call of the gateway to a service, the complete answer included. */
export const SERVICE_LIMIT_MS = 3 * MS_PER_S;
/** Sequential calls for one answer of the gateway: positions ask N2YO, then CelesTrak. */
const CALLS_IN_TURN = 2;
/** The slowest answer of the gateway. */
export const ANSWER_LIMIT_MS = CALLS_IN_TURN * SERVICE_LIMIT_MS;
/** The gateway's call for elements of many satellites: one call takes the time of two, because its answer is longer. */
export const ELEMENTS_SERVICE_LIMIT_MS = ANSWER_LIMIT_MS;
/** The same for the catalogue of active satellites: several megabytes. A stop of the server does not wait for it. */
export const CATALOGUE_SERVICE_LIMIT_MS = 15 * MS_PER_S;
/** One call of the worker to the gateway: 2 s are left for the network between them. */
export const CALL_LIMIT_MS = 8 * MS_PER_S;
/** The same for the catalogue, which has more than a megabyte when it is compressed. */
export const CATALOGUE_CALL_LIMIT_MS = 45 * MS_PER_S;
/** Period of the worker's rounds, so that rounds never overlap. */
export const ROUND_PERIOD_MS = REAL_DATA_PERIOD_MS;

/** Answers in progress when the server is told to stop. */
export const STOP_LIMIT_MS = 8 * MS_PER_S;
/** Default delay of an orchestrator between SIGTERM and SIGKILL. */
export const KILL_DELAY_MS = 10 * MS_PER_S;
