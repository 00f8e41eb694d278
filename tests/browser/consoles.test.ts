import type { Dialog, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectClean, openBeside, sharedPage } from './harness.ts';
import { button, clickTab, openTab, openWallFrom, press, queueCommand } from './operator.ts';
import { inWorker, WORKER_FAULTS } from './page-faults.ts';

const missionOf = (page: Page): string | null => new URL(page.url()).searchParams.get('mission');

async function duplicate(page: Page): Promise<Page> {
  await expect.poll(() => missionOf(page)).not.toBeNull();
  const copy = await openBeside(page, { path: page.url() });
  await copy.getByText('Connected to ORBITA-1').waitFor();
  return copy;
}

/**
 * Runs in the page: posts messages that no console sends, and the heartbeats of 3,000 others, on the mission's channel.
 */
async function postForgeries(mission: string | null): Promise<void> {
  const channel = new BroadcastChannel(`orbita-mission-${mission}`);
  const beat = await new Promise<Record<string, unknown>>((resolve) => {
    channel.onmessage = ({ data }) => data.type === 'beat' && resolve(data.beat);
    channel.postMessage({ type: 'who' });
  });
  const { line, run } = beat as { line: object; run: object };
  const time = Date.UTC(2199, 11, 31);
  const entry = { time: Date.now(), origin: 'x', sequence: 1, input: { kind: 'jump', to: 0 } };
  for (const forgery of [
    null,
    { type: 'beat', beat: null },
    { type: 'mission', from: 'x', mission: { line: { number: 1, origin: 'x' } } },
    { type: 'run', from: 'x', line, run: { ...run, rate: -5, isInStep: false, version: 1000 } },
    { type: 'run', from: 'x', line, run: { ...run, rate: 0, isInStep: false, version: 1000, time } },
    { type: 'inputs', from: 'x', line, entries: [entry] },
  ]) {
    channel.postMessage(forgery);
  }
  for (let index = 0; index < 3000; index++) {
    channel.postMessage({ type: 'beat', beat: { ...beat, id: `x${index}`, since: Date.now() } });
  }
  channel.close();
}

/**
 * Runs in the page: answers consoles that join another mission with this one, with a state that does not match its
 * hash.
 */
async function answerWithDamage({
  mission,
  other,
}: {
  mission: string | null;
  other: string;
}): Promise<void> {
  const channel = new BroadcastChannel(`orbita-mission-${mission}`);
  const whole = await new Promise<{ record: { keyframe: { hash: string } } }>((resolve) => {
    channel.onmessage = ({ data }) => {
      if (data.type === 'beat') channel.postMessage({ type: 'ask', from: 'x', to: data.beat.id });
      else if (data.type === 'mission') resolve(data.mission);
    };
    channel.postMessage({ type: 'who' });
  });
  channel.close();
  whole.record.keyframe.hash = '0'.repeat(16);
  const lie = new BroadcastChannel(`orbita-mission-${other}`);
  lie.onmessage = ({ data }) =>
    data.type === 'hello' &&
    lie.postMessage({ type: 'mission', from: 'x', to: data.from.id, mission: whole });
}

const rows = (page: Page) => page.getByRole('region', { name: 'Command Uplink' }).getByRole('listitem');

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);

const queueOf = async (page: Page): Promise<readonly string[]> =>
  (await rows(page).allInnerTexts()).map((text) => text.split('\n')[0] ?? '');

/** Windows of one mission. */
interface Windows {
  readonly desk: Page;
  readonly wall: Page;
  readonly second: Page;
}

/** Reloads a window, and returns the kinds of the questions that it asks before. */
async function reload(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  const accept = (dialog: Dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  };
  page.on('dialog', accept);
  await page.reload();
  await page.getByText('Connected to ORBITA-1').waitFor();
  page.off('dialog', accept);
  return asked;
}

