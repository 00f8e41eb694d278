/** Faults of ORBITA-1 by name; the worker's `spacecraft/fault-kinds.ts` has what each does. */
export const FAULT_NAMES = [
  'weak-cell',
  'high-resistance',
  'cell-short',
  'open-string',
  'wing-folded',
  'drive-stuck',
  'antenna-off',
  'gimbal-slip',
  'receiver-detuned',
  'heater-stuck-on',
  'radiator-blocked',
  'louvre-open',
  'wheel-friction',
  'wheel-failing',
  'gyro-drift',
] as const;
export type FaultName = (typeof FAULT_NAMES)[number];

/**
 * Course of a fault without ground action. `transient`: a retry clears it. `contained`: the switch to the
 * redundant unit removes most of its effect, and a reconfiguration clears it later. `safed`: the switch
 * fails, and FDIR commands safe mode. `lasting`: FDIR does not detect it, and only the ground clears it.
 */
export const FAULT_COURSES = ['transient', 'contained', 'safed', 'lasting'] as const;
export type FaultCourse = (typeof FAULT_COURSES)[number];
