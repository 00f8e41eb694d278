import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import { addMs, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { StateHeadline } from '../../../../src/ui/features/synoptic/StateHeadline.tsx';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { startUneventfulMission, T0 } from '../../../support/mission.ts';
import { renderWithOperations } from '../../../support/operations.tsx';
import { showMission } from '../../../support/render.tsx';
import { command } from '../commands/commands.ts';

const DOWNLINK = {
  command: 'Data Downlink',
  station: 'Madrid',
  from: T0,
  until: addMs(T0, 8 * MS_PER_MIN),
  expectedMb: 120,
} as const;

/** Shows the headline in a pass that a Data Downlink can use. */
function showOffer() {
  const store = createStore();
  showMission(store, startUneventfulMission());
  store.set(sliceAtoms.advice, { downlink: DOWNLINK });
  const endOffer = () => act(() => store.set(sliceAtoms.advice, {}));
  renderWithOperations(
    <StateHeadline />,
    {
      async sendCommand({ name }) {
        endOffer();
        return { ok: true, value: command('c', { name: name as 'Data Downlink' }) };
      },
    },
    store,
  );
  return { endOffer, headline: screen.getByRole('region', { name: 'Spacecraft state' }) };
}

const offer = () => screen.getByRole('button', { name: 'Execute Data Downlink…' });

describe('the suggested command of the headline', () => {
  it('leaves the keyboard in the headline when the pass has ended', () => {
    const { endOffer, headline } = showOffer();
    offer().focus();
    endOffer();
    expect(screen.queryByRole('button')).toBeNull();
    expect(headline).toHaveFocus();
  });

  it('leaves the keyboard in the headline when it has been executed', async () => {
    const { headline } = showOffer();
    offer().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('button')).toBeNull();
    expect(headline).toHaveFocus();
  });
});
