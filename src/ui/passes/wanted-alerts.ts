import { atom } from 'jotai';

/** Whether this window has the code of notifications: the card asks for it. Apart from what comes with the card. */
export const areAlertsWantedAtom = atom(false);
