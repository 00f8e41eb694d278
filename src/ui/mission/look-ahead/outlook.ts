import { atom } from 'jotai';
import type { LookAhead, PredictedCrossing } from '../../../shared/contract/look-ahead.ts';
import type { SpacecraftMode } from '../../../shared/entities/spacecraft.ts';
import {
  CHANNELS,
  formatLimit,
  isLimitByDesign,
  TELEMETRY_CHANNELS,
} from '../../../shared/entities/telemetry-channels.ts';
import { type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { formatAge } from '../../kit/format.ts';
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

/** The same, unless the card of an anomaly says it already. */
const nextUnsaidAtom = atom((get): PredictedCrossing | undefined => {
  const crossing = get(nextCrossingAtom);
  if (!crossing) return undefined;
  const isSaid = get(sliceAtoms.spacecraft)?.faults.some(({ risks = [] }) =>
    risks.some(
      (risk) => 'channel' in risk && risk.channel === crossing.channel && risk.value === crossing.value,
    ),
  );
  return isSaid ? undefined : crossing;
});

/** It in a sentence, without its full stop: `Signal strength falls below 50 % at about 14:02 UTC, in 25 min`. */
export const nextRiskAtom = atom((get): string | undefined => {
  const [crossing, now] = [get(nextUnsaidAtom), get(missionMinuteAtom)];
  if (!crossing || now === undefined) return undefined;
  return `${CHANNELS[crossing.channel].title} ${crossingText(crossing, now)}`;
});

/** The same in few words: `Signal below 50 % within 25 min`. */
export const nextRiskInShortAtom = atom((get): string | undefined => {
  const [crossing, now] = [get(nextUnsaidAtom), get(missionMinuteAtom)];
  if (!crossing || now === undefined) return undefined;
  const { channel, value, isUpper, until } = crossing;
  const side = isUpper ? 'above' : 'below';
  return `${CHANNELS[channel].shortName} ${side} ${formatLimit(channel, value)} within ${formatAge(Math.max(until - now, MS_PER_MIN))}`;
});
