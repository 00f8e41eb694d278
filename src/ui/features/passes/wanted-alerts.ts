import { atom } from 'jotai';

export const ALERTS_KEY = 'orbita.pass-alerts';

/** True once this window needs the notification code, which the card requests. Separate from the card's code. */
export const areAlertsWantedAtom = atom(false);
