import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useMemo } from 'react';
import {
  type Anomaly,
  COMMAND_NAMES,
  type Command,
  type CommandName,
  type TimelineEvent,
} from '../../shared/entities.ts';
import { isolated } from '../../shared/isolated-text.ts';
import type { Outcome } from '../../shared/operations.ts';
import { addMs, MS_PER_MIN } from '../../shared/units.ts';
import { isActive } from '../anomalies/severity.ts';
import { useResolveRecovered } from '../anomalies/use-resolve-recovered.ts';
import { preparedDraftAtom } from '../commands/prepared-draft.ts';
import { commandQueueAtom, rememberCancellationAtom } from '../commands/queue-atoms.ts';
import { continuableAtom, keeperAtom } from '../kept-missions/atoms.ts';
import { continuableNameAtom } from '../kept-missions/mission-name.ts';
import { formatInstant, toFieldTime } from '../kit/format.ts';
import { useLogExport } from '../log/use-log-export.ts';
import { missionDateAtom, missionSecondAtom, sliceAtoms } from '../mission/atoms.ts';
import { useOperations } from '../mission/operations.ts';
import { useAction } from '../mission/use-action.ts';
import { useGoTo } from '../navigation/use-go-to.ts';
import { EXPORT_FORMATS } from '../performance/export-formats.ts';
import { usePerformanceExport } from '../performance/use-performance-export.ts';
import { keepsMissionsAtom } from '../preferences/preferences.ts';
import { openUndoAtom } from '../timeline/timeline-atoms.ts';
import { useDemonstration } from '../tour/use-demonstration.ts';
import type { Action } from './action.ts';
import { type Recordings, useRecordings } from './use-recordings.ts';

/** Lead time of a command scheduled from the palette. */
const LEAD_MIN = 5;

type Act = (call: () => Promise<Outcome<unknown>>, after?: () => void) => void;

const callIt = (call: () => Promise<Outcome<unknown>>) => call();

/**
 * Actions on the present mission. Those that change it need confirmation. Memoized: there may be thousands.
 */
export function useMissionActions(): readonly Action[] {
  const { refusal, run } = useAction(callIt);
  const act: Act = useCallback(
    (call, after) => {
      void run(call).then((outcome) => outcome?.ok && after?.());
    },
    [run],
  );
  const changes = [
    ...useQueueActions(act),
    ...usePendingActions(act),
    ...useAnomalyActions(act),
    ...useEventActions(act),
    ...useDemonstrationActions(),
  ];
  return [
    ...(refusal === undefined
      ? changes
      : changes.map((action) => ({ ...action, detail: refusal, isDisabled: true }))),
    ...useKeptMissionActions(),
    ...useExportActions(),
  ];
}

function useQueueActions(act: Act): readonly Action[] {
  const { queueCommand } = useOperations();
  const goTo = useGoTo();
  const prepare = useSetAtom(preparedDraftAtom);
  const store = useStore();
  const hasTime = useAtomValue(missionDateAtom) !== undefined;
  const question = (name: CommandName) => {
    const now = store.get(missionSecondAtom);
    const scheduledTime = now === undefined ? '' : toFieldTime(addMs(now, LEAD_MIN * MS_PER_MIN));
    const draft = { name, scheduledTime, priority: 'Medium' };
    return {
      title: `Queue ${name}?`,
      text: `${name} is queued for ${scheduledTime} UTC, in ${LEAD_MIN} minutes, with priority ${draft.priority}.`,
      word: 'Queue Command',
      run: () => act(() => queueCommand(draft)),
      other: {
        word: 'Open in the form',
        run: () => {
          prepare({ ...draft });
          goTo('commands');
        },
      },
    };
  };
  return COMMAND_NAMES.map((name) => ({
    id: `queue-${name}`,
    name: `Queue ${name}…`,
    group: 'Commands',
    keywords: ['command', 'send', 'uplink', 'schedule'],
    isDisabled: !hasTime,
    ask: () => question(name),
  }));
}

function usePendingActions(act: Act): readonly Action[] {
  const { executeCommand, cancelCommand } = useOperations();
  const remember = useSetAtom(rememberCancellationAtom);
  const pending = useAtomValue(commandQueueAtom)?.pending;
  const today = useAtomValue(missionDateAtom);
  return useMemo(() => {
    const actionsOf = (command: Command): readonly Action[] => {
      const { id, name, scheduledTime, priority } = command;
      const due = `due ${formatInstant(scheduledTime, today)} UTC`;
      const about = {
        detail: `${due}, priority ${priority}`,
        group: 'Commands',
        keywords: ['command', 'pending'],
      };
      return [
        {
          ...about,
          id: `execute-${id}`,
          name: `Execute ${name}…`,
          ask: () => ({
            title: `Execute ${name} now?`,
            text: `${name}, ${due}, priority ${priority}, acts on ORBITA-1 immediately. This cannot be undone.`,
            word: 'Execute',
            run: () => act(() => executeCommand(id)),
          }),
        },
        {
          ...about,
          id: `cancel-${id}`,
          name: `Cancel ${name}…`,
          ask: () => ({
            title: `Cancel ${name}?`,
            text: `${name}, ${due}, priority ${priority}, is removed from the queue.`,
            word: 'Cancel the command',
            run: () =>
              act(
                () => cancelCommand(id),
                () => remember(command),
              ),
          }),
        },
      ];
    };
    return pending?.flatMap(actionsOf) ?? [];
  }, [pending, today, act, executeCommand, cancelCommand, remember]);
}

