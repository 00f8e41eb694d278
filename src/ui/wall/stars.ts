import { degrees, type EpochMs, toRadians } from '../../shared/kit/units.ts';
import { greenwichSiderealTime, temeToEcef } from '../../shared/orbit/frames.ts';
import { lookAngles, type Site } from '../../shared/orbit/observer.ts';
import { FAINT_STARS } from './faint-stars.ts';
import type { Direction } from './sky.ts';

/** A star as seen by an observer. */
export interface StarDirection extends Direction {
  /** Visual magnitude; smaller for brighter stars. */
  readonly magnitude: number;
}

type Star = readonly [ra: number, dec: number, magnitude: number];

/**
 * The brightest stars and those of the best-known constellations: right ascension and declination (J2000) in
 * degrees, and visual magnitude. From the Bright Star Catalogue, 5th edition, rounded.
 */
const BRIGHT_STARS: readonly Star[] = [
  [101.29, -16.72, -1.46], // Sirius
  [95.99, -52.7, -0.72], // Canopus
  [219.9, -60.83, -0.27], // Alpha Centauri
  [213.92, 19.18, -0.04], // Arcturus
  [279.23, 38.78, 0.03], // Vega
  [79.17, 46.0, 0.08], // Capella
  [78.63, -8.2, 0.12], // Rigel
  [114.83, 5.22, 0.38], // Procyon
  [24.43, -57.24, 0.46], // Achernar
  [88.79, 7.41, 0.5], // Betelgeuse
  [210.96, -60.37, 0.61], // Hadar
  [297.7, 8.87, 0.77], // Altair
  [186.65, -63.1, 0.76], // Acrux
  [68.98, 16.51, 0.85], // Aldebaran
  [247.35, -26.43, 0.96], // Antares
  [201.3, -11.16, 0.98], // Spica
  [116.33, 28.03, 1.14], // Pollux
  [344.41, -29.62, 1.16], // Fomalhaut
  [310.36, 45.28, 1.25], // Deneb
  [191.93, -59.69, 1.25], // Mimosa
  [152.09, 11.97, 1.35], // Regulus
  [104.66, -28.97, 1.5], // Adhara
  [113.65, 31.89, 1.58], // Castor
  [187.79, -57.11, 1.63], // Gacrux
  [263.4, -37.1, 1.63], // Shaula
  [81.28, 6.35, 1.64], // Bellatrix
  [81.57, 28.61, 1.65], // Elnath
  [138.3, -69.72, 1.68], // Miaplacidus
  [84.05, -1.2, 1.7], // Alnilam
  [122.38, -47.34, 1.75], // Gamma Velorum
  [332.06, -46.96, 1.74], // Alnair
  [85.19, -1.94, 1.77], // Alnitak
  [193.51, 55.96, 1.77], // Alioth
  [165.93, 61.75, 1.79], // Dubhe
  [51.08, 49.86, 1.8], // Mirfak
  [107.1, -26.39, 1.84], // Wezen
  [276.04, -34.38, 1.85], // Kaus Australis
  [206.89, 49.31, 1.86], // Alkaid
  [125.63, -59.51, 1.86], // Avior
  [264.33, -43.0, 1.87], // Sargas
  [89.88, 44.95, 1.9], // Menkalinan
  [252.17, -69.03, 1.92], // Atria
  [99.43, 16.4, 1.93], // Alhena
  [306.41, -56.74, 1.94], // Peacock
  [131.18, -54.71, 1.96], // Delta Velorum
  [95.67, -17.96, 1.98], // Mirzam
  [141.9, -8.66, 1.98], // Alphard
  [31.79, 23.46, 2.0], // Hamal
  [37.95, 89.26, 2.02], // Polaris
  [10.9, -17.99, 2.04], // Diphda
  [283.82, -26.3, 2.02], // Nunki
  [17.43, 35.62, 2.06], // Mirach
  [211.67, -36.37, 2.06], // Menkent
  [2.1, 29.09, 2.06], // Alpheratz
  [86.94, -9.67, 2.06], // Saiph
  [222.68, 74.16, 2.08], // Kochab
  [263.73, 12.56, 2.08], // Rasalhague
  [47.04, 40.96, 2.12], // Algol
  [177.26, 14.57, 2.14], // Denebola
  [340.67, -46.88, 2.15], // Tiaki
  [190.38, -48.96, 2.17], // Muhlifain
  [137.0, -43.43, 2.21], // Suhail
  [200.98, 54.93, 2.23], // Mizar
  [233.67, 26.71, 2.23], // Alphecca
  [83.0, -0.3, 2.23], // Mintaka
  [305.56, 40.26, 2.2], // Sadr
  [269.15, 51.49, 2.23], // Eltanin
  [10.13, 56.54, 2.23], // Schedar
  [120.9, -40.0, 2.25], // Naos
  [139.27, -59.28, 2.25], // Aspidiske
  [30.97, 42.33, 2.26], // Almach
  [2.29, 59.15, 2.27], // Caph
  [154.99, 19.84, 2.28], // Algieba
  [252.54, -34.29, 2.29], // Larawag
  [204.97, -53.47, 2.3], // Epsilon Centauri
  [220.48, -47.39, 2.3], // Alpha Lupi
  [218.88, -42.16, 2.31], // Eta Centauri
  [240.08, -22.62, 2.32], // Dschubba
  [165.46, 56.38, 2.37], // Merak
  [221.25, 27.07, 2.37], // Izar
  [326.05, 9.87, 2.39], // Enif
  [265.62, -39.03, 2.39], // Girtab
  [6.57, -42.31, 2.39], // Ankaa
  [345.94, 28.08, 2.42], // Scheat
  [178.46, 53.69, 2.44], // Phecda
  [14.18, 60.72, 2.47], // Gamma Cassiopeiae
  [319.64, 62.59, 2.44], // Alderamin
  [346.19, 15.21, 2.49], // Markab
  [311.55, 33.97, 2.46], // Gienah
  [168.53, 20.52, 2.56], // Zosma
  [21.45, 60.24, 2.68], // Ruchbah
  [296.56, 10.61, 2.72], // Tarazed
  [296.24, 45.13, 2.87], // Delta Cygni
  [56.87, 24.11, 2.87], // Alcyone
  [183.86, 57.03, 3.31], // Megrez
];

