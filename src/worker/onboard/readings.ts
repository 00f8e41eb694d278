import { COMMAND_NAMES } from '../../shared/entities/entities.ts';
import { ANTENNAS, SPACECRAFT_MODES } from '../../shared/entities/spacecraft.ts';
import type { EpochMs } from '../../shared/kit/units.ts';
import {
  ecefToGeodetic,
  greenwichSiderealTime,
  type StateTeme,
  temeToEcef,
} from '../../shared/orbit/frames.ts';
import type { ValuesOf } from '../../shared/packets/fields.ts';
import { COUNTS_16 } from '../../shared/packets/headers.ts';
import { activityField, LINKS, type STRUCTURES, type StructureName } from '../../shared/packets/table.ts';
import type { Streams } from '../kit/random.ts';
import type { EnvironmentAt } from '../spacecraft/environment.ts';
import { deviation, isInProgress, type SpacecraftState } from '../spacecraft/model.ts';
import { readSensors } from '../spacecraft/sensors.ts';
import type { Counters, OnboardState } from './state.ts';

/** What the software can read at an instant. */
export interface Craft {
  readonly spacecraft: SpacecraftState;
  readonly streams: Streams;
  readonly environmentAt: EnvironmentAt;
  /** `undefined` after the orbit has ended. */
  readonly orbitAt: (time: EpochMs) => StateTeme | undefined;
}

/** Engineering values of a structure's fields. */
type StructureValues<Name extends StructureName> = ValuesOf<(typeof STRUCTURES)[Name]['fields']>;

const percent = (share: number): number => 100 * share;

/** Reads each structure; `undefined` if there is nothing to read. */
const READINGS: {
  readonly [Name in StructureName]: (
    craft: Craft,
    time: EpochMs,
    counters: Counters,
    onboard: OnboardState,
  ) => StructureValues<Name> | undefined;
} = {
  essential({ spacecraft, streams }, time, { accepted, refused, discarded, lastSequenceCount }) {
    const { timestamp: _, ...sample } = readSensors(spacecraft, time, streams);
    return {
      mode: SPACECRAFT_MODES.indexOf(spacecraft.mode),
      antenna: ANTENNAS.indexOf(spacecraft.antenna),
      link: LINKS.indexOf(spacecraft.link),
      ...sample,
      telecommandsAccepted: accepted % COUNTS_16,
      telecommandsRefused: refused % COUNTS_16,
      telecommandsDiscarded: discarded % COUNTS_16,
      lastSequenceCount,
    };
  },
  power: ({ spacecraft }) => ({
    inSunlight: Number(spacecraft.isSunlit),
    stateOfCharge: percent(spacecraft.soc),
    busVoltage: spacecraft.busVoltage,
    batteryCurrent: spacecraft.batteryCurrentA,
    arrayPower: spacecraft.arrayPowerW,
    arrayPotential: spacecraft.arrayPotentialW,
    arrayDeployed: percent(spacecraft.deployedShare),
    arrayEfficiency: percent(spacecraft.arrayEfficiency),
    busLoad: spacecraft.busLoadW,
    payloadLoad: spacecraft.payloadLoadW,
    transmitterLoad: spacecraft.transmitterLoadW,
    heaterLoad: spacecraft.heaterLoadW,
    activityLoad: spacecraft.activityLoadW,
  }),
  thermal: ({ spacecraft }) => ({
    heaterThermostat: Number(spacecraft.isHeaterOn),
    busTemperature: spacecraft.busTemperature,
    arrayTemperature: spacecraft.arrayTemperature,
    attitudeDeviation: deviation(spacecraft),
    wheelMomentum: percent(spacecraft.wheelMomentum),
  }),
  radio: ({ spacecraft }) => ({
    stationInView: Number(spacecraft.station !== undefined),
    stationRange: spacecraft.rangeKm,
    stationElevation: spacecraft.elevation,
    highGainMargin: spacecraft.marginDb,
    lowGainMargin: spacecraft.lowGainMarginDb,
    antennaMisalignment: spacecraft.misalignment,
    recorderStored: spacecraft.storedMb,
    downlinkRate: spacecraft.downlinkMbPerS,
    downlinked: spacecraft.downlinkedMb,
  }),
  orbit({ orbitAt, environmentAt }, time) {
    const state = orbitAt(time);
    const environment = environmentAt(time);
    if (!state || !environment) return undefined;
    const { positionTeme: position, velocityTeme: velocity } = state;
    const place = ecefToGeodetic(temeToEcef(position, greenwichSiderealTime(time)));
    return {
      sunVisible: percent(environment.light),
      positionX: position.x,
      positionY: position.y,
      positionZ: position.z,
      velocityX: velocity.x,
      velocityY: velocity.y,
      velocityZ: velocity.z,
      latitude: place.latitude,
      longitude: place.longitude,
      altitude: place.altitudeKm,
    };
  },
  software: ({ spacecraft }, _time, counters, { schedule, store }) => ({
    ...Object.fromEntries(
      COMMAND_NAMES.map((name) => [activityField(name), Number(isInProgress(spacecraft, name))]),
    ),
    packetsGenerated: counters.packets % COUNTS_16 ** 2,
    eventsReported: counters.events % COUNTS_16,
    functionsStarted: counters.started % COUNTS_16,
    functionsCompleted: counters.completed % COUNTS_16,
    functionsFailed: counters.failed % COUNTS_16,
    safeHold: spacecraft.safeHoldS,
    scheduleOn: Number(schedule.isOn),
    scheduleEntries: schedule.entries.length,
    storedPackets: store.packets,
  }),
};

export const readStructure = (
  name: StructureName,
  craft: Craft,
  time: EpochMs,
  counters: Counters,
  onboard: OnboardState,
): Readonly<Record<string, number>> | undefined => READINGS[name](craft, time, counters, onboard);
