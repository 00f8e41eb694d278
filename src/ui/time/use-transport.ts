import { atom, useStore } from 'jotai';
import { useContext, useMemo } from 'react';
import type { Outcome } from '../../shared/operations.ts';
import type { RemoteTimeControl } from '../../shared/time-control.ts';
import type { BranchId, Rate, RunTarget } from '../../shared/transport.ts';
import type { EpochMs } from '../../shared/units.ts';
import { announce } from '../kit/toasts/announce.ts';
import { type Store, sliceAtoms } from '../mission/atoms.ts';
import { TimeControlContext } from '../mission/time-control.ts';
import { neighbourRate } from './rates.ts';

/** Rate at which Play continues: the one at which the operator paused. */
export const resumeRateAtom = atom<Rate>(1);

/** Rate that was asked for and is not confirmed yet: quick presses of a key count from it. */
const askedRateAtom = atom<Rate | undefined>(undefined);

/** Time control for the operator. A refusal or a failure gives an error toast; nothing throws. */
export interface Transport {
  /** Pauses, or continues at the rate of the pause. */
  togglePause(): void;
  setRate(rate: Rate): void;
  faster(): void;
  slower(): void;
  /** Without a target a run ends. */
  runUntil(target?: RunTarget): void;
  step(): void;
  /** Resolves when the instant is shown, or has been refused. */
  seek(time?: EpochMs): Promise<void>;
  /** From a replay to the live edge, and from there to UTC. */
  returnToLive(): void;
  returnToUtc(): void;
  takeOver(): void;
  showBranch(id: BranchId): void;
  renameBranch(id: BranchId, name: string): void;
  deleteBranch(id: BranchId): void;
}

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

/** Resolves with the next change of how time goes on. */
const nextTransport = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const stop = store.sub(sliceAtoms.transport, () => {
      stop();
      resolve();
    });
  });

function createTransport(control: RemoteTimeControl, store: Store): Transport {
  const run = (call: () => Promise<Outcome<unknown>>): void => void request(call);
  const view = () => store.get(sliceAtoms.transport);
  const presentRate = () => store.get(askedRateAtom) ?? view()?.rate;
  const setRate = (rate: Rate): void => {
    store.set(askedRateAtom, rate);
    const forget = () => store.set(askedRateAtom, (asked) => (asked === rate ? undefined : asked));
    const call = async (): Promise<Outcome<unknown>> => {
      try {
        const outcome = await control.setRate(rate);
        // The answer may come before the update that has the rate.
        if (outcome.ok && view()?.rate !== rate) await nextTransport(store);
        return outcome;
      } finally {
        forget();
      }
    };
    run(call);
  };
  const change = (direction: 'faster' | 'slower'): void => {
    const rate = presentRate();
    if (rate === undefined) return;
    const next = neighbourRate(rate, direction);
    if (next !== rate) setRate(next);
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
      store.set(resumeRateAtom, rate);
      setRate(0);
    },
    setRate,
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
    returnToLive() {
      if (view()?.mode === 'replay') void seek();
      else if (view()?.isInStep === false) returnToUtc();
    },
    returnToUtc,
    takeOver: () => run(() => control.takeOver()),
    showBranch: (id) => run(() => control.showBranch(id)),
    renameBranch: (id, name) => run(() => control.renameBranch({ id, name })),
    deleteBranch: (id) => run(() => control.deleteBranch(id)),
  };
}

/** `undefined` where there is no mission. */
export function useTransport(): Transport | undefined {
  const control = useContext(TimeControlContext);
  const store = useStore();
  return useMemo(() => control && createTransport(control, store), [control, store]);
}
