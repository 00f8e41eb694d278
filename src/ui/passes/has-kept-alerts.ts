/** Keys in the browser's storage: of what was asked for, and of what was notified of. */
export const ALERTS_KEY = 'orbita.pass-alerts';
export const TOLD_KEY = 'orbita.pass-alerts-told';

/** Whether this browser keeps alerts. @param storage throws where it is blocked */
export function hasKeptAlerts(storage: () => Storage): boolean {
  try {
    return storage().getItem(ALERTS_KEY) !== null;
  } catch {
    return false;
  }
}
