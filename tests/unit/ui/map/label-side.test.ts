import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../src/ui/map/geometry/frame.ts';
import {
  type Box,
  isSideKept,
  type LabelledMarker,
  type LabelSide,
  placeLabel,
  sideAfter,
} from '../../../../src/ui/map/geometry/label-placement.ts';

const PLANE = { width: 1920, height: 960 };
const FRAME_MS = 1000 / 60;
const MARKER: LabelledMarker = {
  x: 900,
  y: 500,
  radius: 12,
  direction: 0.8,
  label: { width: 86, height: 20 },
};

const racing = (time: number): Frame => ({ time, rate: 3600, isRacing: true });

describe('the side of a label', () => {
  it('stays for half a second at least, though something comes into its way in every frame', () => {
    const changes: number[] = [];
    let side: LabelSide | undefined;
    let before: Box | undefined;
    for (let frame = 0; frame < 300; frame++) {
      const frameTime = frame * FRAME_MS;
      const isKept = isSideKept(side, racing(frameTime));
      const place = placeLabel(MARKER, PLANE, before ? [before] : [], side?.side, [], isKept);
      const next = sideAfter(side, place, racing(frameTime));
      if (side && next.side !== side.side) changes.push(frameTime);
      [side, before] = [next, place];
    }
    expect(changes.length).toBeGreaterThan(6);
    const stays = changes.slice(1).map((time, index) => time - (changes[index] ?? 0));
    expect(Math.min(...stays)).toBeGreaterThanOrEqual(500);
  });

  it('changes at once while satellites do not race', () => {
    const side: LabelSide = { side: 0, since: 1000 };
    expect(isSideKept(side, racing(1400))).toBe(true);
    expect(isSideKept(side, { time: 1400, rate: 1, isRacing: false })).toBe(false);
  });

  it('changes as soon as something comes into its way if it has stayed for longer', () => {
    const onSide = placeLabel(MARKER, PLANE, [], undefined);
    const side: LabelSide = { side: onSide.side, since: 1000 };
    for (const [frameTime, expected] of [
      [1400, true],
      [1600, false],
    ] as const) {
      const isKept = isSideKept(side, racing(frameTime));
      expect(placeLabel(MARKER, PLANE, [onSide], side.side, [], isKept).side === onSide.side).toBe(expected);
    }
  });
});
