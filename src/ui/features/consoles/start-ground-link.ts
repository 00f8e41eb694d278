import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import { linkStateAtom, type Store, sliceAtoms } from '../../mission/link/atoms.ts';
import { isGroundLinkWantedAtom } from './atoms.ts';

export interface GroundLinkEffects extends Pick<RemoteSessionControl, 'setGroundLink'> {
  readonly store: Store;
}

/** Connects ground systems while they are wanted: again by each new worker, and no longer once the worker has given up. */
export function startGroundLink({ store, setGroundLink }: GroundLinkEffects): void {
  /** True while the present worker knows what is wanted. */
  let isTold = false;
  let wasOn = false;

  /** True while the worker is connected to ground systems, or connects; `undefined` while there is no mission. */
  function isOn(): boolean | undefined {
    const consoles = store.get(sliceAtoms.consoles);
    return consoles && consoles.groundLink !== 'off';
  }

  async function tell(): Promise<void> {
    isTold = true;
    wasOn = isOn() === true;
    const outcome = await setGroundLink(store.get(isGroundLinkWantedAtom));
    // The worker is about to be lost, or has just been.
    if (!outcome.ok) isTold = false;
  }
  function follow(): void {
    const isNowOn = isOn();
    // Another worker follows: also with another mission, as when the one shown is shared.
    if (store.get(linkStateAtom).status !== 'connected' || isNowOn === undefined) {
      isTold = false;
      return;
    }
    if (!isTold) {
      void tell();
      return;
    }
    if (wasOn && !isNowOn) store.set(isGroundLinkWantedAtom, false);
    wasOn = isNowOn;
  }
  store.sub(isGroundLinkWantedAtom, () => void tell());
  store.sub(linkStateAtom, follow);
  store.sub(sliceAtoms.consoles, follow);
  void tell();
}
