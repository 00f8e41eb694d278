import type { MapView, PictureSize } from '../geometry/view.ts';
import type { Camera } from './camera.ts';
import { panBy, zoomAbout } from './moves.ts';

/** A finger or a pressed mouse button, in the pixels of the picture. */
interface Touch {
  x: number;
  y: number;
}

/** Distance in CSS pixels after which a press is a drag. */
const DRAG_CSS_PX = 4;
/** Zoom per pixel of a wheel's step, and of a trackpad pinch, which a browser reports as a wheel event with Ctrl. */
const WHEEL_ZOOM = 0.002;
const PINCH_ZOOM = 0.01;
const PX_PER_LINE = 16;

const isWhole = ({ globe, zoom }: MapView): boolean => globe === 0 && zoom === 1;

/** True if the page can scroll in a direction. */
function canPageScroll(deltaY: number): boolean {
  const page = document.scrollingElement;
  if (!page) return false;
  const most = page.scrollHeight - page.clientHeight;
  return deltaY < 0 ? page.scrollTop > 0 : page.scrollTop < most - 1;
}

/**
 * Zooms and pans by wheel, pinch and drag. A scrollable page keeps the wheel until the map has been pressed or has the
 * focus, and keeps vertical swipes while the whole plane is shown.
 * @returns a function that detaches the gestures
 */
export function attachGestures(
  element: HTMLElement,
  camera: Camera,
  size: PictureSize,
  onReset: () => void,
): () => void {
  const touches = new Map<number, Touch>();
  let pressedAt: Touch | undefined;
  let isDragging = false;
  let isEngaged = false;

  const toPicture = ({ clientX, clientY }: MouseEvent): Touch => {
    const box = element.getBoundingClientRect();
    return {
      x: ((clientX - box.left) * size.width) / box.width,
      y: ((clientY - box.top) * size.height) / box.height,
    };
  };
  const pan = (dx: number, dy: number): void => {
    if (camera.followed()) camera.follow(undefined);
    camera.show(panBy(camera.view(), size, dx, dy));
  };
  const zoom = ({ x, y }: Touch, factor: number): void => {
    // A followed satellite stays at the centre.
    const centre = { x: size.width / 2, y: size.height / 2 };
    const about = camera.followed() ? centre : { x, y };
    camera.show(zoomAbout(camera.view(), size, about.x, about.y, factor));
  };

  const handleWheel = (event: WheelEvent): void => {
    const isPinch = event.ctrlKey;
    const delta = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * PX_PER_LINE : event.deltaY;
    const isOurs = isPinch || isEngaged || element.contains(document.activeElement) || !canPageScroll(delta);
    if (!isOurs || (delta > 0 && camera.view().zoom === 1 && !isPinch)) return;
    event.preventDefault();
    zoom(toPicture(event), Math.exp(-delta * (isPinch ? PINCH_ZOOM : WHEEL_ZOOM)));
  };

  const handleDown = (event: PointerEvent): void => {
    const isOnButton =
      event.target instanceof Element && event.target.closest('button, [role="dialog"]') !== null;
    if (isOnButton || (event.pointerType === 'mouse' && event.button !== 0)) return;
    isEngaged = true;
    const touch = toPicture(event);
    touches.set(event.pointerId, touch);
    pressedAt = { x: event.clientX, y: event.clientY };
    isDragging = touches.size > 1;
  };
  const handleEnd = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (touches.size > 0) return;
    isDragging = false;
    pressedAt = undefined;
    delete element.dataset.dragging;
  };
  const handleMove = (event: PointerEvent): void => {
    const touch = touches.get(event.pointerId);
    if (!touch || !pressedAt) return;
    // Before a drag captures the mouse, its button may be released outside.
    if (event.pointerType === 'mouse' && event.buttons === 0) {
      handleEnd(event);
      return;
    }
    const way = Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y);
    if (!isDragging) {
      if (way < DRAG_CSS_PX) return;
      isDragging = true;
      element.setPointerCapture(event.pointerId);
    }
    const next = toPicture(event);
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const before = Math.hypot(touch.x - other.x, touch.y - other.y);
      const after = Math.hypot(next.x - other.x, next.y - other.y);
      pan((next.x - touch.x) / 2, (next.y - touch.y) / 2);
      if (before > 0 && after > 0)
        zoom({ x: (next.x + other.x) / 2, y: (next.y + other.y) / 2 }, after / before);
    } else pan(next.x - touch.x, next.y - touch.y);
    touches.set(event.pointerId, next);
    element.dataset.dragging = '';
  };
  const handleLeave = (): void => {
    isEngaged = false;
  };
  const handleDouble = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('button')) return;
    onReset();
  };
  const follow = (): void => {
    element.style.touchAction = isWhole(camera.view()) ? 'pan-y' : 'none';
  };

  follow();
  const unsubscribe = camera.subscribe(follow);
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('wheel', handleWheel, { passive: false, signal });
  element.addEventListener('pointerdown', handleDown, { signal });
  element.addEventListener('pointermove', handleMove, { signal });
  element.addEventListener('pointerup', handleEnd, { signal });
  element.addEventListener('pointercancel', handleEnd, { signal });
  element.addEventListener('pointerleave', handleLeave, { signal });
  element.addEventListener('dblclick', handleDouble, { signal });
  return () => {
    listening.abort();
    unsubscribe();
    element.style.touchAction = '';
  };
}
