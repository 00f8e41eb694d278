import { atom, type Getter } from 'jotai';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import { canUndoSince, type Moment, missionSecondAtom } from '../../mission/link/atoms.ts';
import { type Phase, phaseAt } from './phase.ts';
import { type SpanName, spanFrom, spanStart } from './strip.ts';

/** Zoom of the strip, kept while other tabs are open. */
export const spanNameAtom = atom<SpanName>('24 h');

/** Start of the strip: constant for a whole step of its span. */
export const stripStartAtom = atom((get) => {
  const now = get(missionSecondAtom);
  return now === undefined ? undefined : spanStart(get(spanNameAtom), now);
});

/** Span of the strip; `undefined` before the first update. */
export const stripSpanAtom = atom((get) => {
  const start = get(stripStartAtom);
  return start === undefined ? undefined : spanFrom(get(spanNameAtom), start);
});

/** Hovered event, in the list or on the strip. */
export const pointedEventAtom = atom<string | undefined>(undefined);

/** Selected event, whose row has the focus. */
export const selectedEventAtom = atom<string | undefined>(undefined);

export const isPointedAtom = (id: string) =>
  atom((get) => get(pointedEventAtom) === id || get(selectedEventAtom) === id);

/** Renders its reader only when the phase changes. */
export const phaseAtom = (event: Pick<TimelineEvent, 'startTime' | 'endTime'>) =>
  atom((get): Phase | undefined => {
    const now = get(missionSecondAtom);
    return now === undefined ? undefined : phaseAt(event, now);
  });

/** When the cancellation of each cancelled event was asked for. */
const undoableAtom = atom<ReadonlyMap<string, Moment>>(new Map());

const undoableNow = (get: Getter): [string, Moment][] =>
  [...get(undoableAtom)].filter(([, moment]) => canUndoSince(get, moment));

export const isUndoableAtom = (id: string) => atom((get) => undoableNow(get).some(([key]) => key === id));

/** Allows undo after cancellation. */
export const openUndoAtom = atom(null, (get, set, id: string, moment: Moment) => {
  set(undoableAtom, new Map(undoableNow(get)).set(id, moment));
});

/** Ends it after an undo. */
export const closeUndoAtom = atom(null, (get, set, id: string) => {
  set(undoableAtom, new Map(undoableNow(get).filter(([key]) => key !== id)));
});
