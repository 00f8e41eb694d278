import type { Page } from 'playwright-core';

/** Evaluates functions in a page of Playwright or of another engine. */
export interface PageScripts {
  evaluate<Result, Argument>(run: (argument: Argument) => Result, argument: Argument): Promise<Result>;
}

export interface Layout {
  /** Excess of the page over the window's width and height, in CSS pixels; not positive if everything fits. */
  readonly overflowX: number;
  readonly overflowY: number;
  /** Texts wider than their element. */
  readonly clipped: readonly (string | null)[];
}

/**
 * Measures how the page fits its window. A text may end in an ellipsis, which indicates more, if its tooltip has all of
 * it: event names are as long as users like, and the header's line is not.
 */
export const layoutOf = (page: PageScripts): Promise<Layout> =>
  page.evaluate(
    () => ({
      overflowX: document.documentElement.scrollWidth - innerWidth,
      overflowY: document.documentElement.scrollHeight - innerHeight,
      clipped: [...document.querySelectorAll('h1, h2, h3, p, td, th, dt, dd, a, [role="tab"]')]
        .filter((element) => !element.closest('[class*="visually"]'))
        // Screen-reader texts are clipped to nothing.
        .filter((element) => getComputedStyle(element).clipPath !== 'inset(50%)')
        .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
        .filter(
          (element) =>
            getComputedStyle(element).textOverflow !== 'ellipsis' ||
            !element.closest<HTMLElement>('[title]')?.title.includes(element.textContent ?? ''),
        )
        .map((element) => element.textContent),
    }),
    undefined,
  );

/** Returns the names of the figures in a row whose value stands below them, as it may where the user spaces letters. */
export const valuesBelow = (page: PageScripts): Promise<readonly (string | null)[]> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('dt + dd')].flatMap((value) => {
        const [name, row] = [value.previousElementSibling, value.parentElement];
        if (!name || !row?.checkVisibility()) return [];
        const { display, flexDirection } = getComputedStyle(row);
        const isRow = display === 'flex' && flexDirection === 'row';
        const { top, height } = name.getBoundingClientRect();
        const isBelow = value.getBoundingClientRect().top > top + height / 2;
        return isRow && isBelow ? [name.textContent] : [];
      }),
    undefined,
  );

/**
 * The only texts that may be cut with an ellipsis, each for a reason:
 * - the titles on the timeline's strip: whole in their tooltips and in the list below;
 * - a crew's names, their craft and the age of their list: whole in the tooltip, after two lines or a share of one.
 */
const MAY_BE_CUT = '[class*="barTitle"], [class*="_craft"], [class*="_age"], li > [class*="_name"][title]';

/**
 * Texts and buttons that cover others by design: the map's objects and their tooltips, at their places in the world;
 * toasts, which disappear; on a phone, the Anomalies tab, under which the other tabs scroll, and the time control,
 * under which the page scrolls; and the calendar's button, on the padding of its field.
 */
const LIES_OVER =
  '[role="tab"][data-tab="anomalies"], [role="tab"][data-tab="anomalies"] *, [class*="utcTime"] > button, [data-kind], [data-kind] *, [role="tooltip"], [data-sonner-toaster], [data-sonner-toaster] *, [data-folded="true"] *';

/** Boxes that may scroll sideways: the row of tabs on a phone, and tables (WCAG 1.4.10 lets them be two-dimensional). */
const SCROLLS_SIDEWAYS = '[role="tablist"], :has(> table), :has(> details > table), details:has(table)';

export interface FindingOptions {
  /** Requires the page to be no higher than its window. */
  readonly fitsHeight?: boolean;
  /** Forbids scrolling except in the lists that grow with the mission, given as a selector. */
  readonly stillBut?: string;
  /** Selector of a part that overlays the rest; the whole page if absent. */
  readonly within?: string;
  /** Smallest height of a touch target; 24 px if absent (WCAG 2.5.8). */
  readonly targetHeight?: number;
}

/**
 * Describes the page's current layout problems: wider than its window, cut-off text (a select's choice too),
 * overlapping texts and controls, targets too small, boxes that scroll although they should not.
 */
