import { atom } from 'jotai';
import type { Anomaly, CommandName, Priority } from '../../shared/entities.ts';
import type { CommandDraft } from '../../shared/operations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { utcFieldText } from '../../shared/utc-text.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { toFieldTime } from './instant.ts';

/** A command that the form is to hold as soon as it is there. The form takes it once, and it is gone. */
export const preparedDraftAtom = atom<Required<CommandDraft> | undefined>(undefined);

const priorityFor = ({ severity }: Anomaly): Priority =>
  severity === 'Critical' || severity === 'High' ? 'High' : 'Medium';

/** Prepares a command for an anomaly, due now. It is queued by whoever presses the form's button, and by nobody else. */
export const prepareCommandAtom = atom(undefined, (get, set, anomaly: Anomaly, name: CommandName) => {
  const now = get(missionSecondAtom);
  const scheduledTime = now === undefined ? '' : toFieldTime(now);
  set(preparedDraftAtom, { name, scheduledTime, priority: priorityFor(anomaly) });
});

/** Prepares a command for a pass, due at its AOS; which one is for the operator to choose. */
export const preparePassAtom = atom(undefined, (_get, set, aos: EpochMs) =>
  set(preparedDraftAtom, { name: '', scheduledTime: utcFieldText(aos), priority: 'Medium' }),
);
