import { atom } from 'jotai';
import type { CommandName } from '../../../shared/entities/entities.ts';
import { missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { isSpacecraftStaleAtom } from '../../mission/link/staleness.ts';
import { downlinkText, safeModeText } from './advice-text.ts';

/** Suggested action for the spacecraft itself, possibly later. */
export interface AdviceOffer {
  readonly text: string;
  /** Absent while it is too early. */
  readonly command: CommandName | undefined;
}

/** Safe mode comes before a downlink, which requires its end. `undefined` without fresh telemetry. */
export const offerAtom = atom((get): AdviceOffer | undefined => {
  const now = get(missionSecondAtom);
  if (now === undefined || get(isSpacecraftStaleAtom)) return undefined;
  const { safeMode, downlink } = get(sliceAtoms.advice) ?? {};
  if (safeMode) {
    return { text: safeModeText(safeMode), command: safeMode.waitsFor ? undefined : safeMode.command };
  }
  return downlink && { text: downlinkText(downlink, now), command: downlink.command };
});
