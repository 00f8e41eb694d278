import type { SpacecraftView } from '../../src/shared/entities/spacecraft.ts';
import { degrees } from '../../src/shared/kit/units.ts';
import { T0 } from './mission.ts';

/**
 * Returns a view of ORBITA-1 without faults, in sunlight and linked over the relay, with overrides. In eclipse its
 * array delivers nothing.
 */
export function spacecraftView(told: Partial<SpacecraftView> = {}): SpacecraftView {
  const isLit = (told.light ?? 1) > 0;
  return {
    time: T0,
    mode: 'NOMINAL',
    light: 1,
    array: {
      powerW: isLit ? 600 : 0,
      potentialW: isLit ? 620 : 0,
      sunAngle: degrees(10),
      deployedShare: 1,
      temperature: 55,
    },
    battery: { soc: 0.9, voltageV: 28.4, currentA: isLit ? 5 : -8 },
    loads: { busW: 165, payloadW: 60, transmitterW: 0, heaterW: 0, activityW: 0, totalW: 225 },
    thermal: { busTemperature: 15, isHeaterOn: false },
    attitude: { deviation: degrees(0.4), wheelMomentumShare: 0.3, isSlewing: false },
    radio: {
      link: 'relay',
      antenna: 'high',
      telemetryPeriodMs: 5000,
      marginDb: 17.2,
      lowGainMarginDb: 7.3,
      signalStrength: 66,
      misalignment: degrees(0),
    },
    data: { storedMb: 200, capacityMb: 4000, recordedMbPerS: 0.05, downlinkMbPerS: 0, downlinkedMb: 1000 },
    activities: [],
    faults: [],
    ...told,
  };
}
