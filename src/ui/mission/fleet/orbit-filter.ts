import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { Satellite } from './fleet.ts';
import type { Group } from './groups.ts';
import { type OrbitRegime, orbitRegime, orbitSize } from './regime.ts';

/** What satellites are found by, and told apart by, of their orbits. */

/** What is known of an orbit from its mean elements. */
interface OrbitFigures {
  readonly regime: OrbitRegime;
  readonly perigeeKm: number;
  readonly apogeeKm: number;
  readonly inclination: number;
  readonly periodMin: number;
}

const known = new WeakMap<OrbitalElements, OrbitFigures>();

/** The orbit of some elements, computed once. */
function orbitOf(elements: OrbitalElements): OrbitFigures {
  const before = known.get(elements);
  if (before) return before;
  const orbit = {
    regime: orbitRegime(elements),
    inclination: Number(elements.INCLINATION),
    ...orbitSize(elements),
  };
  known.set(elements, orbit);
  return orbit;
}

/** The kinds of orbits, and the numbers of their colours. */
const REGIMES: readonly OrbitRegime[] = ['LEO', 'MEO', 'GTO', 'HEO', 'GEO', 'deep space'];

export const regimeOf = ({ elements }: Satellite): OrbitRegime => orbitOf(elements).regime;

/** Colour of each satellite of a list: that of the kind of its orbit. */
export const regimeColours = (satellites: readonly Satellite[]): Uint8Array =>
  Uint8Array.from(satellites, (one) => regimeColour(regimeOf(one)));

export const regimeColour = (regime: OrbitRegime): number => REGIMES.indexOf(regime) + 1;

/** The kinds of orbits of a list. */
export function regimesOf(satellites: readonly Satellite[]): readonly Group[] {
  const counts = new Map<OrbitRegime, number>();
  for (const one of satellites) counts.set(regimeOf(one), (counts.get(regimeOf(one)) ?? 0) + 1);
  return REGIMES.flatMap((name) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ name, count, colour: regimeColour(name) }];
  });
}

/** What an orbit can be searched by. */
export const ORBIT_FIELDS = ['altitude', 'inclination', 'period'] as const;
export type OrbitField = (typeof ORBIT_FIELDS)[number];

/** Least and most of each, as typed. */
export type OrbitLimits = Readonly<Record<OrbitField, readonly [from: string, to: string]>>;

export const NO_LIMITS: OrbitLimits = { altitude: ['', ''], inclination: ['', ''], period: ['', ''] };

/** The number that is typed; an empty text is none. */
const numberIn = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));

/** What is wrong with a limit as it is typed, for the operator. */
export const limitProblem = (typed: string): string | undefined =>
  Number.isNaN(numberIn(typed)) ? 'Enter a number.' : undefined;

/** Whether there is anything to filter by. */
export const hasLimits = (limits: OrbitLimits): boolean =>
  ORBIT_FIELDS.some((field) => limits[field].some((typed) => typed.trim() !== ''));

/** Lowest and highest of what a field is about: all of an orbit lies within the altitudes. */
function spanOf({ perigeeKm, apogeeKm, inclination, periodMin }: OrbitFigures, field: OrbitField) {
  if (field === 'altitude') return [perigeeKm, apogeeKm] as const;
  const value = field === 'inclination' ? inclination : periodMin;
  return [value, value] as const;
}

/** Whether the orbit of a satellite is within limits, both included; a limit that is no number is none. */
export function isWithin({ elements }: Satellite, limits: OrbitLimits): boolean {
  const orbit = orbitOf(elements);
  return ORBIT_FIELDS.every((field) => {
    const [from, to] = limits[field].map(numberIn);
    const [lowest, highest] = spanOf(orbit, field);
    return !(from !== undefined && lowest < from) && !(to !== undefined && highest > to);
  });
}
