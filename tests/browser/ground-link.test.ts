import type { Page } from 'playwright-core';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { leaveGround, openGroundSystem } from '../support/ground-system.ts';
import { expectClean, openPage } from './harness.ts';
import { clickTab } from './operator.ts';
import { inWorker, WORKER_FAULTS } from './page-faults.ts';

afterEach(leaveGround);

const groundSystem = () => openGroundSystem(inject('groundPorts'));

async function openOffer(): Promise<Page> {
  const page = await openPage({ path: '/?ground-link' });
  await page.getByText('Connected to ORBITA-1').waitFor();
  return page;
}
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Consoles' });
const connectOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Connect ground systems' });
const disconnectOf = (page: Page) => panelOf(page).getByRole('button', { name: 'Disconnect ground systems' });

async function connectGround(page: Page): Promise<void> {
  const isConnected = () => disconnectOf(page).isVisible();
  // The server may not know yet that the window of before has gone. The button has another name once it is pressed.
  await expect
    .poll(
      async () => {
        if (await isConnected()) return true;
        if (await connectOf(page).isVisible()) await connectOf(page).click();
        return false;
      },
      { interval: 1000 },
    )
    .toBe(true);
}
const signOf = (page: Page) => page.getByText('Ground systems command ORBITA-1 over the console Desk');

describe('ground systems on this computer', () => {
  it('fly the mission of a window whose operator has agreed, which says so, also when its worker has been lost', async () => {
    const ground = groundSystem();
    const desk = await openOffer();
    expect(await signOf(desk).count()).toBe(0);
    await connectGround(desk);
    await signOf(desk).waitFor({ state: 'attached' });
    await expect.poll(() => ground.received.map(({ type }) => type.name)).toContain('HK_ESSENTIAL');
    const ping = ground.send('PING');
    await expect.poll(() => ground.received.map(({ type }) => type.name)).toContain('ALIVE');
    expect(ground.answersTo(ping)).toEqual(['TC_ACCEPTED', 'TC_STARTED', 'TC_COMPLETED']);

    await desk.keyboard.press('Escape');
    const heat = ground.send('THERMAL_CONTROL');
    await expect.poll(() => ground.answersTo(heat)).toContain('TC_STARTED');
    await clickTab(desk, 'Anomalies');
    await desk
      .getByRole('region', { name: 'Event Log' })
      .getByText('Telecommand: Thermal Control has started on board ORBITA-1')
      .waitFor();
    await expectClean(desk);

    const lost = desk.workers().at(-1);
    await inWorker(desk, WORKER_FAULTS.throws);
    await expect.poll(() => desk.workers().at(-1) !== lost && desk.workers().length > 0).toBe(true);
    await signOf(desk).waitFor({ state: 'attached' });
    // What is sent before the new worker has connected is dropped.
    await expect
      .poll(() => ground.answersTo(ground.send('PING') - 1), { interval: 500 })
      .toContain('TC_COMPLETED');
  });

  it('are refused in a second window, and leave with the operator who has let them in', async () => {
    const ground = groundSystem();
    const desk = await openOffer();
    await connectGround(desk);
    const other = await openOffer();
    await connectOf(other).click();
    await other
      .getByText('Another window has connected ground systems. Disconnect them there first.')
      .waitFor();
    await connectOf(other).waitFor();
    await disconnectOf(desk).click();
    await signOf(desk).waitFor({ state: 'detached' });
    await connectGround(other);
    const ping = ground.send('PING');
    await expect.poll(() => ground.answersTo(ping)).toContain('TC_COMPLETED');
    await other.reload();
    await connectOf(other).waitFor();
    expect(await signOf(other).count()).toBe(0);
    await expectClean(desk);
    await expectClean(other);
  });
});
