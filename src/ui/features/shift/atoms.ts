import { atom } from 'jotai';

/** True while the shift report is open. */
export const isShiftReportOpenAtom = atom(false);
