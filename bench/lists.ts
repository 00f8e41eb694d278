import type { Bench } from './browser.ts';
import type { Comparison } from './measure.ts';

const FEW = 10;
const MANY = 10_000;
const ROUNDS = 9;

interface ListsPage {
  measureList(list: string, count: number): Promise<{ first: number; change: number; rows: number }>;
}

/** Compares the first rendering of a list of 10,000 entries, and rendering after an operation, with lists of 10. */
export async function measureLists({ browser, pagesUrl }: Bench): Promise<readonly Comparison[]> {
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
  await page.goto(`${pagesUrl}/lists.html`);
  await page.waitForFunction('window.measureList');
  const comparisons: Comparison[] = [];
  for (const list of ['commands', 'timeline']) {
    const samples = await page.evaluate(
      async ({ kind, rounds, few, many }) => {
        const { measureList } = window as unknown as ListsPage;
        const taken = { few: [await measureList(kind, few)], many: [await measureList(kind, many)] };
        for (let round = 0; round < rounds; round++) {
          taken.few.push(await measureList(kind, few));
          taken.many.push(await measureList(kind, many));
        }
        return { few: taken.few.slice(1), many: taken.many.slice(1) };
      },
      { kind: list, rounds: ROUNDS, few: FEW, many: MANY },
    );
    const rows = `${samples.many[0]?.rows} rows in the page against ${samples.few[0]?.rows}`;
    for (const [what, key] of [
      ['first picture', 'first'],
      ['after an operation', 'change'],
    ] as const)
      comparisons.push({
        id: `${list}-${key}`,
        name: `The ${list} card with 10,000, ${what}`,
        unit: 'ms',
        measured: samples.many.map((sample) => sample[key]),
        floor: samples.few.map((sample) => sample[key]),
        against: 'the same with 10',
        notes: { drawn: rows },
      });
  }
  await page.close();
  return comparisons;
}
