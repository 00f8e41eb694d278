import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore } from 'jotai';
import { describe, expect, it, vi } from 'vitest';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { chartViewAtom } from '../../../../src/ui/features/history/atoms.ts';
import { HistoryCard } from '../../../../src/ui/features/history/HistoryCard.tsx';
import { CopyPictureContext } from '../../../../src/ui/kit/files/copy-picture.ts';
import { DownloadContext, type ExportFile } from '../../../../src/ui/kit/files/download.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../../../src/ui/mission/link/session-control.ts';
import { BranchComparison } from '../../../../src/ui/mission/time/BranchComparison.tsx';
import { BranchList } from '../../../../src/ui/mission/time/BranchList.tsx';
import { compareAtom, comparedIdAtom, showBothAtom } from '../../../../src/ui/mission/time/comparison.ts';
import { useTransport } from '../../../../src/ui/mission/time/use-transport.ts';
import { consolesView } from '../../../support/consoles-view.ts';
import { drawnTexts, fakeSessionControl, type Samples } from '../../../support/history.ts';
import { later, T0 } from '../../../support/mission.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { sample } from '../../../support/telemetry.ts';
import { BRANCH, MISSION, transportView } from '../../../support/time-control.tsx';
import { readCsv } from '../performance/csv-reader.ts';

/** Branch B is shown and is an hour long; the mission itself, A, has another voltage from 12:40:05 on. */

const END_S = 3600;
const PARTING_S = 2405;
const voltages = (valueAt: (s: number) => number, endS: number): Samples =>
  Array.from({ length: endS / 5 + 1 }, (_, index) => [later(index * 5000), valueAt(index * 5)] as const);
const OF_B = voltages(() => 28, END_S);
const OF_A = voltages((s) => (s < PARTING_S ? 28 : 27.5), END_S - 600);

const BRANCHES = transportView({ branch: 'B', branches: [MISSION, BRANCH], startTime: T0 });

function renderCharts() {
  const store = createStore();
  store.set(
    sliceAtoms.telemetry,
    Array.from({ length: 20 }, (_, index) => sample(END_S - (19 - index) * 5, { batteryVoltage: 28 })),
  );
  store.set(sliceAtoms.transport, BRANCHES);
  store.set(missionSecondAtom, later(END_S * 1000));
  store.set(linkStateAtom, { status: 'connected' });
  const archives = {
    A: fakeSessionControl({ batteryVoltage: OF_A }),
    B: fakeSessionControl({ batteryVoltage: OF_B }),
  };
  const compare = vi.fn<RemoteSessionControl['compare']>(async () => ({
    ok: true,
    value: {
      from: later(2400_000),
      to: later((END_S - 600) * 1000),
      firstDifference: { time: later(PARTING_S * 1000), channel: 'batteryVoltage', values: [28, 27.5] },
      outcomes: [
        { downlinkedMb: 0, outOfLimitsMs: 0 },
        { downlinkedMb: 0, outOfLimitsMs: 0 },
      ],
    },
  }));
  const control = {
    history: (query) => archives[query.branch === 'A' ? 'A' : 'B'].control.history(query),
    stretch: (query) => archives[query.branch === 'A' ? 'A' : 'B'].control.stretch(query),
    marks: archives.B.control.marks,
    lookAhead: archives.B.control.lookAhead,
    deleteBranch: async (id) => ({ ok: true, value: id }),
    compare,
  } as Partial<RemoteSessionControl> as RemoteSessionControl;
  const files: ExportFile[] = [];
  const pictures: HTMLCanvasElement[] = [];
  renderWithStore(
    <SessionControlContext value={control}>
      <DownloadContext value={(file) => files.push(file)}>
        <CopyPictureContext value={async (picture) => void pictures.push(picture)}>
          <HistoryCard diagram={<p>the diagram</p>} diagramTime={<p>modelled</p>} />
        </CopyPictureContext>
      </DownloadContext>
    </SessionControlContext>,
    store,
  );
  return { store, files, pictures, compare, control };
}

