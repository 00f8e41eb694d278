import type { Rgb } from '../../../../../src/ui/kit/style/contrast.ts';

/**
 * Colours as people with a colour-vision deficiency see them: Machado, Oliveira and Fernandes, "A Physiologically-based
 * Model for Simulation of Color Vision Deficiency", 2009, at full severity, on linear RGB.
 */

type Matrix = readonly [Rgb, Rgb, Rgb];

const MATRICES = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

export type ColourVision = keyof typeof MATRICES;
export const COLOUR_VISIONS = Object.keys(MATRICES) as ColourVision[];

/** sRGB to CIE XYZ, relative to the white D65. */
const TO_XYZ: Matrix = [
  [0.4339499, 0.3762098, 0.1898403],
  [0.2126729, 0.7151522, 0.072175],
  [0.0177566, 0.1094677, 0.8727757],
];

const times = (matrix: Matrix, [a, b, c]: Rgb): Rgb =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Rgb;

function linear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

const cubeRoot = (value: number): number =>
  value > 216 / 24_389 ? Math.cbrt(value) : (24_389 / 27 / 116) * value + 16 / 116;

/** Converts a colour of 0 to 255 as it is perceived to CIELAB. */
export function seenBy(vision: ColourVision, rgb: Rgb): Rgb {
  const seen = times(MATRICES[vision], rgb.map(linear) as unknown as Rgb).map((part) =>
    Math.min(1, Math.max(0, part)),
  );
  const [x, y, z] = times(TO_XYZ, seen as unknown as Rgb).map(cubeRoot) as unknown as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Returns the difference of two colours in CIELAB: 2.3 is just noticeable side by side. */
export const labDistance = (one: Rgb, other: Rgb): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
