import type { SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import type { NodeId } from './nodes.ts';
import { TRACE_W } from './nodes.ts';
import { expectedW } from './values.ts';

/** A flow between the boxes of the diagram. */
export interface Flow {
  readonly from: NodeId;
  readonly to: NodeId;
  /** `idle`: no flow, as expected. `cut`: no flow, although there is a source or a consumer. */
  readonly state: 'flowing' | 'idle' | 'cut';
  /** Share of the widest flow, 0 to 1. */
  readonly share: number;
  /** Share without faults, if larger. */
  readonly lost?: number;
}

/** Power of the widest flow. */
const WIDEST_W = 600;
/** Data rate of the widest flow. */
const WIDEST_MB_PER_S = 2;

const clamp = (share: number): number => Math.min(Math.max(share, 0), 1);
const ofWatts = (power: number): number => clamp(power / WIDEST_W);

function powerFlow(from: NodeId, to: NodeId, power: number, isCut = false): Flow {
  if (power >= TRACE_W) return { from, to, state: 'flowing', share: ofWatts(power) };
  return { from, to, state: isCut ? 'cut' : 'idle', share: 0 };
}

/** Least visible loss, as a share of the expected flow. */
const SHOWN_LOSS = 0.1;

export function flowsOf(view: SpacecraftView): readonly Flow[] {
  const { array, battery, loads, radio, data } = view;
  const batteryW = Math.abs(battery.currentA) * battery.voltageV;
  const isCharging = battery.currentA >= 0;
  const dueW = expectedW(view);
  const fromArray = powerFlow('array', 'bus', array.powerW, dueW >= TRACE_W);
  const isLosing = dueW >= TRACE_W && array.powerW < dueW * (1 - SHOWN_LOSS);
  const isLinked = radio.link !== 'none';
  const isSending = data.downlinkMbPerS > 0;
  const dataShare = clamp(data.downlinkMbPerS / WIDEST_MB_PER_S);
  const isShedding = view.mode !== 'NOMINAL';
  return [
    powerFlow('sun', 'array', dueW),
    isLosing ? { ...fromArray, lost: ofWatts(dueW) } : fromArray,
    isCharging ? powerFlow('bus', 'battery', batteryW) : powerFlow('battery', 'bus', batteryW),
    powerFlow('bus', 'platform', loads.busW, true),
    powerFlow('bus', 'payload', loads.payloadW, isShedding),
    powerFlow('bus', 'transmitter', loads.transmitterW, view.mode === 'SURVIVAL'),
    powerFlow('bus', 'heater', loads.heaterW, view.thermal.isHeaterOn),
    powerFlow('bus', 'commands', loads.activityW),
    { from: 'recorder', to: 'antenna', state: isSending ? 'flowing' : 'idle', share: dataShare },
    { from: 'antenna', to: 'station', state: isLinked ? 'flowing' : 'cut', share: isSending ? dataShare : 0 },
  ];
}
