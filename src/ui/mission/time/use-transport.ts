import { atom, useAtomValue, useSetAtom, useStore } from 'jotai';
import { useEffect, useMemo } from 'react';
import type { Outcome } from '../../../shared/contract/outcome.ts';
import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { type BranchId, MAIN_BRANCH, type Rate, type RunTarget } from '../../../shared/contract/transport.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { announce } from '../../kit/toasts/announce.ts';
import {
  deletedBranchesAtom,
  isRoomLostAtom,
  type Store,
  shownRateAtom,
  sliceAtoms,
  subjectAtom,
} from '../link/atoms.ts';
import { isViewerAtom, whyReadOnlyAtom } from '../link/read-only.ts';
import { useSessionControl } from '../link/session-control.ts';
import { neighbourRate } from './rates.ts';

/** What Play continues: a mission or a branch, or its replay. */
const playedAtom = atom((get) => `${get(subjectAtom)} ${get(sliceAtoms.transport)?.mode}`);

const resumeRatesAtom = atom<ReadonlyMap<string, Rate>>(new Map());

/** Rate at which Play continues what is shown: that of the pause, or the one chosen since; 1× at first and after a run. */
const resumeRateAtom = atom(
  (get): Rate => get(resumeRatesAtom).get(get(playedAtom)) ?? 1,
  (get, set, rate: Rate, played: string = get(playedAtom)) =>
    set(resumeRatesAtom, (rates) => (rates.get(played) === rate ? rates : new Map(rates).set(played, rate))),
);

/** At which rate Play will continue what is shown if it is paused now; `undefined` while it is. */
const nextResumeRateAtom = atom((get): { readonly played: string; readonly rate: Rate } | undefined => {
  const transport = get(sliceAtoms.transport);
  const rate = get(shownRateAtom);
  const isRun = transport?.mode === 'live' && transport.runUntil !== undefined;
  return rate ? { played: get(playedAtom), rate: isRun ? 1 : rate } : undefined;
});

/** Rate of the time shown, or that of Play while paused. */
const chosenRateAtom = atom((get) => get(shownRateAtom) || get(resumeRateAtom));

/** Returns the rate of the time shown, or that of Play while paused, also if another window has paused it. */
export function useChosenRate(): Rate {
  const next = useAtomValue(nextResumeRateAtom);
  const setResumeRate = useSetAtom(resumeRateAtom);
  // An effect sees whole snapshots only: no rate of one mission with the id of another.
  useEffect(() => {
    if (next) setResumeRate(next.rate, next.played);
  }, [next, setResumeRate]);
  return useAtomValue(chosenRateAtom);
}

/** Requested rate that is not confirmed yet; quick key presses start from it. */
const askedRateAtom = atom<Rate | undefined>(undefined);

/** Time control for the operator. A refusal or a failure shows an error toast; nothing throws. */
export interface TransportControls {
  /** Pauses the mission or the replay that is shown, or continues it at the rate of the pause. */
  togglePause(): void;
  /** While paused, sets only the rate for Play. */
  setRate(rate: Rate): void;
  faster(): void;
  slower(): void;
  /** Without a target, ends a run. */
  runUntil(target?: RunTarget): void;
  step(): void;
  /** Resolves when the instant is shown, or has been refused. */
  seek(time?: EpochMs): Promise<void>;
  /** Continues what a Critical anomaly has interrupted. */
  continueRun(): void;
  /** Follows `wayBackAtom`. */
  goBack(): void;
  returnToUtc(): void;
  takeOver(): void;
  showBranch(id: BranchId): void;
  renameBranch(id: BranchId, name: string): void;
  deleteBranch(id: BranchId): void;
  /** Sets whether a new Critical anomaly pauses a run and slows a rate of the mission shown. */
  slowOnCritical(isOn: boolean): void;
}

type WayBack = 'Return to live' | 'Return to the mission' | 'Return to UTC';

/**
 * Name of the way back from the time shown; `undefined` if there is none: from UTC, live, or an exercise, live. A replay returns to the
 * live edge of what is shown, a branch of a viewer to the shared mission, a branch of an exercise to that, anything else out of step to
 * UTC.
 */
