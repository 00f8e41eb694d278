/**
 * Elementary functions that are bit-identical in every JavaScript engine, unlike those of `Math`: they consist of
 * operations that IEEE 754 rounds exactly (+, −, ×, ÷, square root) and of integer arithmetic. Their errors are below
 * 1 ulp, that of `atan2` below 1.3 ulp.
 *
 * The algorithms and constants are those of fdlibm 5.3 with FreeBSD's revisions, except that large angles are reduced in
 * integers and that numbers are split after 24 instead of 21 bits:
 *
 * Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved.
 *
 * Developed at SunPro, a Sun Microsystems, Inc. business.
 * Permission to use, copy, modify, and distribute this
 * software is freely granted, provided that this notice
 * is preserved.
 */

/** A number, and its two words of 32 bits. */
const NUMBER = new Float64Array([1]);
const WORDS = new Int32Array(NUMBER.buffer);
/** Index of the word with sign and exponent; it depends on the byte order of the machine. */
const HIGH = WORDS[1] === 0 ? 0 : 1;

/** Mask of the significand in the high word. */
const SIGNIFICAND = 0xfffff;
const EXPONENT_BITS = 20;
const EXPONENT_OF_1 = 0x3ff00000;
const BIAS = 1023;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_54 = 18014398509481984;

/** Returns sign, exponent and the first 20 bits of the significand. */
function highWord(x: number): number {
  NUMBER[0] = x;
  return WORDS[HIGH] as number;
}

function withHighWord(x: number, high: number): number {
  NUMBER[0] = x;
  WORDS[HIGH] = high;
  return NUMBER[0] as number;
}

/** Rounds to 24 significant bits: a product of two such numbers is exact. */
const leading = Math.fround;

/** Returns 2 to the power of an integer from −1022 to 1023. */
const powerOfTwo = (exponent: number): number => withHighWord(0, (exponent + BIAS) << EXPONENT_BITS);

/** Returns `x * 2 ** exponent`, even if the power alone overflows or the result is subnormal. */
function scaled(x: number, exponent: number): number {
  if (exponent > 1023) return x * 2 * powerOfTwo(exponent - 1);
  if (exponent < -1021) return x * powerOfTwo(exponent + 1000) * 9.332636185032189e-302; // 2 ** -1000
  return x * powerOfTwo(exponent);
}

/** Returns the length of a vector. Its square must not overflow. */
export const hypot = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z);

const isNegative = (x: number): boolean => x < 0 || (x === 0 && 1 / x < 0);

// --- Sine, cosine, tangent -----------------------------------------------------------------------------------

/** Arguments up to this need no reduction: π/4, rounded up to a number without a low word. */
const UNREDUCED = 0.7853984832763672;
/** Up to 2 ** 20 quarter turns, the product with a 33-bit part of π/2 is exact. */
const MEDIUM = 1647099;
const QUARTERS_PER_RADIAN = 0.6366197723675814;
/** π/2 in parts of 33 bits, each with the remainder after it. */
const HALF_PI_1 = 1.5707963267341256;
const HALF_PI_1_TAIL = 6.077100506506192e-11;
const HALF_PI_2 = 6.077100506303966e-11;
const HALF_PI_2_TAIL = 2.0222662487959506e-21;
const HALF_PI_3 = 2.0222662487111665e-21;
const HALF_PI_3_TAIL = 8.4784276603689e-32;
/** Adding and subtracting 1.5 · 2 ** 52 rounds to the nearest integer. */
const TO_INTEGER = 6755399441055744;

/** Result of `reduce`: an angle, and its rounding error. */
const REMAINDER = new Float64Array(2);

/**
 * Reduces a finite angle to one from −π/4 to π/4.
 *
 * @returns the number of quarter turns removed; the angle is left in `REMAINDER`
 */
function reduce(x: number): number {
  const size = Math.abs(x);
  if (size > MEDIUM) return reduceLarge(x);
  const quarters = x * QUARTERS_PER_RADIAN + TO_INTEGER - TO_INTEGER;
  let rest = x - quarters * HALF_PI_1;
  let correction = quarters * HALF_PI_1_TAIL;
  let angle = rest - correction;
  // Cancellation requires more digits of π.
  if (Math.abs(angle) < size * 1.52587890625e-5) {
    let before = rest;
    correction = quarters * HALF_PI_2;
    rest = before - correction;
    correction = quarters * HALF_PI_2_TAIL - (before - rest - correction);
    angle = rest - correction;
    if (Math.abs(angle) < size * 1.7763568394002505e-15) {
      before = rest;
      correction = quarters * HALF_PI_3;
      rest = before - correction;
      correction = quarters * HALF_PI_3_TAIL - (before - rest - correction);
      angle = rest - correction;
    }
  }
  REMAINDER[0] = angle;
  REMAINDER[1] = rest - angle - correction;
  return quarters;
}

