import { describe, expect, it } from 'vitest';
import type { CommandName } from '../../../../src/shared/entities/entities.ts';
import { degrees } from '../../../../src/shared/kit/units.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { type FaultEffects, noEffects } from '../../../../src/worker/spacecraft/fault-effects.ts';
import {
  copyOf,
  INITIAL_SPACECRAFT,
  type MutableSpacecraft,
  type SpacecraftState,
} from '../../../../src/worker/spacecraft/model.ts';
import {
  downlinkMbPerS,
  relayMarginDb,
  signalOf,
  stationMarginDb,
  stepRadio,
  stepRecorder,
} from '../../../../src/worker/spacecraft/radio.ts';
import { later, T0 } from '../../../support/mission.ts';

const BETWEEN: Environment = {
  light: 1,
  betaSine: 0,
  sunDistanceAu: 1,
  station: undefined,
  relayAngle: degrees(65),
};
const over = (rangeKm: number): Environment => ({
  ...BETWEEN,
  station: { id: 'madrid', elevation: degrees(40), rangeKm },
});
/** Points straight at its target. */
const POINTED = { attitudeError: 0, disturbance: 0, drift: 0, misalignment: degrees(0) } as const;
/** Returns a command that started at T0 and takes this long. */
const underWay = (name: CommandName, durationS = 1200) => ({
  activities: [{ commandId: 'command-1', name, startTime: T0, endTime: later(durationS * 1000) }],
});

function stepped(
  environment: Environment,
  told: Partial<SpacecraftState> = {},
  effects: Partial<FaultEffects> = {},
  atS = 5,
): MutableSpacecraft {
  const craft = copyOf({ ...INITIAL_SPACECRAFT, ...POINTED, ...told });
  stepRadio(craft, environment, { ...noEffects(), ...effects }, later(atS * 1000), 5);
  return craft;
}

/** Free-space path loss at 2250 MHz. */
const pathLossDb = (rangeKm: number) => 32.45 + 20 * Math.log10(2250) + 20 * Math.log10(rangeKm);

describe('the link budget', () => {
  it('of a station adds up power, path, losses, the receiver and the symbols’ rate', () => {
    for (const rangeKm of [450, 1000, 1900]) {
      expect(stationMarginDb(rangeKm, 0)).toBeCloseTo(4.5 - pathLossDb(rangeKm) - 3 + 14 + 228.6 - 66, 9);
    }
  });

  it('of the relay falls with the square of its angle', () => {
    expect(relayMarginDb(degrees(0), 0)).toBeCloseTo(18.5, 9);
    expect(relayMarginDb(degrees(65), 0)).toBeCloseTo(15.5, 9);
    expect(relayMarginDb(degrees(130), 0)).toBeCloseTo(6.5, 9);
  });

  it('loses 12 dB at the edge of the beam, 10° off, and half of that over the relay', () => {
    expect(stationMarginDb(800, 0) - stationMarginDb(800, 10)).toBeCloseTo(12, 9);
    expect(stationMarginDb(800, 0) - stationMarginDb(800, 5)).toBeCloseTo(3, 9);
    expect(relayMarginDb(degrees(65), 0) - relayMarginDb(degrees(65), 10)).toBeCloseTo(6, 9);
  });

  it('is shown as a share of 26 dB, from 0 to 100 %', () => {
    expect(signalOf(13)).toBeCloseTo(50, 9);
    expect(signalOf(30)).toBe(100);
    expect(signalOf(-1)).toBe(0);
  });
});

