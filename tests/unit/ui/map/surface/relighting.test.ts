import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../../src/shared/kit/units.ts';
import { createRelighting } from '../../../../../src/ui/map/surface/relighting.ts';
import { lightRows } from '../../../../../src/ui/map/surface/surface.ts';

const picture = { width: 64, height: 200, texels: new Uint32Array(64 * 200).fill(0x20808080) };
const sunAt = (longitude: number, latitude = 10) => ({
  latitude: degrees(latitude),
  longitude: degrees(longitude),
});

function litFor(sun: ReturnType<typeof sunAt>): Uint32Array {
  const words = new Uint32Array(picture.width * picture.height);
  lightRows(words, picture, sun, 0, picture.height);
  return words;
}

/** Updates until the picture is new; returns the number of calls. */
function callsUntilNew(update: () => boolean): number {
  for (let calls = 1; calls < 100; calls++) if (update()) return calls;
  throw new Error('The picture stays as it is.');
}

describe('the light on the surface', () => {
  it('is there after the first call', () => {
    const relighting = createRelighting(picture);
    expect(relighting.update(sunAt(30))).toBe(true);
    expect(relighting.words).toEqual(litFor(sunAt(30)));
    expect(relighting.pixels.buffer).toBe(relighting.words.buffer);
  });

  it('stays while the Sun moves by less than half a minute', () => {
    const relighting = createRelighting(picture);
    relighting.update(sunAt(30));
    for (let call = 0; call < 20; call++) expect(relighting.update(sunAt(29.9))).toBe(false);
    expect(relighting.words).toEqual(litFor(sunAt(30)));
  });

  it('is renewed a few rows a call, and shown when all are lit', () => {
    const relighting = createRelighting(picture);
    relighting.update(sunAt(30));
    const before = relighting.words.slice();
    const calls = callsUntilNew(() => {
      expect(relighting.words).toEqual(before);
      return relighting.update(sunAt(20));
    });
    expect(calls).toBe(5);
    expect(relighting.words).toEqual(litFor(sunAt(20)));
    expect(relighting.update(sunAt(20))).toBe(false);
  });

  it('is of one position of the Sun even if the Sun moves meanwhile', () => {
    const relighting = createRelighting(picture);
    relighting.update(sunAt(30));
    let longitude = 25;
    callsUntilNew(() => {
      longitude -= 1;
      return relighting.update(sunAt(longitude));
    });
    expect(relighting.words).toEqual(litFor(sunAt(24)));
    callsUntilNew(() => relighting.update(sunAt(longitude)));
    expect(relighting.words).toEqual(litFor(sunAt(longitude)));
  });

  it('is not renewed for a step over 180°, and is for one of the seasons', () => {
    const relighting = createRelighting(picture);
    relighting.update(sunAt(-179.99));
    for (let call = 0; call < 9; call++) expect(relighting.update(sunAt(179.95))).toBe(false);
    expect(callsUntilNew(() => relighting.update(sunAt(179.95, 10.1)))).toBe(5);
  });
});