/** 2/π · 2 ** 1200, and π/2 · 2 ** 200. */
const TWO_OVER_PI =
  0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046fc7bn;
const HALF_PI = 0x1921fb54442d18469898cc51701b839a252049c1114cf98e804n;

/** Like `reduce`, in integers, with as many digits of π as the largest number needs. */
function reduceLarge(x: number): number {
  const size = Math.abs(x);
  const isWhole = size >= 9007199254740992;
  const quarters = isWhole ? BigInt(size) * TWO_OVER_PI : (BigInt(size * 4294967296) * TWO_OVER_PI) >> 32n;
  const nearest = (quarters + (1n << 1199n)) >> 1200n;
  const angle = ((quarters - (nearest << 1200n)) * HALF_PI) >> 1144n; // · 2 ** 256
  const head = Number(angle);
  const unit = x < 0 ? -8.636168555094445e-78 : 8.636168555094445e-78; // 2 ** -256
  REMAINDER[0] = head * unit;
  REMAINDER[1] = Number(angle - BigInt(head)) * unit;
  const turn = Number(nearest & 3n);
  return x < 0 ? -turn : turn;
}

const SINE_1 = -0.16666666666666632;

/** `((sin(x) / x − 1) / z − SINE_1) / z`, with z = x². */
const sinTerm = (z: number): number =>
  0.00833333333332249 +
  z * (-0.0001984126982985795 + z * 2.7557313707070068e-6) +
  z * (z * z) * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);

/** Returns the sine of `x + tail`, from −π/4 to π/4. */
function reducedSin(x: number, tail: number): number {
  const z = x * x;
  const cube = z * x;
  return x - (z * (0.5 * tail - cube * sinTerm(z)) - tail - cube * SINE_1);
}

/** Returns the cosine of `x + tail`, from −π/4 to π/4. */
function reducedCos(x: number, tail: number): number {
  const z = x * x;
  const w = z * z;
  const r =
    z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 2.480158728947673e-5)) +
    w * w * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
  const half = 0.5 * z;
  const first = 1 - half;
  return first + (1 - first - half + (z * r - x * tail));
}

/** Returns the tangent of `x + tail`, from −π/4 to π/4, or its negative reciprocal. */
function reducedTan(x: number, tail: number, isInverse: boolean): number {
  const isNearQuarter = Math.abs(x) >= 0.6743354797363281;
  let angle = x;
  let rest = tail;
  if (isNearQuarter) {
    const sign = x < 0 ? -1 : 1;
    angle = 0.7853981633974483 - sign * x + (3.061616997868383e-17 - sign * tail);
    rest = 0;
  }
  const z = angle * angle;
  const w = z * z;
  const odd =
    0.13333333333320124 +
    w *
      (0.021869488294859542 +
        w *
          (0.0035920791075913124 +
            w * (0.0005880412408202641 + w * (7.817944429395571e-5 + w * -1.8558637485527546e-5))));
  const even =
    z *
    (0.05396825397622605 +
      w *
        (0.0088632398235993 +
          w *
            (0.0014562094543252903 +
              w * (0.0002464631348184699 + w * (7.140724913826082e-5 + w * 2.590730518636337e-5)))));
  const cube = z * angle;
  const r = rest + z * (cube * (odd + even) + rest) + 0.3333333333333341 * cube;
  const sum = angle + r;
  if (isNearQuarter) {
    const one = isInverse ? -1 : 1;
    return (x < 0 ? -1 : 1) * (one - 2 * (angle - ((sum * sum) / (sum + one) - r)));
  }
  if (!isInverse) return sum;
  const head = leading(sum);
  const inverse = -1 / sum;
  const inverseHead = leading(inverse);
  return inverseHead + inverse * (1 + inverseHead * head + inverseHead * (r - (head - angle)));
}

export function sin(x: number): number {
  const size = Math.abs(x);
  if (size < UNREDUCED) {
    const z = x * x;
    return size < 1.4901161193847656e-8 ? x : x + z * x * (SINE_1 + z * sinTerm(z));
  }
  if (!(size < Infinity)) return NaN;
  const quarters = reduce(x);
  const angle = REMAINDER[0] as number;
  const tail = REMAINDER[1] as number;
  const value = (quarters & 1) === 0 ? reducedSin(angle, tail) : reducedCos(angle, tail);
  return (quarters & 2) === 0 ? value : -value;
}

