import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  COMMAND_NAMES,
  type CommandName,
  type TelemetrySample,
} from '../../../../../src/shared/entities/entities.ts';
import type { FaultName } from '../../../../../src/shared/entities/faults.ts';
import type {
  CommandVerification,
  SpacecraftPart,
  SpacecraftView,
} from '../../../../../src/shared/entities/spacecraft.ts';
import { mapChannels, type TelemetryChannel } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { degrees, MS_PER_DAY } from '../../../../../src/shared/kit/units.ts';
import {
  beginVerification,
  gatherVerifications,
  judgeVerification,
  observeVerification,
  observeVerifications,
  shiftVerifications,
  VERIFICATIONS_CAP,
  type Verification,
  verificationOf,
} from '../../../../../src/worker/ground/commanding/verification.ts';
import type {
  Criteria,
  Criterion,
} from '../../../../../src/worker/ground/commanding/verification-criteria.ts';
import { evaluate, type Seen } from '../../../../../src/worker/ground/commanding/verification-evaluation.ts';
import type { VerificationOutcome } from '../../../../../src/worker/ground/commanding/verification-text.ts';

import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { NOMINAL, sample } from '../../../../support/telemetry.ts';

/** Differences from an uneventful day: readings and housekeeping. */
type State = Partial<Omit<TelemetrySample, 'timestamp'> & Omit<SpacecraftView, 'time'>>;

const base = spacecraftView();
const STATION = { link: 'station', station: 'madrid' } as const;
const LOW_GAIN = { antenna: 'low', telemetryPeriodMs: 5000, lowGainMarginDb: 5.2, marginDb: -17 } as const;
const radio = (told: Partial<SpacecraftView['radio']>) => ({ radio: { ...base.radio, ...told } });
const station = (told: Partial<SpacecraftView['radio']> = {}) => radio({ ...STATION, ...told });
const off = (misalignment: number, told: Partial<SpacecraftView['radio']> = {}) =>
  radio({ misalignment: degrees(misalignment), ...told });
const fault = (part: SpacecraftPart) => ({
  faults: [{ anomalyId: 'anomaly-1', type: 'Attitude', parts: [part], label: 'broken' } as const],
});
const deployed = (deployedShare: number) => ({ array: { ...base.array, deployedShare } });
const heater = (busTemperature: number, isHeaterOn = true) => ({ thermal: { busTemperature, isHeaterOn } });
const battery = (soc: number, currentA: number, voltageV = 28.4) => ({
  battery: { soc, currentA, voltageV },
});
const payload = (payloadW: number) => ({ loads: { ...base.loads, payloadW } });
const total = (totalW: number) => ({ loads: { ...base.loads, totalW } });
const stored = (storedMb: number) => ({ data: { ...base.data, storedMb } });
const sent = (mb: number) => ({ data: { ...base.data, downlinkedMb: 1000 + mb } });

const VOLTAGE = 'batteryVoltage';
const SOLAR = 'solarOutput';
const SIGNAL = 'signalStrength';
const DEVIATION = 'attitudeStability';

const change = (channel: TelemetryChannel, by: number): Criterion => ({ is: 'change', channel, by });
const hold = (channel: TelemetryChannel, within: number, worse: 'up' | 'down'): Criterion => ({
  is: 'hold',
  channel,
  within,
  worse,
});
const slope = (by: number): Criterion => ({ is: 'slope', by, from: 0 });
const lighter = (byW: number): Criterion => ({ is: 'lighter', fromW: 225, byW });
const downlink = (byMb: number): Criterion => ({ is: 'downlinked', fromMb: 1000, byMb });
const ALIGNED = { is: 'aligned' } as const;
const DEPLOYED = { is: 'deployed' } as const;
const LINKED = { is: 'linked' } as const;
const SAFE = { is: 'mode', mode: 'SAFE' } as const;
const IN_LIMITS = { is: 'in-limits', channel: 'temperature' } as const;
const RESISTANCE = { is: 'resistance', fromOhm: 0.12, byOhm: 0.03 } as const;

const within = (seconds: number, ...all: readonly Criterion[]): Criteria => ({
  all,
  withinMs: seconds * 1000,
});
/** Returns criteria that count only after the command has ended. */
const atEnd = (seconds: number, ...all: readonly Criterion[]): Criteria => ({
  ...within(seconds, ...all),
  isAtEnd: true,
});
const noted = (note: string, criteria: Criteria): Criteria => ({ ...criteria, note });

interface Known {
  readonly faults?: readonly FaultName[];
  readonly nextStationS?: number;
}
const CELLS: Known = { faults: ['high-resistance'] };
const LOUVRE: Known = { faults: ['louvre-open'] };

