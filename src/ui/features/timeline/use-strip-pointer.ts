import { useSetAtom } from 'jotai';
import { type PointerEvent, useRef, useState } from 'react';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { useSetTimeCursor } from '../../mission/link/time-cursor.ts';
import { showRangeAtom } from './charts-range.ts';

/** A shorter movement is a click. */
const LEAST_DRAG_PX = 5;

interface Press {
  readonly x: number;
  readonly time: EpochMs;
}

interface StripPointer {
  /** Span being drawn. */
  readonly drawn: readonly [EpochMs, EpochMs] | undefined;
  /** True if the click that follows ends a drag. */
  readonly isDrag: () => boolean;
  readonly onPointerDown: (event: PointerEvent<Element>) => void;
  readonly onPointerMove: (event: PointerEvent<Element>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerLeave: () => void;
}

/**
 * Sets the cursor of all charts from the pointer on the strip, and their range from a mouse drag.
 * @param gutterShare part of the strip's width before its span
 */
export function useStripPointer(span: TimeRange, gutterShare: number): StripPointer {
  const setCursor = useSetTimeCursor();
  const showRange = useSetAtom(showRangeAtom);
  const press = useRef<Press>(undefined);
  const wasDrag = useRef(false);
  const [drawn, setDrawn] = useState<readonly [EpochMs, EpochMs]>();

  const timeAt = ({ clientX, currentTarget }: PointerEvent<Element>): EpochMs => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const place = ((clientX - left) / width - gutterShare) / (1 - gutterShare);
    const share = Math.min(Math.max(place, 0), 1);
    return epochMs(Math.round(span.from + share * (span.to - span.from)));
  };

  return {
    drawn,
    isDrag: () => wasDrag.current,
    onPointerDown(event) {
      wasDrag.current = false;
      if (event.pointerType === 'mouse' && event.button === 0) {
        press.current = { x: event.clientX, time: timeAt(event) };
      }
    },
    onPointerMove(event) {
      const time = timeAt(event);
      setCursor(time);
      if (!press.current) return;
      if (!drawn && Math.abs(event.clientX - press.current.x) < LEAST_DRAG_PX) return;
      // Captures the pointer, even beyond the strip, only now: earlier, a click would miss its event.
      if (!drawn) event.currentTarget.setPointerCapture(event.pointerId);
      setDrawn([press.current.time, time]);
    },
    onPointerUp() {
      wasDrag.current = drawn !== undefined;
      if (drawn) showRange(drawn);
      press.current = undefined;
      setDrawn(undefined);
    },
    onPointerLeave() {
      press.current = undefined;
      setDrawn(undefined);
      setCursor(undefined);
    },
  };
}
