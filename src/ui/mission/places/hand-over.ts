import type { RemoteSessionControl } from '../../../shared/contract/session-control.ts';
import type { ChosenPlaces } from '../../../shared/entities/places.ts';
import { linkStateAtom, type Store, wallSecondAtom } from '../link/atoms.ts';
import { refusalAtom } from './atoms.ts';

/** Initial choice of a new worker. */
const AT_FIRST = JSON.stringify({ stations: [] } satisfies ChosenPlaces);
/** Refusals after which a choice is abandoned: a newly started worker refuses for a moment. */
const MOST_ATTEMPTS = 5;

/**
 * Sends the places in use to the mission: on every change, and to every new worker.
 * @returns function to call with each choice
 */
export function handOver(
  store: Store,
  setPlaces: RemoteSessionControl['setPlaces'],
): (chosen: ChosenPlaces) => void {
  let wanted: ChosenPlaces = { stations: [] };
  let used = AT_FIRST;
  let attempts = 0;
  let isCalling = false;
  /** Workers lost so far: an answer of a lost one does not apply to the next. */
  let losses = 0;

  async function send(): Promise<void> {
    const text = JSON.stringify(wanted);
    const isLinked = store.get(linkStateAtom).status === 'connected';
    if (!isLinked || isCalling || text === used || attempts >= MOST_ATTEMPTS) return;
    isCalling = true;
    const loss = losses;
    const outcome = await setPlaces(wanted);
    isCalling = false;
    if (loss !== losses) {
      await send();
      return;
    }
    if (outcome.ok) used = text;
    else attempts += 1;
    if (outcome.ok || attempts === MOST_ATTEMPTS) {
      store.set(refusalAtom, outcome.ok ? undefined : outcome.message);
    }
    if (outcome.ok) await send();
  }

  store.sub(linkStateAtom, () => {
    attempts = 0;
    if (store.get(linkStateAtom).status !== 'connected') {
      losses += 1;
      used = AT_FIRST;
    }
    void send();
  });
  store.sub(wallSecondAtom, () => void send());
  return (chosen) => {
    wanted = chosen;
    attempts = 0;
    void send();
  };
}
