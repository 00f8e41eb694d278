import { isMissionId, type MissionId, type RoomAddress } from '../../../shared/contract/consoles.ts';
import type { MissionBeginning } from '../../../shared/contract/journal.ts';
import { isRoomKey } from '../../../shared/contract/room.ts';
import { RATES, type Rate } from '../../../shared/contract/transport.ts';
import { MISSION_PROFILES } from '../../../shared/entities/mission-profile.ts';
import { mapSatellites, SATELLITE_IDS, SATELLITES } from '../../../shared/entities/satellites.ts';
import { TABS, type Tab } from './tabs.ts';

/** Parameters of the page's URL. Invalid values count as absent. */

/** Returns `text` if it is one of the choices, otherwise the default. */
const choice = <Choice extends string>(
  text: string | null,
  choices: readonly Choice[],
  usual: Choice,
): Choice => choices.find((one) => one === text) ?? usual;

/** Returns the query with one parameter set or removed; others are kept. */
function withParameter(query: URLSearchParams, name: string, value: string | undefined): URLSearchParams {
  const next = new URLSearchParams(query);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  return next;
}

const TAB_PARAMETER = 'tab';

/** Returns the tab of a query; it survives a reload and works in shared links. */
export const readTab = (query: URLSearchParams): Tab => choice(query.get(TAB_PARAMETER), TABS, 'overview');

/** Returns the query for a tab; the overview has no parameter. */
export const writeTab = (query: URLSearchParams, tab: Tab): URLSearchParams =>
  withParameter(query, TAB_PARAMETER, tab === 'overview' ? undefined : tab);

const SATELLITE_PARAMETER = 'satellite';

/** Sub-tabs of the Orbital tab: a satellite of the mission, or the passes of all satellites over a place. */
export const ORBITAL_VIEWS = [...SATELLITE_IDS, 'passes'] as const;
export type OrbitalView = (typeof ORBITAL_VIEWS)[number];

export const ORBITAL_VIEW_NAMES: Readonly<Record<OrbitalView, string>> = {
  ...mapSatellites((id) => SATELLITES[id].name),
  passes: 'Passes',
};

/** Returns the sub-tab of the Orbital tab in a query. @param usual default without the parameter */
export const readOrbitalView = (query: URLSearchParams, usual: OrbitalView): OrbitalView =>
  choice(query.get(SATELLITE_PARAMETER), ORBITAL_VIEWS, usual);

export const writeOrbitalView = (query: URLSearchParams, view: OrbitalView): URLSearchParams =>
  withParameter(query, SATELLITE_PARAMETER, view);

/** Place that a link sees satellites from; `place-link.ts` reads it. */
export const OBSERVER_PARAMETER = 'observer';

export const hasObserver = (query: URLSearchParams): boolean => query.has(OBSERVER_PARAMETER);

/** Offers to connect ground systems; the server prints the address. */
export const offersGroundLink = (query: URLSearchParams): boolean => query.has('ground-link');

/** Display of the page: a desk with an operator, or a wall without one. */
const DISPLAYS = ['desk', 'wall'] as const;
export type Display = (typeof DISPLAYS)[number];

const DISPLAY_PARAMETER = 'display';

export const readDisplay = (query: URLSearchParams): Display =>
  choice(query.get(DISPLAY_PARAMETER), DISPLAYS, 'desk');

const MISSION_PARAMETER = 'mission';

/** Returns the mission that the page should join. */
export function readMission(query: URLSearchParams): MissionId | undefined {
  const id = query.get(MISSION_PARAMETER);
  return id !== null && isMissionId(id) ? id : undefined;
}

/** Returns the query for a page that joins a mission, or without one begins its own. */
export const writeMission = (query: URLSearchParams, id: MissionId | undefined): URLSearchParams =>
  withParameter(query, MISSION_PARAMETER, id);

/** Fragment with the key of a shared mission. A browser sends no fragment, neither to a server nor as a referrer. */
const KEY_FRAGMENT = '#key=';

export const hasKey = (fragment: string): boolean => fragment.startsWith(KEY_FRAGMENT);

export const keyFragment = (key: string): string => `${KEY_FRAGMENT}${key}`;

/**
 * Returns the shared mission that an address leads to: `/?mission=<id>#key=<key>`; `malformed` if its key or its mission
 * is not one.
 */
export function readRoom(query: URLSearchParams, fragment: string): RoomAddress | 'malformed' | undefined {
  if (!hasKey(fragment)) return undefined;
  const id = readMission(query);
  const key = fragment.slice(KEY_FRAGMENT.length);
  return id !== undefined && isRoomKey(key) ? { id, key } : 'malformed';
}

const EXERCISE_PARAMETER = 'exercise';
const PROFILE_PARAMETER = 'profile';

/** Returns what the mission is that the page begins: `/?exercise=first-contact`, `/?profile=calm`. */
export function readBeginning(query: URLSearchParams): MissionBeginning | undefined {
  const exercise = query.get(EXERCISE_PARAMETER);
  // The worker knows the built-in ones, and refuses another in words.
  if (exercise !== null && /^[a-z0-9-]{1,40}$/.test(exercise)) return { exercise };
  const profile = MISSION_PROFILES.find((name) => name === query.get(PROFILE_PARAMETER));
  return profile && { profile };
}

const INSTRUCTOR_PARAMETER = 'instructor';

/** Returns true for the window of an instructor: `/?mission=…&instructor=on`. */
export const readInstructor = (query: URLSearchParams): boolean => query.get(INSTRUCTOR_PARAMETER) === 'on';

/** Returns the path of the instructor's window of a mission. @param key of a shared mission */
export const instructorPath = (id: MissionId, key?: string): string =>
  `${joinPath(id)}&${INSTRUCTOR_PARAMETER}=on${withKey(key)}`;

const RATE_PARAMETER = 'rate';

/** Returns the initial rate of a wall display: `/?display=wall&rate=60`. */
export const readRate = (query: URLSearchParams): Rate =>
  RATES.find((rate) => String(rate) === query.get(RATE_PARAMETER)) ?? 1;

/** Returns the query for a wall display in step with UTC. */
export const withoutRate = (query: URLSearchParams): URLSearchParams =>
  withParameter(query, RATE_PARAMETER, undefined);

/** Returns true if the tour may open automatically: `/?tour=off` is for presentations. */
export const isTourWelcome = (query: URLSearchParams): boolean =>
  query.get('tour') !== 'off' &&
  !readInstructor(query) &&
  !readBeginning(query)?.exercise &&
  readTab(query) === 'overview';

const withKey = (key: string | undefined): string => (key === undefined ? '' : keyFragment(key));

/** Returns the path of a page that joins a mission, from the server's root. @param key of a shared mission */
export const joinPath = (id: MissionId, key?: string): string =>
  `/?${MISSION_PARAMETER}=${id}${withKey(key)}`;

/** Returns the path of a wall display of a mission, or of its own one. @param key of a shared mission */
export const wallPath = (id: MissionId | undefined, key?: string): string =>
  `/?${DISPLAY_PARAMETER}=wall${id === undefined ? '' : `&${MISSION_PARAMETER}=${id}`}${withKey(key)}`;
