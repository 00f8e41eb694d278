import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, type TelemetrySample } from '../../../src/shared/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../src/shared/limits.ts';
import type { SpacecraftView } from '../../../src/shared/spacecraft.ts';
import { degrees } from '../../../src/shared/units.ts';
import { diagnose, type Symptoms } from '../../../src/worker/diagnosis/diagnosis.ts';
import { FAULT_CHAINS } from '../../../src/worker/diagnosis/fault-chains.ts';
import { slopeUntil } from '../../../src/worker/diagnosis/observed-change.ts';
import {
  FAULT_KINDS,
  FAULT_NAMES,
  type FaultKind,
  type FaultName,
} from '../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../support/mission.ts';
import { spacecraftView } from '../../support/spacecraft-view.ts';

const NOMINAL: TelemetrySample = {
  timestamp: T0,
  batteryVoltage: 28.4,
  solarOutput: 600,
  signalStrength: 66,
  temperature: 15,
  attitudeStability: 0.4,
};
const sample = (atS: number, reading: Partial<TelemetrySample> = {}): TelemetrySample => ({
  ...NOMINAL,
  ...reading,
  timestamp: later(atS * 1000),
});
const DARK = spacecraftView({ light: 0 });

const told = (symptoms: Partial<Symptoms> & Pick<Symptoms, 'name'>, atS = 40) =>
  diagnose(
    { since: T0, before: NOMINAL, telemetry: [], view: spacecraftView(), ...symptoms },
    later(atS * 1000),
  );

