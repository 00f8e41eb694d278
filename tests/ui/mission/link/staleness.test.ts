import { createStore } from 'jotai';
import { expect, it } from 'vitest';
import type { Rate } from '../../../../src/shared/contract/transport.ts';
import { addMs } from '../../../../src/shared/kit/units.ts';
import { linkStateAtom, missionSecondAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { isTelemetryStaleAtom } from '../../../../src/ui/mission/link/staleness.ts';
import { later, T0 } from '../../../support/mission.ts';
import { NOMINAL } from '../../../support/telemetry.ts';
import { transportView } from '../../../support/time-control.tsx';

/** Returns a store with a sample of T0, and a last update 3 s later. */
function storeAt(rate: Rate, shown = later(60_000)) {
  const store = createStore();
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.telemetry, [{ ...NOMINAL, timestamp: T0 }]);
  store.set(sliceAtoms.clock, { startTime: addMs(T0, -1000), time: later(3000) });
  store.set(sliceAtoms.transport, transportView({ rate, isInStep: false }));
  store.set(missionSecondAtom, shown);
  return store;
}

it('telemetry is stale at 1× when the time shown has passed it by', () => {
  expect(storeAt(1).get(isTelemetryStaleAtom)).toBe(true);
  expect(storeAt(1, later(4000)).get(isTelemetryStaleAtom)).toBe(false);
});
