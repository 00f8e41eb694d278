import type uPlot from 'uplot';
import type { TimeRange } from '../../../shared/kit/units.ts';
import { type EpochMs, epochMs } from '../../../shared/kit/units.ts';
import { type Finger, heldSpan, wheelAction } from './gestures.ts';

export interface GestureEffects {
  readonly zoomTo: (span: TimeRange) => void;
  readonly zoomBy: (factor: number, anchor: EpochMs) => void;
  readonly panBy: (share: number) => void;
}

/** True if the wheel should scroll. With Ctrl, which a touchpad pinch also sets, it zooms everywhere. */
function isForScrolling({ ctrlKey, target }: WheelEvent): boolean {
  if (ctrlKey) return false;
  const list = target instanceof Element ? target.closest('ul') : null;
  return [list, document.documentElement].some((box) => box && box.scrollHeight > box.clientHeight + 1);
}

/** Handles wheel and fingers on a chart. uPlot handles mouse drags. */
export function followGestures(plot: uPlot, { zoomTo, zoomBy, panBy }: GestureEffects): void {
  const { over } = plot;
  const xOf = (event: MouseEvent): number => event.clientX - over.getBoundingClientRect().left;
  const timeAt = (x: number): EpochMs => epochMs(plot.posToVal(x, 'x'));

  over.addEventListener(
    'wheel',
    (event) => {
      if (isForScrolling(event)) return;
      event.preventDefault();
      const action = wheelAction(event, over.clientWidth);
      if ('pan' in action) panBy(action.pan);
      else zoomBy(action.zoom, timeAt(xOf(event)));
    },
    { passive: false },
  );

  const fingers = new Map<number, Finger>();
  let msPerPx = 0;
  const hold = (): void => {
    msPerPx = (timeAt(over.clientWidth) - timeAt(0)) / over.clientWidth;
    for (const [id, { x }] of fingers) fingers.set(id, { x, time: timeAt(x) });
  };
  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse') return;
    const x = xOf(event);
    fingers.set(event.pointerId, { x, time: timeAt(x) });
    hold();
  });
  over.addEventListener('pointermove', (event) => {
    const held = fingers.get(event.pointerId);
    if (!held) return;
    fingers.set(event.pointerId, { ...held, x: xOf(event) });
    const span = heldSpan([...fingers.values()], over.clientWidth, msPerPx);
    if (span) zoomTo(span);
  });
  for (const name of ['pointerup', 'pointercancel'] as const) {
    over.addEventListener(name, (event) => {
      if (fingers.delete(event.pointerId)) hold();
    });
  }
}
