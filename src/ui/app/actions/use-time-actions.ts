import { useAtomValue, useSetAtom } from 'jotai';
import { type Rate, RUN_TARGETS, shownRate, type TransportView } from '../../../shared/contract/transport.ts';
import { isolated } from '../../../shared/kit/isolated-text.ts';
import { lastAbsenceAtom, reportedPeriodAtom, reportLastHourAtom } from '../../features/away/absence.ts';
import { formatInstant, formatUtcMinute } from '../../kit/format.ts';
import { slowsOnCriticalAtom } from '../../kit/preferences/preferences.ts';
import { missionDateAtom, roomAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { mayPaceAtom, maySteerAtom } from '../../mission/link/read-only.ts';
import { wantedFocusAtom } from '../../mission/navigation/wanted-focus.ts';
import { spanText } from '../../mission/time/period-text.ts';
import { continuationText, formatRate, RUN_TARGET_NAMES, RUNNING_RATES } from '../../mission/time/rates.ts';
import {
  mayTakeOverAtom,
  type TransportControls,
  useChosenRate,
  useTransport,
  wayBackAtom,
} from '../../mission/time/use-transport.ts';
import type { PlainAction } from './action.ts';

const GROUP = 'Time';
const UTC_DETAIL = 'the mission at 1×; time simulated ahead becomes a branch';

/** Actions on the session time. They do not change the mission and need no confirmation. */
export function useTimeActions(): readonly PlainAction[] {
  const transport = useTransport();
  const view = useAtomValue(sliceAtoms.transport);
  const rate = useChosenRate();
  const mayPace = useAtomValue(mayPaceAtom);
  const maySteer = useAtomValue(maySteerAtom);
  const slowAction = useSlowAction(transport, view);
  const keyActions = useKeyActions(transport, view, rate);
  const today = useAtomValue(missionDateAtom);
  const summaries = useSummaries(today);
  const want = useSetAtom(wantedFocusAtom);
  if (!view) return [];
  return [
    ...keyActions,
    {
      id: 'session-time',
      name: 'Go back in time',
      detail: 'arrow keys: 5 s, with Shift 1 min; Page Down: 10 min',
      group: GROUP,
      keywords: ['rewind', 'replay', 'past', 'history', 'scrub', 'session'],
      run: () => want('session time'),
    },
    ...(mayPace ? runActions(transport, view, rate, maySteer) : []),
    ...branchActions(transport, view, today),
    ...summaries,
    ...slowAction,
  ];
}

/** A setting of the mission and, unless several machines share it, the user's preference for those that begin. */
function useSlowAction(
  transport: TransportControls,
  view: TransportView | undefined,
): readonly PlainAction[] {
  const setPreferred = useSetAtom(slowsOnCriticalAtom);
  const isShared = useAtomValue(roomAtom) !== undefined;
  const maySteer = useAtomValue(maySteerAtom);
  if (!view || !maySteer) return [];
  const isOn = view.slowsOnCritical;
  return [
    {
      id: 'slow-on-critical',
      name: 'Pause or slow down for a new Critical anomaly',
      detail: isOn ? 'now: on' : 'now: off',
      group: GROUP,
      keywords: ['setting', 'rate', 'switch', '1×'],
      run() {
        if (!isShared) setPreferred(!isOn);
        transport.slowOnCritical(!isOn);
      },
    },
  ];
}

/** Summaries of the last absence and the last hour. */
function useSummaries(today: string | undefined): readonly PlainAction[] {
  const absence = useAtomValue(lastAbsenceAtom);
  const reportAbsence = useSetAtom(reportedPeriodAtom);
  const reportLastHour = useSetAtom(reportLastHourAtom);
  const missed = absence && {
    id: 'while-away',
    name: 'What happened while I was away',
    detail: spanText(absence, today),
    group: GROUP,
    keywords: ['absence', 'summary', 'missed', 'handover'],
    run: () => reportAbsence({ ...absence }),
  };
  const lastHour = {
    id: 'last-hour',
    name: 'What happened in the last hour',
    group: GROUP,
    keywords: ['away', 'summary', 'story', 'handover'],
    run: reportLastHour,
  };
  return missed ? [missed, lastHour] : [lastHour];
}

function useKeyActions(
  transport: TransportControls,
  view: TransportView | undefined,
  rate: Rate,
): readonly PlainAction[] {
  const back = useAtomValue(wayBackAtom);
  const mayPace = useAtomValue(mayPaceAtom);
  const maySteer = useAtomValue(maySteerAtom);
  const mayTakeOver = useAtomValue(mayTakeOverAtom);
  if (!view) return [];
  return [
    ...(mayPace ? paceActions(transport, view, rate) : []),
    {
      id: 'go-back',
      name: back ?? 'Return to UTC',
      ...((back ?? 'Return to UTC') === 'Return to UTC' && { detail: UTC_DETAIL }),
      group: GROUP,
      keys: 'l',
      keywords: ['replay', 'real time', 'present', 'now', 'live', 'edge'],
      isDisabled: back === undefined,
      run: transport.goBack,
    },
    // If in step, *Return to live* returns to UTC, too.
    ...(view.mode === 'replay' && !view.isInStep && !view.hasOwnTime && maySteer
      ? [
          {
            id: 'return-to-utc',
            name: 'Return to UTC',
            detail: UTC_DETAIL,
            group: GROUP,
            keywords: ['real time', 'present', 'now'],
            run: transport.returnToUtc,
          },
        ]
      : []),
    {
      id: 'take-over',
      name: 'Take over',
      detail: 'continues from the instant shown, as a branch',
      group: GROUP,
      keywords: ['branch', 'fork', 'replay'],
      isDisabled: !mayTakeOver,
      run: transport.takeOver,
    },
  ];
}

function paceActions(transport: TransportControls, view: TransportView, rate: Rate): readonly PlainAction[] {
  const isPaused = shownRate(view) === 0;
  const detail = isPaused ? `Play: ${formatRate(rate)}` : `now: ${formatRate(rate)}`;
  return [
    {
      id: 'pause',
      name: isPaused ? 'Play' : 'Pause',
      group: GROUP,
      keys: 'space',
      keywords: ['stop', 'hold', 'continue', 'resume', 'time'],
      run: transport.togglePause,
    },
    {
      id: 'slower',
      name: 'Slower',
      detail,
      group: GROUP,
      keys: '[',
      keywords: ['rate', 'speed'],
      isDisabled: rate <= 1,
      run: transport.slower,
    },
    {
      id: 'faster',
      name: 'Faster',
      detail,
      group: GROUP,
      keys: ']',
      keywords: ['rate', 'speed'],
      isDisabled: rate === RUNNING_RATES.at(-1),
      run: transport.faster,
    },
  ];
}

function runActions(
  transport: TransportControls,
  { runUntil, interrupted }: TransportView,
  rate: Rate,
  maySteer: boolean,
): readonly PlainAction[] {
  return [
    ...(interrupted && maySteer
      ? [
          {
            id: 'continue-run',
            name: 'Continue',
            detail: continuationText(interrupted),
            group: GROUP,
            keywords: ['run until', 'rate', 'resume', 'critical'],
            run: transport.continueRun,
          },
        ]
      : []),
    {
      id: 'step',
      name: 'Step one sample',
      detail: 'pauses at the next telemetry sample',
      group: GROUP,
      keywords: ['time', 'frame'],
      run: transport.step,
    },
    ...RUNNING_RATES.map((one) => ({
      id: `rate-${one}`,
      name: `Rate ${formatRate(one)}`,
      group: GROUP,
      keywords: ['speed', 'fast', 'time', 'simulation'],
      isDisabled: one === rate,
      run: () => transport.setRate(one),
    })),
    ...(maySteer ? RUN_TARGETS : []).map((target) => ({
      id: `run-until-${target}`,
      name: `Run until ${RUN_TARGET_NAMES[target]}`,
      detail: 'the next one; pauses there',
      group: GROUP,
      keywords: ['fast forward', 'skip', 'time', 'jump'],
      isDisabled: target === runUntil,
      run: () => transport.runUntil(target),
    })),
    ...(runUntil === undefined || !maySteer
      ? []
      : [
          {
            id: 'run-until-stop',
            name: 'Stop running',
            detail: `until ${RUN_TARGET_NAMES[runUntil]}`,
            group: GROUP,
            keywords: ['run until', 'cancel'],
            run: () => transport.runUntil(),
          },
        ]),
  ];
}

const branchActions = (
  transport: TransportControls,
  { branch, branches }: TransportView,
  today: string | undefined,
): readonly PlainAction[] =>
  branches.length < 2
    ? []
    : branches.map(({ id, name, origin }) => ({
        id: `branch-${id}`,
        name: origin ? `Show branch ${isolated(name)}` : 'Show the mission',
        detail: origin
          ? `of ${formatInstant(origin.time, today, formatUtcMinute)} UTC`
          : 'the mission itself',
        group: GROUP,
        keywords: ['branch', 'switch'],
        isDisabled: id === branch,
        run: () => transport.showBranch(id),
      }));