/** Expected criteria of each command in each possible state. */
const EXPECTED: Record<CommandName, readonly (readonly [what: string, State, Criteria, Known?])[]> = {
  'Rotate Antenna': [
    // 12 dB × (4° / 10°)² of 26 dB are 7 points over a station, half of that over the relay: too few to require.
    ['4° off over a station', off(4, STATION), within(75, change(SIGNAL, 3), ALIGNED)],
    ['4° off over the relay', off(4), within(75, ALIGNED)],
    ['6° off over the relay', off(6), within(75, change(SIGNAL, 3), ALIGNED)],
    ['0.5° off over a station', off(0.5, STATION), atEnd(75, ALIGNED)],
    ['aligned over the relay', {}, atEnd(75, hold(SIGNAL, 3, 'down'), ALIGNED)],
  ],
  'Deploy Solar Array': [
    ['half folded', { solarOutput: 300, ...deployed(0.5) }, atEnd(120, change(SOLAR, 20), DEPLOYED)],
    ['short of the last percent', deployed(0.99), atEnd(120, change(SOLAR, 30), DEPLOYED)],
    ['an open string', fault('array'), atEnd(120, change(SOLAR, 30), DEPLOYED)],
    ['a fault elsewhere', fault('battery'), atEnd(120, hold(SOLAR, 60, 'down'), DEPLOYED)],
    ['little output', { solarOutput: 100 }, atEnd(120, hold(SOLAR, 20, 'down'), DEPLOYED)],
    [
      'no whole sample',
      { temperature: Number.NaN, array: { ...base.array, powerW: 400 } },
      atEnd(120, hold(SOLAR, 40, 'down'), DEPLOYED),
    ],
    ['half the light', { light: 0.5 }, atEnd(120, hold(SOLAR, 60, 'down'), DEPLOYED)],
    ['in the shadow', { light: 0 }, noted('in eclipse', atEnd(120, DEPLOYED))],
    [
      'half folded in the shadow',
      { light: 0, ...deployed(0.5) },
      noted('its gain shows from sunrise', atEnd(120, DEPLOYED)),
    ],
  ],
  'Calibrate Sensors': [
    ['faulty sensors', fault('sensors'), atEnd(180, change(DEVIATION, -0.2))],
    ['faultless sensors', {}, atEnd(180, hold(DEVIATION, 0.5, 'up'))],
  ],
  'Enter Safe Mode': [
    ['a payload of 60 W', {}, within(30, SAFE, lighter(30))],
    ['a payload of 45 W', payload(45), within(30, SAFE, lighter(20))],
    ['a payload of 20 W', payload(20), within(30, SAFE, lighter(10))],
    ['a payload of 15 W', payload(15), within(30, SAFE)],
    ['survival mode', { mode: 'SURVIVAL' }, within(30, SAFE)],
  ],
  'Attitude Adjustment': [
    ['safe mode', { mode: 'SAFE', ...battery(0.51, 5) }, within(300, { is: 'mode', mode: 'NOMINAL' })],
    ['safe mode, half empty', { mode: 'SAFE', ...battery(0.5, 5) }, atEnd(300, hold(DEVIATION, 0.6, 'up'))],
    [
      'failing wheels, survival',
      { mode: 'SURVIVAL', ...fault('wheels') },
      atEnd(300, change(DEVIATION, -0.2)),
    ],
  ],
  'Communications Check': [
    ['a faultless antenna', {}, atEnd(60, LINKED)],
    ['a faulty antenna, 1° off', { ...off(1), ...fault('antenna') }, atEnd(60, change(SIGNAL, 2.5), LINKED)],
    ['a faulty antenna, 1.1° off', { ...off(1.1), ...fault('antenna') }, atEnd(60, LINKED)],
  ],
  'Thermal Control': [
    ['a heater on at 2.1 °C', heater(2.1), within(90, { is: 'heater-off' })],
    ['a heater on at 2 °C', heater(2), atEnd(120, IN_LIMITS)],
    ['a faulty heater', { ...heater(1), ...fault('heater') }, within(300, slope(-0.25))],
    ['a fault of the bus', fault('bus'), within(300, slope(-0.25))],
    ['an open louvre', {}, within(300, slope(0.25)), LOUVRE],
    [
      'a louvre that is stuck, open or shut',
      fault('bus'),
      atEnd(120, IN_LIMITS),
      { faults: ['louvre-open', 'radiator-blocked'] },
    ],
    ['an open louvre at an unknown slope', { temperature: Number.NaN }, atEnd(120, IN_LIMITS), LOUVRE],
    [
      'faulty cells at 1 A, which takes their voltage down by 0.12 V',
      battery(0.9, -1, 28.37),
      within(300, { ...RESISTANCE, fromOhm: expect.closeTo(0.12) }),
      CELLS,
    ],
    [
      'faulty cells at 0.9 A in half the light',
      { light: 0.5, ...battery(0.9, 0.9) },
      within(300, change(VOLTAGE, 0.1)),
      CELLS,
    ],
    // Noise in voltage and charge makes a healthy battery's resistance any value around zero.
    ['cells that show no resistance', { light: 0, ...battery(0.9, -1, 28.5) }, atEnd(120, IN_LIMITS), CELLS],
    ['faulty cells at 0.9 A in the shadow', { light: 0, ...battery(0.9, 0.9) }, atEnd(120, IN_LIMITS), CELLS],
  ],
  'Data Downlink': [
    ['2 MB at 40 %', { ...station({ signalStrength: 40 }), ...stored(2) }, within(60, downlink(1))],
    ['1.9 MB', { ...station(), ...stored(1.9) }, within(60, downlink(0.1))],
    [
      'a weak signal',
      station({ signalStrength: 32 }),
      noted('needs a signal of 40 % or more: 32.0 % now', within(60, downlink(1))),
    ],
    ['low gain', station(LOW_GAIN), noted('needs the high-gain antenna', within(60, downlink(1)))],
    [
      'no station in view',
      {},
      noted('needs a ground station: none in view until 12:40:00 UTC', within(120, downlink(1))),
      { nextStationS: 2400 },
    ],
    ['no known station', {}, noted('needs a ground station: none in view now', within(120, downlink(1)))],
  ],
};

