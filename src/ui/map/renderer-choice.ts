export type RendererName = 'webgl' | 'canvas' | 'none';

/** Makes a canvas that is only asked what it can do. */
export type CanvasFactory = () => HTMLCanvasElement;

/** Rasterisers that draw WebGL on the processor. Chromium has its own and does not count it as a caveat. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** What browsers answer that tell the true name to an extension only. */
const ANONYMOUS = 'WebKit WebGL';
/** Names that browsers give to every renderer, against fingerprinting: a rasteriser has them, too. */
const NAMELESS: ReadonlySet<string> = new Set([ANONYMOUS, 'Apple GPU', 'Mozilla']);

/** The name of what draws WebGL. Firefox warns on the console when it is asked through the extension. */
function nameOf(gl: WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (name !== ANONYMOUS) return name;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return extension ? String(gl.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : name;
}

const PROBE_PX = 1024;
const PROBE_COPIES = 4;
const PROBE_ROUNDS = 3;
/** A graphics card takes a millisecond or two, a rasteriser 30 and more. */
const PROBE_LIMIT_MS = 10;

/** Whether copying a picture the size of a map takes as little time as on a graphics card. */
function isQuick(gl: WebGL2RenderingContext, now: () => number): boolean {
  const [source, target] = [createFramebuffer(gl), createFramebuffer(gl)];
  const pixel = new Uint8Array(4);
  const copy = (): number => {
    const start = now();
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, source);
    for (let copies = 0; copies < PROBE_COPIES; copies += 1) {
      // A pixel less in height: the picture is scaled, as drawing does.
      gl.blitFramebuffer(
        0,
        0,
        PROBE_PX,
        PROBE_PX,
        0,
        0,
        PROBE_PX,
        PROBE_PX - 1,
        gl.COLOR_BUFFER_BIT,
        gl.LINEAR,
      );
    }
    // Reading waits until all of it is done.
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, target);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return now() - start;
  };
  // The first round also waits for the driver to start.
  for (let round = 0; round < PROBE_ROUNDS; round += 1) if (copy() < PROBE_LIMIT_MS) return true;
  return false;
}

function createFramebuffer(gl: WebGL2RenderingContext): WebGLFramebuffer {
  const framebuffer = gl.createFramebuffer();
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, PROBE_PX, PROBE_PX);
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return framebuffer;
}

function hasGraphicsCard(createCanvas: CanvasFactory, now: () => number): boolean {
  try {
    const gl = createCanvas().getContext('webgl2', { failIfMajorPerformanceCaveat: true });
    if (!gl) return false;
    const name = nameOf(gl);
    const isCard = NAMELESS.has(name) ? isQuick(gl, now) : !SOFTWARE.test(name);
    // A page may hold sixteen contexts, and this one would wait for the garbage collector.
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return isCard;
  } catch {
    return false;
  }
}

function hasCanvas(createCanvas: CanvasFactory): boolean {
  try {
    return createCanvas().getContext('2d') !== null;
  } catch {
    return false;
  }
}

/**
 * The best way to draw the map here. WebGL only where a graphics card does it: in software a frame takes 45 ms of main
 * thread, the canvas renderer 3 ms.
 * @param now monotonic milliseconds: where the name says nothing, the speed is measured
 */
export function chooseRenderer(
  createCanvas: CanvasFactory,
  now: () => number,
  isWebGlWelcome = true,
): RendererName {
  if (isWebGlWelcome && hasGraphicsCard(createCanvas, now)) return 'webgl';
  return hasCanvas(createCanvas) ? 'canvas' : 'none';
}

const LOSSES_ALLOWED = 3;
const LOSS_WINDOW_MS = 60_000;

/**
 * Whether the map does better without WebGL: its context was lost three times within a minute.
 * @param lossTimes in order
 */
export function isUnstable(lossTimes: readonly number[]): boolean {
  const last = lossTimes.at(-1);
  const first = lossTimes.at(-LOSSES_ALLOWED);
  return last !== undefined && first !== undefined && last - first <= LOSS_WINDOW_MS;
}
