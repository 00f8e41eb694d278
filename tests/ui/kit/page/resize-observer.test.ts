import { afterEach, expect, it, vi } from 'vitest';
import { provideResizeObserver, WindowResizeObserver } from '../../../../src/ui/kit/page/resize-observer.ts';

const given = window.ResizeObserver;
afterEach(() => {
  document.body.replaceChildren();
  window.ResizeObserver = given;
});

function box(width: number): Element {
  const element = document.createElement('div');
  element.style.padding = '4px';
  setWidth(element, width);
  document.body.append(element);
  return element;
}
function setWidth(element: Element, width: number): void {
  element.getBoundingClientRect = () => new DOMRect(0, 0, width, 20);
}
function resizeWindow(): void {
  window.dispatchEvent(new Event('resize'));
}

it('reports a size once, and again only when a resize of the window has changed it', async () => {
  const reported: unknown[] = [];
  const observer = new WindowResizeObserver((entries) => {
    for (const { contentRect, borderBoxSize } of entries)
      reported.push([contentRect.width, contentRect.height, borderBoxSize[0]?.inlineSize]);
  });
  const element = box(100);
  observer.observe(element);
  observer.observe(box(50));
  expect(reported).toEqual([]);
  await Promise.resolve();
  expect(reported).toEqual([
    [92, 12, 100],
    [42, 12, 50],
  ]);
  resizeWindow();
  expect(reported).toHaveLength(2);
  setWidth(element, 120);
  resizeWindow();
  expect(reported.slice(2)).toEqual([[112, 12, 120]]);
});

it('reports nothing of an element that is no longer observed', async () => {
  const callback = vi.fn();
  const observer = new WindowResizeObserver(callback);
  const element = box(100);
  observer.observe(element);
  observer.unobserve(element);
  await Promise.resolve();
  observer.observe(element);
  observer.disconnect();
  resizeWindow();
  expect(callback).not.toHaveBeenCalled();
});

it('replaces a missing or throwing ResizeObserver, and keeps one that works', () => {
  provideResizeObserver();
  expect(window.ResizeObserver).toBe(given);
  window.ResizeObserver = class {
    constructor() {
      throw new Error('Blocked.');
    }
  } as unknown as typeof ResizeObserver;
  provideResizeObserver();
  expect(window.ResizeObserver).toBe(WindowResizeObserver);
  Reflect.deleteProperty(window, 'ResizeObserver');
  provideResizeObserver();
  expect(window.ResizeObserver).toBe(WindowResizeObserver);
});
