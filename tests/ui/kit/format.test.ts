import { describe, expect, it } from 'vitest';
import { withUnitsJoined } from '../../../src/ui/kit/format.ts';

/** With the no-break spaces in sight. */
const shown = (text: string): string => withUnitsJoined(text).replaceAll('\u00a0', '~');

describe('a running text', () => {
  it.each([
    ['solar output back at 445 W.', 'solar output back at 445~W.'],
    ['by about 12:17 UTC. A reconfiguration', 'by about 12:17~UTC. A reconfiguration'],
    ['is 64.7 %, in limits', 'is 64.7~%, in limits'],
    ['in about 10 h 12 min', 'in about 10~h 12~min'],
    ['from −0.60 to +0.30 °C/min', 'from −0.60 to +0.30~°C/min'],
    ['17.1° N 8.5° E, sunlit', '17.1°~N 8.5°~E, sunlit'],
    ['4.0 points lower', '4.0~points lower'],
  ])('keeps a figure with its unit: %s', (text, joined) => {
    expect(shown(text)).toBe(joined);
  });

  it.each(['the other 6 stations', '2 anomalies and 3 wheels', 'step 2 was', 'switches at 5° off'])(
    'breaks wherever else it did: %s',
    (text) => {
      expect(shown(text)).toBe(text);
    },
  );
});
