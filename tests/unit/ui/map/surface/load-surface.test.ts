import { describe, expect, it } from 'vitest';
import { loadSurface, packPictures } from '../../../../../src/ui/map/surface/load-surface.ts';

const image = (red: number, opacity = 255, width = 4): ImageData => {
  const data = new Uint8ClampedArray(width * 2 * 4);
  for (let i = 0; i < data.length; i += 4) data.set([red, 40, 80, opacity], i);
  return { data, width, height: 2, colorSpace: 'srgb', pixelFormat: 'rgba-unorm8' } as ImageData;
};

describe('the pictures of the surface', () => {
  it('are packed as colour and lights', () => {
    const { width, height, texels } = packPictures(image(20), image(200));
    expect([width, height]).toEqual([4, 2]);
    expect([...texels]).toEqual(Array(8).fill(0xc8502814));
  });

  it('have no lights without their picture', () => {
    expect(packPictures(image(20), undefined).texels[3]).toBe(0x00502814);
  });

  it('are refused where the browser hides the pixels of a canvas', () => {
    expect(() => packPictures(image(255), undefined)).toThrow('does not show the pixels');
    expect(() => packPictures(image(20, 7), undefined)).toThrow('does not show the pixels');
  });

  it('are refused if they differ in size', () => {
    expect(() => packPictures(image(20), image(200, 255, 6))).toThrow('differ in size');
  });

  it('name the file that cannot be fetched', async () => {
    const notFound = async () => ({ ok: false, status: 404 }) as Response;
    await expect(loadSurface({ fetchFile: notFound, lights: false })).rejects.toThrow(/day\.webp.*404/);
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(loadSurface({ fetchFile: offline, lights: false })).rejects.toThrow(/day\.webp could not/);
  });
});
