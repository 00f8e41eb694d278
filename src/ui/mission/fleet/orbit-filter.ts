import type { OrbitalElements } from '../../../shared/orbit/elements.ts';
import type { Satellite } from './fleet.ts';
import type { Group } from './groups.ts';
import { type OrbitRegime, orbitRegime, orbitSize } from './regime.ts';

/** Filtering and colouring of satellites by orbit. */

/** Orbit properties from mean elements. */
interface OrbitFigures {
  readonly regime: OrbitRegime;
  readonly perigeeKm: number;
  readonly apogeeKm: number;
  readonly inclination: number;
  readonly periodMin: number;
}

const known = new WeakMap<OrbitalElements, OrbitFigures>();

/** Returns the orbit of some elements, computed once. */
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

/** Orbit regimes, in the order of their colour numbers. */
const REGIMES: readonly OrbitRegime[] = ['LEO', 'MEO', 'GTO', 'HEO', 'GEO', 'deep space'];

export const regimeOf = ({ elements }: Satellite): OrbitRegime => orbitOf(elements).regime;

/** Returns the colour of each satellite of a list: that of its regime. */
export const regimeColours = (satellites: readonly Satellite[]): Uint8Array =>
  Uint8Array.from(satellites, (one) => regimeColour(regimeOf(one)));

export const regimeColour = (regime: OrbitRegime): number => REGIMES.indexOf(regime) + 1;

export function regimesOf(satellites: readonly Satellite[]): readonly Group[] {
  const counts = new Map<OrbitRegime, number>();
  for (const one of satellites) counts.set(regimeOf(one), (counts.get(regimeOf(one)) ?? 0) + 1);
  return REGIMES.flatMap((name) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ name, count, colour: regimeColour(name) }];
  });
}

/** Orbit properties to filter by. */
export const ORBIT_FIELDS = ['altitude', 'inclination', 'period'] as const;
export type OrbitField = (typeof ORBIT_FIELDS)[number];

/** Minimum and maximum of each, as typed. */
export type OrbitLimits = Readonly<Record<OrbitField, readonly [from: string, to: string]>>;

export const NO_LIMITS: OrbitLimits = { altitude: ['', ''], inclination: ['', ''], period: ['', ''] };

/** Returns the typed number; `undefined` for an empty text. */
const numberIn = (typed: string): number | undefined => (typed.trim() === '' ? undefined : Number(typed));

/** Returns the problem with a typed limit, for the operator. */
export const limitProblem = (typed: string): string | undefined =>
  Number.isNaN(numberIn(typed)) ? 'Enter a number.' : undefined;

export const hasLimits = (limits: OrbitLimits): boolean =>
  ORBIT_FIELDS.some((field) => limits[field].some((typed) => typed.trim() !== ''));

/** Returns the lowest and highest value of a field: the whole orbit must be within the altitude limits. */
function spanOf({ perigeeKm, apogeeKm, inclination, periodMin }: OrbitFigures, field: OrbitField) {
  if (field === 'altitude') return [perigeeKm, apogeeKm] as const;
  const value = field === 'inclination' ? inclination : periodMin;
  return [value, value] as const;
}

/** Returns true if a satellite's orbit is within the limits, inclusive; invalid limits are ignored. */
export function isWithin({ elements }: Satellite, limits: OrbitLimits): boolean {
  const orbit = orbitOf(elements);
  return ORBIT_FIELDS.every((field) => {
    const [from, to] = limits[field].map(numberIn);
    const [lowest, highest] = spanOf(orbit, field);
    return !(from !== undefined && lowest < from) && !(to !== undefined && highest > to);
  });
}
