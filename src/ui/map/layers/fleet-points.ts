import {
  Buffer,
  BufferUsage,
  type CanvasRenderer,
  Geometry,
  GlProgram,
  RenderContainer,
  type Renderer,
  RendererType,
  Shader,
  State,
  UniformGroup,
  type WebGLRenderer,
} from 'pixi.js';
import { createDrawingContext } from '../draw/canvas-texture.ts';
import { DENSE_FROM, LOOKS, SYMBOL_COUNT, type SymbolSheet } from '../draw/draw-fleet.ts';
import { PLACE, PLACE_LENGTH } from '../geometry/fleet-places.ts';
import { MOST_PIXELS } from '../geometry/moving-resolution.ts';
import type { PictureSize } from '../geometry/view.ts';

/** The symbols of all satellites, drawn with one WebGL command or straight onto the canvas. */
export interface FleetPoints {
  readonly container: RenderContainer;
  /** Applies changed places. @param isRacing true if symbols are too fast to follow with the eye */
  update(isRacing: boolean): void;
  /** Applies changed colours. */
  recolour(): void;
  destroy(): void;
}

/**
 * Copies each symbol onto the canvas of the map: a sprite for each, as Pixi draws them, takes ten times as long.
 */
function createCanvasPoints(
  places: Float32Array,
  colours: Float32Array,
  { canvas, side }: SymbolSheet,
): FleetPoints {
  const half = side / 2;
  const container = new RenderContainer((renderer) => {
    onCanvas(renderer, (context) => {
      for (let index = 0; index < colours.length; index++) {
        const at = PLACE_LENGTH * index;
        const look = places[at + 2] as number;
        if (look === PLACE.hidden) continue;
        const cell = LOOKS * (colours[index] as number) + look - 1;
        const x = (places[at] as number) - half;
        const y = (places[at + 1] as number) - half;
        context.drawImage(canvas, cell * side, 0, side, side, x, y, side, side);
      }
    });
  });
  return { container, update() {}, recolour() {}, destroy: () => container.destroy() };
}

type CanvasContext = CanvasRenderer['canvasContext']['activeContext'];

/** Draws onto the map's canvas in device pixels; the canvas may have a lower resolution while the map moves. */
function onCanvas(renderer: Renderer, draw: (context: CanvasContext) => void): void {
  const context = (renderer as CanvasRenderer).canvasContext.activeContext;
  context.save();
  context.setTransform(renderer.resolution, 0, 0, renderer.resolution, 0, 0);
  context.globalAlpha = 1;
  draw(context);
  context.restore();
}

/** Pixels of a symbol: offsets in a picture from its first one, and colours. */
interface Pixels {
  readonly at: Int32Array;
  readonly colours: Int32Array;
}

/** A symbol: its solid part, which covers others, and its soft edge, which does not. */
interface Dot {
  readonly solid: Pixels;
  readonly soft: Pixels;
}

const pixelsOf = (found: readonly (readonly [at: number, colour: number])[]): Pixels => ({
  at: Int32Array.from(found, ([at]) => at),
  colours: Int32Array.from(found, ([, colour]) => colour),
});

/** Reads all pixels of the symbols once, because browsers warn about a second read. */
function readSymbols({ canvas, side }: SymbolSheet): Int32Array {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The symbols cannot be read.');
  return new Int32Array(context.getImageData(0, 0, canvas.width, side).data.buffer);
}

/** @param step between sampled pixels @param width of the target picture */
function dotsOf(
  { canvas, side }: SymbolSheet,
  pixels: Int32Array,
  step: number,
  width: number,
): readonly Dot[] {
  return Array.from({ length: SYMBOL_COUNT }, (_, cell) => {
    const solid: [at: number, colour: number][] = [];
    const soft: typeof solid = [];
    for (let y = 0; y < side; y += step) {
      for (let x = 0; x < side; x += step) {
        const pixel = pixels[y * canvas.width + cell * side + x] as number;
        const at = (y / step) * width + x / step;
        if (alphaOf(pixel) >= SOLID_ALPHA) solid.push([at, pixel]);
        else if (alphaOf(pixel) >= LEAST_ALPHA) soft.push([at, pixel]);
      }
    }
    return { solid: pixelsOf(solid), soft: pixelsOf(soft) };
  });
}

/** Alpha of 255; a fainter edge of a symbol is invisible among thousands. */
const LEAST_ALPHA = 40;
const SOLID_ALPHA = 200;

/** Returns the alpha of a pixel in the memory order of all browsers, little-endian. */
const alphaOf = (pixel: number): number => pixel >>> 24;

/** A picture of all symbols, copied onto the canvas of the map. */
interface SymbolPlot {
  plot(): void;
  draw(context: CanvasContext): void;
  destroy(): void;
}

