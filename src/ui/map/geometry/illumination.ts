import {
  type Illumination,
  type IlluminationChange,
  illuminationOf,
  phaseAt,
  type SatelliteContacts,
} from '../../../shared/contract/contact-plan.ts';
import type { EpochMs, TimeRange } from '../../../shared/kit/units.ts';
import { type EphemerisWindow, endTime, sampleTime } from '../../../shared/orbit/ephemeris.ts';

/** An interval with one illumination. */
export interface PhaseInterval extends TimeRange {
  readonly phase: Illumination;
}

/** Derives the changes from the window's samples, without a plan. */
function sampledChanges(window: EphemerisWindow): readonly IlluminationChange[] {
  const changes: IlluminationChange[] = [];
  window.eclipseFractions.forEach((share, index) => {
    const phase = illuminationOf(share);
    if (phase !== changes.at(-1)?.phase) changes.push({ time: sampleTime(window, index), phase });
  });
  return changes;
}

/** Divides the window into intervals of one illumination each, in order and without gaps. */
export function illuminations(
  window: EphemerisWindow,
  contacts: SatelliteContacts | undefined,
): readonly PhaseInterval[] {
  const [from, to] = [window.startTime, endTime(window)];
  const initial = phaseAt(contacts, window, from);
  if (!initial) return [];
  const changes = (contacts?.illuminationChanges ?? sampledChanges(window)).filter(
    ({ time }) => time > from && time < to,
  );
  const starts: readonly IlluminationChange[] = [{ time: from, phase: initial }, ...changes];
  return starts.map(({ time, phase }, index) => ({ from: time, to: starts[index + 1]?.time ?? to, phase }));
}

/** Cuts an interval at the changes of illumination. */
export const cutAtPhases = (
  phases: readonly PhaseInterval[],
  { from, to }: TimeRange,
): readonly PhaseInterval[] =>
  phases.flatMap((part) => {
    const cut = {
      from: Math.max(part.from, from) as EpochMs,
      to: Math.min(part.to, to) as EpochMs,
      phase: part.phase,
    };
    return cut.from < cut.to ? [cut] : [];
  });