describe('a mission in several windows', () => {
  const openedDesk = sharedPage(() => openTab('commands'));
  let windows: Windows | undefined;

  /** Returns the windows that all tests share, both desks on their commands. */
  async function openedWindows(): Promise<Windows> {
    const desk = await openedDesk();
    if (windows?.desk !== desk) {
      const wall = await openWallFrom(desk);
      windows = { desk, wall, second: await duplicate(desk) };
    }
    const { second } = windows;
    for (const page of [desk, second]) {
      await clickTab(page, 'Commands');
      await rows(page).first().waitFor();
    }
    await expect.poll(() => queueOf(second)).toEqual(await queueOf(desk));
    return windows;
  }

  it('several windows show one mission: what is done in one is done in all', async () => {
    const { desk, wall, second } = await openedWindows();
    expect(missionOf(second)).toBe(missionOf(desk));
    expect(missionOf(wall)).toBe(missionOf(desk));
    const before = (await queueOf(desk)).length;
    await queueCommand(desk, 'Data Downlink', tomorrow());
    await expect.poll(async () => (await queueOf(second)).length).toBe(before + 1);
    await expect.poll(() => queueOf(second)).toEqual(await queueOf(desk));
    const timesShown = () =>
      Promise.all(
        [desk, second].map(async (page) =>
          (await page.getByRole('banner').locator('[data-time]').allTextContents()).join(),
        ),
      );
    const isPaused = async () => (await timesShown()).map((text) => text.startsWith('SIM PAUSED'));
    await clickTab(second, 'Overview');
    await second.keyboard.press('Space');
    await expect.poll(isPaused).toEqual([true, true]);
    await second.keyboard.press('Space');
    await expect.poll(isPaused).toEqual([false, false]);
    await clickTab(desk, 'Anomalies');
    await desk.getByRole('region', { name: 'Event Log' }).getByText('Desk: ').first().waitFor();
    await expectClean(desk);
    await expectClean(second);
    await expectClean(wall);
  });

  it('a mission reaches a window whose worker is replaced, and one that was frozen', async () => {
    const { desk, second } = await openedWindows();
    const count = (await queueOf(desk)).length;
    const replaced = second.waitForEvent('worker');
    await inWorker(second, WORKER_FAULTS['is terminated']);
    await queueCommand(desk, 'Data Downlink', tomorrow());
    await replaced;
    await expect.poll(async () => (await queueOf(second)).length).toBe(count + 1);
    const session = await second.context().newCDPSession(second);
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await queueCommand(desk, 'Data Downlink', tomorrow());
    await expect.poll(async () => (await queueOf(desk)).length).toBe(count + 2);
    await session.send('Page.setWebLifecycleState', { state: 'active' });
    await expect.poll(async () => (await queueOf(second)).length).toBe(count + 2);
  });

  it('a mission is joined again by a window that is reloaded, without a question, and keeps its name', async () => {
    const { desk } = await openedWindows();
    await button(desk, 'Consoles').click();
    await button(desk, 'Rename this console').click();
    await desk.getByRole('textbox', { name: 'Name' }).fill('Guest desk');
    await button(desk, 'Save').click();
    await desk.keyboard.press('Escape');
    const before = (await queueOf(desk)).length;
    await queueCommand(desk, 'Data Downlink', tomorrow());
    await expect.poll(async () => (await queueOf(desk)).length).toBe(before + 1);
    const mission = missionOf(desk);
    expect(await reload(desk)).toEqual([]);
    expect(missionOf(desk)).toBe(mission);
    await expect.poll(async () => (await queueOf(desk)).length).toBe(before + 1);
    await button(desk, 'Consoles').click();
    await desk.getByRole('list', { name: 'Consoles of this mission' }).getByText('Guest desk').waitFor();
    await desk.keyboard.press('Escape');
  });

  it('a window asks before a reload that loses its branches', async () => {
    const { desk, wall } = await openedWindows();
    const slider = desk.getByRole('slider', { name: 'Session time' });
    await press(desk, slider, 'ArrowLeft');
    await press(desk, desk.getByRole('button', { name: 'Take over' }));
    await desk.getByRole('banner').getByText('BRANCH').waitFor();
    expect(await reload(desk)).toEqual(['beforeunload']);
    await expectClean(desk);
    await expectClean(wall);
  });

  it('a window that joins a mission which is damaged starts a new one, and says so', async () => {
    const { desk } = await openedWindows();
    const other = `${'0'.repeat(31)}2`;
    await desk.evaluate(answerWithDamage, { mission: missionOf(desk), other });
    const stranger = await openBeside(desk, { path: `/?tab=commands&mission=${other}` });
    await stranger.getByText('Connected to ORBITA-1').waitFor();
    const text = 'what another window has sent of it is damaged. Simulation restarted.';
    await stranger.getByText(`Failed to resume the mission: ${text}`).first().waitFor();
    await expect.poll(() => missionOf(stranger)).toBeNull();
    await expectClean(stranger);
    await stranger.close();
  });

  it('a mission goes on in its windows whatever another page posts on its channel', async () => {
    const { desk, second } = await openedWindows();
    await desk.evaluate(postForgeries, missionOf(desk));
    const count = (await queueOf(desk)).length;
    await queueCommand(desk, 'Data Downlink', tomorrow());
    await expect.poll(async () => (await queueOf(second)).length).toBe(count + 1);
    await expect.poll(() => queueOf(second)).toEqual(await queueOf(desk));
    // No worker has thrown either, which would be a page problem.
    for (const page of [desk, second]) await expectClean(page);
  });
});
