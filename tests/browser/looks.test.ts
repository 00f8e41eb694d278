import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FrozenConsole, openFrozen } from './frozen-console.ts';
import { expectClean, type PageOptions } from './harness.ts';
import { PROJECT_ROOT } from './node-process.ts';
import { compare, halved, type Picture, pictureBytes, readPicture } from './picture.ts';

/**
 * What every screen looks like, against pictures of it that people have looked at. `npm run looks:update` retakes
 * them, for an intended change.
 */

interface Look extends Pick<PageOptions, 'initScript'> {
  readonly name: string;
  readonly path: string;
  /** Of the windows that it is looked at in, of `SIZES`. */
  readonly widths: readonly number[];
}

const LIGHT: Pick<Look, 'initScript'> = {
  initScript: () => localStorage.setItem('orbita.theme', '"light"'),
};

/**
 * Every screen on a phone and on a desk, the first one in each of its layouts. What else a size decides is measured in
 * `sizes.test.ts`. One more screen is one more line here and `npm run looks:update`.
 */
const LOOKS: readonly Look[] = [
  { name: 'overview', path: '/', widths: [390, 1280, 1920] },
  // It has cards that others have not, and they have to come first.
  { name: 'overview', path: '/', widths: [3840] },
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
  /** A phone's page is looked at from top to bottom, however long. */
  readonly isWhole?: boolean;
  /** A wall's picture is stored at half its size, so that it takes no more room than a desk's. */
  readonly isHalved?: boolean;
}

const SIZES: readonly Size[] = [
  { width: 390, height: 844, isWhole: true },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160, isHalved: true },
];

/** How far the colour of a pixel may be off: two neighbouring ones of the six status levels are 0.2 apart at least. */
const THRESHOLD = 0.1;
/**
 * Pixels that may differ all the same. Measured: 0 from run to run, 38 where only the dot of the OPERATIONAL badge has
 * another colour, 18,000 and more where the columns of the overview move by two pixels.
 */
const PIXELS_ALLOWED = 16;

const STORED = join(PROJECT_ROOT, 'tests/browser/looks');
const RESULTS = join(PROJECT_ROOT, 'test-results/looks');
const isUpdate = process.env.UPDATE_LOOKS === '1';

async function take({ page }: FrozenConsole, { isWhole = false, isHalved = false }: Size): Promise<Picture> {
  const bytes = await page.screenshot({ fullPage: isWhole, animations: 'disabled', caret: 'hide' });
  const picture = readPicture(bytes);
  return isHalved ? halved(picture) : picture;
}

function write(path: string, picture: Picture): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, pictureBytes(picture));
}

/** Stores what is there, where it differs. */
async function update(frozen: FrozenConsole, size: Size, path: string): Promise<void> {
  const picture = await take(frozen, size);
  const isSame =
    existsSync(path) && compare(picture, readPicture(readFileSync(path)), THRESHOLD).pixels === 0;
  if (!isSame) write(path, picture);
}

/** What is wrong with a screen's look, in words; `undefined` where it is as stored. */
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

/** Runs in the page: where the tabs scroll sideways, they stand as for who has just opened one. */
function centreTab(): void {
  const tab = document.querySelector('[data-tab][data-state="active"]');
  // From the same place each time: a tab that sticks to the edge is scrolled to from where it stands.
  tab?.closest('[role="tablist"]')?.scrollTo({ left: 0, behavior: 'instant' });
  tab?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}

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
          await frozen.page.evaluate(centreTab);
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
