import { measureElement, observeElementRect } from '@tanstack/react-virtual';

/** Common measurement functions of the virtual lists. */

/** Height in CSS pixels assumed for a box without one, in a hidden page or in a test. */
export const SCREENFUL_PX = 600;

export const observeScreenful: typeof observeElementRect = (instance, report) =>
  observeElementRect(instance, ({ width, height }) => report({ width, height: height || SCREENFUL_PX }));

/** A row without layout has no height yet. */
export const measureRow: typeof measureElement = (element, entry, instance) =>
  measureElement(element, entry, instance) ||
  instance.options.estimateSize(instance.indexFromElement(element));
