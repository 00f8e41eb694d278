import { Container, Sprite } from 'pixi.js';
import type { CanvasTexture } from '../draw/canvas-texture.ts';
import { ringRadius, symbolRadius } from '../draw/draw-fleet.ts';
import { createLabel, stationLabelStyle } from '../draw/draw-label.ts';
import type { MapPalette } from '../draw/palette.ts';
import { PLACE, PLACE_LENGTH } from '../geometry/fleet-places.ts';
import { type Box, overlaps, placeName } from '../geometry/label-placement.ts';
import type { MapSize } from '../geometry/map-size.ts';

/** Names beside the symbols, as many as fit. */
export interface FleetLabels {
  readonly container: Container;
  /**
   * Places the names on whole pixels; names already shown have priority.
   * @param first index of a satellite whose name has priority over all others
   * @param hasOthers true if other satellites get names
   */
  update(
    names: (index: number) => string,
    places: Float32Array,
    first: number | undefined,
    hasOthers: boolean,
    obstacles: readonly Box[],
  ): void;
  destroy(): void;
}

/** Maximum number of names, to avoid clutter. */
const MOST_LABELS = 24;
/** Maximum textures created per frame; more would cause a visible pause. */
const MOST_NEW = 4;

interface Label {
  readonly sprite: Sprite;
  readonly picture: CanvasTexture;
}

/**
 * True if a box covers a symbol other than its own.
 * @param on offsets into `places` of the satellites on the picture
 */
function coversSymbol(
  box: Box,
  places: Float32Array,
  on: readonly number[],
  own: number,
  radius: number,
): boolean {
  const [left, top] = [box.x - radius, box.y - radius];
  const [right, bottom] = [box.x + box.width + radius, box.y + box.height + radius];
  for (const at of on) {
    if (at === own) continue;
    const x = places[at] as number;
    const y = places[at + 1] as number;
    if (x > left && x < right && y > top && y < bottom) return true;
  }
  return false;
}

/** Returns the offsets into `places` of the satellites on the picture. */
function onPicture(places: Float32Array): readonly number[] {
  const on: number[] = [];
  for (let at = 0; at < places.length; at += PLACE_LENGTH) if (places[at + 2] !== PLACE.hidden) on.push(at);
  return on;
}

export function createFleetLabels(size: MapSize, palette: MapPalette): FleetLabels {
  const container = new Container();
  const style = stationLabelStyle(size, palette);
  const radius = symbolRadius(size);
  const labels = new Map<number, Label>();
  let turn = -1;

  const remove = (index: number, { sprite, picture }: Label): void => {
    sprite.destroy();
    picture.destroy();
    labels.delete(index);
  };

  return {
    container,
    update(names, places, first, hasOthers, obstacles) {
      const taken: Box[] = [...obstacles];
      const kept = new Set<number>();
      let made = 0;
      const on = first !== undefined || hasOthers ? onPicture(places) : [];
      const show = (index: number): void => {
        const at = index * PLACE_LENGTH;
        if (kept.has(index) || kept.size >= MOST_LABELS || places[at + 2] !== PLACE.near) return;
        const [x = 0, y = 0] = [places[at], places[at + 1]];
        if (x < 0 || y < 0 || x > size.width || y > size.height) return;
        let label = labels.get(index);
        if (!label) {
          if (made >= MOST_NEW) return;
          made += 1;
          const picture = createLabel(names(index), style);
          label = { picture, sprite: new Sprite(picture.texture) };
          labels.set(index, label);
          container.addChild(label.sprite);
        }
        const isFirst = index === first;
        const symbol = { x, y, radius: isFirst ? ringRadius(size) : radius, label: label.sprite };
        const isTaken = (one: Box): boolean => taken.some((other) => overlaps(one, other));
        const isOnSymbol = (one: Box): boolean => coversSymbol(one, places, on, at, radius / 2);
        const clear = placeName(symbol, size, (one) => isTaken(one) || isOnSymbol(one), isFirst);
        const box = clear ?? (isFirst ? placeName(symbol, size, isTaken, true) : undefined);
        if (!box) return;
        label.sprite.position.set(box.x, box.y);
        taken.push(box);
        kept.add(index);
      };
      if (first !== undefined) show(first);
      if (hasOthers) {
        for (const index of labels.keys()) show(index);
        // Each frame continues where the last one ended: among thousands most names do not fit.
        for (let tried = 0; tried < on.length && made < MOST_NEW; tried++) {
          turn = (turn + 1) % on.length;
          show((on[turn] as number) / PLACE_LENGTH);
        }
      }
      for (const [index, label] of labels) if (!kept.has(index)) remove(index, label);
    },
    destroy() {
      for (const [index, label] of labels) remove(index, label);
      container.destroy();
    },
  };
}
