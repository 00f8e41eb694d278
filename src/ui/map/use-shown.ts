import { type RefObject, useEffect, useState } from 'react';
import { usePageVisible } from '../kit/page/use-page-visible.ts';

/**
 * Whether an element is visible: the page is in the foreground, and the element is neither hidden nor
 * scrolled away.
 */
export function useShown(elementRef: RefObject<HTMLElement | null>): boolean {
  const isPageVisible = usePageVisible();
  const [isInView, setInView] = useState(true);
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
