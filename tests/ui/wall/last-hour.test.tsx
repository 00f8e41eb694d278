import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { PeriodSummary } from '../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../src/shared/contract/session-control.ts';
import { addMs, MS_PER_H, MS_PER_MIN } from '../../../src/shared/kit/units.ts';
import { sliceAtoms } from '../../../src/ui/mission/link/atoms.ts';
import { PlanPanel } from '../../../src/ui/wall/PlanPanel.tsx';
import {
  BRANCH,
  EDGE,
  MISSION,
  renderWithTime,
  showTime,
  transportView,
} from '../../support/time-control.tsx';

const LIVED: PeriodSummary = {
  from: addMs(EDGE, -MS_PER_H),
  to: EDGE,
  faults: 4,
  raised: 4,
  recovered: 3,
  ongoing: 1,
  commands: 2,
  downlinkedMb: 310,
  outOfLimitsMs: 0,
  modes: [],
};

it('the wall tells the last hour in one line, and asks again as time goes on', async () => {
  const summary = vi.fn<RemoteSessionControl['summary']>(async () => ({ ok: true, value: LIVED }));
  const { store } = renderWithTime(<PlanPanel />, transportView(), {}, { summary });
  await act(async () => {});
  expect(screen.getByText('Last hour').parentElement).toHaveTextContent(
    'Last hour 4 faults, 3 recovered, 310 MB',
  );
  expect(summary).toHaveBeenCalledExactlyOnceWith({ from: addMs(EDGE, -MS_PER_H), to: EDGE });

  const next = addMs(EDGE, MS_PER_MIN);
  summary.mockResolvedValue({ ok: true, value: { ...LIVED, faults: 0, recovered: 0 } });
  await act(async () => showTime(store, transportView(), { edge: next }));
  expect(screen.getByText('no faults, 310 MB')).toBeVisible();
  expect(summary).toHaveBeenLastCalledWith({ from: addMs(next, -MS_PER_H), to: next });
});

it('the wall tells nothing of the last hour while another branch has not answered', async () => {
  const summary = vi.fn<RemoteSessionControl['summary']>(async () => ({ ok: true, value: LIVED }));
  const { store } = renderWithTime(<PlanPanel />, transportView(), {}, { summary });
  await act(async () => {});
  expect(screen.getByText('Last hour')).toBeVisible();
  summary.mockResolvedValue({ ok: false, message: 'The simulation is restarting.' });
  await act(async () =>
    store.set(sliceAtoms.transport, transportView({ branch: 'B', branches: [MISSION, BRANCH] })),
  );
  expect(screen.queryByText('Last hour')).not.toBeInTheDocument();
});
