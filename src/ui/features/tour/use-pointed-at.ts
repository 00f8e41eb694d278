import { type RefObject, useLayoutEffect } from 'react';
import type { Size } from '../../kit/page/size.ts';
import { fitTogether, GAP_PX, placeAtFoot, placeBeside } from './placement.ts';
import type { TourStep } from './steps.ts';

/** Size of the window without what is fixed at its bottom, from the style sheets. */
const viewSize = (): Size => {
  const { clientWidth, clientHeight } = document.documentElement;
  const foot = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0;
  return { width: clientWidth, height: clientHeight - foot };
};

/** Finds a card or another region by its accessible name. */
function findCard(name: string): Element | undefined {
  return [...document.querySelectorAll('section')].find(
    (card) => (card.ariaLabel ?? card.querySelector('h2')?.textContent) === name,
  );
}

export function scrollToTop(): void {
  let element = document.querySelector('main section');
  for (; element; element = element.parentElement) element.scrollTop = 0;
}

/**
 * Scrolls to a step's target and returns it: the whole card if the panel fits beside it, otherwise its
 * relevant part.
 */
function revealTarget(step: TourStep, panel: Size): Element | undefined {
  const card = findCard(step.card);
  const fit = card && fitTogether(card.getBoundingClientRect(), panel, viewSize());
  const part = (!fit && step.part && card?.querySelector<HTMLElement>(step.part)) || undefined;
  // As much of the card as fits above the panel.
  card?.scrollIntoView({ block: fit === 'across' ? 'nearest' : 'start', behavior: 'instant' });
  if (part) {
    part.style.scrollMarginBottom = `${panel.height + 2 * GAP_PX}px`;
    part.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    part.style.scrollMarginBottom = '';
  }
  return part ?? card;
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
    const target = revealTarget(step, size());
    const isPart = target !== findCard(step.card);
    const place = (): void => {
      const box = target?.getBoundingClientRect();
      const foot = placeAtFoot(size(), viewSize());
      // Beside a part, the panel would cover the rest of the card.
      const { left, top } = (box && !isPart && placeBeside(box, size(), viewSize())) || foot;
      panel.style.left = `${left}px`;
      panel.style.top = `${top}px`;
      ring.hidden = !box;
      for (const side of ['left', 'top', 'width', 'height'] as const)
        ring.style[side] = `${box?.[side] ?? 0}px`;
    };
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
