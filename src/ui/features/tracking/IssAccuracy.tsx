import { atom, useAtomValue } from 'jotai';
import { LIVE_SATELLITE, ORBITAL_ELEMENTS } from '../../../shared/entities/satellites.ts';
import { formatAge } from '../../kit/format.ts';
import { elementsAccuracy, errorText, GOOD_KM } from '../../mission/fleet/regime.ts';
import { missionMinuteAtom } from '../../mission/link/atoms.ts';
import { dataQualityAtoms } from '../../mission/real-data/atoms.ts';
import styles from './tracking.module.css';

/** Accuracy of the motion of the ISS; `undefined` while it follows live data. */
const accuracyTextAtom = atom((get): string | undefined => {
  const quality = get(dataQualityAtoms[LIVE_SATELLITE]);
  const now = get(missionMinuteAtom);
  if (!quality || now === undefined || quality.kind === 'live' || quality.kind === 'transition')
    return undefined;
  const isSimulated = quality.kind === 'simulated';
  const since = isSimulated ? quality.epoch : quality.time;
  const age = formatAge(now - since);
  const { errorKm } = elementsAccuracy(ORBITAL_ELEMENTS[LIVE_SATELLITE], since, now);
  const from = `From ${isSimulated ? 'built-in elements' : 'live data'}, ${age} old.`;
  return isSimulated || errorKm > GOOD_KM ? `${from} ${errorText(errorKm)}` : from;
});

/** Age and error of the position and the passes of the ISS, while they do not follow live data. */
export function IssAccuracy() {
  const text = useAtomValue(accuracyTextAtom);
  return text === undefined ? null : <p className={styles.accuracy}>{text}</p>;
}
