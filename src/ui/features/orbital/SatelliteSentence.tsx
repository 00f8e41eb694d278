import { type Atom, atom, useAtomValue } from 'jotai';
import {
  mapSatellites,
  type SatelliteId,
  SPACECRAFT,
  satellitesFrom,
} from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { fixAt } from '../../../shared/orbit/ephemeris.ts';
import { withUnitsJoined } from '../../kit/format.ts';
import { satelliteContactsAtoms } from '../../mission/contacts/observation.ts';
import { missionMinuteAtom, missionSecondAtom, sliceAtoms } from '../../mission/link/atoms.ts';
import { dataQualityAtoms } from '../../mission/real-data/atoms.ts';
import styles from './orbital.module.css';
import { describeSatellite } from './sentence.ts';

const sentenceAtomOf = (id: SatelliteId, timeAtom: Atom<EpochMs | undefined>) =>
  atom((get): string => {
    const now = get(timeAtom);
    const ephemeris = get(sliceAtoms.ephemerides)?.[id];
    const contacts = get(satelliteContactsAtoms[id]);
    if (now === undefined || ephemeris?.status !== 'available' || contacts.status !== 'available') return '';
    const fix = fixAt(ephemeris.window, now);
    return fix
      ? describeSatellite(id, fix, contacts.value, now, ephemeris.window, get(dataQualityAtoms[id])?.kind)
      : '';
  });

const sentenceAtomsOf = (id: SatelliteId) => ({
  shown: sentenceAtomOf(id, missionSecondAtom),
  described: sentenceAtomOf(id, missionMinuteAtom),
});

const sentenceAtoms = mapSatellites(sentenceAtomsOf);

const mapDescriptionAtom = atom((get) =>
  satellitesFrom(SPACECRAFT)
    .map((id) => get(sentenceAtoms[id].described))
    .join(' '),
);

/** Content of the map for a satellite, in one sentence. Not a live region. */
export function SatelliteSentence({ id }: { readonly id: SatelliteId }) {
  return <p className={styles.sentence}>{withUnitsJoined(useAtomValue(sentenceAtoms[id].shown))}</p>;
}

/** The sentences of all satellites to the minute, as an accessible description. */
export function MapDescription({ id }: { readonly id: string }) {
  return (
    <p id={id} hidden>
      {useAtomValue(mapDescriptionAtom)}
    </p>
  );
}
