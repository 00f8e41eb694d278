import { atom } from 'jotai';
import { MS_PER_S } from '../../../shared/kit/units.ts';
import { formatUtcTime } from '../../kit/format.ts';
import { isRoomLostAtom, type LinkState, linkStateAtom, sliceAtoms } from './atoms.ts';

/** Status of the link as shown: to the worker, then to the server of a shared mission, then to the spacecraft. */
export type ShownLink = LinkState['status'] | 'unreachable' | 'low-gain' | 'no-contact';

export const shownLinkAtom = atom((get): ShownLink => {
  const { status } = get(linkStateAtom);
  if (status !== 'connected') return status;
  if (get(isRoomLostAtom)) return 'unreachable';
  const antenna = get(sliceAtoms.spacecraft)?.radio.antenna;
  if (antenna === 'none') return 'no-contact';
  return antenna === 'low' ? 'low-gain' : 'connected';
});

/** Link changes, each as one clause. */
export const LINK_CLAUSES: Readonly<Record<ShownLink, string>> = {
  connected: 'Connected to ORBITA-1',
  connecting: 'Connecting to ORBITA-1',
  lost: 'Link to the simulation lost',
  unreachable: 'Link to the shared mission lost',
  'low-gain': 'ORBITA-1: low-gain link',
  'no-contact': 'No link to ORBITA-1',
};

/** Announcement of a change of the link. */
export const linkNewsAtom = atom((get): string => {
  const link = get(shownLinkAtom);
  const state = get(linkStateAtom);
  const clause = LINK_CLAUSES[link];
  switch (link) {
    case 'lost': {
      const isLate = state.status === 'lost' && state.attempt === 0;
      return `${clause}, ${isLate ? 'waiting for' : 'restarting'} it`;
    }
    case 'low-gain': {
      const periodMs = get(sliceAtoms.spacecraft)?.radio.telemetryPeriodMs ?? 0;
      return `${clause}, telemetry every ${periodMs / MS_PER_S} s`;
    }
    case 'no-contact': {
      const newest = get(sliceAtoms.telemetry)?.at(-1);
      return newest ? `${clause}, last telemetry ${formatUtcTime(newest.timestamp)} UTC` : clause;
    }
    default:
      return clause;
  }
});
