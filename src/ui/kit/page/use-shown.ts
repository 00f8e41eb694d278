import { type RefObject, useEffect, useState } from 'react';
import { usePageVisible } from './use-page-visible.ts';

/**
 * True while an element is visible: the page is in the foreground, and the element is neither hidden nor scrolled
 * away.
 * @param isAtFirst value assumed for being in view until the browser reports it
 */
export function useShown(elementRef: RefObject<HTMLElement | null>, isAtFirst = true): boolean {
  const isPageVisible = usePageVisible();
  const [isInView, setInView] = useState(isAtFirst || typeof IntersectionObserver !== 'function');
  useEffect(() => {
    const element = elementRef.current;
    if (!element || typeof IntersectionObserver !== 'function') return undefined;
    const observer = new IntersectionObserver((entries) => {
      setInView(entries.at(-1)?.isIntersecting ?? true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [elementRef]);
  return isPageVisible && isInView;
}