export function cos(x: number): number {
  const size = Math.abs(x);
  if (size < UNREDUCED) return reducedCos(x, 0);
  if (!(size < Infinity)) return NaN;
  const quarters = reduce(x);
  const angle = REMAINDER[0] as number;
  const tail = REMAINDER[1] as number;
  const value = (quarters & 1) === 0 ? reducedCos(angle, tail) : reducedSin(angle, tail);
  return ((quarters + 1) & 2) === 0 ? value : -value;
}

export function tan(x: number): number {
  const size = Math.abs(x);
  if (size < UNREDUCED) return size < 7.450580596923828e-9 ? x : reducedTan(x, 0, false);
  if (!(size < Infinity)) return NaN;
  const quarters = reduce(x);
  return reducedTan(REMAINDER[0] as number, REMAINDER[1] as number, (quarters & 1) === 1);
}

// --- Arcsine, arccosine, arctangent --------------------------------------------------------------------------

const HALF_PI_HEAD = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const PI_TAIL = 1.2246467991473532e-16;

/** `asin(√z) / √z − 1`, up to z = 1/4. */
const asinTerm = (z: number): number =>
  (z *
    (0.16666666666666666 +
      z *
        (-0.3255658186224009 +
          z *
            (0.20121253213486293 +
              z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 3.479331075960212e-5)))))) /
  (1 +
    z *
      (-2.403394911734414 + z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194))));

export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return size < 7.450580596923828e-9 ? x : x + x * asinTerm(x * x);
  if (size === 1) return x * HALF_PI_HEAD + x * HALF_PI_TAIL;
  if (!(size < 1)) return NaN;
  const z = (1 - size) * 0.5;
  const term = asinTerm(z);
  const root = Math.sqrt(z);
  let value: number;
  if (size >= 0.9749999046325684) {
    value = HALF_PI_HEAD - (2 * (root + root * term) - HALF_PI_TAIL);
  } else {
    const head = leading(root);
    const tail = (z - head * head) / (root + head);
    const sine = 2 * root * term - (HALF_PI_TAIL - 2 * tail);
    const quarter = Math.PI / 4;
    value = quarter - (sine - (quarter - 2 * head));
  }
  return x < 0 ? -value : value;
}

export function acos(x: number): number {
  if (Math.abs(x) < 0.5) return HALF_PI_HEAD - (x - (HALF_PI_TAIL - x * asinTerm(x * x)));
  if (x === 1) return 0;
  if (x === -1) return Math.PI;
  if (!(Math.abs(x) < 1)) return NaN;
  if (x < 0) {
    const z = (1 + x) * 0.5;
    const root = Math.sqrt(z);
    return Math.PI - 2 * (root + (asinTerm(z) * root - HALF_PI_TAIL));
  }
  const z = (1 - x) * 0.5;
  const root = Math.sqrt(z);
  const head = leading(root);
  return 2 * (head + (asinTerm(z) * root + (z - head * head) / (root + head)));
}

