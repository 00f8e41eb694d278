import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { isolated } from '../../shared/isolated-text.ts';
import { RUN_TARGETS, type TransportView } from '../../shared/transport.ts';
import { lastAbsenceAtom, tellLastHourAtom, toldPeriodAtom } from '../away/absence.ts';
import { formatUtcMinute } from '../kit/format.ts';
import { sliceAtoms } from '../mission/atoms.ts';
import { slowsOnCriticalAtom } from '../preferences/preferences.ts';
import { formatRate, RUN_TARGET_NAMES, RUNNING_RATES } from '../time/rates.ts';
import { type Transport, useTransport } from '../time/use-transport.ts';
import type { PlainAction } from './action.ts';

const GROUP = 'Time';

/** Actions on the time of the session. They change no mission, so that they need no confirmation. */
export function useTimeActions(): readonly PlainAction[] {
  const transport = useTransport();
  const view = useAtomValue(sliceAtoms.transport);
  const [isSlowing, setSlowing] = useAtom(slowsOnCriticalAtom);
  const stories = useStories();
  if (!transport || !view) return [];
  return [
    ...keyActions(transport, view),
    ...runActions(transport, view),
    ...branchActions(transport, view),
    ...stories,
    {
      id: 'slow-on-critical',
      name: 'Return to 1× on a new Critical anomaly',
      detail: isSlowing ? 'now: on' : 'now: off',
      group: GROUP,
      keywords: ['setting', 'rate', 'switch', 'slow'],
      run: () => setSlowing(!isSlowing),
    },
  ];
}

/** What nobody has seen last, and the last hour. */
function useStories(): readonly PlainAction[] {
  const absence = useAtomValue(lastAbsenceAtom);
  const tellAbsence = useSetAtom(toldPeriodAtom);
  const tellLastHour = useSetAtom(tellLastHourAtom);
  const missed = absence && {
    id: 'while-away',
    name: 'What happened while I was away',
    detail: `${formatUtcMinute(absence.from)} to ${formatUtcMinute(absence.to)} UTC`,
    group: GROUP,
    keywords: ['absence', 'summary', 'missed', 'handover'],
    run: () => tellAbsence({ ...absence }),
  };
  const lastHour = {
    id: 'last-hour',
    name: 'What happened in the last hour',
    group: GROUP,
    keywords: ['away', 'summary', 'story', 'handover'],
    run: tellLastHour,
  };
  return missed ? [missed, lastHour] : [lastHour];
}

function keyActions(transport: Transport, { rate, mode, isInStep }: TransportView): readonly PlainAction[] {
  return [
    {
      id: 'pause',
      name: rate === 0 ? 'Play' : 'Pause',
      group: GROUP,
      keys: 'space',
      keywords: ['stop', 'hold', 'continue', 'resume', 'time'],
      run: transport.togglePause,
    },
    {
      id: 'slower',
      name: 'Slower',
      detail: `now: ${formatRate(rate)}`,
      group: GROUP,
      keys: '[',
      keywords: ['rate', 'speed'],
      isDisabled: rate <= 1,
      run: transport.slower,
    },
    {
      id: 'faster',
      name: 'Faster',
      detail: `now: ${formatRate(rate)}`,
      group: GROUP,
      keys: ']',
      keywords: ['rate', 'speed'],
      isDisabled: rate === RUNNING_RATES.at(-1),
      run: transport.faster,
    },
    {
      id: 'return-to-live',
      name: 'Return to live',
      group: GROUP,
      keys: 'l',
      keywords: ['replay', 'present', 'now', 'edge'],
      isDisabled: mode === 'live' && isInStep,
      run: transport.returnToLive,
    },
    {
      id: 'return-to-utc',
      name: 'Return to UTC',
      detail: 'the mission at 1×; time lived ahead becomes a branch',
      group: GROUP,
      keywords: ['real time', 'present', 'now'],
      isDisabled: mode === 'live' && isInStep,
      run: transport.returnToUtc,
    },
    {
      id: 'take-over',
      name: 'Take over',
      detail: 'continues from the instant shown, as a branch',
      group: GROUP,
      keywords: ['branch', 'fork', 'replay'],
      isDisabled: mode !== 'replay',
      run: transport.takeOver,
    },
  ];
}

function runActions(transport: Transport, { rate, runUntil }: TransportView): readonly PlainAction[] {
  return [
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
    ...RUN_TARGETS.map((target) => ({
      id: `run-until-${target}`,
      name: `Run until ${RUN_TARGET_NAMES[target]}`,
      detail: 'the next one; pauses there',
      group: GROUP,
      keywords: ['fast forward', 'skip', 'time', 'jump'],
      isDisabled: target === runUntil,
      run: () => transport.runUntil(target),
    })),
    ...(runUntil === undefined
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

const branchActions = (transport: Transport, { branch, branches }: TransportView): readonly PlainAction[] =>
  branches.length < 2
    ? []
    : branches.map(({ id, name, origin }) => ({
        id: `branch-${id}`,
        name: origin ? `Show branch ${isolated(name)}` : 'Show the mission',
        detail: origin ? `of ${formatUtcMinute(origin.time)} UTC` : 'the mission itself',
        group: GROUP,
        keywords: ['branch', 'switch'],
        isDisabled: id === branch,
        run: () => transport.showBranch(id),
      }));
