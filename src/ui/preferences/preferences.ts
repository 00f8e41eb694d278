import { atomWithStorage } from 'jotai/utils';

/** User preferences in this browser: look, sound and settings. No mission data. */

export const THEME_CHOICES = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

type Check<T> = (value: unknown) => value is T;

/** Browser storage, if permitted; otherwise a choice lasts while the page is open. */
function remembered<T>(isValue: Check<T>) {
  const read = (text: string | null, otherwise: T): T => {
    try {
      const value: unknown = text === null ? otherwise : JSON.parse(text);
      return isValue(value) ? value : otherwise;
    } catch {
      return otherwise;
    }
  };
  const attempt = <R>(use: (storage: Storage) => R): R | undefined => {
    try {
      return use(window.localStorage);
    } catch {
      return undefined; // disabled, or full
    }
  };
  return {
    getItem: (key: string, otherwise: T): T =>
      read(attempt((storage) => storage.getItem(key)) ?? null, otherwise),
    setItem(key: string, value: T): void {
      attempt((storage) => storage.setItem(key, JSON.stringify(value)));
    },
    removeItem(key: string): void {
      attempt((storage) => storage.removeItem(key));
    },
    /** Changed in another window of the console. */
    subscribe(key: string, callback: (value: T) => void, otherwise: T): () => void {
      const onStorage = (event: StorageEvent): void => {
        if (event.key === key) callback(read(event.newValue, otherwise));
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

const isThemeChoice: Check<ThemeChoice> = (value): value is ThemeChoice =>
  THEME_CHOICES.some((choice) => choice === value);
const isBoolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

const AT_ONCE = { getOnInit: true };

/** Dark suits an operations room; `system` follows the machine. */
export const themeChoiceAtom = atomWithStorage<ThemeChoice>(
  'orbita.theme',
  'dark',
  remembered(isThemeChoice),
  AT_ONCE,
);

/** Whether new critical and serious anomalies sound a tone. */
export const isSoundOnAtom = atomWithStorage('orbita.sound', false, remembered(isBoolean), AT_ONCE);

/** Whether keys without Ctrl or Cmd are active (WCAG 2.1.4: speech users can switch them off). */
export const hasSingleKeysAtom = atomWithStorage('orbita.single-keys', true, remembered(isBoolean), AT_ONCE);

/** Whether the duty crew gets the console of a wall display. */
export const hasWallCrewAtom = atomWithStorage('orbita.wall-duty-crew', true, remembered(isBoolean), AT_ONCE);

/** Whether a new Critical anomaly pauses a run, and sets the rate of mission time to 1×. */
export const slowsOnCriticalAtom = atomWithStorage(
  'orbita.slow-on-critical',
  true,
  remembered(isBoolean),
  AT_ONCE,
);

/** Whether the browser keeps missions, to be continued on a later visit. */
export const keepsMissionsAtom = atomWithStorage(
  'orbita.keep-missions',
  true,
  remembered(isBoolean),
  AT_ONCE,
);

/** Layers of the map that can be chosen. */
export const MAP_LAYERS = ['surface', 'borders', 'bodies', 'anomaly'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];
/** Layers that were switched on or off; the others follow the screen. */
export type MapLayerChoice = Readonly<Partial<Record<MapLayer, boolean>>>;

const isLayerChoice: Check<MapLayerChoice> = (value): value is MapLayerChoice =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([name, isOn]) => MAP_LAYERS.some((layer) => layer === name) && isBoolean(isOn),
  );

export const mapLayersAtom = atomWithStorage<MapLayerChoice>(
  'orbita.map-layers',
  {},
  remembered(isLayerChoice),
  AT_ONCE,
);

/** Whether the tour has been finished or skipped. */
export const isTourDoneAtom = atomWithStorage('orbita.tour-done', false, remembered(isBoolean), AT_ONCE);
