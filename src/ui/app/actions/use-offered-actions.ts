import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useMemo } from 'react';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { useResolveRecovered } from '../../features/anomalies/use-resolve-recovered.ts';
import { commandQueueAtom, rememberCancellationAtom } from '../../features/commands/queue-atoms.ts';
import { openUndoAtom } from '../../features/timeline/timeline-atoms.ts';
import { formatInstant } from '../../kit/format.ts';
import {
  type Moment,
  missionDateAtom,
  missionMinuteAtom,
  momentAtom,
  sliceAtoms,
} from '../../mission/link/atoms.ts';
import { OFFERS, type Offer, offersOn } from '../../mission/link/offers.ts';
import { useOperations } from '../../mission/link/operations.ts';
import type { Action, ConfirmedAction } from './action.ts';

/** Makes a call and, if it is accepted, continues with `after`. */
export type Act = (call: () => Promise<Outcome<unknown>>, after?: () => void) => void;

/** Command, event or anomaly in the palette. */
interface Subject extends Pick<ConfirmedAction, 'detail' | 'group' | 'keywords'> {
  readonly id: string;
  /** Name in the actions. */
  readonly name: string;
  /** Name in the question; by default the same. */
  readonly asked?: string;
  /** Description in the confirmation. */
  readonly text: string;
  /** Follow-ups of accepted operations, with the moment at which they were asked for. */
  readonly after?: Readonly<Partial<Record<Offer['operation'], (moment: Moment) => void>>>;
}

interface OfferText {
  readonly when?: string;
  readonly consequence?: string;
  readonly word?: string;
}

/** Wording of a confirmation, besides the word of the operation. */
const WORDING: Readonly<Partial<Record<Offer['operation'], OfferText>>> = {
  executeCommand: {
    when: ' now',
    consequence: ', is sent to ORBITA-1 now. This cannot be undone.',
  },
  armCommand: { consequence: ', is then executed without you, until you disarm it.' },
  disarmCommand: { consequence: ', waits for you again.' },
  cancelCommand: { consequence: ', is removed from the queue.', word: 'Cancel the command' },
  cancelEvent: { word: 'Cancel the event' },
  resolveAnomaly: { consequence: ' This closes the entry.' },
};

type Offered = (offers: readonly Offer[] | undefined, subject: Subject) => readonly Action[];

/** Actions offered on commands, anomalies and events. */
export function useOfferedActions(act: Act): readonly Action[] {
  const operations = useOperations();
  const store = useStore();
  const offered = useMemo(
    (): Offered =>
      (offers = [], { id, name, asked = name, text, after, ...about }) =>
        offers.map(({ operation, word }) => {
          const { when = '', consequence = '', word: answer = word } = WORDING[operation] ?? {};
          return {
            ...about,
            id: `${operation}-${id}`,
            name: `${word} ${name}…`,
            ask: () => ({
              title: `${word} ${asked}${when}?`,
              text: `${text}${consequence}`,
              word: answer,
              run() {
                const moment = store.get(momentAtom);
                act(
                  () => operations[operation](id),
                  () => after?.[operation]?.(moment),
                );
              },
            }),
          };
        }),
    [operations, store, act],
  );
  return [
    ...useCommandActions(offered),
    ...useRecoveredAction(act),
    ...useAnomalyActions(offered),
    ...useEventActions(offered),
  ];
}

function useCommandActions(offered: Offered): readonly Action[] {
  const remember = useSetAtom(rememberCancellationAtom);
  const pending = useAtomValue(commandQueueAtom)?.pending;
  const today = useAtomValue(missionDateAtom);
  const now = useAtomValue(missionMinuteAtom);
  return useMemo(
    () =>
      pending?.flatMap((command) => {
        const { id, name, scheduledTime, priority } = command;
        const detail = `due ${formatInstant(scheduledTime, today)} UTC, priority ${priority}`;
        return offered(offersOn(command, now !== undefined && now < scheduledTime), {
          id,
          name,
          detail,
          text: `${name}, ${detail}`,
          group: 'Commands',
          keywords: ['command', 'pending'],
          after: { cancelCommand: (moment) => remember({ command, moment }) },
        });
      }) ?? [],
    [pending, today, now, offered, remember],
  );
}

const useAnomalyActions = (offered: Offered): readonly Action[] =>
  (useAtomValue(sliceAtoms.anomalies) ?? []).flatMap(({ id, type, severity, message, status }) =>
    offered(OFFERS.anomaly[status], {
      id,
      name: `${type} anomaly`,
      asked: `the ${type} anomaly`,
      detail: `${severity}: ${message}`,
      text: `${severity}, ${type}: ${message}.`,
      group: 'Anomalies',
      keywords: ['anomaly', 'fault', 'active'],
    }),
  );

function useRecoveredAction(act: Act): readonly Action[] {
  const resolveRecovered = useResolveRecovered();
  if (!resolveRecovered) return [];
  return [
    {
      id: 'resolve-recovered',
      name: 'Resolve all recovered…',
      group: 'Anomalies',
      keywords: ['anomaly', 'close'],
      ask: () => ({
        title: 'Resolve all recovered anomalies?',
        text: 'Their faults have ended. This closes the entries.',
        word: 'Resolve',
        run: () => act(resolveRecovered),
      }),
    },
  ];
}

function useEventActions(offered: Offered): readonly Action[] {
  const openUndo = useSetAtom(openUndoAtom);
  const today = useAtomValue(missionDateAtom);
  const events = useAtomValue(sliceAtoms.timeline);
  return useMemo(
    () =>
      events?.flatMap(({ id, title, startTime, type, status }) => {
        const start = `${formatInstant(startTime, today)} UTC`;
        return offered(OFFERS.event[status], {
          id,
          name: isolated(title),
          detail: start,
          text: `${type}, scheduled to start ${start}.`,
          group: 'Timeline',
          keywords: ['event', 'timeline', type],
          after: { cancelEvent: (moment) => openUndo(id, moment) },
        });
      }) ?? [],
    [events, today, offered, openUndo],
  );
}