/** @param step map pixels per picture pixel, along a side */
function createPlot(
  places: Float32Array,
  colours: Float32Array,
  sheet: SymbolSheet,
  symbols: Int32Array,
  size: PictureSize,
  step: number,
): SymbolPlot {
  /** Padding for symbols at the edges, which would extend half outside. */
  const pad = Math.ceil(sheet.side / step);
  const [width, height] = [size.width, size.height].map((side) => Math.ceil(side / step) + 2 * pad) as [
    number,
    number,
  ];
  const half = sheet.side / 2 / step;
  const picture = createDrawingContext(width, height);
  const image = picture.createImageData(width, height);
  const pixels = new Int32Array(image.data.buffer);
  const dots = dotsOf(sheet, symbols, step, width);
  return {
    plot() {
      pixels.fill(0);
      for (let index = 0; index < colours.length; index++) {
        const place = PLACE_LENGTH * index;
        const look = places[place + 2] as number;
        if (look === PLACE.hidden) continue;
        const left = Math.round((places[place] as number) / step - half) + pad;
        const top = Math.round((places[place + 1] as number) / step - half) + pad;
        if (left < 0 || top < 0 || left > width - pad || top > height - pad) continue;
        const dot = dots[LOOKS * (colours[index] as number) + look - 1] as Dot;
        const from = top * width + left;
        const { solid, soft } = dot;
        for (let part = 0; part < solid.at.length; part++) {
          pixels[from + (solid.at[part] as number)] = solid.colours[part] as number;
        }
        for (let part = 0; part < soft.at.length; part++) {
          const to = from + (soft.at[part] as number);
          if (pixels[to] === 0) pixels[to] = soft.colours[part] as number;
        }
      }
      picture.putImageData(image, 0, 0);
    },
    draw(context) {
      context.imageSmoothingEnabled = false;
      context.drawImage(picture.canvas, -pad * step, -pad * step, width * step, height * step);
    },
    destroy() {
      // Frees the pixels now rather than at garbage collection.
      picture.canvas.width = 0;
    },
  };
}

/**
 * Writes the pixels of each symbol into a picture: thousands of separate copies take ten times as long. On a screen
 * larger than full HD one of its pixels covers several, and on any screen four times as many while the symbols race.
 */
function createPlottedPoints(
  places: Float32Array,
  colours: Float32Array,
  sheet: SymbolSheet,
  size: PictureSize,
): FleetPoints {
  const step = Math.ceil(Math.sqrt((size.width * size.height) / MOST_PIXELS));
  const symbols = readSymbols(sheet);
  const plots = new Map<number, SymbolPlot>();
  const plotOf = (one: number): SymbolPlot => {
    const known = plots.get(one) ?? createPlot(places, colours, sheet, symbols, size, one);
    plots.set(one, known);
    return known;
  };
  let shown = plotOf(step);
  let isPlotted = false;
  const container = new RenderContainer((renderer) => {
    if (!isPlotted) shown.plot();
    isPlotted = true;
    onCanvas(renderer, (context) => shown.draw(context));
  });
  return {
    container,
    update(isRacing) {
      shown = plotOf(isRacing ? 2 * step : step);
      isPlotted = false;
    },
    recolour() {
      isPlotted = false;
    },
    destroy() {
      container.destroy();
      for (const plot of plots.values()) plot.destroy();
    },
  };
}

const VERTEX = `
in vec2 aPlace;
in float aLook;
in float aColour;
uniform vec2 uSize;
uniform float uSide;
out float vCell;
void main() {
  vCell = ${LOOKS}.0 * aColour + aLook - 1.0;
  bool isHidden = aLook < 0.5;
  gl_Position = isHidden ? vec4(2.0, 2.0, 0.0, 1.0)
    : vec4(2.0 * aPlace.x / uSize.x - 1.0, 1.0 - 2.0 * aPlace.y / uSize.y, 0.0, 1.0);
  gl_PointSize = isHidden ? 0.0 : uSide;
}`;

const FRAGMENT = `
in float vCell;
out vec4 finalColor;
uniform sampler2D uSheet;
void main() {
  float cell = floor(vCell + 0.5);
  finalColor = texture(uSheet, vec2((cell + gl_PointCoord.x) / ${SYMBOL_COUNT}.0, gl_PointCoord.y));
}`;

function createWebGlPoints(
  places: Float32Array,
  colours: Float32Array,
  sheet: SymbolSheet,
  size: PictureSize,
): FleetPoints {
  const usage = BufferUsage.VERTEX | BufferUsage.COPY_DST;
  const buffer = new Buffer({ data: places, usage });
  const colourBuffer = new Buffer({ data: colours, usage });
  const stride = 4 * PLACE_LENGTH;
  const geometry = new Geometry({
    attributes: {
      aPlace: { buffer, format: 'float32x2', stride, offset: 0 },
      aLook: { buffer, format: 'float32', stride, offset: 8 },
      aColour: { buffer: colourBuffer, format: 'float32', stride: 4, offset: 0 },
    },
    topology: 'point-list',
  });
  const uniforms = new UniformGroup({
    uSize: { value: new Float32Array([size.width, size.height]), type: 'vec2<f32>' },
    uSide: { value: sheet.side, type: 'f32' },
  });
  const shader = new Shader({
    glProgram: GlProgram.from({ vertex: VERTEX, fragment: FRAGMENT, name: 'fleet' }),
    resources: { uniforms, uSheet: sheet.texture.source, uSampler: sheet.texture.source.style },
  });
  const state = State.for2d();
  const container = new RenderContainer((renderer) => {
    const { encoder } = renderer as WebGLRenderer;
    encoder.draw({ geometry, shader, state, topology: 'point-list', size: places.length / PLACE_LENGTH });
  });
  return {
    container,
    update: () => buffer.update(),
    recolour: () => colourBuffer.update(),
    destroy() {
      container.destroy();
      shader.destroy();
      geometry.destroy(true);
    },
  };
}

/**
 * @param places see `placeFleet`; read at every rendering
 * @param colours each satellite's colour in the sheet; read at every rendering
 */
export const createFleetPoints = (
  renderer: Renderer,
  places: Float32Array,
  colours: Float32Array,
  sheet: SymbolSheet,
  size: PictureSize,
): FleetPoints =>
  renderer.type !== RendererType.CANVAS
    ? createWebGlPoints(places, colours, sheet, size)
    : colours.length >= DENSE_FROM
      ? createPlottedPoints(places, colours, sheet, size)
      : createCanvasPoints(places, colours, sheet);
