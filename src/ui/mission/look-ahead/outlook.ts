import { atom } from 'jotai';
import type { LookAhead, PredictedCrossing } from '../../../shared/contract/look-ahead.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  isLimitByDesign,
  TELEMETRY_CHANNELS,
} from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_H } from '../../../shared/kit/units.ts';
import { missionMinuteAtom, sliceAtoms } from '../link/atoms.ts';
import { crossingsAhead, crossingText } from './crossing-text.ts';
import { type AheadQuestion, modeAtom, useLookAheadIn } from './use-look-ahead.ts';

/** What the Overview and the wall look ahead: more than three orbits. */
const QUESTION: AheadQuestion = { channels: TELEMETRY_CHANNELS, aheadMs: 6 * MS_PER_H };

/** The five channels to come, for the Overview and the wall; `undefined` if unknown. */
export const outlookAtom = atom<LookAhead | undefined>(undefined);

/** Keeps the outlook up to date while the Overview or the wall is shown. */
export function useOutlook(): void {
  useLookAheadIn(outlookAtom, QUESTION);
}

/** The next predicted crossing of a limit outward, apart from those that the mode of that time causes by design. */
const nextCrossingAtom = atom((get): PredictedCrossing | undefined => {
  const told = get(outlookAtom);
  const now = get(missionMinuteAtom);
  const mode = get(modeAtom) ?? 'NOMINAL';
  if (!told || now === undefined) return undefined;
  const modeAt = (time: EpochMs): SpacecraftMode =>
    told.modes.findLast((change) => change.time <= time)?.mode ?? mode;
  return crossingsAhead(told, now).find(
    (crossing) => !isLimitByDesign(crossing.channel, crossing.value, modeAt(crossing.until)),
  );
});

/**
 * The next crossing in a sentence, without its full stop: `Signal strength falls below 50 % at about 14:02 UTC, in
 * 25 min`. None if the card of an anomaly says it already.
 */
export const nextRiskAtom = atom((get): string | undefined => {
  const crossing = get(nextCrossingAtom);
  const now = get(missionMinuteAtom);
  if (!crossing || now === undefined) return undefined;
  const isSaid = get(sliceAtoms.spacecraft)?.faults.some(({ risks = [] }) =>
    risks.some(
      (risk) => 'channel' in risk && risk.channel === crossing.channel && risk.value === crossing.value,
    ),
  );
  return isSaid ? undefined : `${CHANNELS[crossing.channel].title} ${crossingText(crossing, now)}`;
});