const changed = (channel: TelemetryChannel, by: number, sun?: 'set' | 'set since'): Seen => ({
  is: 'change',
  channel,
  by,
  ...(sun && { sun }),
});
const still = (channel: TelemetryChannel): Seen => ({ is: 'no-change', channel });
const unread = (channel: TelemetryChannel): Seen => ({ is: 'no-reading', channel });
const bus = (value: number, isInLimits: boolean): Seen => ({
  ...IN_LIMITS,
  is: 'reading',
  value,
  isInLimits,
});
const load = (byW: number): Seen => ({ is: 'load', byW });
type Radio = SpacecraftView['radio'];
const link = (over: Radio['link'], marginDb: number, by: Radio['antenna'] = 'high'): Seen => ({
  is: 'link',
  link: over,
  antenna: by,
  marginDb,
});
const ohms = (toOhm: number | undefined): Seen => ({ is: 'resistance', fromOhm: 0.12, toOhm });
const SUNSET = { solarOutput: 0, light: 0 };

type Evaluation = readonly [what: string, Criterion, then: State, isMet: boolean, Seen, start?: State];
/** States, criteria, and the expected evaluation with its observation. */
const EVALUATED: readonly Evaluation[] = [
  ['as much as it should rise', change(SIGNAL, 3), { signalStrength: 69 }, true, changed(SIGNAL, 3)],
  ['a third of it', change(SIGNAL, 3), { signalStrength: 67 }, false, changed(SIGNAL, 1)],
  ['less than a third of it', change(SIGNAL, 3), { signalStrength: 66.9 }, false, still(SIGNAL)],
  ['less, and down', change(SIGNAL, 3), { signalStrength: 62 }, false, changed(SIGNAL, -4)],
  ['as much as it should fall', change(SIGNAL, -3), { signalStrength: 63 }, true, changed(SIGNAL, -3)],
  ['less than it should fall', change(SIGNAL, -3), { signalStrength: 64 }, false, changed(SIGNAL, -2)],
  ['no reading', change(SOLAR, 20), { solarOutput: Number.NaN }, false, unread(SOLAR)],
  ['no reading before', change(SOLAR, 20), {}, false, unread(SOLAR), { solarOutput: Number.NaN }],
  ['a sunset', change(SOLAR, 20), SUNSET, false, changed(SOLAR, -600, 'set')],
  ['half a sunset', change(SOLAR, 20), { ...SUNSET, light: 0.5 }, false, changed(SOLAR, -600)],
  ['a sunset from 5 W', change(SOLAR, 9), SUNSET, false, changed(SOLAR, -5), { solarOutput: 5 }],
  ['a voltage', change(VOLTAGE, 0.1), { ...SUNSET, batteryVoltage: 27.9 }, false, changed(VOLTAGE, -0.5)],

  ['as low as it may fall', hold(SIGNAL, 3, 'down'), { signalStrength: 63 }, true, changed(SIGNAL, -3)],
  ['less than a third of that', hold(SIGNAL, 3, 'down'), { signalStrength: 65.1 }, true, still(SIGNAL)],
  ['lower than that', hold(SIGNAL, 3, 'down'), { signalStrength: 62.5 }, false, changed(SIGNAL, -3.5)],
  ['a rise instead of a fall', hold(SIGNAL, 3, 'down'), { signalStrength: 76 }, true, changed(SIGNAL, 10)],
  ['as high as it may rise', hold(SIGNAL, 3, 'up'), { signalStrength: 69 }, true, changed(SIGNAL, 3)],
  ['higher than that', hold(SIGNAL, 3, 'up'), { signalStrength: 70 }, false, changed(SIGNAL, 4)],
  ['a fall instead of a rise', hold(SIGNAL, 3, 'up'), { signalStrength: 60 }, true, changed(SIGNAL, -6)],

  ['in limits', IN_LIMITS, {}, true, bus(15, true)],
  ['out of limits', IN_LIMITS, { temperature: 65 }, false, bus(65, false)],
  ['not read', IN_LIMITS, { temperature: Number.NaN }, false, unread('temperature')],

  ['warmed cells', RESISTANCE, battery(0.8, -8, 27.36), true, ohms(expect.closeTo(0.08))],
  ['unchanged cells', RESISTANCE, battery(0.9, -8, 27.53), false, ohms(expect.closeTo(0.12))],
  [
    'cells beside another fault of the battery',
    RESISTANCE,
    {
      ...battery(0.8, -8, 27.36),
      faults: ['battery', 'battery'].flatMap((part) => fault(part as 'battery').faults),
    },
    false,
    ohms(undefined),
  ],
  ['cells without resistance', RESISTANCE, battery(0.8, -8, 28.02), true, ohms(expect.closeTo(0))],
  ['cells with too much voltage', RESISTANCE, battery(0.8, -8, 28.8), false, ohms(undefined)],
  ['no current', RESISTANCE, battery(0.9, 0), false, ohms(undefined)],

  ['0.5°', ALIGNED, off(0.5), true, { is: 'antenna', misalignment: degrees(0.5), isAligned: true }],
  ['0.6°', ALIGNED, off(0.6), false, { is: 'antenna', misalignment: degrees(0.6), isAligned: false }],
  ['latched', DEPLOYED, deployed(0.995), true, { is: 'deployed', share: 0.995 }],
  ['short of its latch', DEPLOYED, deployed(0.994), false, { is: 'deployed', share: 0.994 }],
  ['in the mode', SAFE, { mode: 'SAFE' }, true, { is: 'mode', mode: 'SAFE' }],
  ['in another mode', SAFE, {}, false, { is: 'mode', mode: 'NOMINAL' }],
  ['light enough', lighter(30), total(195), true, load(-30)],
  ['not light enough', lighter(30), total(196), false, load(-29)],
  ['heavier', lighter(30), total(265), false, load(40)],
  ['over a station', LINKED, station({ marginDb: 9 }), true, link('station', 9)],
  ['over low gain', LINKED, radio(LOW_GAIN), true, link('relay', 5.2, 'low')],
  ['no margin', LINKED, radio({ marginDb: 0 }), false, link('relay', 0)],
  ['no link', LINKED, radio({ link: 'none' }), false, link('none', 17.2)],
  ['off', { is: 'heater-off' }, heater(22, false), true, { is: 'heater', isOn: false }],
  ['on', { is: 'heater-off' }, heater(22), false, { is: 'heater', isOn: true }],
  ['enough data', downlink(1), sent(1), true, { is: 'downlinked', mb: 1 }],
  ['too little data', downlink(1), sent(0.5), false, { is: 'downlinked', mb: 0.5 }],
];

