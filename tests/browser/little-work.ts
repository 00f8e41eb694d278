/** Functions that reduce an open page's processor load. Each runs in a page before its own scripts. */

/** Without a graphics card, the processor composes each frame of an animation, 60 times a second. */
export function pauseEndlessAnimations(): void {
  addEventListener('animationstart', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const animation of target.getAnimations({ subtree: true })) {
      if (animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY) animation.pause();
    }
  });
}

/** Limits callbacks that draw frame after frame to ten times a second, as on a slow machine. */
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
 * Makes the browser ask to save data: the map omits the pictures of the surface, which are computed on each load, and
 * no other tab is prefetched, which takes a hundred requests.
 */
export function saveData(): void {
  Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
}
