import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { LookAhead, Parting } from '../../../../src/shared/contract/look-ahead.ts';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { StateHeadline } from '../../../../src/ui/features/synoptic/StateHeadline.tsx';
import { linkStateAtom, type Store } from '../../../../src/ui/mission/link/atoms.ts';
import { outlookAtom } from '../../../../src/ui/mission/look-ahead/outlook.ts';
import { WallHeader } from '../../../../src/ui/wall/WallHeader.tsx';
import { startUneventfulMission, T0 } from '../../../support/mission.ts';
import { renderWithStore, showMission } from '../../../support/render.tsx';

const line = Float64Array.of(1, 1);
const predicted = { times: Float64Array.of(T0, addMs(T0, MS_PER_MIN)), values: line, low: line, high: line };
const VOLTAGE: Parting = {
  channel: 'batteryVoltage',
  since: addMs(T0, 7 * MS_PER_MIN),
  amount: -0.437,
  causes: [
    { name: 'weak-cell', label: 'weak battery cell', share: 0.8 },
    { name: 'high-resistance', label: 'high cell resistance', share: 0.2 },
  ],
  predicted,
};
const SIGNAL: Parting = { ...VOLTAGE, channel: 'signalStrength', amount: 1.2, causes: [] };

/** Shows a component while these channels have left their prediction. */
function show(ui: React.ReactElement, partings: readonly Parting[]): Store {
  const store = createStore();
  const session = startUneventfulMission();
  act(() => showMission(store, session));
  const outcome = session.control.lookAhead({ channels: [], to: T0 });
  if (!outcome.ok) throw new Error(outcome.message);
  const told: LookAhead = { ...outcome.value, partings };
  act(() => store.set(outlookAtom, told));
  renderWithStore(ui, store);
  return store;
}

const text = (): string => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');

describe('a channel that has left its prediction', () => {
  it('is a sentence of the headline, with what would explain it', () => {
    show(<StateHeadline />, [VOLTAGE]);
    expect(text()).toContain(
      'Battery voltage has been 0.4 V below its prediction since 12:07 UTC. Possible causes: weak battery cell, high cell resistance.',
    );
  });

  it('says how many others there are', () => {
    show(<StateHeadline />, [SIGNAL, VOLTAGE]);
    expect(text()).toContain(
      'Signal strength has been 1 point above its prediction since 12:07 UTC, and 1 other channel is off its own.',
    );
    expect(text()).not.toContain('Possible cause');
  });

  it('is said in the header of the wall', () => {
    show(<WallHeader />, [VOLTAGE]);
    expect(screen.getByText('Off prediction')).toBeVisible();
    expect(screen.getByText('Battery')).toBeVisible();
    expect(text()).toContain(': Battery voltage has been 0.4 V below its prediction since 12:07 UTC');
  });

  it('is not said on the wall while nothing is known', () => {
    const store = show(<WallHeader />, [VOLTAGE]);
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 1 }));
    expect(screen.queryByText('Off prediction')).toBeNull();
  });

  it('is not mentioned while there is none', () => {
    show(
      <>
        <StateHeadline />
        <WallHeader />
      </>,
      [],
    );
    expect(text()).not.toContain('prediction');
  });
});
