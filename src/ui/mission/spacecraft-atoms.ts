import { atom } from 'jotai';
import type { LogEntry } from '../../shared/event-log.ts';
import type { CommandEvidence, SpacecraftView } from '../../shared/spacecraft.ts';

/** ORBITA-1 from the inside, `undefined` until the first snapshot. */
export const spacecraftAtom = atom<SpacecraftView | undefined>(undefined);
/** What telemetry showed of executed commands. */
export const evidenceAtom = atom<readonly CommandEvidence[] | undefined>(undefined);
/** Newest last. */
export const logAtom = atom<readonly LogEntry[] | undefined>(undefined);
