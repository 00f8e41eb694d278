import { atom } from 'jotai';
import {
  mapSatellites,
  SATELLITE_IDS,
  SATELLITES,
  type SatelliteId,
} from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { isLinkLostAtom, missionSecondAtom, sliceAtoms } from '../link/atoms.ts';
import { timeKindAtom, utcSecondAtom } from '../time/shown-time.ts';
import {
  type DataQuality,
  dataQualityOf,
  mapNotice,
  provenanceText,
  sourceText,
  transitionUntil,
} from './provenance.ts';
import { nextTryText, rollUpLevel, rollUpText, type SourcesView } from './sources.ts';

/**
 * Atoms without a fallback are `undefined` until there is a snapshot. Time-dependent ones are texts: an equal one
 * causes no render.
 */

/** True while the view of all data sources is open. */
export const isSourcesViewOpenAtom = atom(false);

/** Changes only twice per orbit transition. */
const transitionEndAtomOf = (id: SatelliteId) =>
  atom((get): EpochMs | undefined => {
    const now = get(missionSecondAtom);
    return now === undefined ? undefined : transitionUntil(get(sliceAtoms.ephemerides)?.[id], now);
  });

const dataQualityAtomOf = (id: SatelliteId) => {
  const transitionEndAtom = transitionEndAtomOf(id);
  return atom((get): DataQuality | undefined => {
    const provenance = get(sliceAtoms.provenance)?.[id];
    return provenance && dataQualityOf(provenance, get(isLinkLostAtom), get(transitionEndAtom));
  });
};

export const dataQualityAtoms = mapSatellites(dataQualityAtomOf);

/** Live data follow UTC; an orbit transition follows mission time, which is then UTC. */
export const textAtomOf = (id: SatelliteId, toText: typeof provenanceText) =>
  atom((get): string | undefined => {
    const quality = get(dataQualityAtoms[id]);
    const now = get(utcSecondAtom);
    return quality && now !== undefined ? toText(id, quality, now) : undefined;
  });

export const provenanceTextAtoms = mapSatellites((id) => textAtomOf(id, provenanceText));

export const sourceTextAtoms = mapSatellites((id) => textAtomOf(id, sourceText));

/** The sources as sentences, one per satellite: `ISS: N2YO. `, `ORBITA-1: SGP4 on fixed elements of 2026-11-01. ` */
export const sourceSentencesAtom = atom((get): readonly string[] =>
  SATELLITE_IDS.flatMap((id) => {
    const source = get(sourceTextAtoms[id]);
    return source ? [`${SATELLITES[id].name}: ${source}. `] : [];
  }),
);

export const mapNoticeAtom = atom((get) => {
  const realData = get(sliceAtoms.realData);
  const provenance = get(sliceAtoms.provenance);
  return realData && provenance && mapNotice(realData, provenance.iss);
});

/** Sources of all satellites' motion, in words. */
export const sourceTextsAtom = atom((get) =>
  mapSatellites((id) => get(sourceTextAtoms[id]) ?? 'source not known yet'),
);

/** Also `undefined` while the worker is lost, because there are no attempts then. */
export const nextTryTextAtom = atom((get): string | undefined => {
  const realData = get(sliceAtoms.realData);
  const now = get(utcSecondAtom);
  if (!realData || now === undefined || get(isLinkLostAtom)) return undefined;
  return nextTryText(realData, now);
});

export const sourcesViewAtom = atom((get): SourcesView | undefined => {
  const realData = get(sliceAtoms.realData);
  const iss = get(dataQualityAtoms.iss);
  const now = get(utcSecondAtom);
  if (!realData || !iss || now === undefined) return undefined;
  const isInStep = get(timeKindAtom) === undefined;
  return { realData, iss, isInStep, isLost: get(isLinkLostAtom), now };
});

export const rollUpTextAtom = atom((get): string => {
  const view = get(sourcesViewAtom);
  return view ? rollUpText(view) : 'not known yet';
});

export const rollUpLevelAtom = atom((get) => {
  const view = get(sourcesViewAtom);
  return view ? rollUpLevel(view) : 'off';
});
