import type { AnomalySeverity, AnomalyType, CommandName } from '../shared/entities.ts';
import type { TelemetryChannel } from '../shared/limits.ts';

/** One thing that can go wrong on board. */
export interface AnomalyKind {
  readonly severity: AnomalySeverity;
  readonly message: string;
  /** The channels that the explanation cites, the most telling one first. */
  readonly evidence: readonly TelemetryChannel[];
  /** What it may mean, and what the suggested action does about it. It follows the cited channels. */
  readonly reasoning: string;
  readonly suggestedAction: CommandName;
}

/**
 * The kinds of each type. No reasoning claims a value: what is on the channels is cited beside it, whatever it is, so
 * that explanation and telemetry cannot disagree.
 */
export const ANOMALY_KINDS: Readonly<Record<AnomalyType, readonly [AnomalyKind, ...AnomalyKind[]]>> = {
  Battery: [
    {
      severity: 'Medium',
      message: 'Battery cells drift apart under load',
      evidence: ['batteryVoltage', 'temperature'],
      reasoning:
        'One of the seven cells in series settles lower than the others after each discharge, which points to a cell that loses capacity; bringing the battery back to its best temperature slows that down and lets the cells level out.',
      suggestedAction: 'Thermal Control',
    },
    {
      severity: 'High',
      message: 'Battery discharges faster than the load explains',
      evidence: ['batteryVoltage', 'solarOutput'],
      reasoning:
        'More charge leaves the battery than the known loads take, as it would with a resistance that has grown inside a cell; shedding the payload protects the next night.',
      suggestedAction: 'Enter Safe Mode',
    },
    {
      severity: 'Critical',
      message: 'Battery capacity is dropping rapidly',
      evidence: ['batteryVoltage', 'temperature', 'solarOutput'],
      reasoning:
        'The charge counter and the voltage no longer agree, which is the signature of a failing cell string; without a lower load the bus may not last through the Earth’s shadow.',
      suggestedAction: 'Enter Safe Mode',
    },
  ],
  Solar: [
    {
      severity: 'Low',
      message: 'One solar string delivers less than its neighbours',
      evidence: ['solarOutput', 'temperature'],
      reasoning:
        'The currents of the strings differ by a few percent in the same light, which fits an ageing cell or a partial shadow of the antenna; turning the antenna away shows which of the two it is.',
      suggestedAction: 'Rotate Antenna',
    },
    {
      severity: 'Medium',
      message: 'Solar array drive lags behind the Sun',
      evidence: ['solarOutput', 'attitudeStability'],
      reasoning:
        'The angle of the array falls behind the commanded one and the loss grows with the cosine of the difference; correcting the attitude brings the Sun back onto the drive’s range.',
      suggestedAction: 'Attitude Adjustment',
    },
    {
      severity: 'High',
      message: 'Solar array hinge reports an incomplete deployment',
      evidence: ['solarOutput', 'batteryVoltage'],
      reasoning:
        'A hinge sensor no longer confirms that its wing is latched; a wing that folds back takes its share of the power with it, so the deployment should be driven to its end stop again.',
      suggestedAction: 'Deploy Solar Array',
    },
  ],
  Signal: [
    {
      severity: 'Low',
      message: 'Bit errors on the downlink above the usual rate',
      evidence: ['signalStrength', 'attitudeStability'],
      reasoning:
        'The decoder corrects more bits than this link margin explains, which points to interference or to a receiver that has lost its lock; a check of both directions tells them apart.',
      suggestedAction: 'Communications Check',
    },
    {
      severity: 'Medium',
      message: 'Antenna pointing error detected',
      evidence: ['signalStrength', 'attitudeStability'],
      reasoning:
        'The beam is ten degrees wide and the estimated boresight has moved off the line of sight; margin falls with the square of that angle, so the antenna should be aligned again.',
      suggestedAction: 'Rotate Antenna',
    },
    {
      severity: 'High',
      message: 'Transmitter output power is unstable',
      evidence: ['signalStrength', 'temperature', 'batteryVoltage'],
      reasoning:
        'The power amplifier steps between two levels; data that are still on board should be brought down while the link holds.',
      suggestedAction: 'Data Downlink',
    },
  ],
  Temperature: [
    {
      severity: 'Low',
      message: 'Two thermistors disagree',
      evidence: ['temperature', 'solarOutput'],
      reasoning:
        'Two sensors on the same panel differ by more than their tolerance, so that one of them drifts; a calibration against the reference resistor tells which.',
      suggestedAction: 'Calibrate Sensors',
    },
    {
      severity: 'High',
      message: 'Bus temperature leaves its predicted curve',
      evidence: ['temperature', 'solarOutput'],
      reasoning:
        'The heat balance of light, shadow and load predicts another course than the one observed, as it would with a radiator that no longer rejects its share; active control brings the offset back to zero.',
      suggestedAction: 'Thermal Control',
    },
    {
      severity: 'Critical',
      message: 'Heater circuit does not follow its thermostat',
      evidence: ['temperature', 'batteryVoltage'],
      reasoning:
        'The heater’s current and its switch disagree, so that it may stay on in sunlight or off in the Earth’s shadow; the circuit should be taken under direct control before a limit is reached.',
      suggestedAction: 'Thermal Control',
    },
  ],
  Attitude: [
    {
      severity: 'Low',
      message: 'Gyroscope bias is growing',
      evidence: ['attitudeStability', 'temperature'],
      reasoning:
        'Rates integrated between two star-tracker fixes end up beside the fix by a little more each time, which is a bias that a calibration removes.',
      suggestedAction: 'Calibrate Sensors',
    },
    {
      severity: 'Medium',
      message: 'Friction in a reaction wheel is rising',
      evidence: ['attitudeStability', 'batteryVoltage'],
      reasoning:
        'A wheel needs more torque for the same speed, and the control loop follows with larger errors; a slew that takes the wheel through zero speed spreads its lubricant.',
      suggestedAction: 'Attitude Adjustment',
    },
    {
      severity: 'Critical',
      message: 'Reaction wheel close to saturation',
      evidence: ['attitudeStability', 'signalStrength', 'solarOutput'],
      reasoning:
        'The stored momentum nears the wheel’s limit; beyond it the spacecraft can hold neither antenna nor array where they belong, so the momentum should be shed by a slew now.',
      suggestedAction: 'Attitude Adjustment',
    },
  ],
};
