import { SPACECRAFT } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { Satellite } from '../../mission/fleet/fleet.ts';
import {
  type ElementsAccuracy,
  elementsAccuracy,
  elementsEpoch,
  errorText,
  GOOD_KM,
} from '../../mission/fleet/regime.ts';
import { elementsAge } from '../../mission/fleet/satellite-status.ts';

/** Accuracy of the passes of a list: most of their error comes from the age of the elements. */

/** `undefined` for the simulated satellite, which follows its elements exactly. */
export const accuracyAt = ({ mission, elements }: Satellite, time: EpochMs): ElementsAccuracy | undefined =>
  mission === SPACECRAFT ? undefined : elementsAccuracy(elements, elementsEpoch(elements), time);

/** `Elements 49 days old. Positions are within about 74 km, pass times within a minute.`; `undefined` while both are good. */
export function accuracyText(satellite: Satellite, time: EpochMs): string | undefined {
  const accuracy = accuracyAt(satellite, time);
  return accuracy && accuracy.errorKm > GOOD_KM
    ? `${elementsAge(elementsEpoch(satellite.elements), time)}. ${errorText(accuracy.errorKm)}`
    : undefined;
}

/** Maximum number of satellites named; more would be longer than the list. */
const MOST_NAMED = 3;

/** Notes on satellites whose passes are less exact than their times look, one or two sentences each. */
export function accuracyNotes(satellites: readonly Satellite[], time: EpochMs): readonly string[] {
  const notes = satellites.flatMap((satellite) => {
    const text = accuracyText(satellite, time);
    return text === undefined ? [] : [`${satellite.name}: ${text}`];
  });
  const more = notes.length - MOST_NAMED;
  if (more <= 0) return notes;
  const others = more === 1 ? 'One more satellite has' : `${more} more satellites have`;
  return [...notes.slice(0, MOST_NAMED), `${others} old elements, too.`];
}
