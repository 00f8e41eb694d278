import { atom } from 'jotai';
import { isLinkLostAtom, missionSecondAtom, spacecraftAtom } from '../mission/atoms.ts';
import { TELEMETRY_STALE_MS } from '../telemetry/staleness.ts';

/** True when the picture no longer tells how the spacecraft is: too old, or the worker is away. */
export const isSpacecraftStaleAtom = atom((get) => {
  if (get(isLinkLostAtom)) return true;
  const view = get(spacecraftAtom);
  const now = get(missionSecondAtom);
  return view !== undefined && now !== undefined && now - view.time > TELEMETRY_STALE_MS;
});
