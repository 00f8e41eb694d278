import { describe, expect, it } from 'vitest';
import { ANOMALY_TYPES, type TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES } from '../../../../../src/shared/entities/faults.ts';
import { degrees, MS_PER_S } from '../../../../../src/shared/kit/units.ts';
import {
  causesOf,
  type Evidence,
  fittingCauses,
  narrowCauses,
} from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import { FAULT_KINDS } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { NOMINAL } from '../../../../support/telemetry.ts';

const LIT = spacecraftView();
const DARK = spacecraftView({ light: 0 });

interface Shown extends Partial<Evidence> {
  readonly atS?: number;
  readonly from?: Partial<TelemetrySample>;
}

/** Returns the evidence half a minute after the onset, with the given readings. */
function evidence(to: Partial<TelemetrySample>, { atS = 30, from, ...others }: Shown = {}): Evidence {
  const before = { ...NOMINAL, ...from };
  const span = { from: before, to: { ...before, ...to, timestamp: later(atS * MS_PER_S) } };
  return { span, first: undefined, view: LIT, sinceOnsetMs: atS * MS_PER_S, isFullSize: true, ...others };
}

const jump = (attitudeStability: number): TelemetrySample => ({
  ...NOMINAL,
  attitudeStability,
  timestamp: later(5000),
});
const radio = (misalignment: number) =>
  spacecraftView({ radio: { ...LIT.radio, misalignment: degrees(misalignment) } });
const heater = (isHeaterOn: boolean, busTemperature = 15) =>
  spacecraftView({ thermal: { isHeaterOn, busTemperature } });
const current = (currentA: number) => spacecraftView({ battery: { ...LIT.battery, currentA } });
const slopes = (before: number, now: number) => ({
  span: { from: NOMINAL, to: NOMINAL, slopes: { before, now } },
});

describe('the causes of a battery anomaly', () => {
  const causes = (change: number, shown?: Shown) =>
    fittingCauses('Battery', evidence({ batteryVoltage: 28.4 + change }, shown));

  it('are distinguished by the voltage change while charging', () => {
    expect(causes(-5.7)).toEqual(['cell-short']);
    expect(causes(-0.6)).toEqual(['weak-cell']);
    expect(causes(-0.3)).toEqual(['high-resistance']);
    expect(causes(0.3)).toEqual(['high-resistance']);
    expect(causes(-0.42)).toEqual(['weak-cell', 'high-resistance']);
  });

  it('are distinguished by the sag under load for a minute only, as the battery discharges', () => {
    const discharging = { view: current(-8) };
    expect(causes(-0.8, discharging)).toEqual(['weak-cell']);
    expect(causes(-0.45, discharging)).toEqual(['high-resistance']);
    expect(causes(-0.6, discharging)).toEqual(['weak-cell', 'high-resistance']);
    expect(causes(-0.8, { ...discharging, atS: 90 })).toEqual(causesOf('Battery'));
  });

  it('all remain after a change that the illumination explains', () => {
    expect(fittingCauses('Battery', evidence({ batteryVoltage: 27, solarOutput: 0 }))).toEqual(
      causesOf('Battery'),
    );
  });
});

describe('the causes of a solar anomaly', () => {
  const causes = (solarOutput: number, attitudeStability = 0.4) =>
    fittingCauses('Solar', evidence({ solarOutput, attitudeStability }));

  it('are distinguished by the remaining share of the output', () => {
    expect(causes(450)).toEqual(['open-string']);
    expect(causes(300, 1.3)).toEqual(['wing-folded']);
    expect(causes(90, 3)).toEqual(['drive-stuck']);
    expect(causes(200, 1.3)).toEqual(['wing-folded', 'drive-stuck']);
  });

  it('distinguish a retracting wing from an open string: it turns the spacecraft', () => {
    expect(causes(450, 1.3)).toEqual(causesOf('Solar'));
  });

  it('are distinguished in eclipse by the attitude, and by the voltage if that is steady', () => {
    const dark = (to: Partial<TelemetrySample>, atS: number) =>
      fittingCauses('Solar', evidence(to, { from: { solarOutput: 0 }, view: DARK, atS }));
    expect(dark({ attitudeStability: 3 }, 90)).toEqual(['drive-stuck']);
    expect(dark({ attitudeStability: 1.2 }, 90)).toEqual(['wing-folded', 'drive-stuck']);
    expect(dark({ attitudeStability: 1.2 }, 250)).toEqual(['wing-folded']);
    expect(dark({ batteryVoltage: 28.1 }, 90)).toEqual(['open-string']);
    expect(dark({}, 90)).toEqual(causesOf('Solar'));
  });

  it('all remain in penumbra', () => {
    const penumbra = { view: spacecraftView({ light: 0.5 }) };
    expect(fittingCauses('Solar', evidence({ solarOutput: 90 }, penumbra))).toEqual(causesOf('Solar'));
  });
});

