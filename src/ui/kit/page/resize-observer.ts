const px = (length: string): number => Number.parseFloat(length) || 0;

function measure(target: Element): ResizeObserverEntry {
  const style = getComputedStyle(target);
  const { width, height } = target.getBoundingClientRect();
  const left = px(style.paddingLeft);
  const top = px(style.paddingTop);
  const inlineSize =
    width - left - px(style.paddingRight) - px(style.borderLeftWidth) - px(style.borderRightWidth);
  const blockSize =
    height - top - px(style.paddingBottom) - px(style.borderTopWidth) - px(style.borderBottomWidth);
  return {
    target,
    contentRect: new DOMRectReadOnly(left, top, Math.max(0, inlineSize), Math.max(0, blockSize)),
    contentBoxSize: [{ inlineSize, blockSize }],
    borderBoxSize: [{ inlineSize: width, blockSize: height }],
    devicePixelContentBoxSize: [],
  };
}

/** Reports each element's size once, and again when a resize of the window has changed it. */
export class WindowResizeObserver implements ResizeObserver {
  readonly #callback: ResizeObserverCallback;
  /** Observed elements, with their last reported width and height. */
  readonly #targets = new Map<Element, string>();
  #isScheduled = false;

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    if (this.#targets.size === 0) window.addEventListener('resize', this.#report);
    this.#targets.set(target, '');
    // Asynchronous because the caller has not finished.
    if (!this.#isScheduled) queueMicrotask(this.#report);
    this.#isScheduled = true;
  }

  unobserve(target: Element): void {
    this.#targets.delete(target);
    if (this.#targets.size === 0) this.disconnect();
  }

  disconnect(): void {
    this.#targets.clear();
    window.removeEventListener('resize', this.#report);
  }

  readonly #report = (): void => {
    this.#isScheduled = false;
    const entries: ResizeObserverEntry[] = [];
    for (const [target, reported] of this.#targets) {
      const { width, height } = target.getBoundingClientRect();
      const size = `${width} ${height}`;
      if (size === reported) continue;
      this.#targets.set(target, size);
      entries.push(measure(target));
    }
    if (entries.length > 0) this.#callback(entries, this);
  };
}

/**
 * Provides a substitute where the browser has no `ResizeObserver`, or an extension makes it throw: the page
 * and its libraries rely on one.
 */
export function provideResizeObserver(): void {
  try {
    const observer = new ResizeObserver(() => undefined);
    observer.observe(document.documentElement);
    observer.disconnect();
  } catch {
    window.ResizeObserver = WindowResizeObserver;
  }
}
