import * as v from 'valibot';
import { COMMAND_NAMES } from '../../shared/entities.ts';
import { ANTENNAS, SPACECRAFT_MODES } from '../../shared/spacecraft.ts';
import { STATION_IDS } from '../../shared/stations.ts';
import { MAX_STRENGTH } from '../spacecraft/fault-effects.ts';
import { FAULT_NAMES } from '../spacecraft/fault-kinds.ts';
import { FAULT_COURSES } from '../spacecraft/fdir.ts';
import { RECORDER_MB } from '../spacecraft/radio.ts';
import { angle, finite, instant, percent, positive, share } from './value-schemas.ts';

const activity = v.object({
  commandId: v.string(),
  name: v.picklist(COMMAND_NAMES),
  startTime: instant,
  endTime: instant,
});

/** FDIR's plan for a fault. */
export const fdirPlan = v.object({
  course: v.picklist(FAULT_COURSES),
  containedAt: v.exactOptional(instant),
  clearedAt: v.exactOptional(instant),
});

const fault = v.pipe(
  v.object({
    anomalyId: v.string(),
    name: v.picklist(FAULT_NAMES),
    startTime: instant,
    strength: v.pipe(finite, v.minValue(0), v.maxValue(MAX_STRENGTH)),
    plan: fdirPlan,
    closedAt: v.optional(instant),
    mending: v.optional(v.object({ from: instant, until: instant })),
  }),
  v.transform(({ mending, closedAt, ...rest }) => ({ ...rest, mending, closedAt })),
);

/** Schema of the spacecraft in a checkpoint, with the fields of `model.ts`. */
export const spacecraftSchema = v.pipe(
  v.object({
    mode: v.picklist(SPACECRAFT_MODES),
    undervoltageS: positive,
    commandLossS: positive,
    soc: share,
    busVoltage: finite,
    batteryCurrentA: finite,
    arrayPowerW: positive,
    arrayPotentialW: positive,
    deployedShare: share,
    arrayEfficiency: share,
    busLoadW: positive,
    payloadLoadW: positive,
    transmitterLoadW: positive,
    heaterLoadW: positive,
    activityLoadW: positive,
    busTemperature: finite,
    arrayTemperature: finite,
    thermalOffset: finite,
    isHeaterOn: v.boolean(),
    isSunlit: v.boolean(),
    attitudeError: finite,
    disturbance: finite,
    drift: finite,
    wheelMomentum: share,
    link: v.picklist(['station', 'relay', 'none']),
    antenna: v.picklist(ANTENNAS),
    station: v.optional(v.picklist(STATION_IDS)),
    rangeKm: positive,
    elevation: angle,
    marginDb: finite,
    lowGainMarginDb: finite,
    signalStrength: percent,
    misalignment: angle,
    storedMb: v.pipe(positive, v.maxValue(RECORDER_MB)),
    recordedMbPerS: positive,
    downlinkMbPerS: positive,
    downlinkedMb: positive,
    activities: v.array(activity),
    faults: v.array(fault),
  }),
  v.transform(({ station, ...rest }) => ({ ...rest, station })),
);