/** Returns the samples of the minute before a command. */
const before = (state: State) => Array.from({ length: 14 }, (_, index) => sample(5 * (index - 13), state));

function begun(name: CommandName, state: State = {}, known: Known = {}): Verification {
  const { faults = [], nextStationS } = known;
  const nextStationTime = nextStationS === undefined ? undefined : later(nextStationS * 1000);
  return beginVerification({
    commandId: 'c',
    name,
    time: T0,
    telemetry: before(state),
    view: spacecraftView(state),
    faults,
    ...(nextStationTime && { nextStationTime }),
  });
}

type Verdict = VerificationOutcome['verdict'];
type Course = readonly [
  string,
  CommandName,
  State,
  thenAtS: number,
  then: State,
  Verdict,
  endS: number,
  Known?,
];
/** Each command from start to end, with a sample every 5 s. */
const COURSES: readonly Course[] = [
  ['turned', 'Rotate Antenna', off(8), 20, { signalStrength: 72, ...off(0.1) }, 'confirmed', 20],
  ['turned without a gain', 'Rotate Antenna', off(8), 20, off(0.1), 'not confirmed', 75],
  ['aligned already', 'Rotate Antenna', {}, 0, {}, 'confirmed', 30],
  ['out', 'Deploy Solar Array', deployed(0.5), 20, { solarOutput: 800, ...deployed(1) }, 'confirmed', 30],
  ['unfolded without a gain', 'Deploy Solar Array', deployed(0.5), 20, deployed(1), 'not confirmed', 120],
  ['in the shadow', 'Deploy Solar Array', { light: 0, ...deployed(0.5) }, 60, deployed(1), 'confirmed', 60],
  ['better', 'Calibrate Sensors', fault('sensors'), 125, { attitudeStability: 0.1 }, 'confirmed', 125],
  ['changed', 'Enter Safe Mode', {}, 10, { mode: 'SAFE', ...total(95) }, 'confirmed', 10],
  ['in it already', 'Enter Safe Mode', { mode: 'SAFE' }, 0, {}, 'confirmed', 5],
  ['unchanged', 'Enter Safe Mode', {}, 0, {}, 'not confirmed', 30],
  ['better', 'Attitude Adjustment', fault('wheels'), 150, { attitudeStability: 0.1 }, 'confirmed', 150],
  ['worse', 'Attitude Adjustment', {}, 0, { attitudeStability: 1.7 }, 'not confirmed', 300],
  ['out of safe mode', 'Attitude Adjustment', { mode: 'SAFE' }, 90, { mode: 'NOMINAL' }, 'confirmed', 90],
  ['better', 'Communications Check', fault('antenna'), 0, { signalStrength: 80 }, 'confirmed', 30],
  ['heater off', 'Thermal Control', heater(22), 40, heater(22, false), 'confirmed', 40],
  ['in limits', 'Thermal Control', {}, 0, {}, 'confirmed', 30],
  ['cells', 'Thermal Control', battery(0.9, -8, 27.53), 60, battery(0.8, -8, 27.36), 'confirmed', 60, CELLS],
  ['full cells', 'Thermal Control', battery(0.9, 0), 60, { batteryVoltage: 28.6 }, 'confirmed', 60, CELLS],
  ['not read', 'Thermal Control', {}, 0, { temperature: Number.NaN }, 'not confirmed', 300, LOUVRE],
  ['received', 'Data Downlink', station(), 15, sent(4.2), 'confirmed', 15],
  ['a station in time', 'Data Downlink', {}, 75, sent(2), 'confirmed', 75, { nextStationS: 60 }],
  ['no station', 'Data Downlink', {}, 0, {}, 'not confirmed', 120],
];

