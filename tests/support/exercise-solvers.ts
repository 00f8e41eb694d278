import type { AnomalyType } from '../../src/shared/entities/entities.ts';
import type { ExerciseId } from '../../src/shared/entities/exercise-catalogue.ts';
import {
  type Condition,
  from,
  isActing,
  isAsked,
  isKnown,
  isOffered,
  isSafeAbove,
  literalFollower,
  type Operator,
  type ScriptStep,
  scripted,
} from './exercise.ts';

/** True while the ground knows of a fault of one type, and of none of another. */
const isOnlyActing =
  (type: AnomalyType, other: AnomalyType): Condition =>
  (console) =>
    isActing(type)(console) && !isActing(other)(console);

const EACH_PASS: ScriptStep = { send: 'Data Downlink', at: isOffered, each: true };

/** True during a pass, whatever the console advises. */
const isPass: Condition = ({ craft }) => craft.radio.link === 'station';

/** Operators who solve the built-in exercises. */
export const SOLVERS: Readonly<Record<ExerciseId, () => Operator>> = {
  'first-contact': () => scripted([{ send: 'Rotate Antenna', at: isAsked('Signal') }, EACH_PASS]),
  'too-warm': () => scripted([{ send: 'Thermal Control', at: isKnown('Temperature') }, EACH_PASS]),
  // Does not wait for a retry: the eclipse does not wait either.
  'before-the-eclipse': () => scripted([{ send: 'Deploy Solar Array', at: isKnown('Solar') }]),
  // Leaves all but the last fault to on-board protection.
  'busy-hour': () => scripted([{ send: 'Calibrate Sensors', at: from(38, isAsked('Attitude')) }]),
  // The antenna first, which the return to NOMINAL would make worse.
  'safe-morning': () =>
    scripted([
      { send: 'Rotate Antenna', at: isAsked('Signal') },
      { send: 'Attitude Adjustment', at: isSafeAbove(0.5) },
      { send: 'Calibrate Sensors', at: isAsked('Attitude') },
      EACH_PASS,
    ]),
  // The cell first, which cannot wait; safe mode protects it from what the other fault needs.
  'two-at-once': () =>
    scripted([
      { send: 'Enter Safe Mode', at: isActing('Battery') },
      { send: 'Thermal Control', at: from(14, isOnlyActing('Temperature', 'Battery')) },
      {
        send: 'Attitude Adjustment',
        at: (console) => isSafeAbove(0.5)(console) && !isActing('Battery')(console),
      },
      EACH_PASS,
    ]),
  // Safe mode clears the cell before the pass, in which the transmitter would make it worse.
  'full-recorder': () =>
    scripted([
      { send: 'Enter Safe Mode', at: from(13.5, isActing('Battery')) },
      {
        send: 'Attitude Adjustment',
        at: (console) => isSafeAbove(0.5)(console) && !isActing('Battery')(console),
      },
      { send: 'Communications Check', at: isAsked('Signal') },
      EACH_PASS,
    ]),
  'last-resort': () =>
    scripted([
      { send: 'Thermal Control', at: isKnown('Temperature') },
      { send: 'Attitude Adjustment', at: isSafeAbove(0.5) },
    ]),
  'own-judgement': () =>
    scripted([
      { send: 'Rotate Antenna', at: from(20, isKnown('Signal')) },
      { send: 'Communications Check', at: from(34, isKnown('Signal')) },
      // Without suggestions the operator knows the passes from the contact plan.
      { send: 'Data Downlink', at: isPass, each: true },
    ]),
  // One command clears both faults.
  'bare-readings': () => scripted([{ send: 'Thermal Control', at: from(8, isActing('Battery')) }]),
  // Here the suggestions are right; what they lack are the passes.
  'rough-shift': () => literalFollower([EACH_PASS]),
  // Safe mode before the pass, the downlink in it, and NOMINAL after it.
  'night-watch': () =>
    scripted([
      { send: 'Thermal Control', at: isKnown('Temperature') },
      { send: 'Enter Safe Mode', at: isActing('Battery') },
      { send: 'Attitude Adjustment', at: from(20, isSafeAbove(0.5)) },
      EACH_PASS,
    ]),
};

/** Operators who make the mistake that an exercise tempts to. */
export const TEMPTED = {
  // Commands against faults that on-board protection is about to clear.
  'busy-hour': () => literalFollower([], false),
  // Leaves safe mode while that makes the fault of the antenna worse, and forgets it.
  'safe-morning': () => scripted([{ send: 'Attitude Adjustment', at: isSafeAbove(0.5) }, EACH_PASS]),
  // Begins with the command that makes the other fault worse.
  'two-at-once': () =>
    scripted([
      { send: 'Thermal Control', at: isActing('Temperature') },
      { send: 'Enter Safe Mode', at: from(24, isActing('Battery')) },
      { send: 'Attitude Adjustment', at: from(30, isSafeAbove(0.5)) },
      EACH_PASS,
    ]),
  // Downlinks first, with the weak cell.
  'full-recorder': () =>
    scripted([
      { send: 'Data Downlink', at: isPass, each: true },
      { send: 'Enter Safe Mode', at: from(35, isActing('Battery')) },
      { send: 'Attitude Adjustment', at: from(41, isSafeAbove(0.5)) },
      { send: 'Communications Check', at: isAsked('Signal') },
    ]),
  // Protects the spacecraft from a fault that safe mode makes worse.
  'bare-readings': () =>
    scripted([
      { send: 'Enter Safe Mode', at: isActing('Temperature') },
      { send: 'Attitude Adjustment', at: from(13, isSafeAbove(0.5)) },
      { send: 'Thermal Control', at: from(15, isActing('Temperature')) },
    ]),
  // Downlinks first, out of an empty battery.
  'night-watch': () =>
    scripted([
      { send: 'Thermal Control', at: isAsked('Temperature') },
      { send: 'Data Downlink', at: isPass, each: true },
      { send: 'Enter Safe Mode', at: from(21, isActing('Battery')) },
      { send: 'Attitude Adjustment', at: from(27, isSafeAbove(0.5)) },
    ]),
} as const satisfies Partial<Record<ExerciseId, () => Operator>>;