describe('the link', () => {
  const stationDb = stationMarginDb(500, 0);

  it('is the better of station and relay', () => {
    expect(stepped(BETWEEN)).toMatchObject({ link: 'relay', station: undefined, rangeKm: 0, elevation: 0 });
    expect(stepped(BETWEEN).marginDb).toBeCloseTo(15.5, 9);
    const near = stepped(over(500));
    expect(near).toMatchObject({ link: 'station', station: 'madrid', rangeKm: 500, elevation: 40 });
    expect(near.marginDb).toBeCloseTo(stationDb, 9);
    expect(near.signalStrength).toBeCloseTo((100 * stationDb) / 26, 9);
    // A distant station is in view, but the relay is better.
    const far = stepped(over(1900));
    expect(far).toMatchObject({ link: 'relay', station: 'madrid', rangeKm: 1900 });
    expect(far.marginDb).toBeCloseTo(15.5, 9);
  });

  it('is the station’s, near or far, during a downlink, except in survival', () => {
    const downlink = underWay('Data Downlink');
    expect(stepped(over(1900), downlink)).toMatchObject({ link: 'station' });
    expect(stepped(over(1900), { ...downlink, mode: 'SAFE' })).toMatchObject({ link: 'station' });
    expect(stepped(over(1900), { ...downlink, mode: 'SURVIVAL' })).toMatchObject({
      antenna: 'low',
      transmitterLoadW: 0,
    });
    expect(stepped(BETWEEN, downlink)).toMatchObject({ link: 'relay' });
  });

  it('is 3 dB worse outside nominal mode, 1.5 dB better with a test tone, and worse by the loss of a fault', () => {
    for (const mode of ['SAFE', 'SURVIVAL'] as const) {
      expect(stepped(over(500), { mode }).marginDb).toBeCloseTo(stationDb - 3, 9);
    }
    expect(stepped(over(500), underWay('Communications Check', 30)).marginDb).toBeCloseTo(stationDb + 1.5, 9);
    expect(stepped(over(500), {}, { signalLossDb: 1.2 }).marginDb).toBeCloseTo(stationDb - 1.2, 9);
  });

  it('has the combined pointing error of antenna and attitude', () => {
    const off = { misalignment: degrees(4), attitudeError: 1 };
    const { marginDb } = stepped(over(500), off, { misalignment: 4 });
    expect(marginDb).toBeCloseTo(stationDb - 3, 9);
    expect(stepped(BETWEEN, off, { misalignment: 4 }).marginDb).toBeCloseTo(15.5 - 1.5, 9);
  });

  it('is lost without margin', () => {
    expect(stepped(BETWEEN, {}, { signalLossDb: 15.6 })).toMatchObject({ link: 'none', signalStrength: 0 });
    expect(stepped(BETWEEN, {}, { signalLossDb: relayMarginDb(degrees(65), 0) })).toMatchObject({
      link: 'none',
      marginDb: 0,
    });
    expect(stepped(BETWEEN, {}, { signalLossDb: 15.4 }).link).toBe('relay');
  });
});

