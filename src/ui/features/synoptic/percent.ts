import { formatNumber } from '../../../shared/kit/quantity-text.ts';

/** Apart from the other figures, as the first view needs no more than this. */
export const percent = (share: number): string => `${formatNumber(share * 100, 0)} %`;