export const wayBackAtom = atom((get): WayBack | undefined => {
  const view = get(sliceAtoms.transport);
  if (!view || get(isRoomLostAtom)) return undefined;
  if (view.mode === 'replay') return 'Return to live';
  if (get(isViewerAtom) || view.hasOwnTime)
    return view.branch === MAIN_BRANCH ? undefined : 'Return to the mission';
  return view.isInStep ? undefined : 'Return to UTC';
});

/** True if a branch can be made here: from a past instant, or of a mission that cannot be commanded here now. */
export const mayTakeOverAtom = atom((get) => get(whyReadOnlyAtom) !== undefined);

let refusals = 0;

function refuse(text: string): void {
  announce({ id: `time-refusal-${++refusals}`, level: 'error', text });
}

async function request(call: () => Promise<Outcome<unknown>>): Promise<void> {
  try {
    const outcome = await call();
    if (!outcome.ok) refuse(outcome.message);
  } catch (error) {
    refuse(`The mission did not respond: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Resolves with the next change of the transport. */
const nextTransport = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.sub(sliceAtoms.transport, () => {
      stop();
      resolve();
    });
  });

function createTransport(control: RemoteSessionControl, store: Store): TransportControls {
  const run = (call: () => Promise<Outcome<unknown>>): void => void request(call);
  const presentRate = () => store.get(askedRateAtom) ?? store.get(shownRateAtom);
  const setRate = (rate: Rate): void => {
    store.set(askedRateAtom, rate);
    const forget = () => store.set(askedRateAtom, (asked) => (asked === rate ? undefined : asked));
    const call = async (): Promise<Outcome<unknown>> => {
      try {
        const outcome = await control.setRate(rate);
        // The answer may arrive before the update with the rate.
        if (outcome.ok && store.get(shownRateAtom) !== rate) await nextTransport(store);
        return outcome;
      } finally {
        forget();
      }
    };
    run(call);
  };
  const chooseRate = (rate: Rate): void => {
    if (presentRate() === 0) store.set(resumeRateAtom, rate);
    else setRate(rate);
  };
  const change = (direction: 'faster' | 'slower'): void => {
    const rate = presentRate() || store.get(resumeRateAtom);
    const next = neighbourRate(rate, direction);
    if (next !== rate) chooseRate(next);
  };
  const seek = (time?: EpochMs): Promise<void> => request(() => control.seek(time));
  const returnToUtc = (): void => run(() => control.returnToUtc());
  return {
    togglePause() {
      const rate = presentRate();
      if (rate === undefined) return;
      if (rate === 0) {
        setRate(store.get(resumeRateAtom));
        return;
      }
      store.set(resumeRateAtom, store.get(askedRateAtom) ?? store.get(nextResumeRateAtom)?.rate ?? rate);
      setRate(0);
    },
    setRate: chooseRate,
    faster: () => change('faster'),
    slower: () => change('slower'),
    runUntil(target) {
      store.set(resumeRateAtom, 1);
      run(() => control.runUntil(target));
    },
    step() {
      store.set(resumeRateAtom, 1);
      run(() => control.step());
    },
    seek,
    continueRun: () => run(() => control.continueRun()),
    goBack() {
      switch (store.get(wayBackAtom)) {
        case 'Return to live':
          void seek();
          break;
        case 'Return to the mission':
          run(() => control.showBranch(MAIN_BRANCH));
          break;
        case 'Return to UTC':
          returnToUtc();
      }
    },
    returnToUtc,
    takeOver: () => run(() => control.takeOver()),
    showBranch: (id) => run(() => control.showBranch(id)),
    renameBranch: (id, name) => run(() => control.renameBranch({ id, name })),
    deleteBranch: (id) =>
      run(async () => {
        const outcome = await control.deleteBranch(id);
        if (outcome.ok) store.set(deletedBranchesAtom, (ids) => [...ids, id]);
        return outcome;
      }),
    slowOnCritical: (isOn) => run(() => control.slowOnCritical(isOn)),
  };
}

export function useTransport(): TransportControls {
  const control = useSessionControl();
  const store = useStore();
  return useMemo(() => createTransport(control, store), [control, store]);
}
