import { expect, it } from 'vitest';
import { sharedPage } from './harness.ts';
import { resize } from './layout.ts';
import { openTab } from './operator.ts';

const openedPage = sharedPage(() => openTab('commands'));

it.each([
  [390, 844],
  [1280, 720],
  [1920, 1080],
])(
  'the button of the command form stays in place when the effect arrives, at %i × %i',
  async (width, height) => {
    const page = await openedPage();
    await resize(page, width, height);
    const opener = page.getByRole('button', { name: 'New Command', exact: true });
    await opener.or(page.locator('select[name="name"]')).first().waitFor();
    if (await opener.isVisible()) await opener.click();
    const place = () =>
      page.getByRole('button', { name: 'Queue Command', exact: true }).evaluate((button) => {
        const form = button.closest('form');
        return (
          button.getBoundingClientRect().top - (form?.firstElementChild?.getBoundingClientRect().top ?? 0)
        );
      });
    const before = await place();
    await page.locator('select[name="name"]').selectOption('Thermal Control');
    await page.locator('form section').waitFor();
    expect(await place()).toBeCloseTo(before, 0);
    await page.locator('select[name="name"]').press('Escape');
    await page.locator('form').waitFor({ state: 'detached' });
  },
);
