import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, type TelemetrySample } from '../../../src/shared/entities.ts';
import { TELEMETRY_CHANNELS } from '../../../src/shared/limits.ts';
import type { SpacecraftView } from '../../../src/shared/spacecraft.ts';
import { degrees } from '../../../src/shared/units.ts';
import { diagnose, type Symptoms } from '../../../src/worker/diagnosis/diagnosis.ts';
import { FAULT_CHAINS } from '../../../src/worker/diagnosis/fault-chains.ts';
import { FAULT_KINDS, FAULT_NAMES, type FaultKind } from '../../../src/worker/spacecraft/fault-kinds.ts';
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
    expect(told({ name: 'heater-stuck-on', telemetry: [sample(80)] }, 80).message).toBe(
      'Heater stuck on: bus temperature (15.0 °C) shows no clear sign of it yet.',
    );
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
    const penumbra = spacecraftView({ light: 0.3 });
    expect(told({ name: 'open-string', telemetry: dropAtSunset, view: penumbra }).phase).toBe('unseen');
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
    expect(told({ ...turned, telemetry: since.slice(0, 7) }).phase).toBe('unseen');
    expect(told({ ...turned, slopeBefore: undefined }).phase).toBe('unseen');
    const dusk = since.map((held, index) => (index < 6 ? held : { ...held, solarOutput: 0 }));
    expect(told({ ...turned, telemetry: dusk, view: DARK }).phase).toBe('unseen');
  });

  it('foretells no limit that has been passed', () => {
    const forecast = { channel: 'signalStrength', level: 'warning', value: 50, inMs: 60_000 } as const;
    const at = (signalStrength: number) =>
      told({ name: 'gimbal-slip', forecast, telemetry: [sample(40, { signalStrength })] }).aiExplanation;
    expect(at(51)).toContain('If nothing is done');
    expect(at(49)).not.toContain('If nothing is done');
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
