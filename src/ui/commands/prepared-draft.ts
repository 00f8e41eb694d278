import { atom } from 'jotai';
import type { Anomaly, CommandName, Priority } from '../../shared/entities.ts';
import type { CommandDraft } from '../../shared/operations.ts';
import type { EpochMs } from '../../shared/units.ts';
import { utcFieldText } from '../../shared/utc-text.ts';
import { toFieldTime } from '../kit/format.ts';
import { missionSecondAtom } from '../mission/atoms.ts';
import { commandQueueAtom } from './queue-atoms.ts';

/** A command for the form. The form takes it once, which clears it. */
export const preparedDraftAtom = atom<Required<CommandDraft> | undefined>(undefined);

const priorityFor = ({ severity }: Anomaly): Priority =>
  severity === 'Critical' || severity === 'High' ? 'High' : 'Medium';

/** A pending command to focus in the queue. The queue takes it once, which clears it. */
export const foundCommandAtom = atom<string | undefined>(undefined);

/**
 * Prepares a command for an anomaly, due now. Only the form's button queues it. A due one already in the
 * queue is focused instead.
 */
export const prepareCommandAtom = atom(undefined, (get, set, anomaly: Anomaly, name: CommandName) => {
  const now = get(missionSecondAtom);
  const pending = get(commandQueueAtom)?.pending ?? [];
  const due = pending.find(
    (command) => command.name === name && now !== undefined && command.scheduledTime <= now,
  );
  if (due) {
    set(foundCommandAtom, due.id);
    return;
  }
  const scheduledTime = now === undefined ? '' : toFieldTime(now);
  set(preparedDraftAtom, { name, scheduledTime, priority: priorityFor(anomaly) });
});

/** Prepares a command for a pass, due at its AOS; the operator chooses which. */
export const preparePassAtom = atom(undefined, (_get, set, aos: EpochMs) =>
  set(preparedDraftAtom, { name: '', scheduledTime: utcFieldText(aos), priority: 'Medium' }),
);
