import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { type NamedMark, namedMarks, placeNames } from '../../../../src/ui/mission/time/names.ts';
import { BRANCH, EDGE, MISSION, NO_MARKS, START } from '../../../support/time-control.tsx';

const SESSION = { start: START, edge: EDGE };
const atMin = (minutes: number) => addMs(START, minutes * MS_PER_MIN);
const mark = (key: string, minutes: number, rank = 1, text = 'Data Downlink'): NamedMark => ({
  key,
  time: atMin(minutes),
  text,
  rank,
});
const keysOf = (marks: readonly NamedMark[], widthEms: number) =>
  placeNames(marks, SESSION, widthEms).map(({ mark: { key } }) => key);

describe('the names of marks', () => {
  it('are those of anomalies, commands, events and branches', () => {
    const texts = namedMarks(
      {
        ...NO_MARKS,
        anomalies: [
          { id: 'a', time: atMin(1), type: 'Temperature', severity: 'Critical', message: 'Bus is hot' },
          { id: 'b', time: atMin(2), type: 'Signal', severity: 'Low', message: 'Signal is weak' },
        ],
        commands: [{ id: 'c', time: atMin(3), name: 'Rotate Antenna' }],
        events: [{ id: 'e', from: atMin(4), title: 'Burn' }],
      },
      [MISSION, BRANCH],
      new Set(['b']),
    ).map(({ text, severity }) => [text.replace(/[⁦-⁩]/g, ''), severity]);
    expect(texts).toEqual([
      ['Critical Temperature', undefined],
      ['Signal', 'Low'],
      ['Rotate Antenna', undefined],
      ['Burn', undefined],
      ['B', undefined],
    ]);
  });

  it('go to the more important one of two that want a place, whichever came first', () => {
    expect(keysOf([mark('quiet', 30, 1), mark('urgent', 31, 2)], 60)).toEqual(['urgent']);
    expect(keysOf([mark('urgent', 30, 2), mark('quiet', 31, 1)], 60)).toEqual(['urgent']);
  });

  it('go to the newer one of two that are as important', () => {
    expect(keysOf([mark('older', 30), mark('newer', 31)], 60)).toEqual(['newer']);
  });

  it('stay on the track at its ends', () => {
    const [first, last] = placeNames([mark('last', 60, 1), mark('first', 0, 2)], SESSION, 60);
    expect(first?.left).toBe(0);
    expect((last?.left ?? 0) + (last?.width ?? 0)).toBe(60);
  });

  it('never lie on each other, on the track or in place of something else', () => {
    const marks = fc.array(
      fc.record({
        key: fc.uuid(),
        time: fc.integer({ min: 0, max: 60 }).map(atMin),
        text: fc.string({ minLength: 1, maxLength: 40 }),
        rank: fc.nat(5),
      }),
      { maxLength: 60 },
    );
    let placedCount = 0;
    fc.assert(
      fc.property(marks, fc.integer({ min: 10, max: 120 }), (all, widthEms) => {
        const taken = { left: widthEms - 8, width: 8 };
        const placed = placeNames(all, SESSION, widthEms, [taken]);
        placedCount += placed.length;
        const boxes = [...placed, taken].toSorted((a, b) => a.left - b.left);
        boxes.forEach((box, index) => {
          expect(box.left).toBeGreaterThanOrEqual(0);
          const next = boxes[index + 1];
          if (next) expect(box.left + box.width).toBeLessThanOrEqual(next.left);
        });
      }),
    );
    expect(placedCount).toBeGreaterThan(0);
  });
});
