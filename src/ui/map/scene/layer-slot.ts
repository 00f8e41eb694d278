import { Container } from 'pixi.js';

/** What is drawn into a container, and freed by hand. */
interface Layer {
  readonly container: Container;
  destroy(): void;
}

/** The place of a layer on the stage, which holds one at a time. */
export interface LayerSlot<T extends Layer> {
  readonly container: Container;
  /**
   * The layer in the slot.
   * @param of what it is made of: when any of these is another one, it is destroyed and made again
   */
  fill(of: readonly unknown[], create: () => T): T;
  /** Destroys its layer, if there is one. */
  clear(): void;
}

export function createLayerSlot<T extends Layer>(): LayerSlot<T> {
  const container = new Container();
  let held: { readonly layer: T; readonly of: readonly unknown[] } | undefined;
  const clear = (): void => {
    held?.layer.destroy();
    held = undefined;
  };
  return {
    container,
    fill(of, create) {
      if (held && of.every((value, index) => value === held?.of[index])) return held.layer;
      clear();
      const layer = create();
      held = { layer, of };
      container.addChild(layer.container);
      return layer;
    },
    clear,
  };
}
