import { describe, expect, it } from 'vitest';
import { SATELLITE_IDS } from '../../../../../src/shared/entities/satellites.ts';
import { STATUS_LEVELS } from '../../../../../src/ui/kit/status/levels.ts';
import { contrast, over, type Rgb } from '../../../../../src/ui/kit/style/contrast.ts';
import { GROUP_COLOURS } from '../../../../../src/ui/mission/fleet/fleet.ts';
import { COLOUR_VISIONS, labDistance, seenBy } from './colour-vision.ts';
import { hueDistance, type Theme, tokenColor, tokenNames, tokenValue } from './tokens.ts';

/** Least contrasts of WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5;
const SHAPE = 3;
const LARGE_TEXT = 3;

const SURFACES = ['--surface-page', '--surface-card', '--surface-raised', '--surface-inset'];
const STATUS = STATUS_LEVELS.map((level) => `--status-${level}`);
const SATELLITES = SATELLITE_IDS.map((id) => `--${id}`);
const SATELLITES_ON_MAP = SATELLITE_IDS.map((id) => `--map-${id}`);
const IDENTITY = ['--accent', ...SATELLITES];
const EVENTS = ['experiment', 'maneuver', 'communication', 'maintenance', 'emergency'].map(
  (type) => `--event-${type}`,
);
const GROUPS = Array.from({ length: GROUP_COLOURS }, (_, index) => `--group-${index + 1}`);
const GROUNDS = ['--map-ocean', '--map-land'];
const ON_MAP = [
  ...SATELLITES_ON_MAP,
  ...GROUPS,
  ...['ocean', 'space', 'land', 'coast', 'circle', 'station', 'sun', 'moon', 'anomaly', 'fleet'].map(
    (name) => `--map-${name}`,
  ),
];
const CHART_BANDS = ['--chart-fill', '--chart-warning-band', '--chart-critical-band'];

/** Foreground and background colours, with the least contrast between them. */
const PAIRS: readonly (readonly [fronts: readonly string[], grounds: readonly string[], least: number])[] = [
  [['--text-strong', '--text', '--text-quiet'], SURFACES, TEXT],
  [STATUS, SURFACES, TEXT],
  [['--accent'], SURFACES, TEXT],
  [['--on-accent'], ['--accent'], TEXT],
  [SATELLITES, SURFACES, SHAPE],
  [EVENTS, SURFACES, SHAPE],
  [[...GROUPS, '--map-fleet'], SURFACES, SHAPE],
  [['--line-control'], ['--surface-card', '--surface-inset'], SHAPE],
  [['--chart-line', '--chart-bar', '--chart-warning', '--chart-critical'], ['--surface-card'], SHAPE],
  [['--chart-label'], ['--surface-card'], TEXT],
  [[...SATELLITES_ON_MAP, '--map-cursor', '--map-station', '--map-fleet', ...GROUPS], GROUNDS, SHAPE],
  [[...SATELLITES_ON_MAP, '--map-station', '--map-graticule-label'], ['--map-halo'], TEXT],
  [['--map-graticule-label'], ['--map-ocean'], TEXT],
];

const solid = (theme: Theme, name: string): Rgb => {
  const { rgb, alpha } = tokenColor(theme, name);
  expect(alpha, name).toBe(1);
  return rgb;
};

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const cases = PAIRS.flatMap(([fronts, grounds, least]) =>
    fronts.flatMap((front) => grounds.map((ground) => [front, ground, least] as const)),
  );
  it.each(cases)('sets %s off from %s by %d : 1', (front, ground, least) => {
    expect(contrast(solid(theme, front), solid(theme, ground))).toBeGreaterThanOrEqual(least);
  });

  const overMap = (front: string, behind: string): number => {
    const { rgb, alpha } = tokenColor(theme, '--wall-glass');
    expect(alpha, 'the map is seen through it').toBeLessThan(1);
    return contrast(solid(theme, front), over(rgb, alpha, solid(theme, behind)));
  };

  it.each(ON_MAP)(
    'has enough contrast for text on a panel of the wall with %s of the map behind it',
    (behind) => {
      for (const front of ['--text-strong', '--text', '--text-quiet']) {
        expect(overMap(front, behind), front).toBeGreaterThanOrEqual(TEXT);
      }
      // Status words on the wall are large text.
      for (const front of STATUS) expect(overMap(front, behind), front).toBeGreaterThanOrEqual(LARGE_TEXT);
    },
  );

  it.each(CHART_BANDS)('has enough contrast for a chart line on %s', (band) => {
    const { rgb, alpha } = tokenColor(theme, band);
    const ground = over(rgb, alpha, solid(theme, '--surface-card'));
    expect(contrast(solid(theme, '--chart-line'), ground)).toBeGreaterThanOrEqual(SHAPE);
  });

  it.each(SATELLITES_ON_MAP.flatMap((front) => GROUNDS.map((ground) => [front, ground] as const)))(
    'has enough contrast for %s on %s at night',
    (front, ground) => {
      // At its darkest the night covers 56 % of what is under it, times the theme's strength (`map/geometry/night.ts`).
      const darkness = 0.56 * Number(tokenValue(theme, '--map-night-strength'));
      const night = over(solid(theme, '--map-night'), darkness, solid(theme, ground));
      expect(contrast(solid(theme, front), night)).toBeGreaterThanOrEqual(SHAPE);
      expect(contrast(solid(theme, ground), night), 'the night reads as night').toBeGreaterThan(1.1);
    },
  );

  it.each([...IDENTITY, ...EVENTS, ...GROUPS])('keeps %s away from the hues of the status levels', (name) => {
    for (const status of STATUS.filter((one) => one !== '--status-off')) {
      expect(hueDistance(solid(theme, name), solid(theme, status)), status).toBeGreaterThanOrEqual(20);
    }
  });

  it.each(COLOUR_VISIONS)('keeps the colours of groups apart in %s vision', (vision) => {
    const colours = ['--map-fleet', ...GROUPS].map((name) => seenBy(vision, solid(theme, name)));
    const distances = colours.flatMap((one, index) =>
      colours.slice(index + 1).map((other) => labDistance(one, other)),
    );
    expect(distances).toHaveLength(21);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(15);
  });

  it('has a value for every token of the other theme', () => {
    expect(tokenNames(theme)).toEqual(
      expect.arrayContaining([...tokenNames(theme === 'dark' ? 'light' : 'dark')]),
    );
    for (const name of tokenNames(theme)) expect(tokenValue(theme, name)).not.toContain('var(');
  });
});

it.each(STATUS_LEVELS.filter((level) => level !== 'off'))('%s is of one hue in both themes', (level) => {
  const dark = solid('dark', `--status-${level}`);
  expect(hueDistance(dark, solid('light', `--status-${level}`))).toBeLessThanOrEqual(12);
  if (level === 'standby') return;
  expect(hueDistance(dark, solid('light', `--fill-${level}`))).toBeLessThanOrEqual(12);
});
