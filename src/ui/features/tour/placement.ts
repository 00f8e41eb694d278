import type { Size } from '../../kit/page/size.ts';
export interface TargetBox extends Size {
  readonly left: number;
  readonly top: number;
}

export interface PanelPosition {
  readonly left: number;
  readonly top: number;
}

/** Gap from the panel to its target, and to the edge of the window. */
export const GAP_PX = 12;

const clamp = (value: number, lowest: number, highest: number): number =>
  Math.max(lowest, Math.min(value, highest));

/**
 * Places a panel beside its target, completely in the window: right, left, below or above; for a lower target
 * above or below first, because a panel at its end covers more. `undefined` if no side has space.
 */
export function placeBeside(target: TargetBox, panel: Size, view: Size): PanelPosition | undefined {
  const lastLeft = view.width - panel.width - GAP_PX;
  const lastTop = view.height - panel.height - GAP_PX;
  if (lastLeft < GAP_PX || lastTop < GAP_PX) return undefined;
  const beside = clamp(target.top + GAP_PX, GAP_PX, lastTop);
  const along = clamp(target.left, GAP_PX, lastLeft);
  const across: readonly PanelPosition[] = [
    { left: target.left + target.width + GAP_PX, top: beside },
    { left: target.left - panel.width - GAP_PX, top: beside },
  ];
  const down: readonly PanelPosition[] = [
    { left: along, top: target.top + target.height + GAP_PX },
    { left: along, top: target.top - panel.height - GAP_PX },
  ];
  const places = target.height < panel.height ? [...down, ...across] : [...across, ...down];
  return places.find(
    ({ left, top }) => left >= GAP_PX && left <= lastLeft && top >= GAP_PX && top <= lastTop,
  );
}

/** Height reserved for a sticky header, as a fraction of the window. */
const HEADER_SHARE = 0.15;

/** Tells how both fit in the window after scrolling; `undefined` if they do not. */
export function fitTogether(target: Size, panel: Size, view: Size): 'across' | 'down' | undefined {
  if (target.width + panel.width + 3 * GAP_PX <= view.width) return 'across';
  const height = view.height * (1 - HEADER_SHARE);
  return target.height + panel.height + 3 * GAP_PX <= height ? 'down' : undefined;
}

/** Centres the panel at the bottom of the window. */
export const placeAtFoot = (panel: Size, view: Size): PanelPosition => ({
  left: Math.max(0, (view.width - panel.width) / 2),
  top: Math.max(0, view.height - panel.height - GAP_PX),
});