describe('a verification', () => {
  for (const name of COMMAND_NAMES)
    for (const [what, state, criteria, known] of EXPECTED[name])
      it(`of ${name} expects what shows its effect: ${what}`, () => {
        const watch = begun(name, state, known);
        expect(watch.criteria).toEqual(criteria);
        expect(watch.until).toBe(later(criteria.withinMs));
      });

  for (const [what, criterion, then, isMet, seen, start = {}] of EVALUATED)
    it(`tells whether "${criterion.is}" is met, and what is seen: ${what}`, () => {
      const after = { ...start, ...then };
      const observation = { base: sample(0, start), since: [sample(5, after)], view: spacecraftView(after) };
      expect(evaluate(criterion, observation)).toEqual({ isMet, seen });
    });

  it('uses the newest reading of a channel', () => {
    const since = [sample(5), sample(10, { temperature: 70 }), sample(15, { temperature: Number.NaN })];
    expect(evaluate(IN_LIMITS, { base: NOMINAL, since, view: base }).seen).toEqual(bus(70, false));
    const rising = evaluate(change('temperature', 9), { base: NOMINAL, since, view: base });
    expect(rising.seen).toEqual(changed('temperature', 55));
    const unknown = evaluate(change('temperature', 9), { base: undefined, since, view: base });
    expect(unknown).toEqual({ isMet: false, seen: unread('temperature') });
  });

  for (const [what, name, state, thenAtS, then, verdict, endS, known] of COURSES)
    it(`of ${name} is ${verdict} after ${endS} s: ${what}`, () => {
      let watch = begun(name, state, known);
      const history = before(state);
      let atS = 0;
      while (watch.verdict === 'watching' && atS < 1000) {
        atS += 5;
        const now = atS >= thenAtS ? { ...state, ...then } : state;
        history.push(sample(atS, now));
        watch = observeVerification(watch, history.slice(-20), spacecraftView(now), later(atS * 1000));
      }
      expect([watch.verdict, atS]).toEqual([verdict, endS]);
    });

  it('tells operators its expectation, verdict and observation', () => {
    const watch = begun('Enter Safe Mode');
    expect(verificationOf(watch)).toStrictEqual({
      commandId: 'c',
      expected: 'mode SAFE; load down by 30 W or more within 30 s',
      verdict: 'watching',
      until: later(30_000),
    });
    const safe = spacecraftView({ mode: 'SAFE', ...total(95) });
    const ended = observeVerification(watch, [], safe, later(20_000));
    expect(verificationOf(ended)).toEqual({
      ...verificationOf(watch),
      verdict: 'confirmed',
      observed: 'mode SAFE; load −130 W within 20 s',
    });
    expect(judgeVerification(watch, [], base, later(30_000))?.seen).toEqual([
      { is: 'mode', mode: 'NOMINAL' },
      load(0),
    ]);
    const half = spacecraftView({ mode: 'SAFE' });
    expect(judgeVerification(watch, [], half, later(30_000))?.seen).toEqual([load(0)]);
  });

  it('lasts longer where telemetry comes every 30 s', () => {
    const view = spacecraftView(radio({ antenna: 'low', telemetryPeriodMs: 30_000 }));
    const watch = begun('Enter Safe Mode', view);
    // Its 30 s, and two samples that come 25 s later than usual; never less than three samples after its end.
    expect(watch.until).toBe(later(90_000));
    expect(watch.expected).toMatch(/within 90 s$/);
    const safe = spacecraftView({ ...view, mode: 'SAFE', ...total(95) });
    expect(judgeVerification(watch, [], safe, later(85_000))?.verdict).toBe('confirmed');
    // The first look after the end is up to two samples later, and still includes the observations.
    expect(judgeVerification(watch, [], view, later(140_000))?.seen).toHaveLength(2);
    expect(judgeVerification(watch, [], view, later(160_000))?.seen).toEqual([]);
  });

  /**
   * Judges Thermal Control from slopes in °C/min and solar output before and after it, sampled every 5 s until the
   * verdict.
   */
  function turned(
    [slopeBefore, slopeAfter]: readonly [number, number],
    [solarBefore, solarAfter]: readonly [number, number],
    cause?: FaultName,
  ): VerificationOutcome | undefined {
    const upTo = (atS: number) =>
      Array.from({ length: 20 }, (_, index) => {
        const at = atS - 5 * (19 - index);
        return sample(at, {
          temperature: 20 + ((at < 0 ? slopeBefore : slopeAfter) * at) / 60,
          solarOutput: at <= 0 ? solarBefore : solarAfter,
        });
      });
    const view = spacecraftView(cause ? {} : fault('bus'));
    const start = { commandId: 'c', name: 'Thermal Control', time: T0, view } as const;
    const watch = beginVerification({ ...start, telemetry: upTo(0), faults: cause ? [cause] : [] });
    const ends = Array.from({ length: 60 }, (_, index) => 5 * (index + 1));
    return ends.reduce<VerificationOutcome | undefined>(
      (outcome, atS) => outcome ?? judgeVerification(watch, upTo(atS), view, later(atS * 1000)),
      undefined,
    );
  }

  it.each([
    { wanted: 'cooler', by: -1, cause: undefined, sun: 'set', helps: [600, 0], hinders: [0, 600] },
    { wanted: 'warmer', by: 1, cause: 'louvre-open', sun: 'risen', helps: [0, 600], hinders: [600, 0] },
  ] as const)(
    'of a bus that should turn $wanted needs 0.25 °C/min without the help of the Sun',
    ({ by, cause, sun, helps, hinders }) => {
      const from = -0.6 * by;
      const seen = (to: number) => ({ is: 'slope', from: expect.closeTo(from), to: expect.closeTo(to) });
      for (const light of [hinders, [600, 600], [0, 0]] as const) {
        const enough = turned([from, -0.3 * by], light, cause);
        expect(enough).toEqual({ verdict: 'confirmed', seen: [seen(-0.3 * by)], afterMs: 30_000 });
        expect(turned([from, -0.4 * by], light, cause)?.verdict).toBe('not confirmed');
        expect(turned([from, -0.9 * by], light, cause)?.verdict).toBe('not confirmed');
      }
      expect(turned([from, 0.3 * by], helps, cause)).toEqual({
        verdict: 'not confirmed',
        seen: [{ ...seen(0.3 * by), sun }],
        afterMs: 300_000,
      });
    },
  );

  it('of an array whose Sun has set since uses what it gave in the light', () => {
    const since = [600, 684, 300, 0].map((solarOutput, index) => sample(5 * (index + 1), { solarOutput }));
    const seen = changed(SOLAR, 84, 'set since');
    const view = spacecraftView({ light: 0 });
    expect(evaluate(change(SOLAR, 20), { base: NOMINAL, since, view })).toEqual({ isMet: true, seen });
    expect(evaluate(change(SOLAR, 90), { base: NOMINAL, since, view })).toEqual({ isMet: false, seen });
  });

  it('of a bus that the Sun has helped for a part of the time proves nothing', () => {
    const since = Array.from({ length: 12 }, (_, index) =>
      sample(5 * (index + 1), { temperature: 20 - index / 12, solarOutput: index < 6 ? 600 : 0 }),
    );
    const finding = evaluate(slope(-0.25), { base: NOMINAL, since, view: base });
    expect(finding).toEqual({
      isMet: false,
      seen: { is: 'slope', from: 0, to: expect.closeTo(-1), sun: 'set' },
    });
  });

  it('of a bus with too few readings sees no slope', () => {
    expect(evaluate(slope(0.25), { base: NOMINAL, since: [], view: base })).toEqual({
      isMet: false,
      seen: { is: 'slope', from: 0, to: undefined },
    });
  });

  const calibration = (told: Partial<Parameters<typeof beginVerification>[0]> = {}): Verification =>
    beginVerification({
      commandId: 'c',
      name: 'Calibrate Sensors',
      time: T0,
      telemetry: [NOMINAL],
      view: base,
      ...told,
    });
  const calibrating = (endS: number) =>
    spacecraftView({
      activities: [
        { commandId: 'c', name: 'Calibrate Sensors', startTime: T0, endTime: later(endS * 1000) },
        { commandId: 'd', name: 'Thermal Control', startTime: T0, endTime: later(MS_PER_DAY) },
      ],
    });
  const STEADY = [still('attitudeStability')];

  it('waits for its command to complete, however long that takes', () => {
    const watch = calibration({ view: calibrating(200) });
    // Three samples after the end, rounded up to whole minutes for display.
    expect(watch.until).toBe(later(240_000));
    expect(judgeVerification(watch, [sample(100)], calibrating(200), later(100_000))).toBeUndefined();
    expect(judgeVerification(watch, [sample(205)], base, later(205_000))?.verdict).toBe('confirmed');
  });

  it('ends without confirmation while its command is still in progress', () => {
    const watch = calibration();
    const busy = calibrating(1000);
    expect(judgeVerification(watch, [sample(175)], busy, later(179_999))).toBeUndefined();
    const outcome = judgeVerification(watch, [sample(180)], busy, later(180_000));
    expect(outcome).toEqual({
      verdict: 'not confirmed',
      seen: STEADY,
      but: 'not carried out',
      afterMs: 180_000,
    });
  });

  it('waits for its own command only', () => {
    const others = { ...base, activities: calibrating(1000).activities.slice(1) };
    expect(calibration({ view: others }).until).toBe(later(180_000));
    expect(judgeVerification(calibration(), [sample(60)], others, later(60_000))?.verdict).toBe('confirmed');
  });

  it('confirms an unchanged state from 30 s on, to its own end and not later', () => {
    const watch = calibration();
    const judged = (ms: number) => judgeVerification(watch, [sample(29)], base, later(ms));
    expect(judged(29_999)).toBeUndefined();
    expect(judged(30_000)?.verdict).toBe('confirmed');
    expect(judged(180_000)?.verdict).toBe('confirmed');
    expect(judged(180_001)).toEqual({
      verdict: 'not confirmed',
      seen: STEADY,
      but: 'late',
      afterMs: 180_001,
    });
  });

  it('uses only samples of its own time', () => {
    const bad = { attitudeStability: 9 };
    const verdict = (...telemetry: readonly TelemetrySample[]) =>
      judgeVerification(calibration(), telemetry, base, later(180_000))?.verdict;
    expect(verdict(sample(10))).toBe('confirmed');
    expect(verdict(sample(10), sample(180, bad))).toBe('not confirmed');
    expect(verdict(sample(10), sample(181, bad))).toBe('confirmed');
    expect(verdict(sample(0))).toBe('not confirmed');
  });

  it('compares with the last whole sample before its command', () => {
    const odd = { attitudeStability: 3 };
    const telemetry = [
      sample(-10, odd),
      sample(0, { attitudeStability: 0.6 }),
      sample(0, { ...odd, temperature: Number.NaN }),
      sample(1, odd),
    ];
    expect(calibration({ telemetry }).base?.attitudeStability).toBe(0.6);
    expect(calibration({ telemetry: telemetry.slice(2) })).not.toHaveProperty('base');
  });

  it('observes nothing at the instant of its command', () => {
    const watch = calibration({ name: 'Enter Safe Mode' });
    const safe = spacecraftView({ mode: 'SAFE', ...total(0) });
    expect(judgeVerification(watch, [], safe, T0)).toBeUndefined();
    expect(judgeVerification(watch, [], safe, later(1))?.verdict).toBe('confirmed');
  });

  it('that is evaluated more than 10 s late reports only what samples of its time show', () => {
    const watch = calibration();
    const worse = [sample(100, { attitudeStability: 2.4 })];
    const late = (telemetry: readonly TelemetrySample[], ms: number, of = watch, view = base) =>
      judgeVerification(of, telemetry, view, later(ms));
    expect(late([sample(100)], 190_000)).toMatchObject({ seen: STEADY, but: 'late' });
    expect(late([sample(100)], 190_001)).toEqual({ verdict: 'not confirmed', seen: [], afterMs: 180_000 });
    expect(late(worse, 600_000)).toEqual({
      verdict: 'not confirmed',
      seen: [changed('attitudeStability', 2)],
      afterMs: 180_000,
    });
    const level = Array.from({ length: 13 }, (_, index) => sample(5 * index + 200));
    const louvre = begun('Thermal Control', {}, LOUVRE);
    expect(late(level, MS_PER_DAY, louvre)?.seen).toEqual([{ is: 'slope', from: 0, to: 0 }]);
    const misaligned = spacecraftView(off(8));
    const turning = begun('Rotate Antenna', misaligned);
    expect(late([sample(60)], MS_PER_DAY, turning, misaligned)?.seen).toEqual([still('signalStrength')]);
  });

  it('is evaluated together with others; the list is the same while none has changed', () => {
    const watches = [calibration(), calibration({ commandId: 'd', name: 'Enter Safe Mode' })];
    expect(observeVerifications(watches, [sample(5)], base, later(5000))).toBe(watches);
    const observed = observeVerifications(watches, [sample(30)], base, later(30_000));
    expect(observed.map(({ commandId, verdict }) => [commandId, verdict])).toEqual([
      ['c', 'confirmed'],
      ['d', 'not confirmed'],
    ]);
    const [first, second] = observeVerifications(
      [calibration(), ...observed.slice(1)],
      [sample(35)],
      base,
      later(35_000),
    );
    expect(first?.verdict).toBe('confirmed');
    expect(second).toBe(observed[1]);
  });

  const concluded = observeVerification(calibration(), [sample(30)], base, later(30_000));

  it('keeps its time left when the clock moves back', () => {
    const [moved, kept] = shiftVerifications([calibration(), concluded], -MS_PER_DAY);
    expect(moved).toEqual({
      ...calibration(),
      startTime: later(-MS_PER_DAY),
      until: later(180_000 - MS_PER_DAY),
    });
    expect(kept).toBe(concluded);
  });

  it('is kept for the latest 200 commands, in order', () => {
    const named = (number: number): Verification => ({ ...concluded, commandId: `command-${number}` });
    let evidence: readonly CommandVerification[] = [];
    for (let number = 1; number <= 230; number++) evidence = gatherVerifications(evidence, [named(number)]);
    expect(evidence).toHaveLength(VERIFICATIONS_CAP);
    expect(evidence[0]?.commandId).toBe('command-31');
    const news = { verdict: 'not confirmed', observed: 'mode NOMINAL' } as const;
    const seen = gatherVerifications(evidence, [{ ...named(40), ...news }]);
    expect(seen.map(({ commandId }) => commandId)).toEqual(evidence.map(({ commandId }) => commandId));
    expect(seen.filter((one, index) => one !== evidence[index])).toEqual([
      { ...verificationOf(named(40)), ...news },
    ]);
  });
});

