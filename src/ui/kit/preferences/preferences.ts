import { keptAtom } from '../page/kept-atom.ts';

/** User preferences in this browser: look, sound and settings. No mission data. */

export const THEME_CHOICES = ['dark', 'light', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

type Check<T> = (value: unknown) => value is T;

/** A choice that the browser remembers if allowed; an invalid stored value counts as none. */
const remembered = <T>(key: string, otherwise: T, isValue: Check<T>) =>
  keptAtom<T>(key, { read: (stored) => (isValue(stored) ? stored : otherwise) });

const isThemeChoice: Check<ThemeChoice> = (value): value is ThemeChoice =>
  THEME_CHOICES.some((choice) => choice === value);
const isBoolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

/** Dark suits an operations room; `system` follows the machine. */
export const themeChoiceAtom = remembered<ThemeChoice>('orbita.theme', 'dark', isThemeChoice);

/** True if new Critical and High anomalies sound a tone. */
export const isSoundOnAtom = remembered('orbita.sound', false, isBoolean);

/** True if keys without Ctrl or Cmd are active (WCAG 2.1.4: speech users can switch them off). */
export const hasSingleKeysAtom = remembered('orbita.single-keys', true, isBoolean);

/** True if the duty crew gets the console of a wall display. */
export const hasWallCrewAtom = remembered('orbita.wall-duty-crew', true, isBoolean);

/** True if a new Critical anomaly pauses a run and sets the rate of mission time to 1×, in a mission that begins. */
export const slowsOnCriticalAtom = remembered('orbita.slow-on-critical', true, isBoolean);

/** True if the browser keeps missions, to be continued on a later visit. */
export const keepsMissionsAtom = remembered('orbita.keep-missions', true, isBoolean);

/** Optional map layers. */
export const MAP_LAYERS = ['surface', 'borders', 'bodies', 'anomaly'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];
/** Layers that the user switched on or off; the others follow the screen. */
export type MapLayerChoice = Readonly<Partial<Record<MapLayer, boolean>>>;

const isLayerChoice: Check<MapLayerChoice> = (value): value is MapLayerChoice =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([name, isOn]) => MAP_LAYERS.some((layer) => layer === name) && isBoolean(isOn),
  );

export const mapLayersAtom = remembered<MapLayerChoice>('orbita.map-layers', {}, isLayerChoice);

/** True once the tour has been finished or skipped. */
export const isTourDoneAtom = remembered('orbita.tour-done', false, isBoolean);
