import { type Atom, atom } from 'jotai';
import { PERFORMANCE_PERIOD_MS, TELEMETRY_PERIOD_MS } from '../../shared/limits.ts';
import type { EpochMs } from '../../shared/units.ts';
import {
  isLinkLostAtom,
  missionSecondAtom,
  performanceAtom,
  spacecraftAtom,
  telemetryAtom,
} from './atoms.ts';

/** What comes at every period and missed two in a row is stale. */
const STALE_PERIODS = 2.5;
export const TELEMETRY_STALE_MS = STALE_PERIODS * TELEMETRY_PERIOD_MS;
const PERFORMANCE_STALE_MS = STALE_PERIODS * PERFORMANCE_PERIOD_MS;

/** True when what was last told at an instant no longer tells how things are: too old, or the worker is away. */
const isStaleAtomOf = (timeAtom: Atom<EpochMs | undefined>, staleMs: number) =>
  atom((get) => {
    if (get(isLinkLostAtom)) return true;
    const time = get(timeAtom);
    const now = get(missionSecondAtom);
    return time !== undefined && now !== undefined && now - time > staleMs;
  });

/** Of the newest sample. */
export const isTelemetryStaleAtom = isStaleAtomOf(
  atom((get) => get(telemetryAtom)?.at(-1)?.timestamp),
  TELEMETRY_STALE_MS,
);

/** Of the picture of the spacecraft, which comes with each sample. */
export const isSpacecraftStaleAtom = isStaleAtomOf(
  atom((get) => get(spacecraftAtom)?.time),
  TELEMETRY_STALE_MS,
);

/** Of the mission's figures. */
export const isPerformanceStaleAtom = isStaleAtomOf(
  atom((get) => get(performanceAtom)?.time),
  PERFORMANCE_STALE_MS,
);