describe('a verification of any command with any observations', () => {
  it('is complete, final by the end of the watch, and unchanged from then on', () => {
    const reading = fc.oneof(fc.double({ min: -100, max: 1000, noNaN: true }), fc.constant(Number.NaN));
    const samples = fc.array(
      fc.record({
        timestamp: fc.integer({ min: -100_000, max: 400_000 }).map((ms) => later(ms)),
        ...mapChannels(() => reading),
      }),
      { maxLength: 20 },
    );
    const views = fc
      .record({
        light: fc.constantFrom(0, 1),
        mode: fc.constantFrom('NOMINAL' as const, 'SAFE' as const, 'SURVIVAL' as const),
        misalignment: fc.constantFrom(0, 3, 20),
        share: fc.constantFrom(0, 0.5, 1),
        part: fc.option(fc.constantFrom('array', 'bus', 'battery', 'wheels', 'sensors', 'antenna'), {
          nil: undefined,
        }),
      })
      .map(({ light, mode, misalignment, share, part }) =>
        spacecraftView({
          light,
          mode,
          ...off(misalignment),
          ...deployed(share),
          ...(part && fault(part as SpacecraftPart)),
        }),
      );
    const times = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMAND_NAMES),
        samples,
        fc.array(views, { minLength: 1 }),
        times,
        (name, telemetry, seen, at) => {
          const view = seen[0] ?? spacecraftView();
          let watch = beginVerification({ commandId: 'c', name, time: T0, telemetry, view });
          expect(structuredClone(watch)).toEqual(watch);
          const sorted = [...at].sort((one, other) => one - other);
          for (const [index, ms] of [...sorted, 400_000].entries()) {
            const next = observeVerification(watch, telemetry, seen[index % seen.length] ?? view, later(ms));
            if (watch.verdict !== 'watching') expect(next).toBe(watch);
            if (next.verdict === 'watching') expect(next).toBe(watch);
            if (next.verdict === 'confirmed' && next !== watch)
              expect(later(ms)).toBeLessThanOrEqual(next.until);
            watch = next;
          }
          const { verdict, expected, observed = '' } = verificationOf(watch);
          expect(verdict).not.toBe('watching');
          for (const text of [expected, observed]) {
            expect(text).toMatch(/^\S.* (within|after) \d+ (s|min)/);
            expect(text).not.toMatch(/NaN|undefined|Infinity| {2}/);
            expect(text.length).toBeLessThanOrEqual(200);
          }
        },
      ),
      { numRuns: 600, seed: 6 },
    );
  });
});
