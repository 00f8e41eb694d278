import { createStore } from 'jotai';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { SessionMarks } from '../../src/shared/contract/history.ts';
import type { RemoteSessionControl, SessionControl } from '../../src/shared/contract/session-control.ts';
import { type BranchView, MAIN_BRANCH, type TransportView } from '../../src/shared/contract/transport.ts';
import { ORBITAL_ELEMENTS } from '../../src/shared/entities/satellites.ts';
import { type EpochMs, epochMs } from '../../src/shared/kit/units.ts';
import {
  edgeSecondAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
  wallSecondAtom,
} from '../../src/ui/mission/link/atoms.ts';
import { SessionControlContext } from '../../src/ui/mission/link/session-control.ts';
import { renderWithStore } from './render.tsx';

/** Start of the sessions of these tests, 12:00:00 UTC, and the instant an hour later. */
export const START = epochMs(Date.UTC(2026, 10, 20, 12));
export const EDGE = epochMs(Date.UTC(2026, 10, 20, 13));

export const MISSION: BranchView = { id: MAIN_BRANCH, name: MAIN_BRANCH };
export const BRANCH: BranchView = {
  id: 'B',
  name: 'B',
  origin: { parent: MAIN_BRANCH, time: epochMs(Date.UTC(2026, 10, 20, 12, 40)) },
};

/** Returns a transport that is in step with UTC by default. */
export const transportView = (change: Partial<TransportView> = {}): TransportView => ({
  rate: 1,
  isInStep: true,
  isMissionInStep: true,
  mode: 'live',
  startTime: START,
  branch: MAIN_BRANCH,
  branches: [MISSION],
  slowsOnCritical: true,
  ...change,
});

export const NO_MARKS: SessionMarks = { anomalies: [], commands: [], events: [], contacts: [], eclipses: [] };

const OUTCOME = { downlinkedMb: 0, outOfLimitsMs: 0 };

/** Fakes control without a session: accepts everything and records the calls. */
export function fakeSessionControl(overrides: Partial<RemoteSessionControl> = {}) {
  const accept = <Value,>(value: Value) => vi.fn(async () => ({ ok: true as const, value }));
  const control = {
    setRate: vi.fn(async (rate: Parameters<SessionControl['setRate']>[0]) => ({ ok: true, value: rate })),
    runUntil: accept(undefined),
    continueRun: vi.fn(async () => ({ ok: true as const, value: 60 as const })),
    step: accept(EDGE),
    seek: accept(EDGE),
    returnToUtc: accept(EDGE),
    takeOver: accept('B'),
    showBranch: accept('B'),
    renameBranch: accept('B'),
    deleteBranch: accept('B'),
    slowOnCritical: accept(true),
    history: accept({ from: START, to: EDGE, channels: {} }),
    lookAhead: accept({
      from: EDGE,
      to: EDGE,
      channels: {},
      crossings: [],
      approaches: [],
      partings: [],
      modes: [],
      without: [],
    }),
    stretch: accept(undefined),
    marks: accept(NO_MARKS),
    summary: vi.fn(async () => ({ ok: false as const, message: 'There is no session.' })),
    shiftReport: vi.fn(async () => ({ ok: false as const, message: 'There is no session.' })),
    instruct: accept(undefined),
    instructorView: accept({ acting: [], triggers: [], kinds: [] }),
    exerciseResult: vi.fn(async () => ({ ok: false as const, message: 'There is no exercise.' })),
    compare: accept({ from: START, to: EDGE, outcomes: [OUTCOME, OUTCOME] as const }),
    issElements: accept(ORBITAL_ELEMENTS.iss),
    recording: vi.fn(async () => ({ ok: false as const, message: 'There is no session.' })),
    renameConsole: accept('Desk'),
    followConsole: accept(undefined),
    setNetwork: accept(undefined),
    setGroundLink: accept(true),
    setPlaces: accept({ stations: [] }),
    ...overrides,
  };
  return control satisfies Record<keyof SessionControl, unknown> as typeof control & RemoteSessionControl;
}

interface ShownTime {
  readonly shown?: EpochMs;
  readonly edge?: EpochMs;
  readonly wall?: EpochMs;
}

/** Writes a transport and its three times to a store; by default the live edge, in step. */
export function showTime(
  store: Store,
  view: TransportView,
  { edge = EDGE, shown = edge, wall = edge }: ShownTime = {},
): void {
  store.set(sliceAtoms.transport, view);
  store.set(missionSecondAtom, shown);
  store.set(edgeSecondAtom, edge);
  store.set(wallSecondAtom, wall);
}

/** Renders with control of the session and its own store. */
export function renderWithTime(
  ui: ReactNode,
  view: TransportView = transportView(),
  times: ShownTime = {},
  overrides: Partial<RemoteSessionControl> = {},
) {
  const store = createStore();
  showTime(store, view, times);
  const control = fakeSessionControl(overrides);
  const rendered = renderWithStore(
    <SessionControlContext value={control}>{ui}</SessionControlContext>,
    store,
  );
  return { ...rendered, store, control };
}
