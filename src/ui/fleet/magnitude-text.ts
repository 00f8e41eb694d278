import { formatNumber } from '../../shared/quantity-text.ts';

/** `magnitude about −2.3` as a part of a sentence; empty where it is not known. */
export const magnitudeText = (magnitude: number | undefined): readonly string[] =>
  magnitude === undefined ? [] : [`magnitude about ${formatNumber(magnitude, 1)}`];
