import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { createChance, MISHAPS, type Scene, SMALL_DESK } from './fault-injection.ts';
import { openPage, problemsOf } from './harness.ts';
import { type LiveConsole, startConsole } from './live-console.ts';
import { clickTab, queueCommand } from './operator.ts';
import { pretendGraphicsCard } from './page-faults.ts';

/**
 * Injects one fault after the other, in an order given by a seed, while an operator keeps working. `CHAOS_SEED` names
 * another seed, `CHAOS_ROUNDS` the number of rounds.
 */
const SEED = Number(process.env.CHAOS_SEED ?? 1);
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);

const COMMANDS = ['Rotate Antenna', 'Calibrate Sensors', 'Thermal Control', 'Communications Check'] as const;

/**
 * Messages that a page may log while its worker throws or the network is down (spec §8 requires the position's error),
 * including a first-time tab that cannot be fetched then.
 */
const EXPECTED =
  /boom|ChunkError: the server cannot be reached|Failed to fetch the ISS position|Failed to load resource|net::ERR_|GPU stall/;

let live: LiveConsole | undefined;
afterEach(async () => {
  await live?.close();
  live = undefined;
});

/** Name and time of every command listed as pending, sorted. */
const pendingOf = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Command Uplink' })
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows
        .filter((row) => row.querySelector('[data-action="executeCommand"]'))
        .map((row) => `${row.querySelector('p')?.textContent} ${row.querySelector('time')?.dateTime}`)
        .sort(),
    );

/** Queues a command through the form, whatever state the worker is in. */
async function queue(page: Page, name: string, time: Date): Promise<string> {
  const minute = time.toISOString().slice(0, 16);
  await queueCommand(page, name, minute);
  return `${name} ${minute}:00.000Z`;
}

/** Returns the cards that are blank or unreadable at one instant. */
const unreadableOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('main section')].map(
      ({ innerText }) => innerText,
    );
    const unreadable = /\b(NaN|undefined|null|Infinity)\b|\[object|Invalid Date/;
    const isBlank = (text: string) => text.trim().length <= 20;
    const wrong = cards.filter((text) => isBlank(text) || unreadable.test(text.replaceAll(/".*?"/g, '')));
    return cards.length > 0 ? wrong : ['no card'];
  });

/** Seconds between the newest sample and the header's time. */
const sampleAgeS = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const now = document.querySelector('header time')?.getAttribute('datetime') ?? '';
    const sample = [...document.querySelectorAll('section')]
      .find((section) => section.querySelector('h2')?.textContent === 'Telemetry')
      ?.querySelector('header time')
      ?.getAttribute('datetime');
    return (Date.parse(now) - Date.parse(sample ?? '')) / 1000;
  });

describe('chaos', () => {
  it(`whatever goes wrong, every command is queued once, and the page stays responsive and readable (seed ${SEED})`, async () => {
    const chance = createChance(SEED);
    live = await startConsole({ isImpatient: true });
    const page = await openPage({
      baseUrl: live.url,
      viewport: SMALL_DESK,
      initScript: pretendGraphicsCard,
    });
    const scene: Scene = { page, live, chance };
    const connected = page.getByText('Connected to ORBITA-1');
    await connected.waitFor();
    await clickTab(page, 'Commands');
    let expected: string[] = [];
    await expect
      .poll(async () => {
        expected = await pendingOf(page);
        return expected;
      })
      .toHaveLength(3); // those of the sample data

    const names = Object.keys(MISHAPS);
    const order = Array.from({ length: ROUNDS }, () =>
      names.map((name) => ({ name, rank: chance.next() })).sort((a, b) => a.rank - b.rank),
    ).flat();
    let minute = Date.UTC(2031, 0, 1);
    for (const [index, { name }] of order.entries()) {
      const when = `seed ${SEED}, ${index + 1}. ${name}`;
      await clickTab(page, chance.pick(['Overview', 'Orbital', 'Telemetry', 'Commands']));
      const putRight = await MISHAPS[name]?.(scene);

      // Meanwhile the operator queues a command.
      await clickTab(page, 'Commands');
      minute += 60_000;
      expected.push(await queue(page, chance.pick(COMMANDS), new Date(minute)));
      await putRight?.();

      await connected.waitFor();
      await expect.poll(() => pendingOf(page), { message: when }).toEqual(expected.toSorted());
      await clickTab(page, 'Overview');
      await expect.poll(() => unreadableOn(page), { message: when }).toEqual([]);
      await expect
        .poll(async () => Math.abs(await sampleAgeS(page)), { message: when })
        .toBeLessThanOrEqual(6);
      const problems = (await problemsOf(page)).filter((problem) => !EXPECTED.test(problem));
      expect(problems, when).toEqual([]);
    }
  }, 600_000);
});
