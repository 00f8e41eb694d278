import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { expectClean, openPage } from './harness.ts';
import { type NodeProcess, startNode } from './node-process.ts';
import { button, clickTab, openTab, openWallFrom, queueCommand } from './operator.ts';

const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Consoles' });
const openConsoles = (page: Page) => page.getByRole('button', { name: /^(Consoles|\d+ consoles?)/ }).click();
const rowsOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Command Uplink' }).getByRole('listitem').filter({ hasText: name });

/** Shares the mission of a page, and returns the path of the operator link. */
async function share(page: Page): Promise<string> {
  await openConsoles(page);
  await button(panelOf(page), 'Share with other machines').click();
  await button(panelOf(page), 'Copy operator link').waitFor();
  await page.keyboard.press('Escape');
  const { pathname, search, hash } = new URL(page.url());
  expect(search).toMatch(/[?&]mission=[0-9a-f]{32}/);
  expect(hash).toMatch(/^#key=[\w-]{22}$/);
  return pathname + search + hash;
}

/** Copies a link from the panel. Returns its path. */
async function copyLink(page: Page, name: string): Promise<string> {
  await page.evaluate(() => {
    navigator.clipboard.write = async ([item]) => {
      const blob = await item?.getType('text/plain');
      Object.assign(window, { copied: await blob?.text() });
    };
    navigator.clipboard.writeText = async (text) => void Object.assign(window, { copied: text });
  });
  await openConsoles(page);
  await button(panelOf(page), name).click();
  await page
    .getByText(/link copied/i)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  const copied = await page.evaluate(() => (window as unknown as { copied: string }).copied);
  const { pathname, search, hash } = new URL(copied);
  return pathname + search + hash;
}

const openElsewhere = async (path: string, options: { baseUrl?: string } = {}): Promise<Page> => {
  const page = await openPage({ path, ...options });
  await page.getByText('Connected to ORBITA-1').waitFor();
  return page;
};

describe('a mission on several machines', () => {
  it('is shared by a button with the other windows, commanded by operators and watched by viewers, until there are new links', async () => {
    const desk = await openTab('commands');
    const wall = await openWallFrom(desk);
    const path = await share(desk);
    const { searchParams, hash } = new URL(path, 'http://localhost');
    const mission = searchParams.get('mission') ?? '';
    await expect.poll(() => wall.url(), { message: 'the wall is taken along' }).toContain(mission);
    expect(new URL(wall.url()).hash).toBe(hash);
    await openConsoles(desk);
    await panelOf(desk).getByRole('listitem').filter({ hasText: 'Wall' }).waitFor();
    await desk.keyboard.press('Escape');

    const other = await openElsewhere(path);
    const viewer = await openElsewhere(await copyLink(desk, 'Copy viewer link'));
    for (const page of [other, viewer]) await clickTab(page, 'Commands');
    await rowsOf(viewer, 'Rotate Antenna').first().waitFor();
    const before = await rowsOf(desk, 'Data Downlink').count();
    await queueCommand(other, 'Data Downlink', '2099-01-01T00:00');
    for (const page of [desk, other, viewer]) {
      await expect.poll(() => rowsOf(page, 'Data Downlink').count()).toBe(before + 1);
    }
    for (const name of ['Queue Command', 'New Command', 'Execute', 'Pause']) {
      expect(await viewer.getByRole('button', { name }).count(), `${name}, to a viewer`).toBe(0);
    }
    await openConsoles(viewer);
    await panelOf(viewer).getByText('You are watching: operators command this mission.').waitFor();

    await button(desk, 'Pause').click();
    await button(other, 'Resume').or(button(other, 'Play')).first().click();
    await button(desk, 'Pause').waitFor();
    await desk.reload();
    await desk.getByText('Connected to ORBITA-1').waitFor();
    await clickTab(desk, 'Commands');
    await expect.poll(() => rowsOf(desk, 'Data Downlink').count()).toBe(before + 1);
    for (const page of [desk, wall, other, viewer]) await expectClean(page);

    await openConsoles(desk);
    await button(panelOf(desk), 'New links…').click();
    await button(panelOf(desk), 'Make new links').click();
    const replaced = other.getByText(/The links of the shared mission have been replaced/).first();
    await replaced.waitFor();
    await desk.keyboard.press('Escape');
    await expect.poll(() => new URL(desk.url()).hash).not.toBe(hash);
    // The new link is pasted into the address bar.
    const renewed = new URL(desk.url()).hash;
    await other.evaluate((key) => {
      window.location.hash = key;
    }, renewed);
    await expect.poll(() => new URL(other.url()).hash).toBe(renewed);
    await replaced.waitFor({ state: 'detached' });
    await clickTab(other, 'Commands');
    await expect.poll(() => rowsOf(other, 'Data Downlink').count()).toBe(before + 1);
    await queueCommand(other, 'Data Downlink', '2099-01-01T00:00');
    await expect.poll(() => rowsOf(desk, 'Data Downlink').count()).toBe(before + 2);
  });
});

describe('the server of a shared mission', () => {
  const processes: NodeProcess[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    for (const started of processes) started.kill('SIGKILL');
    await Promise.all(processes.splice(0).map(({ ended }) => ended));
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  async function startServer(folder: string, port = '0'): Promise<{ url: string; server: NodeProcess }> {
    const server = startNode('dist/server/server.js', { PORT: port, ROOMS: '1', ROOMS_DIR: folder });
    processes.push(server);
    const [, url = ''] = await server.waitForOutput(/mission control at (http:\S+)\n/);
    return { url, server };
  }

  it('is killed: every page says so, an operator goes on alone, and afterwards all have what was acknowledged, and on request what was done alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rooms-'));
    folders.push(folder);
    const { url, server } = await startServer(folder);
    const desk = await openTab('commands', { baseUrl: url });
    const path = await share(desk);
    const other = await openElsewhere(path, { baseUrl: url });
    await clickTab(other, 'Commands');
    const before = await rowsOf(desk, 'Data Downlink').count();
    await queueCommand(other, 'Data Downlink', '2099-01-01T00:00');
    await expect.poll(() => rowsOf(desk, 'Data Downlink').count()).toBe(before + 1);

    server.kill('SIGKILL');
    await server.ended;
    for (const page of [desk, other]) {
      await page.getByText(/The server of the shared mission cannot be reached since/).waitFor();
    }
    await button(other, 'Take over').first().click();
    await other
      .getByText(/The server of the shared mission cannot be reached since/)
      .waitFor({ state: 'detached' });
    await queueCommand(other, 'Enter Safe Mode', '2099-01-01T00:00');
    await rowsOf(other, 'Enter Safe Mode').first().waitFor();

    await startServer(folder, new URL(url).port);
    await desk
      .getByText(/The server of the shared mission cannot be reached since/)
      .waitFor({ state: 'detached' });
    expect(await rowsOf(desk, 'Data Downlink').count()).toBe(before + 1);
    expect(await rowsOf(desk, 'Enter Safe Mode').count()).toBe(0);
    await other.getByText('You did 1 operation alone in branch B').waitFor();
    // The browser asks before the reload, because closing the tab would lose the branch.
    other.once('dialog', (dialog) => void dialog.accept());
    await other.reload();
    await other.getByText('You did 1 operation alone in branch B').waitFor();
    // On a phone, too, it is in sight wherever the page is scrolled.
    await other.setViewportSize({ width: 390, height: 844 });
    const offer = await button(other, 'Send this operation').boundingBox();
    expect(offer && offer.y + offer.height).toBeLessThan(844);
    await button(other, 'Send this operation').click();
    await rowsOf(desk, 'Enter Safe Mode').first().waitFor();
    await other.getByText('You did 1 operation alone in branch B').waitFor({ state: 'detached' });
    const later = await openElsewhere(path, { baseUrl: url });
    await clickTab(later, 'Commands');
    await expect.poll(() => rowsOf(later, 'Data Downlink').count()).toBe(before + 1);
  });
});
