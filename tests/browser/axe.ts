import axe, { type AxeResults, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Rules that the product must satisfy. */
export const AXE_TAGS: readonly string[] = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22aa',
  'best-practice',
];

/** Violated rules, each with the elements that violate it. */
export type Violations = readonly (readonly [string, readonly string[]])[];

/**
 * Returns the violations of WCAG 2.2 AA and good practice that axe finds in a page, by rule. Map objects close to each
 * other are excluded: their positions are those in the world, which WCAG 2.5.8 allows as essential, and the cards name
 * them all again.
 */
export const axeViolations = (page: Page): Promise<Violations> =>
  violationsIn(page, { runOnly: [...AXE_TAGS] });

/** Returns only the violations that depend on colours. */
export const contrastViolations = (page: Page): Promise<Violations> =>
  violationsIn(page, { runOnly: ['color-contrast', 'link-in-text-block'] });

/** Injects axe once per page, since compiling it again for each check takes longer. */
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
 * Runs in the page: waits for all finite animations. A toast or a tab's content has another contrast and place while it
 * moves.
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

/** Returns the violations that count. */
export function countedViolations({ violations }: Pick<AxeResults, 'violations'>): Violations {
  return violations
    .map(({ id, nodes }) => {
      const counted = nodes.filter(({ html }) => !(id === 'target-size' && html.includes('data-kind=')));
      return [id, counted.map(({ html }) => html)] as const;
    })
    .filter(([, nodes]) => nodes.length > 0);
}
