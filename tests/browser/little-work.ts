/** Makes an open page take less of the processor. Each function runs in a page, before its own scripts. */

/** Without a graphics card, each frame of an animation is composed by the processor, 60 times a second. */
export function pauseEndlessAnimations(): void {
  addEventListener('animationstart', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const animation of target.getAnimations({ subtree: true })) {
      if (animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY) animation.pause();
    }
  });
}

/** As on a slow machine, what draws frame after frame, by the same callback, does so ten times a second. */
export function slowLoops(): void {
  const PERIOD_MS = 100;
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const calledAt = new WeakMap<FrameRequestCallback, number>();
  const cancels = new Map<number, () => void>();
  let lastId = 0;
  window.requestAnimationFrame = (callback) => {
    const id = ++lastId;
    const ask = () => {
      const frame = request((time) => {
        cancels.delete(id);
        calledAt.set(callback, performance.now());
        callback(time);
      });
      cancels.set(id, () => cancel(frame));
    };
    const waitMs = (calledAt.get(callback) ?? Number.NEGATIVE_INFINITY) + PERIOD_MS - performance.now();
    if (waitMs > 0) {
      const timer = setTimeout(ask, waitMs);
      cancels.set(id, () => clearTimeout(timer));
    } else ask();
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    cancels.get(id)?.();
    cancels.delete(id);
  };
}

/**
 * As a browser that is asked to save data: the map has no pictures of the surface, which are computed on each load, and no
 * other tab is fetched ahead, which are a hundred requests.
 */
export function saveData(): void {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
}
