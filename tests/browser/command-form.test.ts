import { expect, it } from 'vitest';
import { openTab } from './operator.ts';

it.each([
  [390, 844],
  [1280, 720],
  [1920, 1080],
])(
  'the button of the command form stays in place when the effect arrives, at %i × %i',
  async (width, height) => {
    const page = await openTab('commands', { viewport: { width, height } });
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
  },
);
