import { describe, expect, it } from 'vitest';
import { faultText } from '../../../../src/ui/features/synoptic/faults.ts';
import { flowsOf } from '../../../../src/ui/features/synoptic/flows.ts';
import { NARROW, route, WIDE, wrapLabel } from '../../../../src/ui/features/synoptic/layout.ts';
import { PART_NODES } from '../../../../src/ui/features/synoptic/nodes.ts';
import { FAULT_KINDS } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import { spacecraft } from './spacecraft.ts';

describe.each([
  ['wide', WIDE],
  ['narrow', NARROW],
] as const)('the %s drawing', (_, { width, height, boxes }) => {
  const all = Object.entries(boxes);

  it('contains every box, without overlaps', () => {
    for (const [name, box] of all) {
      expect(box.x >= 0 && box.x + box.width <= width, name).toBe(true);
      expect(box.y >= 0 && box.y + box.height <= height, name).toBe(true);
    }
    const over = all.flatMap(([a, one], index) =>
      all
        .slice(index + 1)
        .filter(
          ([, two]) =>
            one.x < two.x + two.width &&
            two.x < one.x + one.width &&
            one.y < two.y + two.height &&
            two.y < one.y + one.height,
        )
        .map(([b]) => `${a} ${b}`),
    );
    expect(over).toEqual([]);
  });

  it('has room for every flow, straight from edge to edge', () => {
    for (const { from, to } of flowsOf(spacecraft())) {
      const [start, end] = route(boxes[from], boxes[to]);
      const length = Math.abs(end.x - start.x) + Math.abs(end.y - start.y);
      expect(start.x === end.x || start.y === end.y, `${from} ${to}`).toBe(true);
      expect(length, `${from} ${to}`).toBeGreaterThanOrEqual(20);
      expect(length, `${from} ${to}`).toBeLessThanOrEqual(60);
    }
  });
});

describe('the name of a fault', () => {
  it.each([
    ['gyro drift', 20, ['gyro drift']],
    ['one array string open', 12, ['one array', 'string open']],
    ['antenna off pointing by 8 degrees', 12, ['antenna off', 'pointing by…']],
    ['regulatorundervoltage', 10, ['regulator…']],
  ] as const)('breaks "%s" into lines of at most %d letters', (text, letters, lines) => {
    expect(wrapLabel(text, letters)).toEqual(lines);
  });

  it.each([
    ['wide', WIDE],
    ['narrow', NARROW],
  ] as const)(
    'is whole in the box of its part in the %s drawing, with its cause unknown too',
    (_, { boxes }) => {
      for (const { label, part, type } of Object.values(FAULT_KINDS)) {
        const box = boxes[PART_NODES[part]];
        const letters = box.label?.letters ?? 0;
        const open = { label: `${type.toLowerCase()} fault`, isCauseUnknown: true } as const;
        for (const fault of [{ label }, open]) {
          const lines = box.isFlat
            ? wrapLabel(faultText(fault, letters), letters, 1)
            : wrapLabel(faultText(fault), letters);
          expect(lines.join(' '), `${part}: ${fault.label}`).not.toContain('…');
        }
      }
    },
  );
});
