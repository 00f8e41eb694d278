import { type RefObject, useLayoutEffect } from 'react';
import { fitTogether, GAP_PX, placeAtFoot, placeBeside, type Size } from './placement.ts';
import type { TourStep } from './steps.ts';

const viewSize = (): Size => ({
  width: document.documentElement.clientWidth,
  height: document.documentElement.clientHeight,
});

/** A card by its accessible name. */
function findCard(name: string): Element | undefined {
  return [...document.querySelectorAll('main section')].find(
    (card) => card.querySelector('h2')?.textContent === name,
  );
}

/** The card if the panel fits beside it, otherwise its relevant part. */
function chooseTarget(step: TourStep, panel: Size): Element | undefined {
  const card = findCard(step.card);
  if (card && fitTogether(card.getBoundingClientRect(), panel, viewSize())) return card;
  return card?.querySelector(step.part) ?? card;
}

/** Scrolls it into view, above the panel if they are stacked. */
function reveal(target: HTMLElement, panel: Size): void {
  const isAcross = fitTogether(target.getBoundingClientRect(), panel, viewSize()) === 'across';
  target.style.scrollMarginBottom = isAcross ? '' : `${panel.height + 2 * GAP_PX}px`;
  target.scrollIntoView({ block: isAcross ? 'nearest' : 'end', behavior: 'instant' });
  target.style.scrollMarginBottom = '';
}

interface TourParts {
  readonly panelRef: RefObject<HTMLElement | null>;
  readonly ringRef: RefObject<HTMLElement | null>;
}

/** Keeps the ring around a step's target, and the panel beside it, never over it. */
export function usePointedAt({ panelRef, ringRef }: TourParts, step: TourStep, isOpen: boolean): void {
  useLayoutEffect(() => {
    const panel = panelRef.current;
    const ring = ringRef.current;
    if (!isOpen || !panel || !ring) return;
    const size = (): Size => panel.getBoundingClientRect();
    const target = chooseTarget(step, size());
    const place = (): void => {
      const box = target?.getBoundingClientRect();
      const { left, top } = (box && placeBeside(box, size(), viewSize())) ?? placeAtFoot(size(), viewSize());
      panel.style.left = `${left}px`;
      panel.style.top = `${top}px`;
      ring.hidden = !box;
      for (const side of ['left', 'top', 'width', 'height'] as const)
        ring.style[side] = `${box?.[side] ?? 0}px`;
    };
    if (target instanceof HTMLElement) reveal(target, size());
    target?.setAttribute('data-pointed-at', '');
    place();
    const observer = new ResizeObserver(place);
    observer.observe(panel);
    if (target) observer.observe(target);
    observer.observe(document.documentElement);
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      target?.removeAttribute('data-pointed-at');
      observer.disconnect();
      document.removeEventListener('scroll', place, { capture: true });
    };
  }, [panelRef, ringRef, step, isOpen]);
}
