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
import { LOOKS, SYMBOL_COUNT, type SymbolSheet } from '../draw/draw-fleet.ts';
import { PLACE, PLACE_LENGTH } from '../geometry/fleet-places.ts';
import type { PictureSize } from '../geometry/view.ts';

/** The symbols of all satellites in one drawing command of WebGL, or straight onto the canvas. */
export interface FleetPoints {
  readonly container: RenderContainer;
  /** The places have changed. */
  update(): void;
  /** The colours have changed. */
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
    const context = (renderer as CanvasRenderer).canvasContext.activeContext;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    for (let index = 0; index < colours.length; index++) {
      const at = PLACE_LENGTH * index;
      const look = places[at + 2] as number;
      if (look === PLACE.hidden) continue;
      const cell = LOOKS * (colours[index] as number) + look - 1;
      const x = (places[at] as number) - half;
      const y = (places[at + 1] as number) - half;
      context.drawImage(canvas, cell * side, 0, side, side, x, y, side, side);
    }
    context.restore();
  });
  return { container, update() {}, recolour() {}, destroy: () => container.destroy() };
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
 * @param colours for each satellite its colour in the sheet; read at every rendering
 */
export const createFleetPoints = (
  renderer: Renderer,
  places: Float32Array,
  colours: Float32Array,
  sheet: SymbolSheet,
  size: PictureSize,
): FleetPoints =>
  renderer.type === RendererType.CANVAS
    ? createCanvasPoints(places, colours, sheet)
    : createWebGlPoints(places, colours, sheet, size);
