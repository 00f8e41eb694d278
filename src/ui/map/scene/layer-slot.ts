import { Container } from 'pixi.js';

/** Content of a container that must be destroyed explicitly. */
interface Layer {
  readonly container: Container;
  destroy(): void;
}

/** Slot for one layer at a time on the stage. */
export interface LayerSlot<T extends Layer> {
  readonly container: Container;
  /**
   * Returns the layer in the slot.
   * @param of inputs of the layer: if any of them changes, it is destroyed and created again
   */
  fill(of: readonly unknown[], create: () => T): T;
  /** Destroys its layer, if any. */
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
