import { createStore } from 'jotai';
import type { MissionSlices } from '../../../shared/contract/mission-control.ts';
import type { CallState, Provenance, RealData } from '../../../shared/contract/real-data.ts';
import { type BranchView, MAIN_BRANCH, type TransportView } from '../../../shared/contract/transport.ts';
import type { Anomaly, Command, TelemetrySample } from '../../../shared/entities/entities.ts';
import { formatAfterSeen, joinExplanation } from '../../../shared/entities/explanation.ts';
import { LIVE_SATELLITE, mapSatellites } from '../../../shared/entities/satellites.ts';
import { CHANNELS, mapChannels } from '../../../shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../shared/kit/units.ts';
import {
  edgeSecondAtom,
  linkStateAtom,
  missionSecondAtom,
  type Store,
  sliceAtoms,
  wallSecondAtom,
} from '../../mission/link/atoms.ts';
import type { SourcesView } from '../../mission/real-data/sources.ts';

/** Fixed sample data for every state of a component. */

const NOW = epochMs(Date.UTC(2026, 10, 20, 15, 12, 7));
const ago = (ms: number) => addMs(NOW, -ms);

const TELEMETRY: readonly TelemetrySample[] = Array.from({ length: 20 }, (_, index) => {
  const swing = Math.sin(index / 3);
  return {
    timestamp: ago((19 - index) * 5 * MS_PER_S),
    ...mapChannels((channel) => CHANNELS[channel].typical + swing * CHANNELS[channel].leastChange),
    signalStrength: 62 - index,
    attitudeStability: 0.4 + 0.15 * index,
  };
});

const anomaly = (id: string, sample: Partial<Anomaly>): Anomaly => ({
  id,
  timestamp: ago(4 * MS_PER_MIN),
  type: 'Battery',
  severity: 'High',
  message: 'Battery voltage is 24.10 V, 0.80 V lower than before the onset.',
  aiExplanation: joinExplanation(
    'Battery voltage is 24.10 V, in limits; it was 24.90 V before the onset.',
    formatAfterSeen({
      'Likely cause': 'Weak battery cell or high cell resistance.',
      'If nothing is done': 'FDIR should clear it within a minute, or contain it by about 12:20 UTC.',
      Do: 'Thermal Control fits high cell resistance, Enter Safe Mode fits weak battery cell.',
    }),
  ),
  status: 'Active',
  suggestedAction: 'Thermal Control',
  ...sample,
});

const ANOMALIES: readonly Anomaly[] = [
  anomaly('critical', { severity: 'Critical', type: 'Attitude', timestamp: ago(12 * MS_PER_S) }),
  anomaly('high', { severity: 'High' }),
  anomaly('medium', { severity: 'Medium', type: 'Signal', status: 'Acknowledged' }),
  anomaly('low', { severity: 'Low', type: 'Solar', status: 'Resolved' }),
];

const command = (id: string, sample: Partial<Command>): Command => ({
  id,
  name: 'Data Downlink',
  scheduledTime: addMs(NOW, 20 * MS_PER_MIN),
  priority: 'Medium',
  status: 'Pending',
  ...sample,
});

const COMMANDS: readonly Command[] = [
  command('later', { priority: 'Low' }),
  command('overdue', { scheduledTime: ago(2 * MS_PER_MIN), priority: 'High', name: 'Rotate Antenna' }),
  command('sent', { status: 'Sent' }),
  command('failed', { status: 'Failed', name: 'Thermal Control' }),
];

const PERFORMANCE: MissionSlices['performance'] = {
  time: NOW,
  missionUptime: 7 * MS_PER_DAY,
  totalCommands: 12,
  averageSignalStrength: 71.4,
  anomalyCount: 4,
  dataDownloaded: 10_350,
  powerEfficiency: 66.7,
  systemHealth: 93,
};

const ready: CallState = {
  status: 'ready',
  lastSuccess: ago(2000),
  source: 'Open Notify',
  dataTime: ago(4000),
};

const REAL_DATA: RealData = {
  status: 'ready',
  issPosition: null,
  astronauts: [],
  satellitePositions: [],
  calls: {
    issPosition: ready,
    astronauts: {
      status: 'failed',
      lastSuccess: ago(5 * MS_PER_MIN),
      source: 'Open Notify',
      error: 'status 502',
    },
    satellitePositions: { status: 'loading' },
  },
  nextTry: addMs(NOW, 8000),
};

const LIVE: Provenance = { kind: 'live', source: 'N2YO', time: ago(3000) };
const SIMULATED: Provenance = { kind: 'simulated', epoch: epochMs(Date.UTC(2026, 10, 1)) };

export const SOURCES: SourcesView = {
  realData: REAL_DATA,
  iss: LIVE,
  isInStep: true,
  isLost: false,
  now: NOW,
};

/** A mission before any data has arrived. */
export const loadingStore: Store = createStore();

function connected(anomalies: readonly Anomaly[], iss: Provenance = LIVE): Store {
  const store = createStore();
  for (const second of [missionSecondAtom, edgeSecondAtom, wallSecondAtom]) store.set(second, NOW);
  store.set(linkStateAtom, { status: 'connected' });
  store.set(sliceAtoms.telemetry, TELEMETRY);
  store.set(sliceAtoms.anomalies, anomalies);
  store.set(sliceAtoms.commands, anomalies.length > 0 ? COMMANDS : []);
  store.set(sliceAtoms.performance, PERFORMANCE);
  store.set(sliceAtoms.realData, REAL_DATA);
  store.set(
    sliceAtoms.provenance,
    mapSatellites((id) => (id === LIVE_SATELLITE ? iss : SIMULATED)),
  );
  return store;
}

/** A displayed time, in a session of one hour. */
function atTime(change: Partial<TransportView>, shown: EpochMs = NOW): Store {
  const store = connected([]);
  store.set(sliceAtoms.transport, {
    rate: 1,
    isInStep: false,
    isMissionInStep: false,
    mode: 'live',
    startTime: ago(60 * MS_PER_MIN),
    branch: MAIN_BRANCH,
    branches: [{ id: MAIN_BRANCH, name: MAIN_BRANCH }, BRANCH],
    slowsOnCritical: true,
    ...change,
  });
  store.set(missionSecondAtom, shown);
  store.set(wallSecondAtom, ago(12 * MS_PER_MIN));
  return store;
}

const BRANCH: BranchView = {
  id: 'B',
  name: 'B',
  origin: { parent: MAIN_BRANCH, time: ago(20 * MS_PER_MIN) },
};

export const TIMES = {
  'in step': atTime({ isInStep: true }),
  simulated: atTime({ rate: 60, achievedRate: 41 }),
  replay: atTime({ mode: 'replay' }, ago(25 * MS_PER_MIN)),
  branch: atTime({ branch: 'B' }),
} as const;

export const fullStore = connected(ANOMALIES);
export const emptyStore = connected([], { kind: 'predicted', source: 'N2YO', time: ago(4 * MS_PER_MIN) });
export const lostStore = connected(ANOMALIES);
lostStore.set(linkStateAtom, { status: 'lost', attempt: 2 });