describe('a fault in words', () => {
  it('tells what was seen, in numbers and light, why, where it leads and what to do', () => {
    const { message, aiExplanation, phase, channel } = told({
      name: 'wing-folded',
      telemetry: [sample(20, { solarOutput: 310 }), sample(40, { solarOutput: 302 })],
      forecast: { channel: 'batteryVoltage', level: 'warning', value: 22, inMs: 36_720_000 },
    });
    expect(message).toBe('Solar output fell 298 W in 40 s while sunlit: an array wing has folded back.');
    expect(aiExplanation).toBe(
      'Solar output is 302 W, down 298 W in 40 s while sunlit. ' +
        'Both wings should face the Sun (600 W of at most 620 W facing the Sun); a folded one turns its cells ' +
        'away, and what the bus then lacks comes out of the battery. ' +
        'If nothing is done, battery voltage will be below 22 V (warning) in about 10 h (22:12 UTC). ' +
        'Deploy Solar Array drives the wing back onto its latch; ' +
        'Attitude Adjustment would swing the loose wing further.',
    );
    expect([phase, channel]).toEqual(['seen', 'solarOutput']);
  });

  it('promises the first signs while none can be seen', () => {
    expect(told({ name: 'heater-stuck-on' }, 5)).toMatchObject({
      message: 'Heater stuck on: first signs are expected in bus temperature within a minute.',
      phase: 'unseen',
    });
    for (const atS of [60, 80]) {
      expect(told({ name: 'heater-stuck-on', telemetry: [sample(atS)] }, atS).message).toBe(
        'Heater stuck on: bus temperature (15.0 °C) shows no clear sign of it yet.',
      );
    }
  });

  it('claims no change that lies in the noise, or goes the other way', () => {
    const { message, aiExplanation } = told({
      name: 'antenna-off',
      telemetry: [sample(30, { signalStrength: 64.8 })],
    });
    expect(message).toMatch(/first signs are expected/);
    expect(aiExplanation).toMatch(/^Signal strength is 64.8 % \(in limits\), with no clear change in 30 s/);
    const risen = told({ name: 'antenna-off', telemetry: [sample(30, { signalStrength: 80 })] });
    expect(risen.phase).toBe('unseen');
    expect(risen.aiExplanation).toMatch(/^Signal strength is 80.0 % \(in limits\), up 14.0 points in 30 s/);
  });

  it('says what the light does', () => {
    const dusk = told({
      name: 'weak-cell',
      telemetry: [sample(40, { solarOutput: 0, batteryVoltage: 27.4 })],
      view: DARK,
    });
    expect(dusk.message).toBe(
      'Battery voltage fell 1.00 V in 40 s, partly because the Sun has set: one battery cell has lost capacity.',
    );
    const night = { ...NOMINAL, solarOutput: 0 };
    const shadow = { name: 'open-string', before: night, view: DARK } as const;
    expect(told({ ...shadow, telemetry: [sample(40, { solarOutput: 0 })] }).message).toBe(
      'One array string open: first signs are expected in battery voltage within a minute, in solar output from sunrise.',
    );
    const sunrise = told({
      ...shadow,
      view: spacecraftView(),
      telemetry: [sample(40, { solarOutput: 480 })],
    });
    expect(sunrise).toMatchObject({
      message:
        'Solar output is 480 W since sunrise, where 620 W would be the most: one array string is open.',
      phase: 'seen',
    });
    const dropAtSunset = [sample(40, { solarOutput: 200 })];
    for (const light of [0.3, 0.99]) {
      const penumbra = spacecraftView({ light });
      expect(told({ name: 'open-string', telemetry: dropAtSunset, view: penumbra }).phase).toBe('unseen');
    }
    const umbra = [sample(40, { solarOutput: 0 })];
    expect(told({ name: 'open-string', telemetry: umbra, view: undefined }).phase).toBe('unseen');
  });

  it('tells how the temperature turned, where the orbit moves it as well', () => {
    const rising = (perMin: number, atS: number) => sample(atS, { temperature: 15 + (perMin * atS) / 60 });
    const since = Array.from({ length: 12 }, (_, index) => rising(0.1, 5 * (index + 1)));
    const turned = { name: 'louvre-open', slopeBefore: 0.6, telemetry: since } as const;
    expect(told(turned, 60)).toMatchObject({
      message:
        'Bus temperature went from +0.60 to +0.10 °C/min while sunlit: the radiator’s louvre is stuck open.',
      phase: 'seen',
    });
    expect(told(turned, 60).aiExplanation).toMatch(
      /^Bus temperature is 15.1 °C \(in limits\) and moves by \+0.10 °C\/min while sunlit, where it moved by \+0.60 °C\/min before\./,
    );
    // Too few samples, no slope from before, or other light: no claim.
    expect(told({ ...turned, telemetry: since.slice(0, 8) }).phase).toBe('seen');
    expect(told({ ...turned, telemetry: since.slice(0, 7) }).phase).toBe('unseen');
    const until = Array.from({ length: 12 }, (_, index) => rising(0.6, -5 * (11 - index)));
    expect(told({ ...turned, telemetry: [...until, ...since.slice(0, 7)] }).phase).toBe('unseen');
    expect(told({ ...turned, slopeBefore: undefined }).phase).toBe('unseen');
    const dusk = since.map((held, index) => (index < 6 ? held : { ...held, solarOutput: 0 }));
    expect(told({ ...turned, telemetry: dusk, view: DARK }).phase).toBe('unseen');
  });

  it('foretells no limit that has been passed', () => {
    const forecast = { channel: 'signalStrength', level: 'warning', value: 50, inMs: 60_000 } as const;
    const at = (signalStrength: number, foreseen?: typeof forecast) =>
      told({
        name: 'gimbal-slip',
        forecast: foreseen,
        telemetry: [sample(40, { signalStrength })],
      }).aiExplanation;
    expect(at(51, forecast)).toContain('If nothing is done');
    expect(at(49, forecast)).toBe(at(49));
    const earlier = [60, 59, 49].map((signalStrength, index) => sample(5 * index - 15, { signalStrength }));
    const unseen = { name: 'gimbal-slip', before: undefined, forecast } as const;
    expect(told({ ...unseen, telemetry: earlier }).aiExplanation).not.toContain('If nothing is done');
    expect(told({ ...unseen, telemetry: earlier.slice(0, 2) }).aiExplanation).toContain('If nothing is done');
    expect(told({ ...unseen, telemetry: [] }).aiExplanation).toContain('If nothing is done');
  });

  it('tells of its end, what ended it, and whether the channel is back', () => {
    const ended = { name: 'antenna-off', endedAt: later(190_000), endedBy: 'Rotate Antenna' } as const;
    const telemetry = [sample(100, { signalStrength: 50 }), sample(195, { signalStrength: 52 })];
    expect(told({ ...ended, telemetry }, 195)).toMatchObject({
      message:
        'Antenna off pointing ended by Rotate Antenna at 12:03:10 UTC; signal strength now at 52.0 %: ready to resolve.',
      phase: 'ended',
    });
    expect(told({ ...ended, telemetry: [sample(205, { signalStrength: 66.2 })] }, 205)).toMatchObject({
      message:
        'Antenna off pointing ended by Rotate Antenna at 12:03:10 UTC; signal strength back at 66.2 %: ready to resolve.',
      phase: 'recovered',
    });
    expect(told({ ...ended, isResolvable: false }, 195).message).toBe(
      'Antenna off pointing ended by Rotate Antenna at 12:03:10 UTC.',
    );
  });

  it.each(FAULT_NAMES)(
    '%s: names its remedy, and what would make it worse only if something would',
    (name) => {
      const { remedy, worsenedBy }: FaultKind = FAULT_KINDS[name];
      const { aiExplanation } = told({ name });
      expect(aiExplanation).toContain(` ${remedy} ${FAULT_CHAINS[name].remedyDoes}`);
      expect(FAULT_CHAINS[name].wouldWorsen === undefined).toBe(worsenedBy.length === 0);
      for (const command of worsenedBy) expect(aiExplanation).toContain(command);
    },
  );

  it('joins the commands that would make it worse', () => {
    expect(told({ name: 'weak-cell' }).aiExplanation).toMatch(
      /, so that the cell is spared; Data Downlink or Rotate Antenna would draw more from it\.$/,
    );
  });
});

