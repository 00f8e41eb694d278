import { measureElement, observeElementRect } from '@tanstack/react-virtual';

/** What the virtual lists have in common: how they take the sizes of their box and of their rows. */

/** A box without a height, in a hidden page or in a test, is drawn as if it had this one, in CSS pixels. */
export const SCREENFUL_PX = 600;

export const observeScreenful: typeof observeElementRect = (instance, report) =>
  observeElementRect(instance, ({ width, height }) => report({ width, height: height || SCREENFUL_PX }));

/** A row that is not laid out has no height of its own yet. */
export const measureRow: typeof measureElement = (element, entry, instance) =>
  measureElement(element, entry, instance) ||
  instance.options.estimateSize(instance.indexFromElement(element));
