import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { formatUtcMinute } from '../../kit/format.ts';

/** Returns true if a pass is visible and, as far as known, to the naked eye. */
export const isToBeSeen = ({ visible, isFaint }: VisualPass): boolean => visible.length > 0 && !isFaint;

function spellText({ start, end }: VisualPass['visible'][number]): string {
  const [from, to] = [start, end].map(formatUtcMinute);
  return from === to ? `at ${from}` : `${from} to ${to}`;
}

/** Returns when a pass is visible, `Visible 21:31 to 21:36` or `Visible at 21:31`, otherwise why it is not. */
export function visibleText({ visible, visibilityAtTca }: VisualPass): string {
  if (visible.length > 0) return `Visible ${visible.map(spellText).join(', ')}`;
  return visibilityAtTca === 'in shadow' ? 'In the Earth’s shadow' : 'Daylight';
}

/** Returns the known brightness: `magnitude about −2.3`, `not to the naked eye`. */
export const brightnessTexts = ({ magnitude, isFaint }: VisualPass): readonly string[] => [
  ...(magnitude === undefined ? [] : [`magnitude about ${formatNumber(magnitude, 1)}`]),
  ...(isFaint ? ['not to the naked eye'] : []),
];

/** Returns the visibility of a pass, with its brightness if known. */
export const seenText = (pass: VisualPass): string =>
  [visibleText(pass), ...brightnessTexts(pass)].join(', ');
