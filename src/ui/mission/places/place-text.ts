import type { Place } from '../../../shared/entities/place.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import { formatLatitude, formatLongitude } from '../../kit/format.ts';
import { heightOf } from './place-data.ts';

/** `52.52° N, 13.41° E, 34 m, mask 5°` */
export const placeText = (place: Place): string =>
  `${formatLatitude(place.latitude)}, ${formatLongitude(place.longitude)}, ${formatNumber(heightOf(place), 0)} m, mask ${place.mask}°`;
