import { describe, expect, it } from 'vitest';
import {
  type CanvasFactory,
  chooseRenderer,
  isUnstable,
} from '../../../../src/ui/map/scene/renderer-choice.ts';

interface Browser {
  readonly webgl?: {
    readonly renderer: string;
    readonly unmasked?: string;
    /** Duration of each round of the speed test; the last one also applies to later rounds. */
    readonly roundMs?: readonly number[];
  };
  readonly has2d?: boolean;
  readonly throws?: boolean;
}

const RENDERER = 1;
const UNMASKED_RENDERER_WEBGL = 2;

/** Fakes a browser's canvases and clock. */
function browser({ webgl, has2d = true, throws = false }: Browser): [CanvasFactory, () => number] {
  let time = 1000;
  const roundMs = [...(webgl?.roundMs ?? [0])];
  const drawing = Object.fromEntries(
    [
      'createFramebuffer',
      'createTexture',
      'bindTexture',
      'texStorage2D',
      'bindFramebuffer',
      'framebufferTexture2D',
      'blitFramebuffer',
    ].map((name) => [name, () => ({})]),
  );
  const gl = webgl && {
    ...drawing,
    readPixels() {
      time += (roundMs.length > 1 ? roundMs.shift() : roundMs[0]) ?? 0;
    },
    RENDERER,
    getParameter: (name: number) => (name === RENDERER ? webgl.renderer : webgl.unmasked),
    getExtension: (name: string) => {
      if (name === 'WEBGL_lose_context') return { loseContext() {} };
      return webgl.unmasked ? { UNMASKED_RENDERER_WEBGL } : null;
    },
  };
  const getContext = (type: string): unknown => {
    if (throws) throw new Error('No context.');
    if (type === 'webgl2') return gl ?? null;
    return type === '2d' && has2d ? {} : null;
  };
  return [() => ({ getContext }) as unknown as HTMLCanvasElement, () => time];
}

describe('choosing a renderer', () => {
  it.each<[string, Browser, string]>([
    ['a graphics card', { webgl: { renderer: 'WebKit WebGL', unmasked: 'ANGLE (NVIDIA H200)' } }, 'webgl'],
    ['a graphics card in Firefox', { webgl: { renderer: 'Radeon R9 200 Series, or similar' } }, 'webgl'],
    ['a card without a name', { webgl: { renderer: 'WebKit WebGL', roundMs: [2] } }, 'webgl'],
    [
      'a card in Safari, whose driver starts slowly',
      { webgl: { renderer: 'WebKit WebGL', unmasked: 'Apple GPU', roundMs: [150, 2] } },
      'webgl',
    ],
    [
      'software under the name of a card, as in WebKit without one',
      { webgl: { renderer: 'WebKit WebGL', unmasked: 'Apple GPU', roundMs: [150, 30] } },
      'canvas',
    ],
    ['software without a name', { webgl: { renderer: 'Mozilla', roundMs: [30] } }, 'canvas'],
    [
      'WebGL in software',
      { webgl: { renderer: 'WebKit WebGL', unmasked: 'ANGLE (Google, SwiftShader driver)' } },
      'canvas',
    ],
    ['WebGL in software in Firefox', { webgl: { renderer: 'llvmpipe (LLVM 15.0.7)' } }, 'canvas'],
    ['no WebGL', {}, 'canvas'],
    ['no canvas at all', { has2d: false }, 'none'],
    ['a canvas that throws', { throws: true }, 'none'],
  ])('%s', (_, given, chosen) => {
    expect(chooseRenderer(...browser(given))).toBe(chosen);
  });

  it('does without WebGL when told to', () => {
    expect(chooseRenderer(...browser({ webgl: { renderer: 'A card' } }), false)).toBe('canvas');
  });
});

describe('an unstable context', () => {
  it.each([
    [[], false],
    [[0], false],
    [[0, 1], false],
    [[0, 1, 60_000], true],
    [[0, 1, 60_001], false],
    [[0, 100_000, 130_000, 160_000], true],
    [[0, 100_000, 200_000, 300_000], false],
  ])('is recognized from context losses at %j: %s', (times, unstable) => {
    expect(isUnstable(times)).toBe(unstable);
  });
});
