/** Runs in the page before its own scripts: counts frames and live GPU objects. */
export function installProbe(): void {
  const probe = { frames: 0, dropped: 0, resources: 0 };
  Object.assign(window, { probe });

  let last: number | undefined;
  const count = (now: number) => {
    if (last !== undefined) {
      probe.frames += 1;
      // A frame at 60 Hz lasts 16.7 ms; a longer one has dropped frames.
      probe.dropped += Math.max(0, Math.round((now - last) / (1000 / 60)) - 1);
    }
    last = now;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);

  // Each is subtracted once: at its first deletion, or with a collected context.
  const alive = new WeakMap<object, { isOut: boolean }>();
  const leave = (entry: { isOut: boolean } | undefined) => {
    if (!entry || entry.isOut) return;
    entry.isOut = true;
    probe.resources -= 1;
  };
  const collected = new FinalizationRegistry(leave);
  const gl = WebGL2RenderingContext.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const kind of [
    'Texture',
    'Buffer',
    'Program',
    'Shader',
    'Framebuffer',
    'Renderbuffer',
    'VertexArray',
  ]) {
    const create = gl[`create${kind}`];
    const remove = gl[`delete${kind}`];
    if (!create || !remove) continue;
    gl[`create${kind}`] = function (this: unknown, ...args) {
      const made = create.apply(this, args);
      if (typeof made === 'object' && made !== null) {
        const entry = { isOut: false };
        alive.set(made, entry);
        collected.register(made, entry);
        probe.resources += 1;
      }
      return made;
    };
    gl[`delete${kind}`] = function (this: unknown, ...args) {
      const [unwanted] = args;
      if (typeof unwanted === 'object' && unwanted !== null) leave(alive.get(unwanted));
      return remove.apply(this, args);
    };
  }
}

export interface ProbeReading {
  readonly frames: number;
  readonly dropped: number;
  readonly resources: number;
}

/** Runs in the page. */
export const readProbe = (): ProbeReading => (window as unknown as { probe: ProbeReading }).probe;