describe('the causes of a signal anomaly', () => {
  const causes = (misalignment: number, shown?: Shown) =>
    fittingCauses('Signal', evidence({ signalStrength: 55 }, { view: radio(misalignment), ...shown }));

  it('are distinguished by the pointing error of the antenna', () => {
    expect(causes(0)).toEqual(['receiver-detuned']);
    expect(causes(4)).toEqual(['antenna-off']);
    expect(causes(6.5)).toEqual(['gimbal-slip']);
    expect(causes(5.6)).toEqual(['antenna-off', 'gimbal-slip']);
  });

  it('are both antenna faults if a redundant unit reduces the effect', () => {
    expect(causes(4, { isFullSize: false })).toEqual(['antenna-off', 'gimbal-slip']);
  });

  it('all remain during an antenna rotation, and if the attitude explains the loss', () => {
    const rotating = spacecraftView({
      activities: [{ commandId: 'c', name: 'Rotate Antenna', startTime: T0, endTime: later(60_000) }],
    });
    expect(causes(0, { view: rotating })).toEqual(causesOf('Signal'));
    const swinging = evidence({ signalStrength: 55, attitudeStability: 3 }, { view: radio(0) });
    expect(fittingCauses('Signal', swinging)).toEqual(causesOf('Signal'));
  });
});

describe('the causes of a temperature anomaly', () => {
  const causes = (shown: Shown) => fittingCauses('Temperature', evidence({}, shown));

  it('are distinguished by the heater and the sign of the temperature slope', () => {
    expect(causes({ view: heater(true) })).toEqual(['heater-stuck-on']);
    expect(causes({ view: heater(false) })).toEqual(['radiator-blocked', 'louvre-open']);
    expect(causes({ view: heater(false), ...slopes(0.1, 1.5) })).toEqual(['radiator-blocked']);
    expect(causes({ view: heater(false), ...slopes(0.6, 0.1) })).toEqual(['louvre-open']);
  });

  it('do not include a heater that is on because the bus is cold', () => {
    expect(causes({ view: heater(true, -3) })).toEqual(causesOf('Temperature'));
    expect(causes({ view: heater(true, -3), ...slopes(0.1, 1.5) })).toEqual([
      'heater-stuck-on',
      'radiator-blocked',
    ]);
  });
});

describe('the causes of an attitude anomaly', () => {
  const causes = (attitudeStability: number, shown: Shown) =>
    fittingCauses('Attitude', evidence({ attitudeStability }, shown));

  it('are distinguished by the rate and the size of the deviation', () => {
    expect(causes(1.2, { first: jump(1.3) })).toEqual(['wheel-friction', 'wheel-failing']);
    expect(causes(2.4, { first: jump(1.3) })).toEqual(['wheel-failing']);
    expect(causes(1.1, { first: jump(1.3), atS: 120 })).toEqual(['wheel-friction']);
    expect(causes(0.8, { first: jump(0.5) })).toEqual(['gyro-drift']);
  });

  it('keep the gyro if the first sample was missed', () => {
    expect(causes(1.1, { atS: 120 })).toEqual(['wheel-friction', 'gyro-drift']);
    expect(causes(1.1, {})).toEqual(causesOf('Attitude'));
  });
});

describe('inconclusive evidence', () => {
  it.each(ANOMALY_TYPES)('keeps every cause of %s', (type) => {
    const all = FAULT_NAMES.filter((name) => FAULT_KINDS[name].type === type);
    const nothing = {
      span: undefined,
      first: undefined,
      view: undefined,
      sinceOnsetMs: 30_000,
      isFullSize: true,
    };
    expect(fittingCauses(type, nothing)).toEqual(all);
    // Initially no magnitude has settled, and behind a redundant unit none reflects the fault.
    expect(fittingCauses(type, evidence({ solarOutput: 90, batteryVoltage: 22 }, { atS: 5 }))).toEqual(all);
  });
});

describe('the causes that still fit', () => {
  it('only become fewer, and never exclude the actual one', () => {
    const all = causesOf('Signal');
    expect(narrowCauses(all, ['antenna-off', 'gimbal-slip'], 'antenna-off')).toEqual([
      'antenna-off',
      'gimbal-slip',
    ]);
    expect(narrowCauses(['antenna-off'], all, 'antenna-off')).toEqual(['antenna-off']);
    expect(narrowCauses(all, ['receiver-detuned'], 'antenna-off')).toBe(all);
  });
});
