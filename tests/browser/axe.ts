import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong in a page by WCAG 2.2 AA and good practice, rule by rule. Not counted: objects of the map that
 * stand close to each other. They stand where they are in the world, which WCAG 2.5.8 allows as essential, and the
 * cards name them all again.
 */
export async function axeViolations(page: Page): Promise<readonly (readonly [string, readonly string[]])[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations
    .map(({ id, nodes }) => {
      const counted = nodes.filter(({ html }) => !(id === 'target-size' && html.includes('data-kind=')));
      return [id, counted.map(({ html }) => html)] as const;
    })
    .filter(([, nodes]) => nodes.length > 0);
}
