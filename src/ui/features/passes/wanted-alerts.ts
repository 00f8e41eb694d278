import { atom } from 'jotai';

/** Key of the alerts in the browser's storage. */
export const ALERTS_KEY = 'orbita.pass-alerts';

/** Whether this window has the code of notifications: the card asks for it. Apart from what comes with the card. */
export const areAlertsWantedAtom = atom(false);