function useAnomalyActions(act: Act): readonly Action[] {
  const { acknowledgeAnomaly, resolveAnomaly } = useOperations();
  const anomalies = useAtomValue(sliceAtoms.anomalies) ?? [];
  const resolveRecovered = useResolveRecovered();
  const each = anomalies.filter(isActive).flatMap(({ id, type, severity, message }: Anomaly) => {
    const about = {
      detail: `${severity}: ${message}`,
      group: 'Anomalies',
      keywords: ['anomaly', 'fault', 'active'],
    };
    const text = `${severity}, ${type}: ${message}.`;
    return [
      {
        ...about,
        id: `acknowledge-${id}`,
        name: `Acknowledge ${type} anomaly…`,
        ask: () => ({
          title: `Acknowledge the ${type} anomaly?`,
          text,
          word: 'Acknowledge',
          run: () => act(() => acknowledgeAnomaly(id)),
        }),
      },
      {
        ...about,
        id: `resolve-${id}`,
        name: `Resolve ${type} anomaly…`,
        ask: () => ({
          title: `Resolve the ${type} anomaly?`,
          text: `${text} This closes the entry.`,
          word: 'Resolve',
          run: () => act(() => resolveAnomaly(id)),
        }),
      },
    ];
  });
  if (!resolveRecovered) return each;
  const all: Action = {
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
  };
  return [all, ...each];
}

function useEventActions(act: Act): readonly Action[] {
  const { startEvent, completeEvent, cancelEvent } = useOperations();
  const openUndo = useSetAtom(openUndoAtom);
  const today = useAtomValue(missionDateAtom);
  const events = useAtomValue(sliceAtoms.timeline);
  return useMemo(() => {
    const actionOf = (event: TimelineEvent, word: string, run: () => void): Action => {
      const { id, startTime, type } = event;
      const title = isolated(event.title);
      const start = `${formatInstant(startTime, today)} UTC`;
      return {
        id: `${word}-${id}`,
        name: `${word} ${title}…`,
        detail: start,
        group: 'Timeline',
        keywords: ['event', 'timeline', type],
        ask: () => ({
          title: `${word} ${title}?`,
          text: `${type}, scheduled to start ${start}.`,
          word: word === 'Cancel' ? 'Cancel the event' : word,
          run,
        }),
      };
    };
    const actionsOf = (event: TimelineEvent): readonly Action[] => {
      const { id, status } = event;
      if (status === 'In Progress') return [actionOf(event, 'Complete', () => act(() => completeEvent(id)))];
      if (status !== 'Scheduled') return [];
      return [
        actionOf(event, 'Start', () => act(() => startEvent(id))),
        actionOf(event, 'Cancel', () =>
          act(
            () => cancelEvent(id),
            () => openUndo(id),
          ),
        ),
      ];
    };
    return events?.flatMap(actionsOf) ?? [];
  }, [events, today, act, startEvent, completeEvent, cancelEvent, openUndo]);
}

function useDemonstrationActions(): readonly Action[] {
  const demonstrate = useDemonstration();
  if (!demonstrate) return [];
  return [
    {
      id: 'demonstrate',
      name: 'Watch a fault and its recovery…',
      detail: 'about a minute and a half',
      group: 'Console',
      keywords: ['demonstration', 'demo', 'scenario', 'duty crew', 'anomaly'],
      ask: () => ({
        title: 'Watch a fault and its recovery?',
        text: 'A fault is injected into the radio of ORBITA-1. The duty crew takes the console, clears the fault in about a minute and a half and hands the console back.',
        word: 'Watch',
        run: demonstrate,
      }),
    },
  ];
}

function useKeptMissionActions(): readonly Action[] {
  const keeper = useAtomValue(keeperAtom);
  const mission = useAtomValue(continuableAtom);
  const store = useStore();
  const name = useAtomValue(continuableNameAtom);
  if (!keeper || !mission || name === undefined) return [];
  return [
    {
      id: 'continue-mission',
      name: `Continue the ${name}…`,
      detail: 'kept in this browser',
      group: 'Console',
      keywords: ['resume', 'restore', 'reload', 'recording', 'last visit'],
      ask: () => ({
        title: `Continue the ${name}?`,
        text: `The time since then is simulated. The mission of this window ends; ${
          store.get(keepsMissionsAtom)
            ? 'it is kept too.'
            : 'it is not kept, because keeping missions is switched off.'
        }`,
        word: 'Continue',
        run: () => void keeper.continueMission(mission.id),
      }),
    },
  ];
}

function useExportActions(): readonly Action[] {
  const recordings = useRecordings();
  const exportPerformance = usePerformanceExport();
  const exportLog = useLogExport();
  return [
    ...EXPORT_FORMATS.map((format) => ({
      id: `export-${format}`,
      name: `Export ${format}`,
      detail: 'mission performance',
      group: 'Exports',
      keywords: ['save', 'download', 'file', 'report'],
      run: () => exportPerformance(format),
    })),
    {
      id: 'export-log',
      name: 'Export Log CSV',
      detail: 'event log',
      group: 'Exports',
      keywords: ['save', 'download', 'file'],
      run: exportLog,
    },
    ...(recordings ? recordingActions(recordings) : []),
  ];
}

const recordingActions = ({ save, choose, copyLink }: Recordings): readonly Action[] => [
  {
    id: 'save-recording',
    name: 'Save recording',
    detail: 'of the whole mission',
    group: 'Exports',
    keywords: ['download', 'file', 'replay', 'journal', 'bug report'],
    run: save,
  },
  {
    id: 'open-recording',
    name: 'Open recording…',
    detail: 'from a file',
    group: 'Exports',
    keywords: ['load', 'file', 'replay', 'import'],
    run: choose,
  },
  {
    id: 'copy-recording-link',
    name: 'Copy link to recording',
    detail: 'for short ones',
    group: 'Exports',
    keywords: ['share', 'address', 'url', 'replay'],
    run: copyLink,
  },
];