/** `1 − atan(x) / x`, up to x = 7/16. */
function atanTerm(x: number): number {
  const z = x * x;
  const w = z * z;
  const odd =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 +
              w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const even =
    w *
    (-0.19999999999876483 +
      w *
        (-0.11111110405462356 +
          w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return odd + even;
}

/** `atan(base) + atan(x)`, with atan(base) in two parts. */
const fromBase = (head: number, tail: number, x: number): number => head - (x * atanTerm(x) - tail - x);

/** Returns the arctangent of a non-negative number. */
function positiveAtan(x: number): number {
  if (x < 0.4375) return x < 7.450580596923828e-9 ? x : x - x * atanTerm(x);
  if (x < 0.6875) {
    return fromBase(0.4636476090008061, 2.2698777452961687e-17, (2 * x - 1) / (2 + x));
  }
  if (x < 1.1875) return fromBase(0.7853981633974483, 3.061616997868383e-17, (x - 1) / (x + 1));
  if (x < 2.4375) {
    return fromBase(0.982793723247329, 1.3903311031230998e-17, (x - 1.5) / (1 + 1.5 * x));
  }
  return x < 7.378697629483821e19 ? fromBase(HALF_PI_HEAD, HALF_PI_TAIL, -1 / x) : HALF_PI_HEAD;
}

export function atan(x: number): number {
  if (Number.isNaN(x)) return NaN;
  return isNegative(x) ? -positiveAtan(-x) : positiveAtan(x);
}

export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const height = Math.abs(y);
  const width = Math.abs(x);
  const ratio = height === width ? Math.sign(height) : height / width;
  let angle = positiveAtan(ratio);
  if (isNegative(x) && ratio < 1.152921504606847e18) angle = Math.PI - (angle - PI_TAIL);
  return isNegative(y) ? -angle : angle;
}

// --- Exponential and logarithms ------------------------------------------------------------------------------

const LN2_HEAD = 0.6931471803691238;
const LN2_TAIL = 1.9082149292705877e-10;

/** `x − x·(eˣ + 1)/(eˣ − 1) + 2` as a polynomial in z = x², less its first term. */
const expTerm = (z: number): number =>
  z *
  (0.16666666666666602 +
    z *
      (-0.0027777777777015593 +
        z * (6.613756321437934e-5 + z * (-1.6533902205465252e-6 + z * 4.1381367970572385e-8))));

export function exp(x: number): number {
  if (Number.isNaN(x)) return NaN;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  if (Math.abs(x) < 3.725290298461914e-9) return 1 + x;
  const exponent = Math.trunc(Math.LOG2E * x + (x < 0 ? -0.5 : 0.5));
  const head = x - exponent * LN2_HEAD;
  const tail = exponent * LN2_TAIL;
  const rest = head - tail;
  const term = rest - expTerm(rest * rest);
  return scaled(1 - (tail - (rest * term) / (2 - term) - head), exponent);
}

/** Part of `log(1 + f)` after `f − f²/2`, as a factor of s = f/(2 + f) besides `f²/2`. */
function logTerm(s: number): number {
  const z = s * s;
  const w = z * z;
  const odd = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  const even =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)));
  return even + odd;
}

/**
 * Leaves the significand of a positive number in `NUMBER`, from √½ to √2.
 *
 * @returns the matching exponent
 */
function normalize(x: number): number {
  const isSubnormal = x < SMALLEST_NORMAL;
  const high = highWord(isSubnormal ? x * TWO_54 : x);
  const carry = ((high & SIGNIFICAND) + 0x95f64) & 0x100000;
  WORDS[HIGH] = (high & SIGNIFICAND) | (carry ^ EXPONENT_OF_1);
  return (high >> EXPONENT_BITS) + (carry >> EXPONENT_BITS) - BIAS - (isSubnormal ? 54 : 0);
}

/** Result of both logarithms for numbers that are not positive and finite. */
const improperLog = (x: number): number => {
  if (x === 0) return -Infinity;
  return x > 0 ? Infinity : NaN;
};

export function log(x: number): number {
  if (!(x > 0 && x < Infinity)) return improperLog(x);
  const exponent = normalize(x);
  const f = (NUMBER[0] as number) - 1;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  return exponent * LN2_HEAD - (half - (s * (half + logTerm(s)) + exponent * LN2_TAIL) - f);
}

const LOG10_E_HEAD = 0.4342944920063019;
const LOG10_E_TAIL = -1.0103050052231683e-8;
const LOG10_2_HEAD = 0.30102999566361177;
const LOG10_2_TAIL = 3.694239077158931e-13;

export function log10(x: number): number {
  if (!(x > 0 && x < Infinity)) return improperLog(x);
  const exponent = normalize(x);
  const f = (NUMBER[0] as number) - 1;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const head = leading(f - half);
  const tail = f - head - half + s * (half + logTerm(s));
  const whole = exponent * LOG10_2_HEAD;
  const fraction = head * LOG10_E_HEAD;
  const sum = whole + fraction;
  const rest = exponent * LOG10_2_TAIL + (tail + head) * LOG10_E_TAIL + tail * LOG10_E_HEAD;
  return rest + (whole - sum + fraction) + sum;
}

// --- Power ---------------------------------------------------------------------------------------------------

/** A logarithm to base 2 in two parts, the first of 24 bits. */
const LOG2 = new Float64Array(2);

/** 2/(3 ln 2), also in two parts. */
const CP = 0.9617966939259756;
const CP_HEAD = 0.9617967009544373;
const CP_TAIL = -7.028461650952758e-9;
/** log2(1.5) in two parts. */
const LOG2_1_5_HEAD = 0.5849624872207642;
const LOG2_1_5_TAIL = 1.350039202129749e-8;

/** Leaves log2 of a number within 2 ** −20 of 1 in `LOG2`, with more digits than `splitLog2`. */
function splitLog2NearOne(x: number): void {
  const t = x - 1;
  const w = t * t * (0.5 - t * (0.3333333333333333 - t * 0.25));
  const u = 1.4426950216293335 * t;
  const v = t * 1.9259629911266175e-8 - w * Math.LOG2E;
  const head = leading(u + v);
  LOG2[0] = head;
  LOG2[1] = v - (head - u);
}

