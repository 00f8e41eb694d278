import { atom, useAtomValue, useStore } from 'jotai';
import { useCallback, useContext, useEffect, useRef } from 'react';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { isSoundOnAtom } from '../../kit/preferences/preferences.ts';
import { isLeaderAtom, roomAddressAtom } from '../../mission/link/atoms.ts';
import { currentAnomaliesAtom, useArrivals, useAsks, useRaises } from '../anomalies/arrivals.ts';
import { isActive, isHeard } from '../anomalies/severity.ts';
import { LocksContext, ToneContext } from './sound.ts';

const sounds = (anomaly: Anomaly): boolean => isActive(anomaly) && isHeard(anomaly.severity);

/** Only one window of a browser plays sound for all that show the mission. */
const mayPlayAtom = atom((get) => get(isSoundOnAtom) && get(isLeaderAtom));

/**
 * Returns whether it is this window's turn to play sound for the shared mission that it shows, whose lead may be on another machine:
 * of the windows of this browser that have the sound on, one holds a lock, which passes on when it is closed.
 */
function useSoundTurn(): () => boolean {
  const room = useAtomValue(roomAddressAtom)?.id;
  const isOn = useAtomValue(isSoundOnAtom);
  const locks = useContext(LocksContext);
  /** True while another window has the turn. */
  const isOthers = useRef(false);
  useEffect(() => {
    if (room === undefined || !isOn || !locks) return;
    isOthers.current = true;
    const left = new AbortController();
    const { signal } = left;
    const hold = (): Promise<void> => {
      isOthers.current = false;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    locks.request(`orbita.sound ${room}`, { signal }, hold).catch(() => undefined); // left while it waited
    return () => {
      left.abort();
      isOthers.current = false;
    };
  }, [room, isOn, locks]);
  return useCallback(() => !isOthers.current, []);
}

/**
 * Plays the tone when critical or serious anomalies arrive, become so, or are no longer shelved: once for simultaneous ones, while the sound
 * is on.
 */
export function AnomalySound() {
  const anomalies = useAtomValue(currentAnomaliesAtom);
  const arrivals = useArrivals(anomalies);
  const raises = useRaises(anomalies);
  const asks = useAsks(anomalies);
  const store = useStore();
  const tone = useContext(ToneContext);
  const isOwnTurn = useSoundTurn();
  const play = useCallback(() => {
    if (store.get(mayPlayAtom) && isOwnTurn()) tone();
  }, [store, tone, isOwnTurn]);
  useEffect(() => {
    if (arrivals.some(sounds)) play();
  }, [arrivals, play]);
  useEffect(() => {
    if (asks.some(sounds)) play();
  }, [asks, play]);
  useEffect(() => {
    if (raises.length > 0) play();
  }, [raises, play]);
  return null;
}
