import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { leaveGround, openGroundSystem } from '../support/ground-system.ts';
import { expectClean, openPage } from './harness.ts';
import { clickTab, openWallFrom } from './operator.ts';
import { inWorker, WORKER_FAULTS } from './page-faults.ts';

afterEach(leaveGround);

const groundSystem = () => openGroundSystem(inject('groundPorts'));

async function openOffer(): Promise<Page> {
  const page = await openPage({ path: '/?ground-link' });
  await page.getByText('Connected to ORBITA-1').waitFor();
  return page;
}
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Consoles' });
const connectGround = (page: Page) =>
  panelOf(page).getByRole('button', { name: 'Connect ground systems' }).click();
const disconnectOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Disconnect ground systems' });
const signOf = (page: Page) =>
  page.getByText('Ground systems on this computer command ORBITA-1 over the console Desk');

describe('ground systems on this computer', () => {
  it('fly the mission of a window whose operator has agreed, and every window says so', async () => {
    const ground = groundSystem();
    const desk = await openOffer();
    expect(await signOf(desk).count()).toBe(0);
    await connectGround(desk);
    await disconnectOf(desk).waitFor();
    await signOf(desk).waitFor({ state: 'attached' });
    await expect.poll(() => ground.received.map(({ type }) => type.name)).toContain('HK_ESSENTIAL');
    const ping = ground.send('PING');
    await expect.poll(() => ground.received.map(({ type }) => type.name)).toContain('ALIVE');
    expect(ground.answersTo(ping)).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED']);

    await desk.keyboard.press('Escape');
    const wall = await openWallFrom(desk);
    await signOf(wall).waitFor({ state: 'attached' });
    const heat = ground.send('THERMAL_CONTROL');
    await expect.poll(() => ground.answersTo(heat)).toContain('TC_STARTED');
    await clickTab(desk, 'Anomalies');
    await desk
      .getByRole('region', { name: 'Event Log' })
      .getByText('Telecommand: Thermal Control has started on board ORBITA-1')
      .waitFor();
    await expectClean(desk);
    await expectClean(wall);
  });

  it('are refused in a second window, and leave with the operator who has let them in', async () => {
    const ground = groundSystem();
    const desk = await openOffer();
    await connectGround(desk);
    await disconnectOf(desk).waitFor();
    const other = await openOffer();
    await connectGround(other);
    await other
      .getByText('Another window has connected ground systems. Disconnect them there first.')
      .waitFor();
    await panelOf(other).getByRole('button', { name: 'Connect ground systems' }).waitFor();
    await disconnectOf(desk).click();
    await signOf(desk).waitFor({ state: 'detached' });
    await connectGround(other);
    await disconnectOf(other).waitFor();
    const ping = ground.send('PING');
    await expect.poll(() => ground.answersTo(ping)).toContain('TC_COMPLETED');
    await other.reload();
    await panelOf(other).getByRole('button', { name: 'Connect ground systems' }).waitFor();
    expect(await signOf(other).count()).toBe(0);
  });

  it('are connected again when the worker has been lost', async () => {
    const ground = groundSystem();
    const desk = await openOffer();
    await connectGround(desk);
    await disconnectOf(desk).waitFor();
    await inWorker(desk, WORKER_FAULTS.throws);
    await expect.poll(async () => ground.answersTo(ground.send('PING')), { interval: 500 }).toEqual([]);
    await expect
      .poll(() => ground.answersTo(ground.send('PING') - 1), { interval: 500 })
      .toContain('TC_COMPLETED');
    await signOf(desk).waitFor({ state: 'attached' });
  });
});
