import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placePanel } from '../../../../src/ui/map/geometry/panel-placement.ts';

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

  it('are on the side with more room', () => {
    expect(placePanel({ x: 100, y: 175, reach: REACH }, PANEL, MAP)).toEqual({ x: 116, y: 105 });
    expect(placePanel({ x: 600, y: 175, reach: REACH }, PANEL, MAP)).toEqual({ x: 314, y: 105 });
  });

  it('are below or above if there is no room beside', () => {
    const wide = { width: 320, height: 75 };
    const phone = { width: 324, height: 162 };
    expect(placePanel({ x: 160, y: 45, reach: 12 }, wide, phone)).toEqual({ x: 0, y: 57 });
    expect(placePanel({ x: 290, y: 115, reach: 12 }, wide, phone)).toEqual({ x: 4, y: 28 });
  });

  it('keep the other objects visible if possible', () => {
    const object = { x: 100, y: 175, reach: REACH };
    const east = { x: 250, y: 170, reach: REACH };
    const north = { x: 120, y: 60, reach: REACH };
    const meets = (place: { x: number; y: number }, other: typeof east) =>
      place.x < other.x + REACH &&
      place.x + PANEL.width > other.x - REACH &&
      place.y < other.y + REACH &&
      place.y + PANEL.height > other.y - REACH;
    expect(meets(placePanel(object, PANEL, MAP), east)).toBe(true);
    const place = placePanel(object, PANEL, MAP, [east, north]);
    expect([object, east, north].map((other) => meets(place, other))).toEqual([false, false, false]);
  });

  it('keep clear of the buttons in the upper right corner, wherever the object is', () => {
    const buttons = { x: 470, y: 8, width: 222, height: 34 };
    fc.assert(
      fc.property(anywhere, ({ x, y }) => {
        const place = placePanel({ x, y, reach: REACH }, PANEL, MAP, [], [buttons]);
        const isBelow = place.y >= buttons.y + buttons.height;
        const isBeside = place.x + PANEL.width <= buttons.x;
        const isOff =
          place.x + PANEL.width <= x - REACH ||
          place.x >= x + REACH ||
          place.y + PANEL.height <= y - REACH ||
          place.y >= y + REACH;
        return (isBelow || isBeside) && isOff && place.y + PANEL.height <= MAP.height;
      }),
      { seed: 2, numRuns: 2000 },
    );
  });

  it('stay where they are if the buttons are elsewhere', () => {
    const buttons = { x: 470, y: 8, width: 222, height: 34 };
    const object = { x: 100, y: 175, reach: REACH };
    expect(placePanel(object, PANEL, MAP, [], [buttons])).toEqual(placePanel(object, PANEL, MAP));
  });

  it('never begin outside a map that is too small for them', () => {
    expect(placePanel({ x: 10, y: 10, reach: 12 }, PANEL, { width: 200, height: 100 })).toEqual({
      x: 0,
      y: 0,
    });
  });
});
