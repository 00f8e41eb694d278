import type { SpacecraftPart, SpacecraftView } from '../../../shared/entities/spacecraft.ts';
import { formatNumber } from '../../../shared/kit/quantity-text.ts';
import type { StatusLevel } from '../../kit/status/levels.ts';
import { MODE_LEVELS } from './condition.ts';
import { percent } from './percent.ts';
import {
  ANTENNA_TEXT,
  amperes,
  angle,
  batteryState,
  celsius,
  expectedText,
  farEnd,
  illuminationState,
  linkMarginDb,
  megabytes,
  rate,
  shuntedW,
  volts,
  watts,
} from './values.ts';

/** Content of the boxes of the diagram. */

export const NODE_IDS = [
  'sun',
  'mode',
  'array',
  'battery',
  'bus',
  'platform',
  'payload',
  'transmitter',
  'heater',
  'commands',
  'sensors',
  'wheels',
  'recorder',
  'antenna',
  'station',
] as const;
export type NodeId = (typeof NODE_IDS)[number];

export interface NodeText {
  readonly title: string;
  readonly value: string;
  /** Smaller lines below the value. */
  readonly lines: readonly string[];
  /** Fill of a bar along the bottom, 0 to 1. */
  readonly share?: number;
  /** Separate status, whose shape precedes the value. */
  readonly level?: StatusLevel;
}

/** Box that shows a fault of a part. */
export const PART_NODES: Readonly<Record<SpacecraftPart, NodeId>> = {
  array: 'array',
  battery: 'battery',
  bus: 'bus',
  heater: 'heater',
  wheels: 'wheels',
  sensors: 'sensors',
  antenna: 'antenna',
};

/** Reports a fault of the sensors, or a suspected one while the cause is open. */
function sensorsState({ faults }: SpacecraftView): string {
  const theirs = faults.filter(({ parts }) => parts.includes('sensors'));
  if (theirs.length === 0) return 'No fault';
  return theirs.some(({ parts }) => parts.length === 1) ? 'Fault' : 'Suspect';
}

/** Lower powers count as zero. */
export const TRACE_W = 0.5;

export function nodeTexts(view: SpacecraftView): Readonly<Record<NodeId, NodeText>> {
  const { array, battery, loads, thermal, attitude, radio, data } = view;
  const isShed = loads.payloadW < TRACE_W && view.mode !== 'NOMINAL';
  const running = view.activities.length;
  return {
    sun: {
      title: 'Sun',
      value: illuminationState(view),
      lines: view.light > 0 && view.light < 1 ? [`${percent(view.light)} of its disc`] : [],
    },
    mode: { title: 'Mode', value: view.mode, lines: [], level: MODE_LEVELS[view.mode] },
    array: {
      title: 'Array',
      value: watts(array.powerW),
      lines: [expectedText(view, 'Sun'), `${formatNumber(array.temperature, 0)} °C`],
    },
    battery: {
      title: 'Battery',
      value: percent(battery.soc),
      lines: [batteryState(view), `${volts(battery.voltageV)} ${amperes(battery.currentA)}`],
      share: battery.soc,
    },
    bus: {
      title: 'Bus',
      value: watts(loads.totalW),
      lines: [
        'to loads',
        ...(shuntedW(view) < TRACE_W ? [] : ['shunted', watts(shuntedW(view))]),
        celsius(thermal.busTemperature),
      ],
    },
    platform: { title: 'Platform', value: watts(loads.busW), lines: ['avionics'] },
    payload: { title: 'Payload', value: watts(loads.payloadW), lines: [isShed ? 'shed' : 'experiments'] },
    transmitter: {
      title: 'Transmitter',
      value: watts(loads.transmitterW),
      lines: [loads.transmitterW < TRACE_W ? 'off' : 'sending'],
    },
    heater: {
      title: 'Heater',
      value: watts(loads.heaterW),
      lines: [thermal.isHeaterOn ? 'on' : 'off'],
    },
    commands: {
      title: 'Commands',
      value: watts(loads.activityW),
      lines: [
        running > 0 ? `${running} running` : loads.activityW < TRACE_W ? 'none running' : 'event in progress',
      ],
    },
    sensors: {
      title: 'Sensors',
      value: sensorsState(view),
      lines: [],
    },
    wheels: {
      title: 'Wheels',
      value: percent(attitude.wheelMomentumShare),
      lines: [attitude.isSlewing ? 'slewing' : 'holding', `${angle(attitude.deviation)} error`],
      share: attitude.wheelMomentumShare,
    },
    recorder: {
      title: 'Recorder',
      value: megabytes(data.storedMb),
      lines: [`of ${megabytes(data.capacityMb)}`, `in ${rate(data.recordedMbPerS)}`],
      share: data.capacityMb > 0 ? data.storedMb / data.capacityMb : 0,
    },
    antenna: {
      title: 'Antenna',
      value:
        radio.antenna === 'high' ? `${formatNumber(radio.signalStrength, 0)} %` : ANTENNA_TEXT[radio.antenna],
      lines: [
        `${formatNumber(linkMarginDb(view), 1)} dB margin`,
        `encoder ${formatNumber(radio.misalignment, 1)}° off`,
      ],
    },
    station: {
      title: radio.link === 'station' ? 'Station' : 'Link',
      value: farEnd(view),
      lines: [
        ...(radio.rangeKm !== undefined && radio.elevation !== undefined
          ? [`${formatNumber(radio.rangeKm, 0)} km, ${formatNumber(radio.elevation, 0)}°`]
          : []),
        ...(radio.link === 'none' ? [] : [rate(data.downlinkMbPerS)]),
      ],
    },
  };
}
