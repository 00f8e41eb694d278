import { act, screen } from '@testing-library/react';
import { createStore } from 'jotai';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TransportView } from '../../../../src/shared/contract/transport.ts';
import type { Anomaly } from '../../../../src/shared/entities/entities.ts';
import { Footer } from '../../../../src/ui/app/Footer.tsx';
import { AnomalyAnnouncer } from '../../../../src/ui/features/anomalies/AnomalyAnnouncer.tsx';
import { PageStatus } from '../../../../src/ui/features/anomalies/PageStatus.tsx';
import { AnomalySound } from '../../../../src/ui/features/sound/AnomalySound.tsx';
import { ToneContext } from '../../../../src/ui/features/sound/sound.ts';
import { isSoundOnAtom } from '../../../../src/ui/kit/preferences/preferences.ts';
import { linkStateAtom, sliceAtoms } from '../../../../src/ui/mission/link/atoms.ts';
import { WallFootline } from '../../../../src/ui/wall/WallFootline.tsx';
import { renderWithStore } from '../../../support/render.tsx';
import { NOMINAL } from '../../../support/telemetry.ts';
import { BRANCH, EDGE, MISSION, showTime, transportView } from '../../../support/time-control.tsx';
import { anomaly } from '../../features/anomalies/fixtures.ts';

beforeEach(() => localStorage.clear());

const LIVE = transportView();
const ELSEWHERE = [
  ['a replay', transportView({ mode: 'replay' }), 'Replay'],
  ['a branch', transportView({ isInStep: false, branch: 'B', branches: [MISSION, BRANCH] }), 'Branch B'],
] as const;

describe.each(ELSEWHERE)('%s', (_name, view, title) => {
  function listen() {
    const store = createStore();
    const play = vi.fn();
    store.set(isSoundOnAtom, true);
    const { container } = renderWithStore(
      <ToneContext value={play}>
        <AnomalySound />
        <AnomalyAnnouncer />
      </ToneContext>,
      store,
    );
    const show = (transport: TransportView, ...anomalies: readonly Anomaly[]) =>
      act(() => {
        store.set(sliceAtoms.anomalies, anomalies);
        showTime(store, transport);
      });
    return { show, play, container };
  }
  const [before, during, after] = ['before', 'during', 'after'].map((id) =>
    anomaly(id, { severity: 'Critical' }),
  ) as [Anomaly, Anomaly, Anomaly];

  it('neither sounds nor announces an anomaly', () => {
    const { show, play, container } = listen();
    show(LIVE, before);
    show(view);
    show(view, before, during);
    expect(play).not.toHaveBeenCalled();
    expect(container).toHaveTextContent('');
  });

  it('makes nothing new of what has happened meanwhile, and hears what follows', () => {
    const { show, play, container } = listen();
    show(LIVE, before);
    show(view);
    show(LIVE, during, before);
    expect(play).not.toHaveBeenCalled();
    expect(container).toHaveTextContent('');
    show(LIVE, after, during, before);
    expect(play).toHaveBeenCalledOnce();
    expect(container).toHaveTextContent('message of after');
  });

  it.each([
    ['footer', () => <Footer />],
    ['footline of the wall', () => <WallFootline />],
  ])('does not announce the link in the %s', (_place, place) => {
    const store = createStore();
    store.set(linkStateAtom, { status: 'connected' });
    showTime(store, LIVE);
    renderWithStore(place(), store);
    const status = screen.getByRole('status');
    expect(status).toHaveTextContent('Connected to ORBITA-1');
    expect(status).toHaveAttribute('aria-live', 'polite');
    act(() => showTime(store, view));
    expect(status).toHaveAttribute('aria-live', 'off');
  });

  it('is named by the title of the page instead of a status', () => {
    const store = createStore();
    store.set(sliceAtoms.telemetry, [{ ...NOMINAL, timestamp: EDGE }]);
    store.set(sliceAtoms.anomalies, [before]);
    store.set(linkStateAtom, { status: 'connected' });
    showTime(store, LIVE);
    renderWithStore(<PageStatus tab="telemetry" />, store);
    expect(document.title).toBe('▲ Critical · Telemetry · ORBITA-1 Mission Control');
    act(() => showTime(store, view));
    expect(document.title).toBe(`${title} · Telemetry · ORBITA-1 Mission Control`);
  });
});
