import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useCallback, useEffect } from 'react';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import { COMMAND_NAMES, type CommandName } from '../../../shared/entities/entities.ts';
import { addMs, MS_PER_MIN } from '../../../shared/kit/units.ts';
import { preparedDraftAtom } from '../../features/commands/prepared-draft.ts';
import { continuableAtom, keptMissionActionsAtom } from '../../features/kept-missions/atoms.ts';
import {
  continuableNameAtom,
  replacementTextAtom,
  takeUpQuestion,
  takeUpWord,
} from '../../features/kept-missions/mission-name.ts';
import { useLogExport } from '../../features/log/use-log-export.ts';
import { EXPORT_FORMATS } from '../../features/performance/export-formats.ts';
import { usePerformanceExport } from '../../features/performance/use-performance-export.ts';
import { useDemonstration } from '../../features/tour/use-demonstration.ts';
import { toFieldTime } from '../../kit/format.ts';
import { missionDateAtom, missionSecondAtom } from '../../mission/link/atoms.ts';
import { useOperations } from '../../mission/link/operations.ts';
import { maySteerAtom } from '../../mission/link/read-only.ts';
import { useAction } from '../../mission/link/use-action.ts';
import { useGoTo } from '../../mission/navigation/use-go-to.ts';
import type { Action } from './action.ts';
import { type Act, useOfferedActions } from './use-offered-actions.ts';
import { type Recordings, useRecordings } from './use-recordings.ts';

/** Lead time of a command scheduled from the palette. */
const LEAD_MIN = 5;

const callIt = (call: () => Promise<Outcome<unknown>>) => call();

/**
 * Actions on the current mission. Those that change it need confirmation. Memoized, because there may be
 * thousands.
 */
export function useMissionActions(): readonly Action[] {
  const { refusal, run } = useAction(callIt);
  const act: Act = useCallback(
    (call, after) => {
      void run(call).then((outcome) => outcome?.ok && after?.());
    },
    [run],
  );
  const maySteer = useAtomValue(maySteerAtom);
  const offered = [...useQueueActions(act), ...useOfferedActions(act), ...useDemonstrationActions()];
  const changes = maySteer ? offered : [];
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
    const priority = 'Medium';
    // Mission time may have run far while the question was open.
    const draft = () => {
      const now = store.get(missionSecondAtom);
      const scheduledTime = now === undefined ? '' : toFieldTime(addMs(now, LEAD_MIN * MS_PER_MIN));
      return { name, scheduledTime, priority };
    };
    return {
      title: `Queue ${name}?`,
      text: `${name} is queued with priority ${priority}. It is due ${LEAD_MIN} minutes of mission time after you confirm, to the nearest minute.`,
      word: 'Queue Command',
      run: () => act(() => queueCommand(draft())),
      other: {
        word: 'Open in the form',
        run: () => {
          prepare(draft());
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
  const keptMissions = useAtomValue(keptMissionActionsAtom);
  const mission = useAtomValue(continuableAtom);
  const store = useStore();
  const name = useAtomValue(continuableNameAtom);
  // As the palette opens: a window that has shown the mission may have been closed.
  useEffect(() => void keptMissions?.refresh(), [keptMissions]);
  if (!keptMissions || !mission || name === undefined) return [];
  const word = takeUpWord(mission);
  return [
    {
      id: 'continue-mission',
      name: `${word} the ${name}…`,
      detail: mission.isShown ? 'shown by another window' : 'kept in this browser',
      group: 'Console',
      keywords: [
        'resume',
        'restore',
        'reload',
        'recording',
        'last visit',
        'other window',
        'continue',
        'join',
      ],
      ask: () => ({
        ...takeUpQuestion(mission, name, store.get(replacementTextAtom)),
        run: () => void keptMissions.continueMission(mission.id),
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
    detail: 'of the mission or branch that is shown',
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
