import AxeBuilder from '@axe-core/playwright';
import type { AxeResults } from 'axe-core';
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
export async function axeViolations(page: Page): Promise<Violations> {
  return violationsOf(axeOn(page).withTags([...AXE_TAGS]));
}

/** Of these, what other colours can change. */
export const contrastViolations = (page: Page): Promise<Violations> =>
  violationsOf(axeOn(page).withRules(['color-contrast']));

async function violationsOf(axe: AxeBuilder): Promise<Violations> {
  // The legacy mode is for pages without frames, as these are: the other opens a blank page for each answer.
  return countedViolations(await axe.setLegacyMode().analyze());
}

const axeOn = (page: Page): AxeBuilder => new AxeBuilder({ page }).options({ resultTypes: ['violations'] });

/** Of what axe found, what counts. */
export function countedViolations({ violations }: Pick<AxeResults, 'violations'>): Violations {
  return violations
    .map(({ id, nodes }) => {
      const counted = nodes.filter(({ html }) => !(id === 'target-size' && html.includes('data-kind=')));
      return [id, counted.map(({ html }) => html)] as const;
    })
    .filter(([, nodes]) => nodes.length > 0);
}
