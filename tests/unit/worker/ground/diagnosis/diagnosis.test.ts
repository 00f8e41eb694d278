import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ANOMALY_STATUSES,
  COMMAND_NAMES,
  type TelemetrySample,
} from '../../../../../src/shared/entities/entities.ts';
import {
  EXPLANATION_LABELS,
  type ExplanationLabel,
  explanationLines,
} from '../../../../../src/shared/entities/explanation.ts';
import { FAULT_NAMES, type FaultName } from '../../../../../src/shared/entities/faults.ts';
import { SPACECRAFT_MODES, type SpacecraftView } from '../../../../../src/shared/entities/spacecraft.ts';
import {
  mapChannels,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
} from '../../../../../src/shared/entities/telemetry-channels.ts';
import { degrees, MS_PER_MIN } from '../../../../../src/shared/kit/units.ts';
import { diagnose } from '../../../../../src/worker/ground/diagnosis/diagnosis.ts';
import { FAULT_SIGNATURES } from '../../../../../src/worker/ground/diagnosis/fault-signatures.ts';
import { causesOf } from '../../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import { slopeUntil } from '../../../../../src/worker/ground/diagnosis/observed-change.ts';
import type { MissionForesight } from '../../../../../src/worker/ground/diagnosis/outlook.ts';
import type { Symptoms } from '../../../../../src/worker/ground/diagnosis/symptoms.ts';
import { FAULT_KINDS, type FaultKind } from '../../../../../src/worker/spacecraft/fault-kinds.ts';
import {
  CHANNEL_LIMITS,
  type ForeseenLimit,
  type Foresight,
} from '../../../../../src/worker/spacecraft/forecast.ts';
import { later, T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { NOMINAL, sample } from '../../../../support/telemetry.ts';

const DARK = spacecraftView({ light: 0 });

const LASTING = { course: 'lasting' } as const;

const told = (symptoms: Partial<Symptoms> & Pick<Symptoms, 'name'>, atS = 40) =>
  diagnose(
    {
      since: T0,
      status: 'Active',
      before: NOMINAL,
      telemetry: [],
      view: spacecraftView({ time: later(atS * 1000) }),
      ...symptoms,
    },
    later(atS * 1000),
  );

/** Returns one line of an explanation. */
const line = ({ aiExplanation }: { readonly aiExplanation: string }, label: ExplanationLabel): string =>
  explanationLines(aiExplanation).find((held) => held.label === label)?.text ?? '';

/** Verbs in the present tense. */
const PRESENT = / (is|are|will|has|changes|falls|rises) /;

const at = (minutes: number) => later(minutes * MS_PER_MIN);

/** Builds passages of a limit, in minutes from the onset. */
const passing = (
  channel: TelemetryChannel,
  value: number,
  turns: readonly (readonly [to: 'out' | 'in', from: number, until: number])[],
  nearMin?: number,
): ForeseenLimit => ({
  channel,
  value,
  turns: turns.map(([to, from, until]) => ({ to, from: at(from), until: at(until) })),
  ...(nearMin !== undefined && { near: { from: at(nearMin), until: at(12 * 60) } }),
});

/** Builds a forecast for a little more than 12 h. */
const foreseen = (
  limits: readonly ForeseenLimit[],
  told: {
    readonly fdirMin?: number;
    readonly mode?: Foresight['mode'];
  } = {},
): MissionForesight => {
  return {
    from: T0,
    until: at(12 * 60 + 15),
    limits,
    ...(told.mode && { mode: told.mode }),
    ...(told.fdirMin !== undefined && { fdirUntil: at(told.fdirMin) }),
  };
};

/** Diagnoses a fault with only one possible cause. */
const named = (symptoms: Partial<Symptoms> & Pick<Symptoms, 'name'>, atS?: number) =>
  told(
    { causes: [symptoms.name], seenIn: FAULT_SIGNATURES[symptoms.name].indications[0].channel, ...symptoms },
    atS,
  );

describe('the report of an anomaly', () => {
  it('has four lines: observation, fitting causes, outlook and action', () => {
    const { message, aiExplanation, phase, channel, causes } = told({
      name: 'wing-folded',
      telemetry: [sample(20, { solarOutput: 310 }), sample(40, { solarOutput: 302 })],
      foresight: foreseen([passing('batteryVoltage', 22, [['out', 607.5, 618.2]])], {
        fdirMin: 15,
      }),
    });
    expect(message).toBe('Solar output is about 302 W, 298 W lower than before the onset while sunlit.');
    expect(aiExplanation.split('\n')).toEqual([
      'Seen: Solar output is about 302 W while sunlit; it was 600 W before the onset.',
      'Likely cause: One array wing has retracted; up to half of the array is turned away from the Sun' +
        ', with 600 W of at most 620 W facing the Sun.',
      'If nothing is done: FDIR should clear it by about 12:04 UTC, ' +
        'or contain it by about 12:15 UTC. ' +
        'Unless FDIR acts first, battery voltage falls below 22 V between 22:07 and 22:19 UTC; ' +
        '20 V is not reached within 12 h.',
      'Do: Deploy Solar Array drives the wing back onto its latch; ' +
        'Attitude Adjustment would swing the loose wing further.',
    ]);
    expect([phase, channel, causes]).toEqual(['seen', 'solarOutput', ['wing-folded']]);
  });

  it.each(FAULT_NAMES)(
    '%s names no single cause before any observation, but every cause of its type',
    (name) => {
      const { type } = FAULT_KINDS[name];
      const diagnosis = told({ name }, 5);
      expect(diagnosis.phase).toBe('unseen');
      expect(diagnosis.message).toBe(`${type} monitor alarm; not confirmed by samples yet.`);
      expect(line(diagnosis, 'Seen')).toMatch(/waiting for the next samples\.$/);
      const labels = causesOf(type).map((cause) => FAULT_KINDS[cause].label);
      for (const label of labels)
        expect(line(diagnosis, 'Likely cause').toLowerCase()).toContain(label.toLowerCase());
      expect(line(diagnosis, 'Likely cause')).toMatch(/ or /);
      expect(diagnosis.aiExplanation).not.toContain(FAULT_SIGNATURES[name].cause);
      // The diagnosis is the same for each of them.
      for (const other of causesOf(type)) expect(told({ name: other }, 5)).toEqual(diagnosis);
    },
  );

  it('says after a minute that no sample shows a clear change', () => {
    const { aiExplanation } = told(
      { name: 'antenna-off', telemetry: [sample(90, { signalStrength: 64.8 })] },
      90,
    );
    expect(aiExplanation).toContain(
      'The Signal monitor tripped. Signal strength is about 65 %, in limits; no sample shows a clear change.',
    );
  });

  it('claims no change within the noise or in the wrong direction', () => {
    for (const signalStrength of [64.8, 80]) {
      expect(told({ name: 'antenna-off', telemetry: [sample(30, { signalStrength })] }).phase).toBe('unseen');
    }
  });

  it('says that samples may distinguish the causes, and names the command for each', () => {
    const early = told({ name: 'antenna-off' }, 5);
    expect(line(early, 'Do')).toBe(
      'The next samples may tell them apart. Rotate Antenna fits antenna off pointing or antenna gimbal slipped, ' +
        'Communications Check fits receiver detuned. Avoid Attitude Adjustment until the cause is known.',
    );
    expect(line(told({ name: 'antenna-off' }, 600), 'Do')).toMatch(
      /^Rotate Antenna fits antenna off pointing or/,
    );
    expect(line(told({ name: 'open-string' }, 5), 'Do')).toBe(
      'Deploy Solar Array fits each of these causes. Avoid Attitude Adjustment until the cause is known.',
    );
  });

  it('advises to wait while its recovery command is in progress', () => {
    const view = spacecraftView({
      activities: [{ commandId: 'c', name: 'Rotate Antenna', startTime: T0, endTime: later(150_000) }],
    });
    const underWay = named({ name: 'antenna-off', view });
    expect(line(underWay, 'Do')).toBe('Wait: Rotate Antenna is in progress and ends by about 12:03 UTC.');
    // The forecast includes the command in progress.
    expect(line(underWay, 'If nothing is done')).toMatch(/^With Rotate Antenna in progress: /);
  });

  it('names the effect of the illumination', () => {
    const dusk = told({
      name: 'weak-cell',
      telemetry: [sample(40, { solarOutput: 0, batteryVoltage: 27.4 })],
      view: DARK,
    });
    expect(dusk.message).toBe(
      'Battery voltage is about 27.4 V, 1.0 V lower than before the onset, partly because the Sun has set.',
    );
    expect(line(dusk, 'Seen')).toBe(
      'Battery voltage is about 27.4 V in eclipse, in limits; it was 28.4 V while sunlit before the onset.',
    );
    const night = { ...NOMINAL, solarOutput: 0 };
    const shadow = { name: 'open-string', before: night, view: DARK } as const;
    const sunrise = told({
      ...shadow,
      view: spacecraftView(),
      telemetry: [sample(40, { solarOutput: 480 })],
    });
    expect(sunrise).toMatchObject({
      message: 'Solar output is about 480 W since sunrise; the maximum is 620 W.',
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

  it('names the temperature slope before and after the onset', () => {
    const rising = (perMin: number, atS: number) => sample(atS, { temperature: 15 + (perMin * atS) / 60 });
    const since = Array.from({ length: 12 }, (_, index) => rising(0.1, 5 * (index + 1)));
    const turned = { name: 'louvre-open', slopeBefore: 0.6, telemetry: since } as const;
    expect(told(turned, 60)).toMatchObject({
      message: 'Bus temperature changes by +0.10 °C/min while sunlit, +0.60 °C/min before the onset.',
      phase: 'seen',
      causes: ['louvre-open'],
    });
    // Too few samples, no earlier slope, or different light: no claim.
    expect(told({ ...turned, telemetry: since.slice(0, 8) }).phase).toBe('seen');
    expect(told({ ...turned, telemetry: since.slice(0, 7) }).phase).toBe('unseen');
    expect(told({ ...turned, slopeBefore: undefined }).phase).toBe('unseen');
    const dusk = since.map((held, index) => (index < 6 ? held : { ...held, solarOutput: 0 }));
    expect(told({ ...turned, telemetry: dusk, view: DARK }).phase).toBe('unseen');
  });

  it('keeps its observation when that is no longer clear', () => {
    const { message, phase } = told({
      name: 'antenna-off',
      seenIn: 'signalStrength',
      telemetry: [sample(40, { signalStrength: 65.1 })],
    });
    expect(phase).toBe('seen');
    expect(message).toBe('Signal strength is about 65 %, no clear change since the onset.');
  });

  it('cites the change from before the onset also where the fault does not show in it', () => {
    const risen = told({
      name: 'open-string',
      seenIn: 'solarOutput',
      before: { ...NOMINAL, solarOutput: 428 },
      telemetry: [sample(40, { solarOutput: 549 })],
    });
    expect(risen.message).toBe(
      'Solar output is about 549 W, 121 W higher than before the onset while sunlit.',
    );
    expect(line(risen, 'Seen')).toContain('it was 428 W before the onset.');
    const dark = { name: 'open-string', seenIn: 'solarOutput', view: DARK } as const;
    expect(told({ ...dark, telemetry: [sample(40, { solarOutput: 0 })] }).message).toBe(
      'Solar output is 0 W, 600 W lower than before the onset, because the Sun has set.',
    );
  });

  it('states the difference of the readings as they are written', () => {
    const before = { ...NOMINAL, solarOutput: 605.4 };
    const { message, aiExplanation } = told({
      name: 'open-string',
      before,
      telemetry: [sample(40, { solarOutput: 526.6 })],
    });
    expect(message).toBe('Solar output is about 527 W, 78 W lower than before the onset while sunlit.');
    expect(aiExplanation).toContain('it was 605 W before the onset');
  });

  it('names the Sun as a reason only for a change in its direction', () => {
    const messageFor = (solarBefore: number, solarOutput: number, temperature: number) =>
      told({
        name: 'heater-stuck-on',
        seenIn: 'temperature',
        before: { ...NOMINAL, solarOutput: solarBefore },
        view: spacecraftView({ light: solarOutput > 0 ? 1 : 0 }),
        telemetry: [sample(40, { solarOutput, temperature })],
      }).message;
    expect(messageFor(600, 0, 16.2)).toMatch(/ 1\.2 °C higher .*, although the Sun has set\.$/);
    expect(messageFor(0, 600, 2.6)).toMatch(/ 12\.4 °C lower .*, although the Sun has risen\.$/);
    expect(messageFor(0, 600, 16.2)).toMatch(/, partly because the Sun has risen\.$/);
    expect(messageFor(600, 0, 13.8)).toMatch(/, partly because the Sun has set\.$/);
  });

  it('says why it is reported again', () => {
    const again = (symptoms: Partial<Symptoms>) => told({ name: 'antenna-off', ...symptoms }, 5).message;
    expect(again({ recurrence: 'unresolved' })).toMatch(
      /^The fault persists; its earlier entry left the list\. Signal monitor alarm/,
    );
    expect(again({ recurrence: 'worse' })).toMatch(/^The fault has become worse\. /);
  });

  it('of an entry closed while the fault persisted is in the past tense', () => {
    const closed = named({
      name: 'antenna-off',
      status: 'Resolved',
      telemetry: [sample(40, { signalStrength: 57.7 })],
    });
    expect(closed.message).toBe('Signal anomaly resolved at 12:00:40 UTC while its fault persisted.');
    expect(closed.aiExplanation.split('\n').slice(0, 2)).toEqual([
      'Seen: When the entry was closed, signal strength was 57.7 %, in limits.',
      'Likely cause: The antenna was off pointing.',
    ]);
    for (const { text } of explanationLines(closed.aiExplanation)) expect(text).not.toMatch(PRESENT);
  });

  it.each(FAULT_NAMES)(
    'names the recovery command of %s, and worsening commands only if there are any',
    (name) => {
      const { recoveryCommand: remedy, worsenedBy }: FaultKind = FAULT_KINDS[name];
      // FDIR takes two hours to end the fault, so not sending a command costs more.
      const plan = { course: 'contained', containedAt: T0, clearedAt: later(120 * MS_PER_MIN) } as const;
      const todo = line(named({ name, plan }), 'Do');
      expect(todo).toContain(`${remedy} ${FAULT_SIGNATURES[name].recoveryEffect}`);
      expect(FAULT_SIGNATURES[name].wouldWorsen === undefined).toBe(worsenedBy.length === 0);
      for (const command of worsenedBy) expect(todo).toContain(command);
    },
  );
});

describe('spacecraft housekeeping', () => {
  const lit = spacecraftView();
  const seenIn = (name: FaultName, view: SpacecraftView | undefined) =>
    line(named({ name, view }), 'Likely cause');
  const current = (currentA: number) => spacecraftView({ battery: { ...lit.battery, currentA } });
  const radio = (change: Partial<SpacecraftView['radio']>) =>
    spacecraftView({ radio: { ...lit.radio, ...change } });

  it.each<[FaultName, SpacecraftView, string]>([
    ['weak-cell', current(5), 'voltage down, with 5.0 A into the battery.'],
    ['weak-cell', current(-8.26), 'voltage down, with 8.3 A out of the battery.'],
    ['weak-cell', current(0.04), 'voltage down.'],
    ['weak-cell', current(Number.NaN), 'voltage down.'],
    ['open-string', lit, 'is missing, with 600 W of at most 620 W facing the Sun.'],
    ['open-string', DARK, 'leaks battery current back into the array.'],
    ['wing-folded', DARK, 'part of the array is turned away from the Sun at sunrise.'],
    ['drive-stuck', DARK, 'the array is turned off the Sun at sunrise.'],
    ['drive-stuck', spacecraftView({ light: 0.5 }), ', with 600 W of at most 620 W facing the Sun.'],
    ['antenna-off', radio({ misalignment: degrees(8) }), 'angle to the relay, now 8.0° off.'],
    ['antenna-off', radio({ misalignment: degrees(Number.NaN) }), 'angle to the relay.'],
    [
      'antenna-off',
      radio({ link: 'station', station: 'madrid', stationName: 'Madrid' }),
      'angle to Madrid, now 0.0° off.',
    ],
    ['gimbal-slip', radio({ link: 'none' }), 'points past its station or relay, now 0.0° off.'],
    ['gimbal-slip', radio({ link: 'station' }), 'points past the ground station, now 0.0° off.'],
    ['heater-stuck-on', lit, 'below −5 °C only, is now off, and costs'],
    [
      'heater-stuck-on',
      spacecraftView({ thermal: { busTemperature: 20, isHeaterOn: true } }),
      'only, is now on, and costs',
    ],
    ['radiator-blocked', lit, 'the heat of the load of 225 W stays'],
    ['wheel-failing', lit, ', with 30 % of the wheels’ momentum used.'],
  ])('is cited in the cause of %s', (name, view, clause) => {
    expect(seenIn(name, view)).toContain(clause);
  });

  it('claims no fixed loss, of which a retry or the redundant unit leaves only a part', () => {
    const short = named({ name: 'cell-short', telemetry: [sample(40, { batteryVoltage: 27.71 })] });
    expect(short.message).toContain('0.7 V lower');
    expect(line(short, 'Likely cause')).toMatch(/; six of seven cells carry the bus, at up to 4 V less/);
    expect(seenIn('open-string', lit)).toContain('; up to a quarter of the array current is missing');
    expect(seenIn('wing-folded', lit)).toContain('; up to half of the array is turned away from the Sun');
  });

  it('is omitted without a report', () => {
    for (const name of FAULT_NAMES)
      expect(seenIn(name, undefined)).not.toMatch(/, (with|now) \d|is now|load of/);
  });
});

describe('the outlook without action', () => {
  const next = (symptoms: Partial<Symptoms> & Pick<Symptoms, 'name'>, atS?: number) =>
    line(told(symptoms, atS), 'If nothing is done');

  /** Returns the outlook without a report, as known at an instant. */
  const expected = (name: FaultName, atS: number) =>
    next({ name, causes: [name], telemetry: [sample(atS)] }, atS);

  it('is what FDIR is expected to do by its rules, whatever its plan is', () => {
    expect(expected('gyro-drift', 60)).toBe(
      'FDIR should clear it by about 12:04 UTC, ' + 'or contain it by about 12:20 UTC.',
    );
    expect(expected('antenna-off', 240)).toMatch(/to clear it|next telemetry/);
    expect(expected('antenna-off', 245)).toBe(
      'FDIR has not cleared it. If it has detected it, it contains it by about 12:20 UTC.',
    );
    expect(expected('wing-folded', 245)).toBe(
      'FDIR has not cleared it and should contain it by about 12:15 UTC, with the payload off until the fault ends.',
    );
    expect(expected('antenna-off', 20 * 60 + 5)).toBe(
      'FDIR has not acted on it; only a command clears it, unless it becomes worse.',
    );
  });

  it('counts FDIR’s times from the onset, also in the entry of a fault that recurs', () => {
    const again = { name: 'antenna-off', causes: ['antenna-off'], recurrence: 'unresolved' } as const;
    expect(next({ ...again, onset: at(-5), telemetry: [sample(5)] }, 5)).toContain('by about 12:15 UTC');
  });

  it('is open until the next telemetry, where a time of FDIR has passed without one', () => {
    const unheard = { name: 'antenna-off', telemetry: [sample(60)] } as const;
    expect(next(unheard, 239)).toContain('within a minute');
    expect(next(unheard, 240)).toMatch(/^The next telemetry shows whether FDIR has acted on it\./);
    const unswitched = { ...unheard, telemetry: [sample(300)] };
    expect(next(unswitched, 20 * 60)).toMatch(/^The next telemetry shows/);
  });

  it('is FDIR’s plan, by when and at what price, once the spacecraft has reported it', () => {
    const contained = { course: 'contained', containedAt: at(12.5), clearedAt: at(90) } as const;
    expect(next({ name: 'antenna-off', plan: contained }, 13 * 60)).toBe(
      'The redundant unit limits the effect. A reconfiguration should end the fault by about 13:30 UTC.',
    );
    const wing = { name: 'wing-folded', causes: ['wing-folded'] } as const;
    expect(next({ ...wing, plan: contained }, 13 * 60)).toBe(
      'The redundant unit limits the effect. A reconfiguration should end the fault by about 13:30 UTC; the payload stays off until then.',
    );
    const safed = { ...contained, course: 'safed' } as const;
    const safe = spacecraftView({ mode: 'SAFE' });
    expect(next({ name: 'cell-short', plan: safed, view: safe }, 13 * 60)).toMatch(
      /^Safe mode limits the effect\. .* by about 13:30 UTC\. Safe mode lasts until Attitude Adjustment, or for an orbit or more without a command\.$/,
    );
    expect(next({ name: 'cell-short', plan: safed }, 13 * 60)).not.toContain('Safe mode lasts');
  });

  it('is the limit that one of the causes passes, while several fit', () => {
    const open = (name: FaultName, reading: Partial<TelemetrySample> = {}) =>
      next({ name, before: sample(0, reading), telemetry: [sample(5, reading)] }, 5);
    expect(open('weak-cell')).toMatch(/ At worst, battery voltage leaves its limits\.$/);
    expect(open('gyro-drift')).toMatch(/ At worst, attitude deviation leaves its limits\.$/);
    expect(open('gyro-drift', { attitudeStability: 2 })).not.toContain('At worst');
    // Without a forecast for each cause, nothing is said about what will not happen.
    const mild = { name: 'weak-cell', causes: ['weak-cell', 'high-resistance'] } as const;
    expect(next({ ...mild, foresight: foreseen([]) })).toMatch(/ by about 12:20 UTC\.$/);
  });

  it('names no minute that has passed, to the second', () => {
    for (let seconds = 0; seconds < 240; seconds++) {
      const text = next({ name: 'antenna-off', causes: ['antenna-off'] }, seconds);
      const [, minute] = /12:(\d\d) UTC/.exec(text) ?? [];
      if (minute === undefined) expect(text).toContain('within a minute');
      else expect(Number(minute)).toBeGreaterThanOrEqual(seconds / 60);
    }
  });

  /** Returns the text after FDIR's sentence, for a fault that FDIR has not acted on. */
  const ahead = (
    name: FaultName,
    foresight: MissionForesight,
    reading: Partial<TelemetrySample> = {},
    atMin = 1,
  ) =>
    next(
      { name, causes: [name], since: at(-30), telemetry: [sample(60 * atMin, reading)], foresight },
      60 * atMin,
    ).replace('FDIR has not acted on it; only a command clears it, unless it becomes worse. ', '');

  it.each<[FaultName, readonly ForeseenLimit[], Partial<TelemetrySample>, string]>([
    ['gyro-drift', [], {}, 'With no further fault, attitude deviation does not rise above 1.5° within 12 h.'],
    ['louvre-open', [], {}, 'With no further fault, bus temperature does not fall below −20 °C within 12 h.'],
    [
      'heater-stuck-on',
      [],
      {},
      'With no further fault, bus temperature does not rise above 40 °C within 12 h.',
    ],
    [
      'radiator-blocked',
      [passing('temperature', 40, [['out', 20, 24]]), passing('temperature', 60, [['out', 38.5, 43]])],
      {},
      'Bus temperature rises above 40 °C between 12:20 and 12:24 UTC, ' +
        'and above 60 °C between 12:38 and 12:43 UTC.',
    ],
    [
      'antenna-off',
      [
        passing('signalStrength', 50, [
          ['in', 20, 25],
          ['out', 78, 82],
        ]),
      ],
      { signalStrength: 48 },
      'Signal strength rises back above 50 % between 12:20 and 12:25 UTC, ' +
        'and falls below it again between 13:18 and 13:22 UTC; 40 % is not reached within 12 h.',
    ],
    [
      'antenna-off',
      [passing('signalStrength', 50, [['out', 30, 70]])],
      {},
      'Signal strength falls below 50 % between 12:30 and 13:10 UTC; ' + '40 % is not reached within 12 h.',
    ],
    [
      'antenna-off',
      [passing('signalStrength', 50, [], 30)],
      {},
      'Signal strength comes close to 50 %; 40 % is not reached within 12 h.',
    ],
    [
      'antenna-off',
      [
        passing('signalStrength', 50, [
          ['in', 20, 50],
          ['out', 40, 82],
        ]),
      ],
      { signalStrength: 48 },
      'Signal strength rises back above 50 % between 12:20 and 12:50 UTC, ' +
        'and falls below it again by 13:22 UTC; 40 % is not reached within 12 h.',
    ],
    // Another fault causes the heat.
    [
      'louvre-open',
      [passing('temperature', 40, [['out', 20, 24]])],
      {},
      'With no further fault, bus temperature does not fall below −20 °C within 12 h.',
    ],
    [
      'wheel-failing',
      [passing('attitudeStability', 1.5, []), passing('attitudeStability', 3, [])],
      { attitudeStability: 3.6 },
      'Attitude deviation stays above 3° for 12 h or more.',
    ],
  ])('of %s is each limit, its direction and its time: %j', (name, limits, reading, sentence) => {
    expect(ahead(name, foreseen(limits), reading)).toBe(sentence);
  });

  it('says that a reading comes close to a limit only unless FDIR acts first, and not after it has left', () => {
    const near = { ...passing('signalStrength', 50, []), near: { from: at(0), until: at(20) } };
    const says = (atMin: number, signalStrength: number) =>
      ahead('antenna-off', foreseen([near], { fdirMin: 30 }), { signalStrength }, atMin);
    expect(says(1, 60)).toMatch(/^Unless FDIR acts .*first, signal strength comes close to 50 %/);
    expect(says(1, 51)).toMatch(/^Signal strength is close to 50 %/);
    expect(says(16, 60)).not.toContain('50 %');
  });

  it('claims no side of a limit to which noise takes a reading to and fro', () => {
    const foresight = foreseen([passing('signalStrength', 50, [['out', 0, 5]])]);
    const says = (signalStrength: number) => ahead('antenna-off', foresight, { signalStrength });
    expect(says(50.2)).toMatch(/^Signal strength falls below 50 % by 12:05 UTC; /);
    expect(says(49.8)).toMatch(/^Signal strength is close to 50 %; /);
  });

  it('says of the next turn of a reading nothing before the band of the present one is over', () => {
    const foresight = foreseen([
      passing('signalStrength', 50, [
        ['in', 0, 5],
        ['out', 40, 47],
      ]),
    ]);
    const says = (atMin: number) => ahead('antenna-off', foresight, { signalStrength: 50.2 }, atMin);
    expect(says(2)).toMatch(/^Signal strength is close to 50 %; /);
    expect(says(6)).toMatch(/^Signal strength falls below 50 % between 12:40 and 12:47 UTC/);
  });

  it('claims no limit that the newest reading denies, until a new forecast', () => {
    const out = foreseen([passing('batteryVoltage', 22, [['out', 60, 70]])]);
    expect(ahead('cell-short', out, { batteryVoltage: 23 })).toContain('falls below 22 V');
    expect(ahead('cell-short', out, { batteryVoltage: 21 })).not.toContain('22 V');
    expect(ahead('cell-short', foreseen([]), { batteryVoltage: 21 })).not.toContain('22 V');
    const broken = foreseen([passing('batteryVoltage', 22, [])]);
    expect(ahead('cell-short', broken, { batteryVoltage: 21 })).toContain('stays below 22 V');
    expect(ahead('cell-short', broken, { batteryVoltage: 23 })).not.toContain('22 V');
  });

  it('says of a limit that it is kept or broken only for an hour or more', () => {
    const until = (untilMin: number) => ({ ...foreseen([]), until: at(untilMin) });
    expect(ahead('cell-short', until(122))).toBe(
      'With no further fault, battery voltage does not fall below 22 V within 2 h.',
    );
    expect(ahead('cell-short', until(50))).not.toContain('22 V');
    const broken = { ...foreseen([passing('batteryVoltage', 22, [])]), until: at(50) };
    expect(ahead('cell-short', broken, { batteryVoltage: 21 })).not.toContain('22 V');
  });

  it('names the mode that the fault leads to, and what that takes out of limits', () => {
    const foresight = foreseen(
      [
        passing('batteryVoltage', 22, [['out', 73, 82]]),
        passing('signalStrength', 50, [['out', 81, 98]]),
        passing('attitudeStability', 1.5, [['out', 81, 86]]),
        passing('temperature', 40, [['out', 5, 9]]),
      ],
      { mode: { mode: 'SAFE', from: at(80), until: at(84) } },
    );
    expect(ahead('cell-short', foresight)).toBe(
      'Battery voltage falls below 22 V between 13:13 and 13:22 UTC; 20 V is not reached within 12 h. ' +
        'ORBITA-1 enters SAFE between 13:20 and 13:24 UTC, with signal strength below 50 % by 13:38 UTC ' +
        'and attitude deviation above 1.5° by 13:26 UTC.',
    );
    const entered = {
      name: 'cell-short',
      causes: ['cell-short'],
      telemetry: [sample(60)],
      foresight,
    } as const;
    expect(next({ ...entered, view: spacecraftView({ mode: 'SAFE' }) })).not.toContain('enters SAFE');
    // A fault that does not drain the battery does not lead to SAFE.
    expect(ahead('gyro-drift', foresight)).not.toContain('SAFE');
  });

  it('holds unless FDIR acts first, as long as it may, and says which limits FDIR keeps', () => {
    const limits = [passing('batteryVoltage', 22, [['out', 73, 82]])];
    const foresight = foreseen(
      limits.map((limit) => ({ ...limit, isAverted: true })),
      { fdirMin: 10 },
    );
    const conditional =
      'Unless FDIR acts first, battery voltage falls below 22 V between 13:13 and 13:22 UTC; ' +
      '20 V is not reached within 12 h. With FDIR, 22 V is not reached.';
    const own = (atMin: number, told = foresight) =>
      next(
        { name: 'cell-short', causes: ['cell-short'], telemetry: [sample(60 * atMin)], foresight: told },
        60 * atMin,
      );
    expect(own(3)).toContain(conditional);
    expect(own(3, foreseen(limits, { fdirMin: 10 }))).not.toContain('With FDIR');
    // FDIR may also prevent the mode change.
    const safe = { ...foresight, mode: { mode: 'SAFE', from: at(80), until: at(84) } } as const;
    expect(own(3, safe)).toContain(
      '20 V is not reached within 12 h; ORBITA-1 enters SAFE between 13:20 and 13:24 UTC. With FDIR, 22 V is not reached.',
    );
    // Kept limits come last if another channel changes.
    const beside = foreseen([passing('attitudeStability', 1.5, [['out', 73, 82]])], { fdirMin: 10 });
    expect(
      next(
        { name: 'wing-folded', causes: ['wing-folded'], telemetry: [sample(180)], foresight: beside },
        180,
      ),
    ).toContain(
      'Unless FDIR acts first, attitude deviation rises above 1.5° between 13:13 and 13:22 UTC; ' +
        'with no further fault, battery voltage does not fall below 22 V within 12 h.',
    );
    // From then on FDIR may act only on another fault.
    expect(own(9)).toBe(
      'FDIR has not acted on it; only a command clears it, unless it becomes worse. ' +
        'Unless FDIR acts on another fault first, battery voltage falls below 22 V between 13:13 and 13:22 UTC; ' +
        '20 V is not reached within 12 h. If FDIR acts on the other fault, 22 V is not reached.',
    );
    expect(ahead('cell-short', foresight, {}, 11)).not.toMatch(/FDIR/);
    // What does not happen without FDIR does not happen with it.
    expect(ahead('cell-short', foreseen([], { fdirMin: 10 }), {}, 9)).not.toContain('Unless');
  });
});

describe('the cited reading', () => {
  it('is the last reading if none has arrived since', () => {
    const before = { name: 'antenna-off', before: undefined } as const;
    const lone = [
      { ...before, telemetry: [sample(-5, { signalStrength: 61 })] },
      { ...before, telemetry: [sample(20, { signalStrength: 61 })] },
      { ...before, before: sample(-10), telemetry: [sample(-5, { signalStrength: 61 })] },
    ];
    for (const symptoms of lone) {
      expect(line(told(symptoms, 90), 'Seen')).toBe(
        'The Signal monitor tripped. Signal strength was 61.0 %, in limits; no sample shows a clear change.',
      );
    }
    expect(line(told(before), 'Seen')).toMatch(/No reading of signal strength has been received yet; /);
  });
});

describe('a fault that has ended', () => {
  const ended = (change: Partial<Symptoms> & Pick<Symptoms, 'name'>) =>
    named({ endedAt: later(30_000), endedBy: FAULT_KINDS[change.name].recoveryCommand, ...change });

  it('is reported in the past tense, with what cleared it and whether the channel has recovered', () => {
    const mended = { name: 'antenna-off', endedAt: later(190_000), endedBy: 'Rotate Antenna' } as const;
    expect(named({ ...mended, telemetry: [sample(195, { signalStrength: 52 })] }, 195)).toMatchObject({
      message:
        'Antenna off pointing cleared by Rotate Antenna at 12:03:10 UTC; signal strength now at about 52 %.',
      phase: 'ended',
    });
    const back = named({ ...mended, telemetry: [sample(205, { signalStrength: 66.2 })] }, 205);
    expect(back).toMatchObject({
      message:
        'Antenna off pointing cleared by Rotate Antenna at 12:03:10 UTC; signal strength was back at 66.2 % at 12:03:25 UTC.',
      phase: 'recovered',
    });
    expect(back.aiExplanation.split('\n')).toEqual([
      'Seen: At 12:03:25 UTC, signal strength was 66.2 %, in limits.',
      'Likely cause: The antenna was off pointing.',
      'If nothing is done: The fault ended.',
      'Do: Rotate Antenna cleared it. No further action.',
    ]);
  });

  it('cites no reading that another fault moves', () => {
    const mended = { name: 'antenna-off', endedAt: later(190_000), endedBy: 'Rotate Antenna' } as const;
    const telemetry = [sample(195, { signalStrength: 52 })];
    const other = {
      name: 'receiver-detuned',
      since: T0,
      reported: { causes: ['receiver-detuned'] },
    } as const;
    expect(named({ ...mended, telemetry, acting: [other] }, 195).message).toBe(
      'Antenna off pointing cleared by Rotate Antenna at 12:03:10 UTC.',
    );
  });

  it('suggests no resolution for an acknowledged one, and reports a resolved one in the past tense', () => {
    const telemetry = [sample(40, { signalStrength: 66 })];
    const acknowledged = ended({ name: 'antenna-off', status: 'Acknowledged', telemetry });
    expect(acknowledged.message).toMatch(/signal strength was back at 66\.0 % at \d\d:\d\d:\d\d UTC\.$/);
    expect(line(acknowledged, 'Do')).toBe('Rotate Antenna cleared it. No further action.');
    const resolved = ended({ name: 'antenna-off', status: 'Resolved', telemetry });
    for (const { text } of explanationLines(resolved.aiExplanation)) expect(text).not.toMatch(PRESENT);
  });

  it('says that FDIR cleared it only where its plan says so', () => {
    const by = (plan: Symptoms['plan']) => ended({ name: 'antenna-off', endedBy: undefined, plan }).message;
    const clearedAt = later(30_000);
    expect(by({ course: 'transient', clearedAt })).toContain(' cleared by a retry of FDIR at 12:00:30 UTC');
    expect(by({ course: 'contained', containedAt: T0, clearedAt })).toContain(
      ' by a reconfiguration of FDIR at ',
    );
    expect(by({ course: 'contained', containedAt: T0, clearedAt: later(600_000) })).toContain(' cleared at ');
    expect(by(LASTING)).toContain(' cleared at ');
  });

  it('names no cause that was never determined', () => {
    const { message, aiExplanation } = ended({ name: 'antenna-off', causes: causesOf('Signal') });
    expect(message).toMatch(/^Signal fault cleared by Rotate Antenna at /);
    expect(aiExplanation).toContain(
      'Not determined: antenna off pointing, antenna gimbal slipped or receiver detuned.',
    );
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
    // A sample from before its end says nothing about it.
    expect(ended({ ...symptoms, endedAt: later(40_000) })).toMatchObject({
      phase: 'ended',
      message: expect.stringMatching(/ at 12:00:40 UTC\.$/),
    });
  });

  it('reports no output in eclipse', () => {
    const dark = { name: 'open-string', telemetry: [sample(40, { solarOutput: 0 })] } as const;
    expect(ended(dark).message).toMatch(/ at 12:00:30 UTC\.$/);
    const light = { name: 'open-string', telemetry: [sample(40, { solarOutput: 590 })] } as const;
    expect(ended(light).message).toMatch(/; solar output was back at 590 W at \d\d:\d\d:\d\d UTC\.$/);
  });
});

describe('the temperature slope', () => {
  /** Returns samples every 5 s up to an instant, with a temperature that changes by this much per minute. */
  const moving = (perMin: number, untilS: number, count = 13) =>
    Array.from({ length: count }, (_, index) => {
      const atS = untilS - 5 * (count - 1 - index);
      return sample(atS, { temperature: 15 + (perMin * atS) / 60 });
    });
  const rising = (slopeBefore: number, perMin: number) =>
    told({ name: 'heater-stuck-on', slopeBefore, telemetry: moving(perMin, 60, 12) }, 60);

  it('is reported as a slope with its sign from 0.2 °C a minute', () => {
    expect(rising(-0.2, 0).message).toBe(
      'Bus temperature changes by +0.00 °C/min while sunlit, −0.20 °C/min before the onset.',
    );
  });

  it('is reported as a change if the slope has hardly changed', () => {
    expect(rising(0.6, 0.7).message).toBe(
      'Bus temperature is about 15.7 °C, 0.7 °C higher than before the onset while sunlit.',
    );
  });

  it('is reported as no change if neither is clear', () => {
    expect(rising(0.1, 0.2).phase).toBe('unseen');
  });

  it('before an instant is the slope of the whole readings up to it', () => {
    const before = moving(0.6, 0);
    expect(slopeUntil(T0, before)).toBeCloseTo(0.6, 9);
    expect(slopeUntil(T0, [...before, sample(5, { temperature: 40 })])).toBeCloseTo(0.6, 9);
    expect(slopeUntil(T0, [...before.slice(0, -1), sample(0, { temperature: Number.NaN })])).toBeCloseTo(
      0.6,
      9,
    );
    // The last sample is that of the instant itself.
    expect(slopeUntil(T0, [...before.slice(0, -1), sample(0, { temperature: 16 })])).toBeGreaterThan(0.65);
  });

  it('is unknown before an instant with too few readings or a recent eclipse transition', () => {
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

describe('the illumination of a diagnosis', () => {
  const night = { ...NOMINAL, solarOutput: 0 };

  it('is the spacecraft report before the array output, sunlit from half of the Sun’s disc', () => {
    const at = (light: number) =>
      told({
        name: 'weak-cell',
        before: night,
        view: spacecraftView({ light }),
        telemetry: [sample(40, { batteryVoltage: 27.4, solarOutput: 0 })],
      }).message;
    expect(at(0.5)).toContain('1.0 V lower than before the onset, although the Sun has risen');
    expect(at(0.4)).toContain('in eclipse');
  });

  it('is a sunrise only once the whole disc is visible', () => {
    const at = (light: number) =>
      told({
        name: 'open-string',
        before: night,
        view: spacecraftView({ light }),
        telemetry: [sample(40, { solarOutput: 300 })],
      }).phase;
    expect([at(0.6), at(0.99), at(1)]).toEqual(['unseen', 'unseen', 'seen']);
  });
});

describe('any report for any telemetry', () => {
  const reading = fc.oneof(
    fc.double({ min: -1e4, max: 1e4, noNaN: true }),
    fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY),
  );
  const sampleArb: fc.Arbitrary<TelemetrySample> = fc
    .record({
      timestamp: fc.integer({ min: -600_000, max: 600_000 }).map((ms) => later(ms)),
      ...mapChannels(() => reading),
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
  const bandArb = fc
    .tuple(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 0, max: 1e7 }))
    .map(([from, longMs]) => ({ from: later(from), until: later(from + longMs) }));
  const foresightArb: fc.Arbitrary<Foresight> = fc.record({
    from: fc.constant(T0),
    until: fc.constant(later(43_560_000)),
    mode: fc.tuple(fc.constantFrom(...SPACECRAFT_MODES), bandArb).map(([mode, band]) => ({ mode, ...band })),
    limits: fc.subarray([...CHANNEL_LIMITS], { maxLength: 4 }).chain((limits) =>
      fc.tuple(
        ...limits.map((limit) =>
          fc.array(bandArb, { maxLength: 3 }).map((bands) => ({
            ...limit,
            turns: bands.map((band, index) => ({
              to: index % 2 === 0 ? ('out' as const) : ('in' as const),
              ...band,
            })),
          })),
        ),
      ),
    ),
  });
  const symptomsArb = fc.record({
    name: fc.constantFrom(...FAULT_NAMES),
    causes: optional(fc.constantFrom(...FAULT_NAMES.map((name) => [name]))),
    since: fc.constant(T0),
    status: fc.constantFrom(...ANOMALY_STATUSES),
    seenIn: optional(fc.constantFrom(...TELEMETRY_CHANNELS)),
    plan: fc.constantFrom<Symptoms['plan']>(
      undefined,
      LASTING,
      { course: 'transient', clearedAt: later(120_000) },
      { course: 'contained', containedAt: later(600_000), clearedAt: later(4e6) },
      { course: 'safed', containedAt: later(300_000), clearedAt: later(4e6) },
    ),
    before: optional(sampleArb),
    telemetry: fc.array(sampleArb, { maxLength: 20 }),
    view: viewArb,
    foresight: optional(
      fc
        .tuple(foresightArb, fc.integer({ min: 0, max: 1e6 }))
        .map(([foresight, ms]) => ({ ...foresight, fdirUntil: later(ms) })),
    ),
    endedAt: optional(fc.integer({ min: 0, max: 600_000 }).map((ms) => later(ms))),
    endedBy: optional(fc.constantFrom(...COMMAND_NAMES)),
  });

  it('has four labelled lines of whole sentences, a short message and no broken number', () => {
    fc.assert(
      fc.property(symptomsArb, fc.integer({ min: 0, max: 1e6 }), (symptoms, ms) => {
        const { message, aiExplanation } = diagnose(symptoms, later(ms));
        const lines = explanationLines(aiExplanation);
        expect(lines.map(({ label }) => label)).toEqual(EXPLANATION_LABELS);
        for (const text of [message, ...lines.map((held) => held.text)]) {
          expect(text).not.toMatch(/NaN|undefined|Infinity|null| {2}|−0[. ]0* /);
          expect(text).not.toMatch(/[()]/);
          expect(text).toMatch(/^[A-Z].*\.$/);
        }
        expect(message.length).toBeLessThanOrEqual(200);
        // An outlook with a mode change is the longest.
        for (const { label, text } of lines) {
          expect(text.length, text).toBeLessThanOrEqual(label === 'If nothing is done' ? 540 : 260);
        }
      }),
      { numRuns: 1000, seed: 6 },
    );
  });

  it('claims a difference only if two samples show it', () => {
    /** Least change above each channel's noise. */
    const least = {
      batteryVoltage: 0.1,
      solarOutput: 18,
      signalStrength: 2.5,
      temperature: 0.3,
      attitudeStability: 0.3,
    };
    const channels = Object.keys(least) as (keyof typeof least)[];
    const about = (channel: keyof typeof least) =>
      fc.integer({ min: -20, max: 20 }).map((tenths) => (tenths / 10) * least[channel]);
    const changes = fc.record({
      batteryVoltage: about('batteryVoltage'),
      solarOutput: about('solarOutput'),
      signalStrength: about('signalStrength'),
      temperature: about('temperature'),
      attitudeStability: about('attitudeStability'),
    });
    let claims = 0;
    fc.assert(
      fc.property(fc.constantFrom(...FAULT_NAMES), changes, (name, change) => {
        const readings = channels.map((channel) => [channel, NOMINAL[channel] + change[channel]]);
        const { message, channel } = told({ name, telemetry: [sample(40, Object.fromEntries(readings))] });
        const [, way] = / (lower|higher) than before the onset/.exec(message) ?? [];
        const changed = channels.find((one) => one === channel);
        if (way === undefined || changed === undefined) return;
        claims += 1;
        expect(way).toBe(change[changed] < 0 ? 'lower' : 'higher');
        expect(Math.abs(change[changed])).toBeGreaterThanOrEqual(least[changed] - 1e-9);
      }),
      { numRuns: 1000, seed: 7 },
    );
    expect(claims).toBeGreaterThan(100);
  });
});
