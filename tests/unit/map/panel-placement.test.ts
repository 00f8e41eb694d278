import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePanel } from '../../../src/ui/map/panel-placement.ts';

const MAP = { width: 700, height: 350 };
const PANEL = { width: 270, height: 140 };
const REACH = 16;

const anywhere = fc.record({
  x: fc.double({ min: 0, max: MAP.width, noNaN: true }),
  y: fc.double({ min: 0, max: MAP.height, noNaN: true }),
});

describe('the details of an object', () => {
  it('stay inside the map and off the object, wherever it is', () => {
    fc.assert(
      fc.property(anywhere, ({ x, y }) => {
        const place = placePanel({ x, y, reach: REACH }, PANEL, MAP);
        const isInside =
          place.x >= 0 &&
          place.y >= 0 &&
          place.x + PANEL.width <= MAP.width &&
          place.y + PANEL.height <= MAP.height;
        const isOff =
          place.x + PANEL.width <= x - REACH ||
          place.x >= x + REACH ||
          place.y + PANEL.height <= y - REACH ||
          place.y >= y + REACH;
        return isInside && isOff;
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('stand on the side with more room', () => {
    expect(placePanel({ x: 100, y: 175, reach: REACH }, PANEL, MAP)).toEqual({ x: 116, y: 105 });
    expect(placePanel({ x: 600, y: 175, reach: REACH }, PANEL, MAP)).toEqual({ x: 314, y: 105 });
  });

  it('go below or above where there is no room beside', () => {
    const wide = { width: 320, height: 75 };
    const phone = { width: 324, height: 162 };
    expect(placePanel({ x: 160, y: 45, reach: 12 }, wide, phone)).toEqual({ x: 0, y: 57 });
    expect(placePanel({ x: 290, y: 115, reach: 12 }, wide, phone)).toEqual({ x: 4, y: 28 });
  });

  it('never begin outside of a map that is too small for them', () => {
    expect(placePanel({ x: 10, y: 10, reach: 12 }, PANEL, { width: 200, height: 100 })).toEqual({
      x: 0,
      y: 0,
    });
  });
});
