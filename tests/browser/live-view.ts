import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { answerOf } from '../support/upstream-answers.ts';

/** One row of the data sources, by column name. */
export type SourceLine = Readonly<Record<string, string>>;

/** The orbital tab's display of the real station at one moment, with the data sources open. */
export interface LiveView {
  /** Mission time. */
  readonly time: string;
  /** Chip of the ISS. */
  readonly chip: string;
  readonly notice: string;
  readonly rollUp: string;
  readonly sources: Readonly<Record<string, SourceLine>>;
  readonly cards: Readonly<Record<string, string>>;
}

/** Reads everything at once, so that its parts belong together. */
export const viewOf = (page: Page): Promise<LiveView> =>
  page.evaluate(() => {
    const textOf = (element: Element | null | undefined) =>
      element instanceof HTMLElement ? element.innerText.replace(/\s+/g, ' ').trim() : '';
    const sections = [...document.querySelectorAll('section')].filter((one) => one.querySelector('h2'));
    const lines = [...document.querySelectorAll('[role="dialog"] tbody tr')];
    const linesOf = (line: Element) =>
      Object.fromEntries([...line.querySelectorAll('td')].map((cell) => [cell.dataset.name, textOf(cell)]));
    const triggers = [...document.querySelectorAll('footer button')];
    return {
      time: document.querySelector('header time')?.getAttribute('datetime') ?? '',
      chip: textOf(document.querySelector('[data-satellite="iss"][data-kind]')),
      notice: textOf(document.querySelector('[data-notice]')),
      rollUp: triggers.map(textOf).find((text) => text.startsWith('Sources:')) ?? '',
      sources: Object.fromEntries(lines.map((line) => [textOf(line.querySelector('th')), linesOf(line)])),
      cards: Object.fromEntries(sections.map((one) => [textOf(one.querySelector('h2')), textOf(one)])),
    };
  });

/** Opens the data sources by keyboard. */
export async function openSources(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Sources:/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Data sources' }).waitFor();
}

/** Largest error of a live satellite's place: 11 km in degrees, of which rounding down to a second makes 7. */
const LIVE_WITHIN = 0.1;

const signed = (text: string, pattern: RegExp): number => {
  const [, value = 'NaN', side = ''] = pattern.exec(text) ?? [];
  return 'SW'.includes(side) ? -Number(value) : Number(value);
};

/** Returns the angle between two places, in degrees. */
export function degreesApart(a: readonly [number, number], b: readonly [number, number]): number {
  const [phi, psi, turn] = [a[0], b[0], a[1] - b[1]].map((angle) => (angle * Math.PI) / 180) as [
    number,
    number,
    number,
  ];
  const half = Math.sin((phi - psi) / 2) ** 2 + Math.cos(phi) * Math.cos(psi) * Math.sin(turn / 2) ** 2;
  return (2 * Math.asin(Math.min(1, Math.sqrt(half))) * 180) / Math.PI;
}

/** Place of the station in the orbit that the services report. */
function truePlace(time: number): readonly [number, number] {
  const { body } = answerOf('position', 'good', { now: time, path: '', aheadDegrees: 20 });
  const { latitude, longitude } = JSON.parse(body).iss_position;
  return [Number(latitude), Number(longitude)];
}

/** Checks what holds for any services: no card is blank, nothing is unreadable, and LIVE data are true. */
export function expectSound(view: LiveView, when: string): void {
  expect(Object.keys(view.cards), when).toEqual(
    expect.arrayContaining([
      'ISS Orbital Position',
      'ISS Tracking',
      'Ground Stations',
      'Astronauts in Orbit',
    ]),
  );
  for (const [title, text] of Object.entries(view.cards)) {
    expect(text.length - title.length, `${title}, ${when}`).toBeGreaterThan(15);
    const said = text.replaceAll(/".*?"/g, ''); // a quoted service answer may contain anything
    expect(said, `${title}, ${when}`).not.toMatch(/\b(NaN|undefined|null|Infinity)\b|\[object|Invalid Date/);
  }
  const tracking = view.cards['ISS Tracking'] ?? '';
  const place = [
    signed(tracking, /Latitude ([\d.]+)° ([NS])/),
    signed(tracking, /Longitude ([\d.]+)° ([EW])/),
  ] as const;
  expect(Math.abs(place[0]), when).toBeLessThanOrEqual(90);
  expect(Math.abs(place[1]), when).toBeLessThanOrEqual(180);
  if (!view.chip.startsWith('ISS LIVE')) return;
  expect(degreesApart(place, truePlace(Date.parse(view.time))), `live, ${when}`).toBeLessThan(LIVE_WITHIN);
}
