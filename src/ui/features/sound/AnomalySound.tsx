import { atom, useAtomValue, useStore } from 'jotai';
import { useContext, useEffect } from 'react';
import type { Anomaly } from '../../../shared/entities/entities.ts';
import { isSoundOnAtom } from '../../kit/preferences/preferences.ts';
import { isLeaderAtom } from '../../mission/link/atoms.ts';
import { currentAnomaliesAtom, useArrivals, useAsks, useRaises } from '../anomalies/arrivals.ts';
import { isActive, isHeard } from '../anomalies/severity.ts';
import { ToneContext } from './sound.ts';

const sounds = (anomaly: Anomaly): boolean => isActive(anomaly) && isHeard(anomaly.severity);

/** Only one window plays sound for all that show the mission. */
const mayPlayAtom = atom((get) => get(isSoundOnAtom) && get(isLeaderAtom));

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
  const play = useContext(ToneContext);
  useEffect(() => {
    if (arrivals.some(sounds) && store.get(mayPlayAtom)) play();
  }, [arrivals, store, play]);
  useEffect(() => {
    if (asks.some(sounds) && store.get(mayPlayAtom)) play();
  }, [asks, store, play]);
  useEffect(() => {
    if (raises.length > 0 && store.get(mayPlayAtom)) play();
  }, [raises, store, play]);
  return null;
}
