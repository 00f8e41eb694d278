import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FrozenConsole, openFrozen } from './frozen-console.ts';
import { expectClean, type PageOptions } from './harness.ts';
import { PROJECT_ROOT } from './node-process.ts';
import { compare, type Picture, pictureBytes, readPicture } from './picture.ts';

/**
 * Compares every screen with stored pictures that people have reviewed. `npm run looks:update` retakes them after an
 * intended change.
 */

interface Look extends Pick<PageOptions, 'initScript'> {
  readonly name: string;
  readonly path: string;
  /** Widths of the windows to test, from `SIZES`. */
  readonly widths: readonly number[];
}

const LIGHT: Pick<Look, 'initScript'> = {
  initScript: () => localStorage.setItem('orbita.theme', '"light"'),
};

/**
 * Every screen on a phone and on a desk. Other effects of the size are tested in `sizes.test.ts` and `dashboard.test.ts`.
 * Another screen takes one more line here and `npm run looks:update`.
 */
const LOOKS: readonly Look[] = [
  { name: 'overview', path: '/', widths: [390, 1920] },
  { name: 'telemetry', path: '/?tab=telemetry', widths: [390, 1920] },
  { name: 'orbital', path: '/?tab=orbital', widths: [390, 1280] },
  { name: 'commands', path: '/?tab=commands', widths: [390, 1280] },
  { name: 'timeline', path: '/?tab=timeline', widths: [390, 1920] },
  { name: 'anomalies', path: '/?tab=anomalies', widths: [390, 1280] },
  { name: 'overview-light', path: '/', widths: [1920], ...LIGHT },
  { name: 'wall', path: '/?display=wall', widths: [1920] },
];

interface Size {
  readonly width: number;
  readonly height: number;
  /** True for a phone, whose page is compared from top to bottom, however long. */
  readonly isWhole?: boolean;
}

const SIZES: readonly Size[] = [
  { width: 390, height: 844, isWhole: true },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** Allowed colour difference of a pixel: any two of the six status levels differ by at least 0.2. */
const THRESHOLD = 0.1;
/**
 * Number of pixels that may differ. Measured: 0 from run to run, 38 if only the dot of the OPERATIONAL badge has
 * another colour, 18,000 and more if the columns of the overview move by two pixels.
 */
const PIXELS_ALLOWED = 16;

const STORED = join(PROJECT_ROOT, 'tests/browser/looks');
const RESULTS = join(PROJECT_ROOT, 'test-results/looks');
const isUpdate = process.env.UPDATE_LOOKS === '1';

async function take({ page }: FrozenConsole, { isWhole = false }: Size): Promise<Picture> {
  let bytes: Buffer;
  let position: number | undefined;
  do {
    position = await page.evaluate(centreTab);
    bytes = await page.screenshot({ fullPage: isWhole, animations: 'disabled', caret: 'hide' });
    // The page scrolls its row of tabs as well, on a busy machine even after it was centred.
  } while ((await page.evaluate(tabsPosition)) !== position);
  return readPicture(bytes);
}

function write(path: string, picture: Picture): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, pictureBytes(picture));
}

/** Stores the current picture if it differs. */
async function update(frozen: FrozenConsole, size: Size, path: string): Promise<void> {
  const picture = await take(frozen, size);
  const isSame =
    existsSync(path) && compare(picture, readPicture(readFileSync(path)), THRESHOLD).pixels === 0;
  if (!isSame) write(path, picture);
}

/** Describes how a screen differs from its stored picture; `undefined` if it does not. */
async function mismatch(frozen: FrozenConsole, size: Size, file: string): Promise<string | undefined> {
  const path = join(STORED, file);
  if (!existsSync(path)) return `${file} is missing: npm run looks:update takes it.`;
  const stored = readPicture(readFileSync(path));
  const actual = await take(frozen, size);
  const difference = compare(actual, stored, THRESHOLD);
  if (difference.pixels <= PIXELS_ALLOWED) return undefined;
  write(join(RESULTS, `actual-${file}`), actual);
  if (difference.picture) write(join(RESULTS, `diff-${file}`), difference.picture);
  return `${file}: ${difference.text}, ${PIXELS_ALLOWED} are allowed. See actual-${file} and diff-${file} in
test-results/looks beside tests/browser/looks/${file}. If the change is meant: npm run looks:update.`;
}

/** Runs in the page: centres the active tab of a row that scrolls. Returns the position of the row. */
function centreTab(): number | undefined {
  const tab = document.querySelector('[data-tab][data-state="active"]');
  const row = tab?.closest('[role="tablist"]');
  // Starts from a fixed position: scrolling to a sticky tab depends on where it was.
  row?.scrollTo({ left: 0, behavior: 'instant' });
  tab?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  return row?.scrollLeft;
}

/** Runs in the page. */
const tabsPosition = (): number | undefined =>
  document.querySelector('[data-tab][data-state="active"]')?.closest('[role="tablist"]')?.scrollLeft;

describe('a screen', () => {
  it.each(LOOKS)(
    'looks as in its stored pictures: $name at $widths',
    async ({ name, path, widths, ...options }) => {
      const sizes = SIZES.filter(({ width }) => widths.includes(width));
      const [first] = sizes;
      const frozen = await openFrozen({ path, ...options, ...(first && { viewport: first }) });
      try {
        const problems: string[] = [];
        for (const size of sizes) {
          const file = `${name}-${size.width}.png`;
          await frozen.page.setViewportSize(size);
          await frozen.draw();
          if (isUpdate) await update(frozen, size, join(STORED, file));
          else problems.push((await mismatch(frozen, size, file)) ?? '');
        }
        expect(problems.filter(Boolean).join('\n')).toBe('');
        await expectClean(frozen.page);
      } finally {
        await frozen.close();
      }
    },
  );
});
