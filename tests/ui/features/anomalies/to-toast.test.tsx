import { act, screen } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, describe, expect, it } from 'vitest';
import { Toasts } from '../../../../src/ui/app/Toasts.tsx';
import { toToast } from '../../../../src/ui/features/anomalies/to-toast.tsx';
import { announce } from '../../../../src/ui/kit/toasts/announce.ts';
import { sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { anomaly } from './fixtures.ts';

afterEach(() => {
  act(() => void toast.dismiss());
});

describe('the toast of an anomaly', () => {
  it.each([
    ['Low', 'standby'],
    ['Medium', 'caution'],
    ['High', 'serious'],
    ['Critical', 'critical'],
  ] as const)('of severity %s has the shape of the level %s, as its entry has', async (severity, level) => {
    const { store } = renderWithStore(<Toasts />);
    act(() => store.set(sliceAtoms.anomalies, [anomaly('a', { severity })]));
    act(() =>
      announce(
        toToast({ id: 'n', level: 'warning', text: 'New anomaly detected: Battery', newAnomalyId: 'a' }),
      ),
    );
    const toasted = (await screen.findByText('New anomaly detected: Battery')).closest('li');
    expect(toasted?.dataset.type).toBe('warning');
    expect(toasted?.querySelector('svg[data-status]')?.getAttribute('data-status')).toBe(level);
  });
});
