import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { AnomalyAnnouncer } from '../../../../src/ui/features/anomalies/AnomalyAnnouncer.tsx';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { anomaly, NOW } from './fixtures.ts';

function renderAnnouncer() {
  const store = createStore();
  const { container } = renderWithStore(<AnomalyAnnouncer />, store);
  const spoken: string[] = [];
  const regions = container.querySelectorAll('[aria-live]');
  expect(regions).toHaveLength(2);
  // A live region announces additions.
  for (const region of regions) {
    const manner = region.getAttribute('aria-live') === 'assertive' ? 'at once: ' : '';
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) spoken.push(`${manner}${node.textContent}`);
    }).observe(region, { childList: true });
  }
  const show = async (anomalies: readonly Anomaly[] | undefined) => {
    await act(async () => store.set(sliceAtoms.anomalies, anomalies));
    return spoken.splice(0);
  };
  return show;
}

describe('the live region for new anomalies (spec §4)', () => {
  it('announces each new one once, and none of the first list', async () => {
    const show = renderAnnouncer();
    const [a, b] = [anomaly('a'), anomaly('b', { severity: 'Critical', type: 'Solar' })];
    expect(await show([a])).toEqual([]);
    expect(await show([b, a])).toEqual(['at once: New anomaly: Critical, Solar: message of b']);
    expect(await show([{ ...b, status: 'Acknowledged' }, a])).toEqual([]);
  });

  it('speaks one that becomes High or Critical, and none that becomes Medium', async () => {
    const show = renderAnnouncer();
    const low = anomaly('a', { severity: 'Low' });
    await show([low]);
    expect(await show([{ ...low, severity: 'Medium' }])).toEqual([]);
    expect(await show([{ ...low, severity: 'High' }])).toEqual(['Anomaly now High, Battery: message of a']);
    expect(await show([{ ...low, severity: 'High', message: 'newer' }])).toEqual([]);
  });

  it('speaks one that becomes High after it was acknowledged, and none that is resolved', async () => {
    const show = renderAnnouncer();
    const low = anomaly('a', { severity: 'Medium', status: 'Acknowledged' });
    await show([low]);
    expect(await show([{ ...low, severity: 'High' }])).toEqual(['Anomaly now High, Battery: message of a']);
    await show([low]);
    expect(await show([{ ...low, severity: 'High', status: 'Resolved' }])).toEqual([]);
  });

  it('speaks one that was left to FDIR and now asks for action, unless it is answered', async () => {
    const show = renderAnnouncer();
    const left = anomaly('a', { severity: 'Medium', retriedUntil: NOW });
    await show([left]);
    const { retriedUntil: _, ...rest } = left;
    const asking = { ...rest, askedAt: addMs(NOW, MS_PER_MIN) };
    expect(await show([asking])).toEqual(['Anomaly asks for action: Medium, Battery: message of a']);
    expect(await show([{ ...asking, message: 'newer' }])).toEqual([]);
  });

  it('says nothing of one that is answered when it begins to ask', async () => {
    const show = renderAnnouncer();
    await show([anomaly('a', { severity: 'Medium', status: 'Acknowledged', retriedUntil: NOW })]);
    expect(await show([anomaly('a', { severity: 'Medium', status: 'Acknowledged', askedAt: NOW })])).toEqual(
      [],
    );
  });

  it('says once that one has become High and asks for action', async () => {
    const show = renderAnnouncer();
    const left = anomaly('a', { severity: 'Medium', retriedUntil: NOW });
    await show([left]);
    const { retriedUntil: _, ...rest } = left;
    expect(await show([{ ...rest, severity: 'High', askedAt: NOW }])).toEqual([
      'Anomaly now High, Battery: message of a',
    ]);
  });

  it('speaks one whose shelving has ended, whatever its severity, and no raise while it lasts', async () => {
    const show = renderAnnouncer();
    const asking = anomaly('a', { severity: 'Medium', askedAt: NOW });
    const shelved = anomaly('a', {
      severity: 'Medium',
      shelved: { until: addMs(NOW, MS_PER_MIN), reason: 'known' },
    });
    await show([asking]);
    expect(await show([shelved])).toEqual([]);
    expect(await show([{ ...shelved, severity: 'Critical' }])).toEqual([]);
    const again = { ...asking, severity: 'Critical' as const, askedAt: addMs(NOW, MS_PER_MIN) };
    expect(await show([again])).toEqual([
      'at once: Anomaly asks for action: Critical, Battery: message of a',
    ]);
  });

  it('speaks each of two ends of a shelving', async () => {
    const show = renderAnnouncer();
    const shelved = anomaly('a', { shelved: { until: NOW, reason: 'known' } });
    for (const minutes of [1, 30]) {
      await show([shelved]);
      expect(await show([anomaly('a', { askedAt: addMs(NOW, minutes * MS_PER_MIN) })])).toEqual([
        'Anomaly asks for action: High, Battery: message of a',
      ]);
    }
  });

  it('announces the first one after an empty list', async () => {
    const show = renderAnnouncer();
    await show([]);
    expect(await show([anomaly('a')])).toEqual(['New anomaly: High, Battery: message of a']);
  });

  it('announces one with the same text as the last one', async () => {
    const show = renderAnnouncer();
    await show([]);
    const first = await show([anomaly('a', { message: 'the same' })]);
    const second = await show([anomaly('b', { message: 'the same' }), anomaly('a', { message: 'the same' })]);
    expect(second).toEqual(first);
  });

  it('announces nothing when the list drops one', async () => {
    const show = renderAnnouncer();
    await show([anomaly('a'), anomaly('b')]);
    expect(await show([anomaly('a')])).toEqual([]);
  });

  it('summarizes several new ones after a sleep', async () => {
    const show = renderAnnouncer();
    await show([anomaly('z')]);
    const many = ['a', 'b', 'c', 'd'].map((id) =>
      anomaly(id, id === 'c' ? { severity: 'Critical', type: 'Attitude' } : {}),
    );
    expect(await show(many)).toEqual([
      'at once: 4 new anomalies, the most urgent: Critical, Attitude: message of c',
    ]);
  });

  it('announces nothing old when the mission returns from ahead of UTC, where those had left the list', async () => {
    const show = renderAnnouncer();
    const at = (id: string, minutes: number, changes: Partial<Anomaly> = {}) =>
      anomaly(id, { timestamp: addMs(NOW, minutes * MS_PER_MIN), ...changes });
    const [old, recent] = [at('old', -30), at('recent', -3, { severity: 'High' })];
    await show([old]);
    expect(await show([at('ahead', 40)])).toEqual(['New anomaly: High, Battery: message of ahead']);
    expect(await show([recent, old])).toEqual([]);
    expect(await show([at('new', 1), recent, old])).toEqual(['New anomaly: High, Battery: message of new']);
    // One that is listed again without a newer one is not new either.
    await show([at('new', 1)]);
    expect(await show([at('new', 1), old])).toEqual([]);
  });

  it('keeps nothing of what it has told, once a past instant or a branch is shown', async () => {
    const show = renderAnnouncer();
    await show([anomaly('a')]);
    await show([anomaly('b'), anomaly('a')]);
    expect(screen.getByText('New anomaly: High, Battery: message of b')).toBeInTheDocument();
    await show(undefined);
    expect(screen.queryByText(/^New anomaly/)).not.toBeInTheDocument();
  });

  it('announces nothing when the list becomes unavailable', async () => {
    const show = renderAnnouncer();
    await show([anomaly('a')]);
    await show(undefined);
    expect(await show([anomaly('a')])).toEqual([]);
  });
});
