import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, sharedPage } from './harness.ts';
import { resize } from './layout.ts';
import { type LiveConsole, startConsole } from './live-console.ts';

let live: LiveConsole;
beforeAll(async () => {
  live = await startConsole({ startTime: Date.UTC(2026, 10, 20, 12, 34) });
});
afterAll(() => live.close());

const openedPage = sharedPage(() => openPage({ baseUrl: live.url, path: '/?tab=telemetry' }));

/** Size of the card's body: with the diagram alone, and beside the charts. */
it.each([
  [1280, 720, 0.5],
  [1920, 1080, 0.5],
  [2560, 1440, 0.35],
  [3840, 2160, 0.35],
])(
  'shows the diagram without scrolling, with its values on demand, at %i × %i',
  async (width, height, share) => {
    const page = await openedPage();
    await resize(page, width, height);
    const card = page.getByRole('region', { name: 'Telemetry' });
    const toDiagram = card.getByRole('button', { name: 'Diagram' });
    const isAlone = width < 2200;
    await expect.poll(() => toDiagram.count()).toBe(isAlone ? 1 : 0);
    if (isAlone) await toDiagram.click();
    const spacecraft = page.getByRole('region', { name: 'Spacecraft' });
    await spacecraft.getByRole('list', { name: 'Faults' }).waitFor();
    expect(
      await spacecraft.evaluate((section) =>
        [...section.querySelectorAll('*')].some(
          (box) => box.scrollHeight > box.clientHeight + 1 && getComputedStyle(box).overflowY === 'auto',
        ),
      ),
    ).toBe(false);
    const diagram = await spacecraft.getByRole('img').first().boundingBox();
    expect((diagram?.width ?? 0) / width).toBeGreaterThan(share);
    if (!isAlone) await card.getByRole('img').first().waitFor();
  },
);
