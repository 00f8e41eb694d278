import type { Provenance, RealData } from '../../shared/real-data.ts';

/** Message of the map on live data (spec §4, §8), and its reason. */
export interface MapNotice {
  readonly text: 'Loading real data...' | 'Using simulated data';
  readonly reason?: string | undefined;
}

/** `undefined` while live data are shown. */
export function mapNotice(realData: RealData, iss: Provenance): MapNotice | undefined {
  const isSimulated = iss.kind === 'simulated';
  if (realData.status === 'loading') return isSimulated ? { text: 'Loading real data...' } : undefined;
  if (realData.status === 'ready' && !isSimulated) return undefined;
  return {
    text: 'Using simulated data',
    reason: realData.error ?? realData.calls.satellitePositions.error,
  };
}