export async function layoutFindings(
  page: PageScripts,
  options: FindingOptions = {},
): Promise<readonly string[]> {
  return page.evaluate(
    ([mayBeCut, liesOver, scrollsSideways, { fitsHeight, stillBut, within = 'body', targetHeight = 24 }]) => {
      const findings = new Set<string>();
      const { documentElement: root } = document;
      const part = document.querySelector(within);
      if (!part) return [`there is no ${within}`];
      const SLACK = 1.5;

      const nameOf = (element: Element): string => {
        const card = element
          .closest('section, header, footer, nav')
          ?.querySelector('h1, h2, h3')?.textContent;
        const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
        return `${element.localName} "${text}"${card ? ` of ${card}` : ''}`;
      };

      if ((fitsHeight || stillBut !== undefined) && root.scrollHeight > innerHeight) {
        findings.add(`the page is ${root.scrollHeight - innerHeight} px higher than its window`);
      }

      interface Box {
        readonly left: number;
        readonly top: number;
        readonly right: number;
        readonly bottom: number;
      }
      /** Clipping and scrolling by a box around an element. */
      interface Frame {
        readonly element: Element;
        readonly box: Box;
        readonly cutsX: boolean;
        readonly cutsY: boolean;
        readonly isScrolledX: boolean;
        readonly isScrolledY: boolean;
      }
      const isScroller = (overflow: string): boolean => overflow === 'auto' || overflow === 'scroll';
      const framesByElement = new Map<Element, readonly Frame[]>();
      const isHidden = new Map<Element, boolean>();

      /** True for screen-reader texts: one pixel high, or clipped away. */
      const isUnseen = (element: Element | null): boolean => {
        if (!element) return false;
        const known = isHidden.get(element);
        if (known !== undefined) return known;
        const unseen = getComputedStyle(element).clipPath === 'inset(50%)' || isUnseen(element.parentElement);
        isHidden.set(element, unseen);
        return unseen;
      };

      if (root.scrollWidth > innerWidth) {
        const reaching = [...part.querySelectorAll('*')].findLast(
          (element) => element.getBoundingClientRect().right > innerWidth && !isUnseen(element),
        );
        const by = reaching ? `: ${nameOf(reaching)}` : '';
        findings.add(`the page is ${root.scrollWidth - innerWidth} px wider than its window${by}`);
      }

      /** A picture inside a picture is as large as its view, not as its content. */
      const boxOf = (element: Element): Box => {
        const matrix = element instanceof SVGSVGElement && element.ownerSVGElement && element.getScreenCTM();
        if (!matrix) return element.getBoundingClientRect();
        const { width, height } = element as SVGSVGElement;
        const { e: left, f: top, a: scaleX, d: scaleY } = matrix;
        return {
          left,
          top,
          right: left + scaleX * width.baseVal.value,
          bottom: top + scaleY * height.baseVal.value,
        };
      };

      /** Boxes that clip an element's content, from the inside out. */
      const framesOf = (element: Element | null): readonly Frame[] => {
        if (!element || element === document.body || element === root) return [];
        const known = framesByElement.get(element);
        if (known) return known;
        const style = getComputedStyle(element);
        const outer = framesOf(
          style.position === 'fixed'
            ? null
            : style.position === 'absolute' && element instanceof HTMLElement
              ? element.offsetParent
              : element.parentElement,
        );
        const isBox = style.display !== 'inline' || element instanceof SVGElement;
        const cutsX = style.overflowX !== 'visible' && isBox;
        const cutsY = style.overflowY !== 'visible' && isBox;
        const own = {
          element,
          box: boxOf(element),
          cutsX,
          cutsY,
          isScrolledX: isScroller(style.overflowX) && element.scrollWidth > element.clientWidth,
          isScrolledY: isScroller(style.overflowY) && element.scrollHeight > element.clientHeight,
        };
        const frames = cutsX || cutsY ? [own, ...outer] : outer;
        framesByElement.set(element, frames);
        return frames;
      };

      for (const element of part.querySelectorAll('*')) {
        if (!(element instanceof HTMLElement) || !element.checkVisibility() || isUnseen(element)) continue;
        const style = getComputedStyle(element);
        const overX = element.scrollWidth - element.clientWidth;
        if (isScroller(style.overflowX) && overX > SLACK && !element.matches(scrollsSideways)) {
          findings.add(`${nameOf(element)} scrolls sideways by ${overX} px`);
        }
        const overY = element.scrollHeight - element.clientHeight;
        if (
          stillBut !== undefined &&
          isScroller(style.overflowY) &&
          overY > SLACK &&
          !element.closest(stillBut)
        ) {
          findings.add(`${nameOf(element)} scrolls by ${overY} px`);
        }
      }

      /** Returns the visible part, or nothing if it is scrolled away; reports what is cut off. */
      const seen = (
        rect: DOMRect,
        frames: readonly Frame[],
        tellCut: (by: string) => void,
      ): Box | undefined => {
        let { left, top, right, bottom } = rect;
        for (const { element, box, cutsX, cutsY, isScrolledX, isScrolledY } of frames) {
          const outX = cutsX && (left < box.left - SLACK || right > box.right + SLACK);
          const outY = cutsY && (top < box.top - SLACK || bottom > box.bottom + SLACK);
          if (outX && !isScrolledX) tellCut(`sideways by ${nameOf(element)}`);
          if (outY && !isScrolledY) tellCut(`in height by ${nameOf(element)}`);
          if (cutsX) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
          if (cutsY) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
          if (right - left < 1 || bottom - top < 1) return undefined;
        }
        return { left, top, right, bottom };
      };

      interface Part {
        readonly element: Element;
        readonly box: Box;
        readonly isText: boolean;
      }
      const parts: Part[] = [];

      /** True if it ends in an ellipsis and its tooltip has the whole text, as in `layoutOf`. */
      const isToldWhole = (element: Element): boolean => {
        let cut: Element | null = element;
        while (cut && getComputedStyle(cut).textOverflow !== 'ellipsis') cut = cut.parentElement;
        return cut?.closest<HTMLElement>('[title]')?.title.includes(cut.textContent ?? '') ?? false;
      };

      const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!parent || !node.textContent?.trim() || parent.matches('script, style, option')) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        if (isUnseen(parent) || parent.matches(liesOver)) continue;
        range.selectNodeContents(node);
        const mayCut = parent.closest(mayBeCut) !== null;
        for (const rect of range.getClientRects()) {
          if (rect.width < 1) continue;
          // A line's box is higher than its letters: only ascenders to baseline count.
          const inset = rect.height * 0.22;
          const letters = new DOMRect(rect.left, rect.top + inset, rect.width, rect.height - 2 * inset);
          const box = seen(letters, framesOf(parent), (by) => {
            if (!mayCut && !isToldWhole(parent)) findings.add(`the text of ${nameOf(parent)} is cut ${by}`);
          });
          if (!box) continue;
          if (box.left < -SLACK || box.right > innerWidth + SLACK) {
            findings.add(`the text of ${nameOf(parent)} stands outside of the window`);
          }
          parts.push({ element: parent, box, isText: true });
        }
      }

      // A browser cuts a select's choice silently: it does not scroll, and its letters have no box.
      const pen = document.createElement('canvas').getContext('2d');
      for (const select of part.querySelectorAll('select')) {
        const [chosen] = select.selectedOptions;
        if (!pen || !chosen || !select.checkVisibility({ visibilityProperty: true })) continue;
        const style = getComputedStyle(select);
        pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        pen.letterSpacing = style.letterSpacing;
        pen.wordSpacing = style.wordSpacing;
        const room =
          select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
        if (pen.measureText(chosen.text).width > room + SLACK) {
          findings.add(`the choice "${chosen.text}" of ${nameOf(select)} is cut`);
        }
      }

      const CONTROLS = 'a[href], button, select, input, textarea, summary, [role="tab"]';
      const targets: Part[] = [];
      for (const control of part.querySelectorAll(CONTROLS)) {
        if (!control.checkVisibility({ visibilityProperty: true }) || control.closest(liesOver)) continue;
        // Not a target: a button opens it, such as the browser's calendar.
        if (control.getAttribute('aria-hidden') === 'true') continue;
        // The label of a choice is the whole target.
        const target =
          (control.matches('[type="radio"], [type="checkbox"]') && control.closest('label')) || control;
        if (isUnseen(target)) continue;
        const rect = target.getBoundingClientRect();
        if (rect.width === 0) continue;
        const box = seen(rect, framesOf(target.parentElement), (by) =>
          findings.add(`${nameOf(target)} is cut ${by}`),
        );
        if (!box) continue;
        parts.push({ element: target, box, isText: false });
        // A half scrolled-away target keeps its full size.
        targets.push({ element: target, box: rect, isText: false });
      }

      const meet = (a: Box, b: Box): boolean =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
      parts.forEach((one, index) => {
        for (const other of parts.slice(index + 1)) {
          if (!meet(one.box, other.box)) continue;
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          findings.add(`${nameOf(one.element)} and ${nameOf(other.element)} lie on each other`);
        }
      });

      // WCAG 2.5.8: 24 px, or enough room that a circle of 24 px meets no other target's.
      const isSmall = ({ box }: Part): boolean => box.right - box.left < 23.5 || box.bottom - box.top < 23.5;
      const middleOf = ({ box }: Part) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;
      for (const target of targets) {
        const { element, box } = target;
        const height = box.bottom - box.top;
        if (height < targetHeight - 0.5 && targetHeight > 24) {
          findings.add(`${nameOf(element)} is ${Math.round(height)} px high for a finger`);
        }
        if (!isSmall(target) || (element.matches('a') && element.closest('p'))) continue;
        const [x, y] = middleOf(target);
        const isCrowded = targets.some((other) => {
          if (other === target) return false;
          const [otherX, otherY] = middleOf(other);
          if (isSmall(other)) return Math.hypot(x - otherX, y - otherY) < 24;
          const nearX = Math.max(other.box.left - x, 0, x - other.box.right);
          const nearY = Math.max(other.box.top - y, 0, y - other.box.bottom);
          return Math.hypot(nearX, nearY) < 12;
        });
        if (isCrowded) findings.add(`${nameOf(element)} is too small to hit: ${Math.round(height)} px high`);
      }
      return [...findings];
    },
    [MAY_BE_CUT, LIES_OVER, SCROLLS_SIDEWAYS, options] as const,
  );
}

/** Resizes the page and waits until it is drawn; charts and the map follow a frame later. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))),
      ),
  );
}
