import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { VisualPass } from '../../../shared/orbit/visual-passes.ts';
import { formatUtcMinute } from '../../kit/format.ts';

/** Whether a pass is one to look out for: somebody may see it, with the naked eye as far as is known. */
export const isToBeSeen = ({ visible, isFaint }: VisualPass): boolean => visible.length > 0 && !isFaint;

/** `Visible 21:31 to 21:36`: when one would see a pass, and else why not. */
export function visibleText({ visible, visibilityAtTca }: VisualPass): string {
  if (visible.length > 0) {
    const parts = visible.map(({ start, end }) => `${formatUtcMinute(start)} to ${formatUtcMinute(end)}`);
    return `Visible ${parts.join(', ')}`;
  }
  return visibilityAtTca === 'in shadow' ? 'In the Earth’s shadow' : 'Daylight';
}

/** `magnitude about −2.3`, `not to the naked eye`, as far as is known. */
export const brightnessText = ({ magnitude, isFaint }: VisualPass): readonly string[] => [
  ...(magnitude === undefined ? [] : [`magnitude about ${formatNumber(magnitude, 1)}`]),
  ...(isFaint ? ['not to the naked eye'] : []),
];

/** What one would see of a pass, with its brightness as far as that is known. */
export const seenText = (pass: VisualPass): string => [visibleText(pass), ...brightnessText(pass)].join(', ');