describe('the antenna', () => {
  const low = (environment: Environment, told: Partial<SpacecraftState> = {}, signalLossDb = 0) =>
    stepped(environment, { antenna: 'low', ...told }, { signalLossDb });

  it('is low-gain if the high-gain one has no margin, with a margin independent of pointing', () => {
    // 12 dB × (18°/10°)² = 39 dB, half of it over the relay: 15.5 − 19.4 dB remain of the high-gain link.
    const off = stepped(BETWEEN, { misalignment: degrees(18) }, { misalignment: 18 });
    expect(off).toMatchObject({ antenna: 'low', link: 'relay', signalStrength: 0, transmitterLoadW: 0 });
    expect(off.marginDb).toBeCloseTo(15.5 - 19.44, 9);
    // 28 dB less gain, and 1 ksym/s instead of 64.
    expect(off.lowGainMarginDb).toBeCloseTo(15.5 - 28 + 10 * Math.log10(64), 9);
    expect(stepped(BETWEEN).lowGainMarginDb).toBeCloseTo(off.lowGainMarginDb, 9);
  });

  it('has a large margin over a station, where it sends 1 ksym/s instead of 4000', () => {
    const far = stepped(over(1900), { misalignment: degrees(18) }, { misalignment: 18 });
    expect(far).toMatchObject({ antenna: 'low', link: 'station' });
    expect(far.lowGainMarginDb).toBeCloseTo(stationMarginDb(1900, 0) - 28 + 10 * Math.log10(4000), 9);
  });

  it('downlinks no data over low gain, so that the recorder fills', () => {
    const craft = stepped(over(500), { misalignment: degrees(18), payloadLoadW: 60 }, { misalignment: 18 });
    stepRecorder(craft, 10);
    expect(craft).toMatchObject({ antenna: 'low', downlinkMbPerS: 0 });
    expect(craft.storedMb).toBeCloseTo(INITIAL_SPACECRAFT.storedMb + 0.2, 9);
  });

  it('returns to high gain only with 3 dB of margin', () => {
    expect(low(BETWEEN, {}, 15.5 - 2.9).antenna).not.toBe('high');
    expect(low(BETWEEN, {}, 15.5 - 3.1).antenna).toBe('high');
    expect(stepped(BETWEEN, {}, { signalLossDb: 15.5 - 0.1 }).antenna).toBe('high');
  });

  it('returns to low gain only with 1 dB of margin', () => {
    const lowDb = 15.5 - 28 + 10 * Math.log10(64);
    const off = { misalignment: degrees(30) };
    const at = (antenna: 'low' | 'none', leftDb: number) =>
      stepped(BETWEEN, { ...off, antenna }, { misalignment: 30, signalLossDb: lowDb - leftDb }).antenna;
    expect(at('low', 0.1)).toBe('low');
    expect(at('low', -0.1)).toBe('none');
    expect(at('none', 0.9)).toBe('none');
    expect(at('none', 1.1)).toBe('low');
  });

  it('is low-gain in survival, whatever the margin of the high-gain one', () => {
    expect(stepped(BETWEEN, { mode: 'SURVIVAL' })).toMatchObject({ antenna: 'low', link: 'relay' });
    expect(stepped(BETWEEN, { mode: 'SAFE' }).antenna).toBe('high');
  });

  it('is none in safe mode far from every relay with a detuned receiver, and only then', () => {
    const far = { ...BETWEEN, relayAngle: degrees(81) };
    const off = { antenna: 'low', misalignment: degrees(18) } as const;
    const linked = (mode: 'NOMINAL' | 'SAFE', environment: Environment, signalLossDb: number) =>
      stepped(environment, { ...off, mode }, { misalignment: 18, signalLossDb }).antenna;
    expect(linked('SAFE', far, 1.2)).toBe('none');
    expect(linked('NOMINAL', far, 1.2)).toBe('low');
    expect(linked('SAFE', BETWEEN, 1.2)).toBe('low');
    expect(linked('SAFE', far, 0)).toBe('low');
  });
});

describe('the transmitter', () => {
  it('draws 35 W over a station, 60 W in a downlink, and nothing over the relay', () => {
    const drawn = (environment: Environment, told: Partial<SpacecraftState> = {}) =>
      stepped(environment, { transmitterLoadW: 99, ...told }).transmitterLoadW;
    const downlink = underWay('Data Downlink');
    expect(drawn(over(500))).toBe(35);
    expect(drawn(over(500), downlink)).toBe(60);
    expect(drawn(over(500), { ...downlink, mode: 'SAFE' })).toBe(60);
    expect(drawn(over(500), { mode: 'SAFE' })).toBe(0);
    expect(drawn(over(500), { ...downlink, mode: 'SURVIVAL' })).toBe(0);
    expect(drawn(BETWEEN)).toBe(0);
    expect(drawn(BETWEEN, downlink)).toBe(0);
    expect(drawn(over(1900))).toBe(0);
  });
});

describe('the gimbal', () => {
  it('is offset by a fault, and returns at 0.15° a second', () => {
    expect(stepped(BETWEEN, {}, { misalignment: 6.5 }).misalignment).toBe(6.5);
    expect(stepped(BETWEEN, { misalignment: degrees(4) }).misalignment).toBeCloseTo(4 - 0.75, 9);
    expect(stepped(BETWEEN, { misalignment: degrees(0.5) }).misalignment).toBe(0);
    expect(stepped(BETWEEN, { misalignment: degrees(6) }, { misalignment: 5.5 }).misalignment).toBe(5.5);
  });

  it('sweeps by 3° and back during a search', () => {
    const scan = underWay('Rotate Antenna', 60);
    const at = (atS: number, told: Partial<SpacecraftState> = {}) =>
      stepped(BETWEEN, { ...scan, ...told }, {}, atS).misalignment;
    expect(at(30)).toBeCloseTo(3, 9);
    expect(at(10)).toBeCloseTo(1.5, 9);
    expect(at(50)).toBeCloseTo(1.5, 9);
    expect(at(60)).toBeCloseTo(0, 9);
    // Never beyond its target direction, and never closer than where it was left.
    expect(at(61)).toBe(0);
    expect(at(10, { misalignment: degrees(5) })).toBeCloseTo(4.25, 9);
    expect(stepped(BETWEEN, underWay('Data Downlink', 60), {}, 30).misalignment).toBe(0);
  });

  it('searches while other commands are in progress, earlier or later ones', () => {
    const [scan] = underWay('Rotate Antenna', 60).activities;
    const [downlink] = underWay('Data Downlink').activities;
    if (!scan || !downlink) throw new Error('no activity');
    for (const activities of [
      [scan, downlink],
      [downlink, scan],
    ]) {
      expect(stepped(BETWEEN, { activities }, {}, 30).misalignment).toBeCloseTo(3, 9);
    }
  });
});

