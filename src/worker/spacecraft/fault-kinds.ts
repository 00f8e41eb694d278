import type { AnomalySeverity, AnomalyType, CommandName } from '../../shared/entities/entities.ts';
import type { FaultName } from '../../shared/entities/faults.ts';
import type { SpacecraftPart } from '../../shared/entities/spacecraft.ts';

/** A kind of fault. Its effect on the model is in `fault-effects.ts`. */
export interface FaultKind {
  readonly type: AnomalyType;
  /**
   * Based on the outcome without action: out of limits at once or soon (Critical, High), later or never (Medium,
   * Low).
   */
  readonly severity: AnomalySeverity;
  readonly part: SpacecraftPart;
  readonly label: string;
  /** Command that clears it physically. */
  readonly recoveryCommand: CommandName;
  readonly worsenedBy: readonly CommandName[];
}

export const FAULT_KINDS = {
  'weak-cell': {
    type: 'Battery',
    severity: 'Medium',
    part: 'battery',
    label: 'weak battery cell',
    recoveryCommand: 'Enter Safe Mode',
    worsenedBy: ['Data Downlink', 'Rotate Antenna'],
  },
  'high-resistance': {
    type: 'Battery',
    severity: 'Low',
    part: 'battery',
    label: 'high cell resistance',
    recoveryCommand: 'Thermal Control',
    worsenedBy: ['Attitude Adjustment'],
  },
  'cell-short': {
    type: 'Battery',
    severity: 'High',
    part: 'battery',
    label: 'battery cell shorted',
    recoveryCommand: 'Enter Safe Mode',
    worsenedBy: ['Data Downlink', 'Thermal Control'],
  },
  'open-string': {
    type: 'Solar',
    severity: 'Medium',
    part: 'array',
    label: 'one array string open',
    recoveryCommand: 'Deploy Solar Array',
    worsenedBy: [],
  },
  'wing-folded': {
    type: 'Solar',
    severity: 'High',
    part: 'array',
    label: 'array wing retracted',
    recoveryCommand: 'Deploy Solar Array',
    worsenedBy: ['Attitude Adjustment'],
  },
  'drive-stuck': {
    type: 'Solar',
    severity: 'Critical',
    part: 'array',
    label: 'array drive stuck off the Sun',
    recoveryCommand: 'Deploy Solar Array',
    worsenedBy: ['Attitude Adjustment'],
  },
  'antenna-off': {
    type: 'Signal',
    severity: 'Medium',
    part: 'antenna',
    label: 'antenna off pointing',
    recoveryCommand: 'Rotate Antenna',
    worsenedBy: ['Attitude Adjustment'],
  },
  'gimbal-slip': {
    type: 'Signal',
    severity: 'High',
    part: 'antenna',
    label: 'antenna gimbal slipped',
    recoveryCommand: 'Rotate Antenna',
    worsenedBy: ['Attitude Adjustment'],
  },
  'receiver-detuned': {
    type: 'Signal',
    severity: 'Medium',
    part: 'antenna',
    label: 'receiver detuned',
    recoveryCommand: 'Communications Check',
    worsenedBy: [],
  },
  'heater-stuck-on': {
    type: 'Temperature',
    severity: 'High',
    part: 'heater',
    label: 'heater stuck on',
    recoveryCommand: 'Thermal Control',
    worsenedBy: ['Data Downlink'],
  },
  'radiator-blocked': {
    type: 'Temperature',
    severity: 'Critical',
    part: 'bus',
    label: 'radiator louvre stuck shut',
    recoveryCommand: 'Thermal Control',
    worsenedBy: ['Data Downlink'],
  },
  'louvre-open': {
    type: 'Temperature',
    severity: 'Medium',
    part: 'bus',
    label: 'radiator louvre stuck open',
    recoveryCommand: 'Thermal Control',
    worsenedBy: ['Enter Safe Mode'],
  },
  'wheel-friction': {
    type: 'Attitude',
    severity: 'Medium',
    part: 'wheels',
    label: 'reaction wheel friction',
    recoveryCommand: 'Attitude Adjustment',
    worsenedBy: ['Rotate Antenna'],
  },
  'wheel-failing': {
    type: 'Attitude',
    severity: 'Critical',
    part: 'wheels',
    label: 'reaction wheel failing',
    recoveryCommand: 'Attitude Adjustment',
    worsenedBy: ['Rotate Antenna'],
  },
  'gyro-drift': {
    type: 'Attitude',
    severity: 'Low',
    part: 'sensors',
    label: 'gyro bias',
    recoveryCommand: 'Calibrate Sensors',
    worsenedBy: [],
  },
} as const satisfies Readonly<Record<FaultName, FaultKind>>;
