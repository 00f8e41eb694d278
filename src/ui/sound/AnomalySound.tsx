import { useAtomValue, useStore } from 'jotai';
import { useContext, useEffect } from 'react';
import type { Anomaly } from '../../shared/entities.ts';
import { useArrivals } from '../anomalies/arrivals.ts';
import { isActive, isHeard } from '../anomalies/severity.ts';
import { anomaliesAtom } from '../mission/atoms.ts';
import { isSoundOnAtom } from '../preferences/preferences.ts';
import { ToneContext } from './sound.ts';

const sounds = (anomaly: Anomaly): boolean => isActive(anomaly) && isHeard(anomaly.severity);

/**
 * Plays the tone when critical or serious anomalies arrive: once for simultaneous ones, while the sound is
 * on.
 */
export function AnomalySound() {
  const arrivals = useArrivals(useAtomValue(anomaliesAtom));
  const store = useStore();
  const play = useContext(ToneContext);
  useEffect(() => {
    if (arrivals.some(sounds) && store.get(isSoundOnAtom)) play();
  }, [arrivals, store, play]);
  return null;
}
