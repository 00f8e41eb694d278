import { act, screen, within } from '@testing-library/react';
import { createStore } from 'jotai';
import { describe, expect, it } from 'vitest';
import type { Provenance } from '../../../../src/shared/contract/real-data.ts';
import { addMs, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { Footer } from '../../../../src/ui/app/Footer.tsx';
import { ModeLabel } from '../../../../src/ui/app/ModeLabel.tsx';
import { AstronautsCard } from '../../../../src/ui/features/astronauts/AstronautsCard.tsx';
import { ReportedFix } from '../../../../src/ui/features/tracking/ReportedFix.tsx';
import {
  edgeSecondAtom,
  linkStateAtom,
  missionSecondAtom,
  wallSecondAtom,
} from '../../../../src/ui/mission/link/atoms.ts';
import { nextTryTextAtom, sourcesViewAtom } from '../../../../src/ui/mission/real-data/atoms.ts';
import { ProvenanceChip } from '../../../../src/ui/mission/real-data/ProvenanceChip.tsx';
import { sourceRows } from '../../../../src/ui/mission/real-data/sources.ts';
import { WallFootline } from '../../../../src/ui/wall/WallFootline.tsx';
import { later, T0 } from '../../../support/mission.ts';
import { people, realData, showRealData } from '../../../support/real-data.ts';
import { renderWithStore } from '../../../support/render.tsx';
import { showTime, transportView } from '../../../support/time-control.tsx';

const PREDICTED: Provenance = { kind: 'predicted', source: 'N2YO', time: later(-3000) };
const POSITION = { latitude: 10, longitude: 20, timestamp: later(-5000) } as never;

/** Returns a store with live data that arrived at T0 and a mission three hours ahead at 60×. */
function aheadStore() {
  const store = createStore();
  const data = realData({ issPosition: POSITION, astronauts: people(2), nextTry: later(8000) });
  showRealData(store, data, PREDICTED);
  const ahead = addMs(T0, 3 * MS_PER_H);
  showTime(store, transportView({ rate: 60, isInStep: false }), { edge: ahead, wall: T0 });
  return store;
}

describe('live data of the ISS beside a mission that is ahead of UTC', () => {
  it('are PREDICTED wherever the ISS is shown', () => {
    renderWithStore(
      <>
        <ModeLabel />
        <ProvenanceChip id="iss" />
        <Footer />
        <WallFootline />
      </>,
      aheadStore(),
    );
    expect(screen.getAllByText(/ISS PREDICTED/)).toHaveLength(4);
    expect(screen.getAllByText('ISS PREDICTED, last live data 3 s ago')).toHaveLength(1);
    expect(document.body).not.toHaveTextContent('LIVE');
  });

  it('are the same in the header and on the wall while the link is lost: a prediction does not claim to be current', () => {
    const store = aheadStore();
    renderWithStore(
      <>
        <ModeLabel />
        <WallFootline />
      </>,
      store,
    );
    act(() => store.set(linkStateAtom, { status: 'lost', attempt: 0 }));
    expect(screen.getAllByText(/ISS PREDICTED/)).toHaveLength(2);
  });

  it('have ages and countdowns in UTC', () => {
    const store = aheadStore();
    renderWithStore(
      <>
        <ReportedFix />
        <AstronautsCard />
      </>,
      store,
    );
    expect(screen.getByText(/^Reported by/)).toHaveTextContent('5 s ago');
    expect(within(screen.getByRole('region')).queryByText(/Stale/)).toBeNull();
    expect(store.get(nextTryTextAtom)).toBe('in 8 s');
    store.set(missionSecondAtom, addMs(T0, 9 * MS_PER_H));
    store.set(edgeSecondAtom, addMs(T0, 9 * MS_PER_H));
    expect(store.get(nextTryTextAtom)).toBe('in 8 s');
    store.set(wallSecondAtom, later(3000));
    expect(store.get(nextTryTextAtom)).toBe('in 5 s');
  });

  it('come from sources that are ready, but not live', () => {
    const view = aheadStore().get(sourcesViewAtom);
    if (!view) throw new Error('no view');
    const words = sourceRows(view).map(({ state }) => state.word);
    expect(words).toEqual(['Ready', 'Ready', 'Ready', 'SIMULATED', 'In reserve']);
  });
});
