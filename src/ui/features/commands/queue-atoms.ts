import { atom } from 'jotai';
import type { Command } from '../../../shared/entities/entities.ts';
import { canUndoSince, type Moment, missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { dueOf } from './due.ts';
import { orderQueue } from './order.ts';

/** The queue in display order; `undefined` before the first update. */
export const commandQueueAtom = atom((get) => {
  const commands = get(sliceAtoms.commands);
  return commands && orderQueue(commands);
});

/** Number of overdue commands, which are first in the queue. */
export const overdueCountAtom = atom((get) => {
  const pending = get(commandQueueAtom)?.pending ?? [];
  const now = get(missionSecondAtom);
  if (now === undefined) return 0;
  const count = pending.findIndex(({ scheduledTime }) => dueOf(scheduledTime, now) !== 'overdue');
  return count < 0 ? pending.length : count;
});

interface UndoOffer {
  readonly command: Command;
  /** When it was asked for. */
  readonly moment: Moment;
}

/** Cancellations that can be undone, oldest first. An atom preserves them across tab changes. */
const cancellationsAtom = atom<readonly UndoOffer[]>([]);

export const rememberCancellationAtom = atom(undefined, (get, set, offer: UndoOffer) => {
  const open = get(cancellationsAtom).filter(
    ({ command, moment }) => command.id !== offer.command.id && canUndoSince(get, moment),
  );
  set(cancellationsAtom, [...open, offer]);
});

export const forgetCancellationAtom = atom(undefined, (_get, set, id: string) => {
  set(cancellationsAtom, (held) => held.filter(({ command }) => command.id !== id));
});

/** The last cancelled command that can be restored; after that, the one before it. */
export const undoableAtom = atom((get) => {
  const cancellations = get(cancellationsAtom);
  if (cancellations.length === 0) return undefined;
  const queued = new Set(get(sliceAtoms.commands)?.map(({ id }) => id));
  return cancellations.findLast(({ command, moment }) => canUndoSince(get, moment) && !queued.has(command.id))
    ?.command;
});

/** A pending command whose effect is shown. */
export interface Considered {
  readonly id: Command['id'];
  /** When it would be executed: now, or at its scheduled time. */
  readonly time: 'now' | 'scheduled';
}

/** Id of the element that says its effect. */
export const CONSIDERED_EFFECT = 'considered-effect';

/** The command of the button that has the pointer, and of the one that has the focus. */
export const consideredByAtoms = {
  pointer: atom<Considered | undefined>(undefined),
  focus: atom<Considered | undefined>(undefined),
} as const;

/** Where the pointer is comes before where the focus is. */
export const consideredAtom = atom((get) => get(consideredByAtoms.pointer) ?? get(consideredByAtoms.focus));
