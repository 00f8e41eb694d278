import type { FaultView, SpacecraftView } from '../../../../src/shared/entities/spacecraft.ts';
import { degrees, epochMs } from '../../../../src/shared/kit/units.ts';

/** Mission time in these tests. */
export const NOW = epochMs(Date.UTC(2026, 10, 20, 15, 12, 7));

/** Returns a nominal spacecraft, sunlit, over Madrid. */
export const spacecraft = (changes: Partial<SpacecraftView> = {}): SpacecraftView => ({
  time: NOW,
  mode: 'NOMINAL',
  light: 1,
  array: { powerW: 412, potentialW: 620, sunAngle: degrees(45), deployedShare: 1, temperature: 63.4 },
  battery: { soc: 0.82, voltageV: 27.6, currentA: 3.1 },
  loads: { busW: 96, payloadW: 120, transmitterW: 38, heaterW: 0, activityW: 0, totalW: 254 },
  thermal: { busTemperature: 18.2, isHeaterOn: false },
  attitude: { deviation: degrees(0.21), wheelMomentumShare: 0.34, isSlewing: false },
  radio: {
    link: 'station',
    antenna: 'high',
    telemetryPeriodMs: 5000,
    station: 'madrid',
    stationName: 'Madrid',
    rangeKm: 1234.2,
    elevation: degrees(34.2),
    marginDb: 6.2,
    lowGainMarginDb: 14.5,
    signalStrength: 78.3,
    misalignment: degrees(0.3),
  },
  data: {
    storedMb: 1240,
    capacityMb: 4000,
    recordedMbPerS: 0.4,
    downlinkMbPerS: 1.2,
    downlinkedMb: 5400,
  },
  activities: [],
  faults: [],
  ...changes,
});

export const STRING_OPEN: FaultView = {
  anomalyId: 'a',
  parts: ['array'],
  label: 'one array string open',
};
