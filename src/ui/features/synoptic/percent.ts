import { formatNumber } from '../../../shared/kit/quantity-text.ts';

/** In a separate file, because the first view needs nothing else of the figures. */
export const percent = (share: number): string => `${formatNumber(share * 100, 0)} %`;