const STARS: readonly Star[] = [
  ...BRIGHT_STARS,
  ...FAINT_STARS.split(',').map((text): Star => {
    const [ra = 0, dec = 0, magnitude = 0] = text.trim().split(' ').map(Number);
    return [ra, dec, magnitude];
  }),
];

/** Far enough that a site on the Earth has no parallax. */
const DISTANCE_KM = 1e12;

const STILL = { x: 0, y: 0, z: 0 };

/**
 * Returns the stars above an observer's horizon. Precession since J2000, a third of a degree, is omitted: it is
 * invisible on a wall.
 */
export function starsOver(site: Site, time: EpochMs): readonly StarDirection[] {
  const siderealTime = greenwichSiderealTime(time);
  return STARS.flatMap(([ra, dec, magnitude]): StarDirection[] => {
    const [alpha, delta] = [toRadians(degrees(ra)), toRadians(degrees(dec))];
    const place = {
      x: DISTANCE_KM * Math.cos(delta) * Math.cos(alpha),
      y: DISTANCE_KM * Math.cos(delta) * Math.sin(alpha),
      z: DISTANCE_KM * Math.sin(delta),
    };
    const positionEcef = temeToEcef(place, siderealTime);
    const { azimuth, elevation } = lookAngles(site, { positionEcef, velocityEcef: STILL });
    return elevation > 0 ? [{ azimuth, elevation, magnitude }] : [];
  });
}

/** Returns the visibility of stars at an altitude of the Sun: 0 until it has set, 1 in nautical twilight. */
export const starlight = (sunAltitude: number): number => Math.min(1, Math.max(0, (-2 - sunAltitude) / 8));