/** Leaves log2 of a positive finite number in `LOG2`. */
function splitLog2(positive: number): void {
  const isSubnormal = positive < SMALLEST_NORMAL;
  const x = isSubnormal ? positive * TWO_54 : positive;
  const high = highWord(x);
  const bits = high & SIGNIFICAND;
  let exponent = (high >> EXPONENT_BITS) - BIAS - (isSubnormal ? 54 : 0);
  let normal = bits | EXPONENT_OF_1;
  // Divides the significand by 1 or 1.5, whichever is nearer.
  let isOverHalf = false;
  if (bits >= 0xbb67a) {
    exponent += 1;
    normal -= 0x100000;
  } else {
    isOverHalf = bits > 0x3988e;
  }
  const base = isOverHalf ? 1.5 : 1;
  const a = withHighWord(x, normal);
  const u = a - base;
  const v = 1 / (a + base);
  const s = u * v;
  const sHead = leading(s);
  const sumHead = withHighWord(0, ((normal >> 1) | 0x20000000) + 0x80000 + (isOverHalf ? 0x40000 : 0));
  const sumTail = a - (sumHead - base);
  const sTail = v * (u - sHead * sumHead - sHead * sumTail);
  const square = s * s;
  const series =
    square *
      square *
      (0.5999999999999946 +
        square *
          (0.4285714285785502 +
            square *
              (0.33333332981837743 +
                square *
                  (0.272728123808534 + square * (0.23066074577556175 + square * 0.20697501780033842))))) +
    sTail * (sHead + s);
  const squareHead = sHead * sHead;
  const tHead = leading(3 + squareHead + series);
  const tTail = series - (tHead - 3 - squareHead);
  const product = sHead * tHead;
  const correction = sTail * tHead + tTail * s;
  const pHead = leading(product + correction);
  const pTail = correction - (pHead - product);
  const zHead = CP_HEAD * pHead;
  const zTail = CP_TAIL * pHead + pTail * CP + (isOverHalf ? LOG2_1_5_TAIL : 0);
  const offset = isOverHalf ? LOG2_1_5_HEAD : 0;
  const head = leading(zHead + zTail + offset + exponent);
  LOG2[0] = head;
  LOG2[1] = zTail - (head - exponent - offset - zHead);
}

const LN2_FLOAT = 0.6931471824645996;
const LN2_FLOAT_TAIL = -1.904654299957768e-9;

/** Returns 2 to the power of `head + tail`, from −1075 to 1024. */
function exp2(head: number, tail: number): number {
  const exponent = Math.floor(head + tail + 0.5);
  const rest = head - exponent;
  const t = leading(tail + rest);
  const u = t * LN2_FLOAT;
  const v = (tail - (t - rest)) * Math.LN2 + t * LN2_FLOAT_TAIL;
  const z = u + v;
  const w = v - (z - u);
  const square = z * z;
  const term = z - expTerm(square);
  return scaled(1 - ((z * term) / (term - 2) - (w + z * w) - z), exponent);
}

const isOdd = (x: number): boolean => Math.abs(x % 2) === 1;

/** Returns `x ** y`, with the operator's special cases. */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (y === 1) return x;
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  if (y === 2) return x * x;
  const size = Math.abs(x);
  const power = Math.abs(y);
  if (power === Infinity) {
    if (size === 1) return NaN;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  const sign = isNegative(x) && isOdd(y) ? -1 : 1;
  if (size === 0 || size === Infinity) return sign * (size > 0 === y > 0 ? Infinity : 0);
  if (x < 0 && Math.floor(y) !== y) return NaN;
  if (size === 1) return sign;
  if (power > 2147483648 && Math.abs(size - 1) < 9.5367431640625e-7) splitLog2NearOne(size);
  else splitLog2(size);
  const log2Head = LOG2[0] as number;
  const log2Tail = LOG2[1] as number;
  // Beyond these, the result overflows or underflows however it is rounded, and the products below could overflow.
  const estimate = y * (log2Head + log2Tail);
  if (estimate > 1100) return sign * Infinity;
  if (estimate < -1100) return sign * 0;
  const yHead = leading(y);
  const tail = (y - yHead) * log2Head + y * log2Tail;
  const head = yHead * log2Head;
  const exponent = head + tail;
  if (exponent >= 1024 && (exponent > 1024 || tail + 8.008566259537294e-17 > exponent - head)) {
    return sign * Infinity;
  }
  return sign * exp2(head, tail);
}
