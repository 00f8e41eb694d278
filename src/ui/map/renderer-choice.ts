export type RendererName = 'webgl' | 'canvas' | 'none';

/** Makes a canvas that is only asked what it can do. */
export type CanvasFactory = () => HTMLCanvasElement;

/** Rasterisers that draw WebGL on the processor. Chromium has its own and does not count it as a caveat. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** What browsers answer that tell the true name to an extension only. */
const ANONYMOUS = 'WebKit WebGL';

/** The name of what draws WebGL. Firefox warns on the console when it is asked through the extension. */
function nameOf(gl: WebGL2RenderingContext): string {
  const name = String(gl.getParameter(gl.RENDERER));
  if (name !== ANONYMOUS) return name;
  const extension = gl.getExtension('WEBGL_debug_renderer_info');
  return extension ? String(gl.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : name;
}

function hasGraphicsCard(createCanvas: CanvasFactory): boolean {
  try {
    const gl = createCanvas().getContext('webgl2', { failIfMajorPerformanceCaveat: true });
    if (!gl) return false;
    const name = nameOf(gl);
    // A page may hold sixteen contexts, and this one would wait for the garbage collector.
    gl.getExtension('WEBGL_lose_context')?.loseContext();
    return !SOFTWARE.test(name);
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
 */
export function chooseRenderer(createCanvas: CanvasFactory, isWebGlWelcome = true): RendererName {
  if (isWebGlWelcome && hasGraphicsCard(createCanvas)) return 'webgl';
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
