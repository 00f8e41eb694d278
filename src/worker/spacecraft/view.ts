import type { NetworkStation } from '../../shared/contract/network.ts';
import type { SpacecraftView } from '../../shared/entities/spacecraft.ts';
import { degrees, type EpochMs } from '../../shared/kit/units.ts';
import type { Environment } from './environment.ts';
import { deviation, isInProgress, type SpacecraftState, totalLoadW } from './model.ts';
import { sunAngle } from './power.ts';
import { RECORDER_MB } from './radio.ts';

/**
 * Returns the view of the spacecraft through its instruments, which do not report its faults.
 * @param telemetryPeriodMs sample period, or the last one before the link was lost
 */
export function viewSpacecraft(
  state: SpacecraftState,
  { light, betaSine }: Environment,
  time: EpochMs,
  telemetryPeriodMs: number,
  network: readonly NetworkStation[],
): Omit<SpacecraftView, 'faults'> {
  const { station, rangeKm, elevation } = state;
  const stationName = network.find(({ id }) => id === station)?.name;
  return {
    time,
    mode: state.mode,
    light,
    array: {
      powerW: state.arrayPowerW,
      potentialW: state.arrayPotentialW,
      sunAngle: sunAngle(state.mode, { betaSine }),
      deployedShare: state.deployedShare,
      temperature: state.arrayTemperature,
    },
    battery: { soc: state.soc, voltageV: state.busVoltage, currentA: state.batteryCurrentA },
    loads: {
      busW: state.busLoadW,
      payloadW: state.payloadLoadW,
      transmitterW: state.transmitterLoadW,
      heaterW: state.heaterLoadW,
      activityW: state.activityLoadW,
      totalW: totalLoadW(state),
    },
    thermal: { busTemperature: state.busTemperature, isHeaterOn: state.heaterLoadW > 0 },
    attitude: {
      deviation: degrees(deviation(state)),
      wheelMomentumShare: state.wheelMomentum,
      isSlewing: isInProgress(state, 'Attitude Adjustment'),
    },
    radio: {
      link: state.link,
      antenna: state.antenna,
      telemetryPeriodMs,
      ...(station !== undefined && {
        station,
        ...(stationName !== undefined && { stationName }),
        rangeKm,
        elevation,
      }),
      marginDb: state.marginDb,
      lowGainMarginDb: state.lowGainMarginDb,
      signalStrength: state.signalStrength,
      misalignment: state.misalignment,
    },
    data: {
      storedMb: state.storedMb,
      capacityMb: RECORDER_MB,
      recordedMbPerS: state.recordedMbPerS,
      downlinkMbPerS: state.downlinkMbPerS,
      downlinkedMb: state.downlinkedMb,
    },
    activities: state.activities,
  };
}
