import { atom } from 'jotai';
import { MS_PER_S } from '../../shared/units.ts';
import { formatUtcTime } from '../kit/format.ts';
import { type LinkState, linkStateAtom, sliceAtoms } from './atoms.ts';

/** Status of the link as shown: to the worker and, if that is up, to the spacecraft. */
export type ShownLink = LinkState['status'] | 'low-gain' | 'no-contact';

export const shownLinkAtom = atom((get): ShownLink => {
  const { status } = get(linkStateAtom);
  if (status !== 'connected') return status;
  const antenna = get(sliceAtoms.spacecraft)?.radio.antenna;
  if (antenna === 'none') return 'no-contact';
  return antenna === 'low' ? 'low-gain' : 'connected';
});

/** Announcement of a change of the link. */
export const linkNewsAtom = atom((get): string => {
  switch (get(shownLinkAtom)) {
    case 'connected':
      return 'Connected to ORBITA-1';
    case 'connecting':
      return 'Connecting to ORBITA-1';
    case 'lost':
      return 'Link to ORBITA-1 lost, restarting the simulation';
    case 'low-gain': {
      const periodMs = get(sliceAtoms.spacecraft)?.radio.telemetryPeriodMs ?? 0;
      return `ORBITA-1: low-gain link, telemetry every ${periodMs / MS_PER_S} s`;
    }
    case 'no-contact': {
      const newest = get(sliceAtoms.telemetry)?.at(-1);
      const last = newest ? `, last telemetry ${formatUtcTime(newest.timestamp)} UTC` : '';
      return `No link to ORBITA-1${last}`;
    }
  }
});
