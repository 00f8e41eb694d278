import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules that the product is held to. */
export const AXE_TAGS: readonly string[] = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
];

/** Each rule that is broken, with the elements that break it. */
export type Violations = readonly (readonly [string, readonly string[]])[];

/**
 * What axe finds wrong in a page by WCAG 2.2 AA and good practice, rule by rule. Not counted: objects of the map that
 * stand close to each other. They stand where they are in the world, which WCAG 2.5.8 allows as essential, and the
 * cards name them all again.
 */
export const axeViolations = (page: Page): Promise<Violations> =>
  violationsIn(page, { runOnly: [...AXE_TAGS] });

/** Of these, what other colours can change. */
export const contrastViolations = (page: Page): Promise<Violations> =>
  violationsIn(page, { runOnly: ['color-contrast', 'link-in-text-block'] });

/** A page keeps its axe, and what it has compiled of it: with a new one for each answer, an answer takes longer. */
async function violationsIn(page: Page, options: RunOptions): Promise<Violations> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  await page.evaluate(comeToRest);
  const violations = await page.evaluate(
    async (all) => {
      const { axe } = window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } };
      return (await axe.run(all)).violations;
    },
    { ...options, resultTypes: ['violations'] } satisfies RunOptions,
  );
  return countedViolations({ violations });
}

/**
 * Runs in the page: waits for the end of what moves and fades, but for what repeats. A toast or the content of a tab has another
 * contrast and place on its way.
 */
export async function comeToRest(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
    );
  await Promise.allSettled(passing.map(({ finished }) => finished));
}

/** Of what axe found, what counts. */
export function countedViolations({ violations }: Pick<AxeResults, 'violations'>): Violations {
  return violations
    .map(({ id, nodes }) => {
      const counted = nodes.filter(({ html }) => !(id === 'target-size' && html.includes('data-kind=')));
      return [id, counted.map(({ html }) => html)] as const;
    })
    .filter(([, nodes]) => nodes.length > 0);
}