describe('the rate of a downlink', () => {
  it('is half a megabyte a second at full signal, and nothing below 40 %', () => {
    expect(downlinkMbPerS(100)).toBeCloseTo(0.5, 12);
    expect(downlinkMbPerS(70)).toBeCloseTo(0.25, 12);
    expect(downlinkMbPerS(40)).toBe(0);
    expect(downlinkMbPerS(20)).toBe(0);
  });
});

describe('the recorder', () => {
  const recorded = (told: Partial<SpacecraftState>, dtS = 10): MutableSpacecraft => {
    const quiet = { payloadLoadW: 0, transmitterLoadW: 0, signalStrength: 100, storedMb: 1000 };
    const craft = copyOf({ ...INITIAL_SPACECRAFT, downlinkedMb: 50, ...quiet, ...told });
    stepRecorder(craft, dtS);
    return craft;
  };

  it('records 0.02 MB a second while the payload is on, up to 8000 MB', () => {
    expect(recorded({ payloadLoadW: 60 })).toMatchObject({ recordedMbPerS: 0.02, storedMb: 1000.2 });
    expect(recorded({})).toMatchObject({ recordedMbPerS: 0, storedMb: 1000 });
    const nearlyFull = recorded({ payloadLoadW: 60, storedMb: 7999.9 });
    expect(nearlyFull.recordedMbPerS).toBeCloseTo(0.01, 9);
    expect(nearlyFull.storedMb).toBeCloseTo(8000, 9);
    expect(recorded({ payloadLoadW: 60, storedMb: 8000 })).toMatchObject({
      recordedMbPerS: 0,
      storedMb: 8000,
    });
  });

  it('plays back at the rate of the signal, and twice that in a downlink', () => {
    const pass = recorded({ transmitterLoadW: 35, signalStrength: 70 });
    expect(pass.downlinkMbPerS).toBeCloseTo(0.25, 12);
    expect(pass.storedMb).toBeCloseTo(1000 - 2.5, 9);
    expect(pass.downlinkedMb).toBeCloseTo(52.5, 9);
    const downlink = recorded({
      transmitterLoadW: 60,
      signalStrength: 70,
      ...underWay('Data Downlink'),
    });
    expect(downlink.downlinkMbPerS).toBeCloseTo(0.5, 12);
    expect(downlink.downlinkedMb).toBeCloseTo(55, 9);
    expect(recorded({ ...underWay('Data Downlink') })).toMatchObject({ downlinkMbPerS: 0, storedMb: 1000 });
  });

  it('plays back no more than it holds and records', () => {
    const emptied = recorded({ transmitterLoadW: 35, storedMb: 1, payloadLoadW: 60 });
    expect(emptied.downlinkMbPerS).toBeCloseTo(0.12, 9);
    expect(emptied.storedMb).toBeCloseTo(0, 12);
    expect(emptied.downlinkedMb).toBeCloseTo(51.2, 9);
  });

  it('frees space during playback: a full one records again at the next step', () => {
    const full = recorded({ transmitterLoadW: 35, storedMb: 8000, payloadLoadW: 60 });
    expect(full.recordedMbPerS).toBe(0);
    expect(full.storedMb).toBeCloseTo(7995, 9);
  });
});
