import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeAtFoot, placeBeside, type TargetBox } from '../../../../src/ui/features/tour/placement.ts';
import type { Size } from '../../../../src/ui/kit/page/size.ts';

const size = (lowest: number, highest: number): fc.Arbitrary<Size> =>
  fc.record({
    width: fc.integer({ min: lowest, max: highest }),
    height: fc.integer({ min: lowest, max: highest }),
  });
const box: fc.Arbitrary<TargetBox> = fc
  .tuple(size(1, 4000), fc.integer({ min: -500, max: 4000 }), fc.integer({ min: -500, max: 4000 }))
  .map(([target, left, top]) => ({ ...target, left, top }));

describe('the place of the tour’s panel', () => {
  it('is in the window and off its target, wherever the target is', () => {
    let placed = 0;
    fc.assert(
      fc.property(box, size(100, 500), size(320, 3840), (target, panel, view) => {
        const place = placeBeside(target, panel, view);
        if (!place) return;
        placed += 1;
        const { left, top } = place;
        expect(left >= 0 && left + panel.width <= view.width).toBe(true);
        expect(top >= 0 && top + panel.height <= view.height).toBe(true);
        const isAcross = left < target.left + target.width && left + panel.width > target.left;
        const isDown = top < target.top + target.height && top + panel.height > target.top;
        expect(isAcross && isDown).toBe(false);
      }),
      { seed: 3 },
    );
    expect(placed).toBeGreaterThan(20);
  });

  it('is right of it first, then left, below and above', () => {
    const view = { width: 1000, height: 1000 };
    const panel = { width: 200, height: 200 };
    const at = (left: number, top: number, width: number, height: number) =>
      placeBeside({ left, top, width, height }, panel, view);
    expect(at(0, 0, 500, 1000)?.left).toBeGreaterThanOrEqual(500);
    expect(at(500, 0, 500, 1000)?.left).toBeLessThanOrEqual(300);
    expect(at(0, 0, 1000, 500)?.top).toBeGreaterThanOrEqual(500);
    expect(at(0, 500, 1000, 500)?.top).toBeLessThanOrEqual(300);
    expect(at(0, 0, 1000, 1000)).toBeUndefined();
  });

  it('is the bottom of the window if no side has room', () => {
    const { left, top } = placeAtFoot({ width: 300, height: 200 }, { width: 400, height: 800 });
    expect([left, top > 500 && top < 600]).toEqual([50, true]);
  });
});
