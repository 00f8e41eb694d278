export type RendererName = 'webgl' | 'canvas' | 'none';

/** Creates a canvas for feature detection. */
export type CanvasFactory = () => HTMLCanvasElement;

/** Software rasterizers of WebGL. Chromium has its own and does not report it as a caveat. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** Name reported by browsers that reveal the real one only through an extension. */
const ANONYMOUS = 'WebKit WebGL';
/** Names that browsers report for every renderer, against fingerprinting, including rasterizers. */
const NAMELESS: ReadonlySet<string> = new Set([ANONYMOUS, 'Apple GPU', 'Mozilla']);

/** Returns the name of the WebGL renderer. Firefox logs a warning if the extension is used. */
function nameOf(gl: WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (name !== ANONYMOUS) return name;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return extension ? String(gl.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : name;
}

const PROBE_PX = 1024;
const PROBE_COPIES = 4;
const PROBE_ROUNDS = 3;
/** A GPU takes a millisecond or two, a rasterizer 30 or more. */
const PROBE_LIMIT_MS = 10;

/** True if copying an image of a map's size is as fast as on a GPU. */
function isQuick(gl: WebGL2RenderingContext, now: () => number): boolean {
  const [source, target] = [createFramebuffer(gl), createFramebuffer(gl)];
  const pixel = new Uint8Array(4);
  const copy = (): number => {
    const start = now();
    gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, target);
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, source);
    for (let copies = 0; copies < PROBE_COPIES; copies += 1) {
      // One pixel less in height, so that the image is scaled, as in drawing.
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
    // Reading waits until all work is complete.
    gl.bindFramebuffer(gl.READ_FRAMEBUFFER, target);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return now() - start;
  };
  // The first round includes the driver's start.
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
    // A page may have sixteen contexts, and this one would otherwise remain until garbage collection.
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
 * Chooses the best renderer on this machine. WebGL only with a GPU: in software a frame takes 45 ms of main thread, the
 * canvas renderer 3 ms.
 * @param now monotonic milliseconds: if the name is inconclusive, the speed is measured
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
 * True if WebGL should be abandoned: its context was lost three times within a minute.
 * @param lossTimes in order
 */
export function isUnstable(lossTimes: readonly number[]): boolean {
  const last = lossTimes.at(-1);
  const first = lossTimes.at(-LOSSES_ALLOWED);
  return last !== undefined && first !== undefined && last - first <= LOSS_WINDOW_MS;
}
