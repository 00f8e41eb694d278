import {
  type CallState,
  REAL_DATA_CALLS,
  type RealData,
  type RealDataCall,
} from '../../../shared/contract/real-data.ts';
import { LIVE_DATA_LIFE_MS } from '../../../shared/entities/constants.ts';
import { ELEMENTS_EPOCHS } from '../../../shared/entities/satellites.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { formatTimeLeft } from '../../kit/format.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { type DataQuality, provenanceHeadline } from './provenance.ts';

/** Status of a data source, as level and word. LIVE means current data; a good answer may be older. */
export interface SourceStatus {
  readonly level: StatusLevel;
  readonly word: string;
}

/** Status of the data sources at an instant. */
export interface SourcesView {
  readonly realData: RealData;
  readonly iss: DataQuality;
  /** True if the time shown is UTC; otherwise no source is live. */
  readonly isInStep: boolean;
  readonly isLost: boolean;
  readonly now: EpochMs;
}

/** During the first round, there is no next attempt yet either. */
const isOffline = ({ nextTry, status }: RealData): boolean => nextTry === undefined && status !== 'loading';

function callStateOf(call: CallState, { realData, isInStep, isLost, now }: SourcesView): SourceStatus {
  if (isLost) return { level: 'off', word: 'Unknown' };
  if (isOffline(realData)) return { level: 'off', word: 'Waiting for network' };
  if (call.status === 'loading') return { level: 'standby', word: 'Loading' };
  if (call.status === 'failed') return { level: 'caution', word: 'Failed' };
  const { isStale, lastSuccess, dataTime = lastSuccess } = call;
  if (isStale || lastSuccess === undefined || now - lastSuccess > LIVE_DATA_LIFE_MS)
    return { level: 'off', word: 'Stale' };
  const isLive = isInStep && dataTime !== undefined && now - dataTime <= LIVE_DATA_LIFE_MS;
  return { level: 'normal', word: isLive ? 'LIVE' : 'Ready' };
}

/** Formats the time of the next calls: `in 8 s`, `now`, `when online`. */
export function nextTryText(realData: RealData, now: EpochMs): string {
  if (isOffline(realData)) return 'when online';
  const { nextTry } = realData;
  return nextTry === undefined || nextTry <= now ? 'now' : `in ${formatTimeLeft(nextTry - now)}`;
}

const levelsOf = (view: SourcesView): readonly StatusLevel[] =>
  REAL_DATA_CALLS.map((name) => callStateOf(view.realData.calls[name], view).level);

/** Returns the most urgent level of the sources; normal only if all are and the ISS itself is live. */
export function rollUpLevel(view: SourcesView): StatusLevel {
  if (view.isLost) return 'off';
  const levels = levelsOf(view);
  const unwell = (['caution', 'standby', 'off'] as const).find((level) => levels.includes(level));
  if (unwell) return unwell;
  if (view.iss.kind === 'transition') return 'standby';
  return view.iss.kind === 'live' ? 'normal' : 'off';
}

/** Returns one short line: `ISS LIVE 3 s` or `ISS PREDICTED`, with any problems. The header shows simulated parts. */
export function rollUpText(view: SourcesView): string {
  if (view.isLost) return 'UNKNOWN, link lost';
  const iss = view.iss.kind === 'simulated' ? undefined : provenanceHeadline('iss', view.iss, view.now);
  return [iss, troubleText(view)].filter(Boolean).join(', ') || 'no live position';
}

function troubleText(view: SourcesView): string | undefined {
  if (isOffline(view.realData)) return 'offline';
  const levels = levelsOf(view);
  const count = (level: StatusLevel) => levels.filter((one) => one === level).length;
  if (count('caution') > 0) return `${count('caution')} of ${levels.length} failed`;
  if (count('standby') > 0) return 'loading';
  return count('off') > 0 ? `${count('off')} of ${levels.length} stale` : undefined;
}

/** One row of the sources view; missing values are absent. */
export interface SourceRow {
  readonly name: string;
  readonly service: string;
  readonly state: SourceStatus;
  readonly lastSuccess?: EpochMs | undefined;
  /** Instant from which its age is counted. */
  readonly since?: EpochMs | undefined;
  readonly nextTry?: string | undefined;
  readonly error?: string | undefined;
}

const CALL_NAMES: Readonly<Record<RealDataCall, readonly [name: string, service: string]>> = {
  issPosition: ['ISS position', 'Open Notify'],
  astronauts: ['Astronauts', 'Open Notify'],
  satellitePositions: ['ISS tracking positions', 'N2YO or CelesTrak'],
};

export function sourceRows(view: SourcesView): readonly SourceRow[] {
  const { realData, isLost, now } = view;
  const calls = REAL_DATA_CALLS.map((call): SourceRow => {
    const [name, service] = CALL_NAMES[call];
    const { source, lastSuccess, dataTime, error } = realData.calls[call];
    return {
      name,
      service: source ?? service,
      state: callStateOf(realData.calls[call], view),
      lastSuccess,
      since: dataTime ?? lastSuccess,
      nextTry: isLost ? undefined : nextTryText(realData, now),
      error,
    };
  });
  return [
    ...calls,
    {
      name: 'ORBITA-1',
      service: 'Simulated in this page',
      state: isLost ? { level: 'off', word: 'Unknown' } : { level: 'normal', word: 'SIMULATED' },
    },
    {
      name: 'ISS elements',
      service: 'Built in',
      state: elementsState(view),
      since: ELEMENTS_EPOCHS.iss,
    },
  ];
}

function elementsState({ iss, isLost }: SourcesView): SourceStatus {
  if (isLost) return { level: 'off', word: 'Unknown' };
  return iss.kind === 'simulated'
    ? { level: 'normal', word: 'In use' }
    : { level: 'standby', word: 'In reserve' };
}
