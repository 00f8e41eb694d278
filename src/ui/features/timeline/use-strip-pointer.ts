import { useSetAtom, useStore } from 'jotai';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { TimelineEvent } from '../../../shared/entities/entities.ts';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { useSetTimeCursor } from '../../mission/link/time-cursor.ts';
import { showRangeAtom } from './charts-range.ts';
import { beginMoveAtom, cancelMoveAtom, endMoveAtom, isDraggingAtom, moveAtom } from './event-draft.ts';

/** A shorter movement is a click. */
const LEAST_DRAG_PX = 5;

interface Press {
  readonly x: number;
  readonly time: EpochMs;
  /** The event that a drag moves; without one, a drag draws a span. */
  readonly event: TimelineEvent | undefined;
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

interface StripPointerOptions {
  readonly span: TimeRange;
  /** Part of the strip's width before its span. */
  readonly gutterShare: number;
  /** Returns the event at a place, if a drag may move it. */
  readonly movableAt: (target: EventTarget) => TimelineEvent | undefined;
  /** Returns the starts to which an event snaps. */
  readonly snapsOf: (event: TimelineEvent) => readonly EpochMs[];
}

/**
 * Sets the cursor of all charts from the pointer on the strip. A mouse drag moves a Scheduled event, whose form opens where
 * it is dropped, and elsewhere sets the range of the charts. Escape ends a drag without effect.
 */
export function useStripPointer({
  span,
  gutterShare,
  movableAt,
  snapsOf,
}: StripPointerOptions): StripPointer {
  const store = useStore();
  const setCursor = useSetTimeCursor();
  const showRange = useSetAtom(showRangeAtom);
  const press = useRef<Press>(undefined);
  const wasDrag = useRef(false);
  const [drawn, setDrawn] = useState<readonly [EpochMs, EpochMs]>();
  const isMoving = (): boolean => store.get(isDraggingAtom);

  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape' || !press.current) return;
      press.current = undefined;
      setDrawn(undefined);
      store.set(cancelMoveAtom);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      store.set(cancelMoveAtom);
    };
  }, [store]);

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
        press.current = { x: event.clientX, time: timeAt(event), event: movableAt(event.target) };
      }
    },
    onPointerMove(event) {
      const time = timeAt(event);
      setCursor(time);
      if (!press.current) return;
      const isDragged = drawn !== undefined || isMoving();
      if (!isDragged && Math.abs(event.clientX - press.current.x) < LEAST_DRAG_PX) return;
      // Captures the pointer, even beyond the strip, only now: earlier, a click would miss its event.
      if (!isDragged) event.currentTarget.setPointerCapture(event.pointerId);
      if (press.current.event) {
        if (!isDragged) store.set(beginMoveAtom, press.current.event);
        const msPerPx =
          (span.to - span.from) / (event.currentTarget.getBoundingClientRect().width * (1 - gutterShare));
        store.set(moveAtom, {
          byMs: time - press.current.time,
          snapTo: snapsOf(press.current.event),
          nearMs: SNAP_PX * msPerPx,
        });
      } else setDrawn([press.current.time, time]);
    },
    onPointerUp() {
      wasDrag.current = drawn !== undefined || isMoving();
      if (isMoving()) store.set(endMoveAtom);
      if (drawn) showRange(drawn);
      press.current = undefined;
      setDrawn(undefined);
    },
    onPointerLeave() {
      if (!isMoving()) press.current = undefined;
      setDrawn(undefined);
      setCursor(undefined);
    },
  };
}

/** Distance from a start at which an event snaps to it. */
const SNAP_PX = 8;