describe('what the spacecraft reports of itself', () => {
  const lit = spacecraftView();
  const seenIn = (name: FaultName, view: SpacecraftView | undefined) => told({ name, view }).aiExplanation;
  const current = (currentA: number) => spacecraftView({ battery: { ...lit.battery, currentA } });
  const radio = (change: Partial<SpacecraftView['radio']>) =>
    spacecraftView({ radio: { ...lit.radio, ...change } });

  it.each<[FaultName, SpacecraftView, string]>([
    ['weak-cell', current(5), 'the same current (5.0 A into the battery);'],
    ['weak-cell', current(-8.26), 'the same current (8.3 A out of the battery);'],
    ['weak-cell', current(0.04), 'the same current;'],
    ['weak-cell', current(Number.NaN), 'the same current;'],
    ['high-resistance', current(-2), 'every ampere (2.0 A out of the battery) moves it'],
    ['cell-short', current(0.05), 'all of the current (0.1 A into the battery).'],
    ['open-string', lit, 'share of the current (600 W of at most 620 W facing the Sun);'],
    ['open-string', DARK, 'through which the battery leaks into the dark array.'],
    ['wing-folded', DARK, 'and at sunrise the array will give half.'],
    ['drive-stuck', lit, 'on the Sun (600 W of at most 620 W facing the Sun);'],
    ['drive-stuck', DARK, 'and at sunrise the array will stand edge-on.'],
    ['drive-stuck', spacecraftView({ light: 0.5 }), 'on the Sun (600 W of at most 620 W facing the Sun);'],
    ['antenna-off', radio({ misalignment: degrees(8) }), 'straight at the relay (8.0° off);'],
    ['antenna-off', radio({ misalignment: degrees(Number.NaN) }), 'straight at the relay;'],
    ['antenna-off', radio({ link: 'station', station: 'madrid' }), 'straight at Madrid (0.0° off);'],
    ['gimbal-slip', radio({ link: 'none' }), 'on its station or relay (0.0° off);'],
    ['gimbal-slip', radio({ link: 'station' }), 'on the ground station (0.0° off);'],
    ['receiver-detuned', lit, 'The link over the relay should be as good as its range allows;'],
    ['heater-stuck-on', lit, 'below −5 °C only (it is off);'],
    [
      'heater-stuck-on',
      spacecraftView({ thermal: { busTemperature: 20, isHeaterOn: true } }),
      'below −5 °C only (it is on);',
    ],
    ['radiator-blocked', lit, 'the heat of the load (225 W);'],
    [
      'radiator-blocked',
      spacecraftView({ loads: { ...lit.loads, totalW: Number.NaN } }),
      'the heat of the load;',
    ],
    ['louvre-open', lit, 'what heat the load gives (225 W);'],
    ['wheel-friction', lit, 'half a degree (30 % of their momentum used);'],
    ['wheel-failing', lit, 'half a degree (30 % of their momentum used);'],
    [
      'wheel-failing',
      spacecraftView({ attitude: { ...lit.attitude, wheelMomentumShare: Number.NaN } }),
      'half a degree;',
    ],
    ['gyro-drift', lit, 'The gyro should read zero at rest;'],
  ])('stands in the explanation of %s', (name, view, clause) => {
    expect(seenIn(name, view)).toContain(clause);
  });

  it('is left out where it reports nothing', () => {
    for (const name of FAULT_NAMES) expect(seenIn(name, undefined)).not.toMatch(/[(]\d|[(]it is/);
    expect(seenIn('antenna-off', undefined)).toContain('straight at its station or relay;');
  });
});

describe('a forecast in words', () => {
  it.each<[NonNullable<Symptoms['forecast']>, string]>([
    [
      { channel: 'temperature', level: 'critical', value: 60, inMs: 30_000 },
      'bus temperature will be above 60 °C (critical) in less than a minute (12:01 UTC).',
    ],
    [
      { channel: 'temperature', level: 'warning', value: 40, inMs: 0 },
      'bus temperature will be above 40 °C (warning) in less than a minute (12:00 UTC).',
    ],
    [
      { channel: 'temperature', level: 'warning', value: -20, inMs: 60_000 },
      'bus temperature will be below −20 °C (warning) in about 60 s (12:01 UTC).',
    ],
    [
      { channel: 'attitudeStability', level: 'warning', value: 1.5, inMs: 600_000 },
      'attitude deviation will be above 1.5° (warning) in about 10 min (12:10 UTC).',
    ],
    [
      { channel: 'signalStrength', level: 'critical', value: 30, inMs: 86_400_000 },
      'signal strength will be below 30 % (critical) in about 24 h.',
    ],
  ])('says which limit, when and at what time: %j', (forecast, sentence) => {
    const { aiExplanation } = told({ name: 'wheel-friction', forecast });
    expect(aiExplanation).toContain(`If nothing is done, ${sentence} `);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('is none where it is not known when: %d', (inMs) => {
    const forecast = { channel: 'temperature', level: 'warning', value: 50, inMs } as const;
    expect(told({ name: 'heater-stuck-on', forecast })).toEqual(told({ name: 'heater-stuck-on' }));
  });
});

describe('what is read of the channel', () => {
  it('is the last reading there was, where none has come since', () => {
    const { message, aiExplanation } = told(
      { name: 'antenna-off', before: undefined, telemetry: [sample(-5, { signalStrength: 61 })] },
      90,
    );
    expect(message).toBe('Antenna off pointing: signal strength shows no clear sign of it yet.');
    expect(aiExplanation).toMatch(/^Signal strength was 61\.0 % \(in limits\) when it was last read\. /);
    expect(told({ name: 'antenna-off', before: undefined }).aiExplanation).toMatch(
      /^No reading of signal strength has been received yet\. /,
    );
    // One reading alone shows no change, nor does one from before the onset.
    for (const lone of [
      { before: undefined, telemetry: [sample(20, { signalStrength: 61 })] },
      { before: sample(-10), telemetry: [sample(-5, { signalStrength: 61 })] },
    ]) {
      expect(told({ name: 'antenna-off', ...lone }).aiExplanation).toMatch(
        /^Signal strength was 61\.0 % \(in limits\) when it was last read\. /,
      );
    }
  });

  it('is compared with the last reading until the onset, where none was kept from before', () => {
    const message = (fromS: number) =>
      told({
        name: 'antenna-off',
        before: undefined,
        telemetry: [sample(-10, { signalStrength: 90 }), sample(fromS), sample(20, { signalStrength: 50 })],
      }).message;
    expect(message(-5)).toMatch(/^Signal strength fell 16\.0 points in 25 s: /);
    expect(message(0)).toMatch(/^Signal strength fell 16\.0 points in 20 s: /);
  });

  it('counts the light by the array where the spacecraft reports none', () => {
    const at = (solarOutput: number) =>
      told({
        name: 'weak-cell',
        view: undefined,
        before: { ...NOMINAL, solarOutput },
        telemetry: [sample(40, { solarOutput, batteryVoltage: 27.4 })],
      }).message;
    expect(at(600)).toMatch(/^Battery voltage fell 1\.00 V in 40 s while sunlit: /);
    expect(at(0)).toMatch(/^Battery voltage fell 1\.00 V in 40 s in the Earth’s shadow: /);
    // A few watts are the Earth’s glow on the cells.
    expect(at(5)).toMatch(/ in the Earth’s shadow: /);
  });

  it('does not speak of the light where it makes no difference', () => {
    const { message } = told({ name: 'antenna-off', telemetry: [sample(20, { signalStrength: 50 })] });
    expect(message).toBe('Signal strength fell 16.0 points in 20 s: the antenna is off its direction.');
  });

  it('says that the Sun has risen, where that is part of the change', () => {
    const { message } = told({
      name: 'heater-stuck-on',
      before: { ...NOMINAL, solarOutput: 0 },
      telemetry: [sample(100, { temperature: 16 })],
    });
    expect(message).toBe(
      'Bus temperature rose 1.0 °C in 100 s, partly because the Sun has risen: the heater does not switch off.',
    );
  });

  it('names the level that it is at', () => {
    const { aiExplanation } = told({
      name: 'cell-short',
      telemetry: [sample(20, { batteryVoltage: 21.5 })],
    });
    expect(aiExplanation).toMatch(
      /^Battery voltage is 21\.50 V \(warning\), down 6\.90 V in 20 s while sunlit\./,
    );
  });

  it.each([
    ['batteryVoltage', 'weak-cell', 28.31, 28.29],
    ['solarOutput', 'open-string', 583, 581],
    ['signalStrength', 'antenna-off', 63.6, 63.4],
    ['temperature', 'radiator-blocked', 15.25, 15.35],
    ['attitudeStability', 'gyro-drift', 0.65, 0.75],
  ] as const)('of %s is a change only above the noise', (channel, name, still, moved) => {
    const phase = (value: number) => told({ name, telemetry: [sample(20, { [channel]: value })] }).phase;
    expect(phase(still)).toBe('unseen');
    expect(phase(moved)).toBe('seen');
  });

  it('of signal strength is a change from 2.5 points on', () => {
    const telemetry = [sample(20, { signalStrength: NOMINAL.signalStrength - 2.5 })];
    expect(told({ name: 'antenna-off', telemetry }).phase).toBe('seen');
  });

  it('of a battery of more resistance moves either way', () => {
    const phase = (batteryVoltage: number) =>
      told({ name: 'high-resistance', telemetry: [sample(20, { batteryVoltage })] }).phase;
    expect([phase(28), phase(28.4), phase(28.8)]).toEqual(['seen', 'unseen', 'seen']);
  });

  it('is left out of the comparison where a reading is missing', () => {
    const telemetry = [
      sample(20, { signalStrength: 50 }),
      sample(25, { signalStrength: 20, temperature: Number.NaN }),
    ];
    expect(told({ name: 'antenna-off', telemetry }).message).toMatch(
      /^Signal strength fell 16\.0 points in 20 s/,
    );
  });
});

describe('the end of a fault', () => {
  const ended = (change: Partial<Symptoms> & Pick<Symptoms, 'name'>) =>
    told({ endedAt: later(30_000), endedBy: FAULT_KINDS[change.name].remedy, ...change });

  it('says what ended it, the remedy or another', () => {
    expect(ended({ name: 'antenna-off' }).aiExplanation).toMatch(
      / Rotate Antenna turns the antenna back onto its direction\.$/,
    );
    expect(ended({ name: 'antenna-off', endedBy: 'Data Downlink' })).toMatchObject({
      message: 'Antenna off pointing ended by Data Downlink at 12:00:30 UTC: ready to resolve.',
      aiExplanation: expect.stringMatching(/ Data Downlink ended it\.$/),
    });
    expect(ended({ name: 'antenna-off', endedBy: undefined })).toMatchObject({
      message: 'Antenna off pointing ended at 12:00:30 UTC: ready to resolve.',
      aiExplanation: expect.stringMatching(/ It has ended without a command\.$/),
    });
  });

  it.each<[string, FaultName, Partial<TelemetrySample>, Partial<TelemetrySample>, string]>([
    ['voltage that is back', 'weak-cell', {}, { batteryVoltage: 28.35 }, 'recovered'],
    ['voltage that is higher than it was', 'weak-cell', {}, { batteryVoltage: 28.6 }, 'recovered'],
    ['voltage that is still low', 'weak-cell', {}, { batteryVoltage: 28 }, 'ended'],
    ['deviation that is back', 'gyro-drift', {}, { attitudeStability: 0.5 }, 'recovered'],
    ['deviation that is still large', 'gyro-drift', {}, { attitudeStability: 0.9 }, 'ended'],
    ['deviation that is better than before', 'gyro-drift', {}, { attitudeStability: 0.05 }, 'recovered'],
    ['voltage off either way', 'high-resistance', {}, { batteryVoltage: 28.6 }, 'ended'],
    ['voltage off neither way', 'high-resistance', {}, { batteryVoltage: 28.45 }, 'recovered'],
    ['reading out of its limits', 'gyro-drift', { attitudeStability: 2 }, { attitudeStability: 2 }, 'ended'],
    ['array that is back', 'open-string', {}, { solarOutput: 598 }, 'recovered'],
    ['array in the dark', 'open-string', {}, { solarOutput: 0 }, 'ended'],
    ['array that began in the dark', 'open-string', { solarOutput: 0 }, { solarOutput: 598 }, 'ended'],
  ])('leaves a %s', (_, name, before, reading, phase) => {
    const symptoms = { name, before: { ...NOMINAL, ...before }, telemetry: [sample(40, reading)] };
    expect(ended(symptoms).phase).toBe(phase);
    // A sample from before its end tells nothing of it.
    expect(ended({ ...symptoms, endedAt: later(40_000) })).toMatchObject({
      phase: 'ended',
      message: expect.stringMatching(/ at 12:00:40 UTC: ready to resolve\.$/),
    });
  });

  it('tells of no output in the dark', () => {
    const dark = { name: 'open-string', telemetry: [sample(40, { solarOutput: 0 })] } as const;
    expect(ended(dark).message).toMatch(/ at 12:00:30 UTC: ready to resolve\.$/);
    const light = { name: 'open-string', telemetry: [sample(40, { solarOutput: 590 })] } as const;
    expect(ended(light).message).toMatch(/; solar output back at 590 W: ready to resolve\.$/);
  });
});

describe('how the bus warms', () => {
  /** Samples every 5 s up to an instant, on a temperature that moves by so much a minute. */
  const moving = (perMin: number, untilS: number, count = 13) =>
    Array.from({ length: count }, (_, index) => {
      const atS = untilS - 5 * (count - 1 - index);
      return sample(atS, { temperature: 15 + (perMin * atS) / 60 });
    });
  const rising = (slopeBefore: number, perMin: number) =>
    told({ name: 'heater-stuck-on', slopeBefore, telemetry: moving(perMin, 60, 12) }, 60);

  it('is a slope, told with its sign', () => {
    const { message } = told({ name: 'louvre-open', slopeBefore: -0.1, telemetry: moving(-0.7, 60, 12) }, 60);
    expect(message).toMatch(/^Bus temperature went from −0\.10 to −0\.70 °C\/min while sunlit: /);
  });

  it('is told from 0.2 °C a minute on, a bus that stands still with a plus', () => {
    expect(rising(-0.2, 0).message).toMatch(
      /^Bus temperature went from −0\.20 to \+0\.00 °C\/min while sunlit: /,
    );
  });

  it('is not told of a fault that shows in another channel', () => {
    const telemetry = moving(0, 60, 12).map((held) => ({ ...held, batteryVoltage: 27.4 }));
    expect(told({ name: 'weak-cell', slopeBefore: 0.6, telemetry }, 60).aiExplanation).toMatch(
      /^Battery voltage is 27\.40 V \(in limits\), down 1\.00 V in 60 s while sunlit\. /,
    );
  });

  it('is a change, where the slope has hardly changed', () => {
    const { message, aiExplanation } = rising(0.6, 0.7);
    expect(message).toMatch(/^Bus temperature rose 0\.7 °C in 60 s while sunlit: /);
    expect(aiExplanation).toMatch(
      /^Bus temperature is 15\.7 °C \(in limits\), up 0\.7 °C in 60 s while sunlit\. /,
    );
  });

  it('is no change, where neither is clear', () => {
    const { phase, aiExplanation } = rising(0.1, 0.2);
    expect(phase).toBe('unseen');
    expect(aiExplanation).toMatch(
      /^Bus temperature is 15\.2 °C \(in limits\), with no clear change in 60 s while sunlit\. /,
    );
  });

  it('before an instant is the slope of the whole readings up to it', () => {
    const before = moving(0.6, 0);
    expect(slopeUntil(T0, before)).toBeCloseTo(0.6, 9);
    expect(slopeUntil(T0, [...before, sample(5, { temperature: 40 })])).toBeCloseTo(0.6, 9);
    expect(slopeUntil(T0, [...before.slice(0, -1), sample(0, { temperature: Number.NaN })])).toBeCloseTo(
      0.6,
      9,
    );
    // Its last sample is its own instant's.
    expect(slopeUntil(T0, [...before.slice(0, -1), sample(0, { temperature: 16 })])).toBeGreaterThan(0.65);
  });

  it('is not known before an instant with too few readings or a change of light shortly before', () => {
    expect(slopeUntil(T0, moving(0.6, 0, 5))).toBeUndefined();
    const [first, ...rest] = moving(0.6, 0);
    expect(slopeUntil(T0, [{ ...NOMINAL, ...first, solarOutput: 0 }, ...rest])).toBeUndefined();
    const long = moving(0.6, 0, 20);
    expect(
      slopeUntil(
        T0,
        long.map((held, index) => (index < 7 ? { ...held, solarOutput: 0 } : held)),
      ),
    ).toBeCloseTo(0.6, 9);
  });
});

describe('the light of a diagnosis', () => {
  const night = { ...NOMINAL, solarOutput: 0 };

  it('is the spacecraft’s word before the array’s, from half of the Sun’s disc on', () => {
    const at = (light: number) =>
      told({
        name: 'weak-cell',
        before: night,
        view: spacecraftView({ light }),
        telemetry: [sample(40, { batteryVoltage: 27.4, solarOutput: 0 })],
      }).message;
    expect(at(0.5)).toContain('partly because the Sun has risen');
    expect(at(0.4)).toContain('in the Earth’s shadow');
  });

  it('is that of the last sample, where the spacecraft reports nothing', () => {
    const { aiExplanation } = told({
      name: 'weak-cell',
      before: undefined,
      view: undefined,
      telemetry: [sample(-15), sample(-10), sample(-5, { solarOutput: 0 })],
    });
    expect(aiExplanation).toMatch(/ when it was last read in the Earth’s shadow\. /);
  });

  it('is a sunrise only once the whole disc is seen', () => {
    const at = (light: number) =>
      told({
        name: 'open-string',
        before: night,
        view: spacecraftView({ light }),
        telemetry: [sample(40, { solarOutput: 300 })],
      }).phase;
    expect([at(0.6), at(0.99), at(1)]).toEqual(['unseen', 'unseen', 'seen']);
  });

  it('decides where the first sign is due', () => {
    expect(told({ name: 'open-string' }, 5).message).toBe(
      'One array string open: first signs are expected in solar output within a minute.',
    );
  });
});

it('a diagnosis of which nothing is known yet has the reading, the reason and the remedy, and no more', () => {
  expect(told({ name: 'gyro-drift', before: undefined }).aiExplanation).toBe(
    'No reading of attitude deviation has been received yet. ' +
      'The gyro should read zero at rest; its bias is taken for a rotation and steered against, so that the deviation ' +
      'grows by a little every second. ' +
      'Calibrate Sensors measures the bias against the star trackers and takes it out.',
  );
});

describe('whatever the telemetry, every text', () => {
  const reading = fc.oneof(
    fc.double({ min: -1e4, max: 1e4, noNaN: true }),
    fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY),
  );
  const sampleArb: fc.Arbitrary<TelemetrySample> = fc
    .record({
      timestamp: fc.integer({ min: -600_000, max: 600_000 }).map((ms) => later(ms)),
      batteryVoltage: reading,
      solarOutput: reading,
      signalStrength: reading,
      temperature: reading,
      attitudeStability: reading,
    })
    .map((made) => made);
  const viewArb: fc.Arbitrary<SpacecraftView | undefined> = fc.oneof(
    fc.constant(undefined),
    fc.record({ light: fc.constantFrom(0, 0.5, 1), wild: reading }).map(({ light, wild }) => {
      const view = spacecraftView({ light });
      return {
        ...view,
        battery: { ...view.battery, currentA: wild },
        array: { ...view.array, potentialW: wild },
        radio: { ...view.radio, misalignment: degrees(wild) },
      };
    }),
  );
  const optional = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined });
  const symptomsArb = fc.record({
    name: fc.constantFrom(...FAULT_NAMES),
    since: fc.constant(T0),
    before: optional(sampleArb),
    telemetry: fc.array(sampleArb, { maxLength: 20 }),
    view: viewArb,
    forecast: optional(
      fc.record({
        channel: fc.constantFrom(...TELEMETRY_CHANNELS),
        level: fc.constantFrom('warning' as const, 'critical' as const),
        value: fc.constantFrom(22, 20, -40, 60, 1.5),
        inMs: fc.oneof(fc.integer({ min: -1000, max: 1e9 }), fc.constant(Number.POSITIVE_INFINITY)),
      }),
    ),
    endedAt: optional(fc.integer({ min: 0, max: 600_000 }).map((ms) => later(ms))),
    endedBy: optional(fc.constantFrom(...COMMAND_NAMES)),
  });

  it('is one to four whole sentences of at most 600 characters, with no broken number', () => {
    fc.assert(
      fc.property(symptomsArb, fc.integer({ min: 0, max: 1e6 }), (symptoms, ms) => {
        const { message, aiExplanation } = diagnose(symptoms, later(ms));
        for (const text of [message, aiExplanation]) {
          expect(text).not.toMatch(/NaN|undefined|Infinity|null| {2}|−0[. ]0* /);
          expect(text).toMatch(/^[A-Z].*\.$/);
          expect(text.length).toBeLessThanOrEqual(600);
          const sentences = text.split(/\.(?:\s|$)/).filter((sentence) => sentence !== '');
          expect(sentences.length).toBeGreaterThanOrEqual(1);
          expect(sentences.length).toBeLessThanOrEqual(4);
        }
        expect(message.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: 3000, seed: 6 },
    );
  });

  it('claims a change only where two samples show it', () => {
    fc.assert(
      fc.property(symptomsArb, (symptoms) => {
        const { message, channel } = diagnose(symptoms, later(1000));
        if (!/ (fell|rose) /.test(message)) return;
        const all = [...(symptoms.before ? [symptoms.before] : []), ...symptoms.telemetry];
        const values = all.map((held) => held[channel]).filter(Number.isFinite);
        expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.1);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });
});