async function compareOverAll() {
  const view = renderCharts();
  fireEvent.click(screen.getByRole('button', { name: 'All' }));
  act(() => view.store.set(compareAtom, 'A'));
  await screen.findByRole('img', {
    name: /^Battery voltage, 1 h to 13:00:00 UTC: 28.00 volts, within limits; branch .?A.?: 27.50 to 28.00 volts$/,
  });
  return view;
}

function Branches() {
  return <BranchList transport={useTransport()} />;
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Compares the mission itself, which is shown, with branch B, and has the first difference named. */
async function compareWithB() {
  const view = renderCharts();
  act(() => view.store.set(sliceAtoms.transport, { ...BRANCHES, branch: 'A' }));
  renderWithStore(
    <SessionControlContext value={view.control}>
      <Branches />
    </SessionControlContext>,
    view.store,
  );
  await press('Compare with B');
  await within(legend()).findByRole('button', { name: 'first difference 12:40:05' });
  return view;
}

const legend = () => screen.getByRole('group', { name: 'Comparison' });

describe('two branches in the charts', () => {
  it('are not compared by default', () => {
    renderCharts();
    expect(screen.queryByRole('group', { name: 'Comparison' })).toBeNull();
  });

  it('have a legend with the first difference, and both curves in each text alternative', async () => {
    await compareOverAll();
    expect(legend()).toHaveTextContent(/^Branch B, shown: dashed lineBranch A: solid line/);
    expect(await within(legend()).findByRole('button', { name: 'first difference 12:40:05' })).toBeVisible();
    expect(screen.getByRole('img', { name: /^Solar output, .*; branch .?A.?: no values$/ })).toBeVisible();
  });

  it('are compared over the newest 20 samples too', async () => {
    const { store } = renderCharts();
    act(() => store.set(compareAtom, 'A'));
    expect(
      await screen.findByRole('img', {
        name: /^Battery voltage, last 95 s: 28.00 volts, .*; branch .?A.?: no values$/,
      }),
    ).toBeVisible();
  });

  it('open on the span of both, with the first difference in view, by Show both curves', async () => {
    const { store, control } = renderCharts();
    act(() => store.set(compareAtom, 'A'));
    renderWithStore(
      <SessionControlContext value={control}>
        <BranchComparison shown={BRANCH} other={MISSION} onClose={() => undefined} />
      </SessionControlContext>,
      store,
    );
    await screen.findByText(/^First difference at 12:40:05 UTC/);
    await userEvent.click(screen.getByRole('button', { name: 'Show both curves' }));
    expect(
      await screen.findByRole('img', {
        name: /^Battery voltage, 10 min 30 s to 12:50:00 UTC: 28.00 volts, within limits; branch .?A.?: 27.50 to 28.00 volts$/,
      }),
    ).toBeVisible();
    expect(await within(legend()).findByRole('button', { name: 'first difference 12:40:05' })).toBeVisible();
  });

  it('are shown by Show both curves where the diagram was chosen before', async () => {
    const { store, control } = renderCharts();
    act(() => store.set(compareAtom, 'A'));
    fireEvent.click(screen.getByRole('button', { name: 'Diagram' }));
    expect(screen.queryByRole('group', { name: 'Comparison' })).toBeNull();
    renderWithStore(
      <SessionControlContext value={control}>
        <BranchComparison shown={BRANCH} other={MISSION} onClose={() => undefined} />
      </SessionControlContext>,
      store,
    );
    await screen.findByText(/^First difference/);
    await userEvent.click(screen.getByRole('button', { name: 'Show both curves' }));
    expect(legend()).toBeVisible();
    expect(screen.getByRole('button', { name: 'Charts' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('ask for no span in another mission, which opens as it was', () => {
    const { store } = renderCharts();
    act(() => {
      store.set(sliceAtoms.telemetry, []);
      store.set(showBothAtom, { from: T0, to: later(600_000) });
    });
    act(() => store.set(sliceAtoms.consoles, consolesView({ missionId: 'b'.repeat(32) })));
    act(() => store.set(sliceAtoms.telemetry, [sample(END_S)]));
    expect(store.get(chartViewAtom)).toEqual({ range: '100 s' });
  });

  it('leave the focus in the charts when the comparison ends there', async () => {
    const { store } = renderCharts();
    act(() => store.set(compareAtom, 'A'));
    const end = within(legend()).getByRole('button', { name: 'End comparison' });
    act(() => end.focus());
    await userEvent.keyboard('{Enter}');
    expect(screen.queryByRole('group', { name: 'Comparison' })).toBeNull();
    expect(document.activeElement).toContainElement(screen.getByRole('list', { name: 'Channels' }));
    expect(document.body).not.toHaveFocus();
  });

  it('go to the first difference', async () => {
    await compareOverAll();
    fireEvent.click(await within(legend()).findByRole('button', { name: /^first difference/ }));
    expect(
      await screen.findByRole('img', { name: /^Battery voltage, 10 min to 12:45:05 UTC: 28.00 volts/ }),
    ).toBeVisible();
  });

  it('say that there is no difference yet, and ask again at the next sample', async () => {
    const { store, compare } = renderCharts();
    compare.mockResolvedValueOnce({ ok: false, message: 'There is no such branch.' });
    act(() => store.set(compareAtom, 'A'));
    expect(legend()).toHaveTextContent('no difference so far');
    await act(async () => store.set(missionSecondAtom, later((END_S + 5) * 1000)));
    expect(await within(legend()).findByRole('button', { name: /^first difference/ })).toBeVisible();
    await act(async () => store.set(missionSecondAtom, later((END_S + 10) * 1000)));
    expect(compare).toHaveBeenCalledTimes(2);
  });

  it('name the difference once the past is known again after a restart, without another sample', async () => {
    const { store, compare } = renderCharts();
    compare.mockResolvedValueOnce({ ok: true, value: undefined });
    await act(async () => store.set(compareAtom, 'A'));
    expect(await within(legend()).findByRole('button', { name: /^first difference/ })).toBeVisible();
    expect(compare).toHaveBeenCalledTimes(2);
  });

  it('tell nothing of a difference after the past instant that is shown', async () => {
    const { store } = await compareOverAll();
    await within(legend()).findByRole('button', { name: /^first difference/ });
    act(() => {
      store.set(sliceAtoms.transport, { ...BRANCHES, mode: 'replay' });
      store.set(
        sliceAtoms.telemetry,
        Array.from({ length: 20 }, (_, index) => sample(1200 - (19 - index) * 5)),
      );
      store.set(missionSecondAtom, later(1200_000));
    });
    expect(legend()).toHaveTextContent('no difference so far');
  });

  it('are both read at the cursor', async () => {
    await compareOverAll();
    const slider = screen.getByRole('slider', { name: 'Cursor on Battery voltage' });
    act(() => slider.focus());
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^13:00:00 {2}28.00 V, branch .?A.? no data$/),
    );
    await userEvent.keyboard('{Home}');
    expect(slider).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^12:00:00 {2}28.00 V, branch .?A.? 28.00 V$/),
    );
  });

  it('have a column each in the CSV file, and in the table', async () => {
    const { files } = await compareOverAll();
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    await userEvent.click(await screen.findByRole('button', { name: 'All samples' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const [head, ...rows] = readCsv(files[0]?.text ?? '');
    expect(head?.slice(2, 4)).toEqual(['Battery voltage (V), branch B', 'Battery voltage (V), branch A']);
    // Blank only after the end of A.
    expect(rows.map((cells) => cells[2])).toEqual(OF_B.map(() => '28'));
    const inA = rows.map((cells) => cells[3]);
    expect(inA.slice(0, OF_A.length)).toEqual(OF_A.map(([, value]) => String(value)));
    expect(inA.slice(OF_A.length)).toEqual(OF_B.slice(OF_A.length).map(() => ''));
    fireEvent.click(screen.getByRole('button', { name: 'Show data of telemetry' }));
    const heads = (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
    expect(heads).toHaveLength(1 + 2 * TELEMETRY_CHANNELS.length);
    expect(heads[2]).toMatch(/^Battery voltage, V in .?A.?$/);
  });

  it('are both in the picture', async () => {
    const { pictures, store } = await compareOverAll();
    const texts = drawnTexts();
    fireEvent.click(screen.getByRole('button', { name: 'Copy picture' }));
    await waitFor(() => expect(pictures).toHaveLength(1));
    const title = 'ORBITA-1 telemetry, 1 h to 2026-11-20 13:00:00 UTC';
    expect(texts).toContain(`${title}; dashed: branch B, solid: branch A`);
    act(() => store.set(compareAtom, undefined));
    fireEvent.click(screen.getByRole('button', { name: 'Copy picture' }));
    await waitFor(() => expect(pictures).toHaveLength(2));
    expect(texts).toContain(`${title}; branch B`);
  });

  it('are no longer compared once one is deleted, nor is a new branch with its letter, which has its own first difference', async () => {
    const { store, compare } = await compareWithB();
    await press('Delete B');
    await press('Delete B');
    const alone = { ...BRANCHES, branch: 'A', branches: [MISSION] };
    act(() => store.set(sliceAtoms.transport, alone));
    act(() => store.set(sliceAtoms.transport, { ...alone, branches: [MISSION, BRANCH] }));
    expect(screen.queryByRole('group', { name: 'Comparison' })).toBeNull();
    compare.mockResolvedValue({ ok: false, message: 'There is no such branch.' });
    await press('Compare with B');
    expect(legend()).toHaveTextContent('no difference so far');
  });

  it('are no longer compared in another mission with a branch of the same letter', async () => {
    const { store } = await compareWithB();
    act(() => store.set(sliceAtoms.consoles, consolesView({ missionId: 'b'.repeat(32) })));
    expect(screen.queryByRole('group', { name: 'Comparison' })).toBeNull();
  });

  it('are not asked about their deletion because an earlier branch with the same letter was deleted', async () => {
    const { store } = await compareWithB();
    await press('Delete B');
    const alone = { ...BRANCHES, branch: 'A', branches: [MISSION] };
    act(() => store.set(sliceAtoms.transport, alone));
    act(() => store.set(sliceAtoms.transport, { ...alone, branches: [MISSION, BRANCH] }));
    expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Show B' })).toBeVisible();
  });

  it('end in the charts, when one of them is deleted, and where neither is shown', async () => {
    const { store } = await compareOverAll();
    fireEvent.click(within(legend()).getByRole('button', { name: 'End comparison' }));
    expect(screen.queryByRole('group', { name: 'Comparison' })).toBeNull();
    expect(screen.getByRole('img', { name: /^Battery voltage, .* within limits$/ })).toBeVisible();

    const other = { ...BRANCH, id: 'C', name: 'C' };
    act(() => store.set(sliceAtoms.transport, { ...BRANCHES, branches: [MISSION, BRANCH, other] }));
    act(() => store.set(compareAtom, 'C'));
    expect(store.get(comparedIdAtom)).toBe('C');
    act(() =>
      store.set(sliceAtoms.transport, { ...BRANCHES, branch: 'C', branches: [MISSION, BRANCH, other] }),
    );
    expect(store.get(comparedIdAtom)).toBe('B');
    act(() =>
      store.set(sliceAtoms.transport, { ...BRANCHES, branch: 'A', branches: [MISSION, BRANCH, other] }),
    );
    expect(store.get(comparedIdAtom)).toBeUndefined();
    act(() => store.set(sliceAtoms.transport, BRANCHES));
    expect(store.get(comparedIdAtom)).toBeUndefined();
  });
});
