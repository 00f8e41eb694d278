import { describe, expect, it } from 'vitest';
import { SPECIFIED_NETWORK } from '../../../../src/shared/contract/network.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import { viewSpacecraft } from '../../../../src/worker/spacecraft/view.ts';
import { later, T0 } from '../../../support/mission.ts';

const DUSK: Environment = {
  light: 0.4,
  betaSine: 0,
  sunDistanceAu: 1,
  station: undefined,
  relayAngle: degrees(60),
};
const view = (told: Partial<SpacecraftState> = {}) =>
  viewSpacecraft({ ...INITIAL_SPACECRAFT, ...told }, DUSK, later(5000), 30_000, SPECIFIED_NETWORK);

describe('the view of the spacecraft', () => {
  it('has the instant, the mode and the illumination', () => {
    expect(view({ mode: 'SAFE' })).toMatchObject({ time: later(5000), mode: 'SAFE', light: 0.4 });
  });

  it('has array and battery', () => {
    const { array, battery } = view({
      arrayPowerW: 301,
      arrayPotentialW: 602,
      deployedShare: 0.5,
      arrayTemperature: 41,
      soc: 0.7,
      busVoltage: 27.5,
      batteryCurrentA: -3,
    });
    expect(array).toMatchObject({ powerW: 301, potentialW: 602, deployedShare: 0.5, temperature: 41 });
    expect(battery).toEqual({ soc: 0.7, voltageV: 27.5, currentA: -3 });
  });

  it('has the angle to the Sun that orbit and mode give', () => {
    const angle = (mode: SpacecraftState['mode'], betaDegrees: number) =>
      viewSpacecraft(
        { ...INITIAL_SPACECRAFT, mode },
        { ...DUSK, betaSine: Math.sin((betaDegrees * Math.PI) / 180) },
        later(5000),
        30_000,
        SPECIFIED_NETWORK,
      ).array.sunAngle;
    expect(angle('NOMINAL', 0)).toBeCloseTo(0, 5);
    expect(angle('NOMINAL', -45)).toBeCloseTo(45, 9);
    expect(angle('NOMINAL', 70)).toBeCloseTo(50, 9); // the yaw bias
    expect(angle('SAFE', 70)).toBeCloseTo((Math.acos(0.95) * 180) / Math.PI, 9);
  });

  it('adds up the loads, and has a heater on while one draws power', () => {
    const { loads, thermal } = view({
      busLoadW: 100,
      payloadLoadW: 50,
      transmitterLoadW: 30,
      heaterLoadW: 7,
      activityLoadW: 2,
      busTemperature: -3,
    });
    expect(loads).toEqual({
      busW: 100,
      payloadW: 50,
      transmitterW: 30,
      heaterW: 7,
      activityW: 2,
      totalW: 189,
    });
    expect(thermal).toEqual({ busTemperature: -3, isHeaterOn: true });
    // A brown-out supplies no heater, whatever the thermostat says.
    expect(view({ isHeaterOn: true, heaterLoadW: 0 }).thermal.isHeaterOn).toBe(false);
  });

  it('has the attitude, and a slew while one is in progress', () => {
    const told = { attitudeError: 0.3, disturbance: 0, drift: 0.4, wheelMomentum: 0.6 } as const;
    const { attitude } = view(told);
    expect(attitude.deviation).toBeCloseTo(0.5, 12);
    expect(attitude).toMatchObject({ wheelMomentumShare: 0.6, isSlewing: false });
    const under = (name: 'Attitude Adjustment' | 'Rotate Antenna') => ({
      activities: [{ commandId: 'command-1', name, startTime: T0, endTime: later(90_000) }],
    });
    expect(view(under('Attitude Adjustment')).attitude.isSlewing).toBe(true);
    expect(view(under('Rotate Antenna')).attitude.isSlewing).toBe(false);
    expect(view(under('Rotate Antenna')).activities).toEqual(under('Rotate Antenna').activities);
  });

  it('has the link, and a station only where one is in view', () => {
    const link = {
      link: 'relay',
      antenna: 'low',
      marginDb: 15,
      lowGainMarginDb: 5,
      signalStrength: 58,
      misalignment: degrees(2),
    } as const;
    const telemetryPeriodMs = 30_000;
    expect(view({ ...link, rangeKm: 0 }).radio).toEqual({ ...link, telemetryPeriodMs });
    const station = { station: 'canberra', rangeKm: 900, elevation: degrees(25) } as const;
    expect(view({ ...link, ...station }).radio).toEqual({
      ...link,
      ...station,
      stationName: 'Canberra',
      telemetryPeriodMs,
    });
  });

  it('has the recorder', () => {
    const told = { storedMb: 1234, recordedMbPerS: 0.02, downlinkMbPerS: 0.3, downlinkedMb: 56_789 };
    expect(view(told).data).toEqual({ ...told, capacityMb: 8000 });
  });
});
