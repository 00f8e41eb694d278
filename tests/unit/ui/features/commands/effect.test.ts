import { describe, expect, it } from 'vitest';
import type { LookAhead } from '../../../../../src/shared/contract/look-ahead.ts';
import {
  type Anomaly,
  COMMAND_NAMES,
  type CommandName,
} from '../../../../../src/shared/entities/entities.ts';
import { CHANNELS, TELEMETRY_CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import {
  addMs,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_H,
  MS_PER_MIN,
} from '../../../../../src/shared/kit/units.ts';
import { type EffectFacts, effectText } from '../../../../../src/ui/features/commands/effect.ts';
import { effectCharts } from '../../../../../src/ui/features/commands/effect-charts.ts';
import { type Compared, EFFECT_CHANNELS } from '../../../../../src/ui/features/commands/effect-difference.ts';
import { contactsOf } from '../../../../../src/ui/mission/contacts/contacts-at.ts';
import type { Session } from '../../../../../src/worker/session/session.ts';
import { later, startUneventfulMission } from '../../../../support/mission.ts';

const AHEAD_MS = 3 * MS_PER_H;

/** The predictions without a command, by the minute at which they are made: the mission is the same each time. */
const predictedWithout = new Map<number, LookAhead>();

/** A mission at an instant, and the prediction of a command for it. */
function foresee(minutes: number, name: CommandName) {
  const flown = startUneventfulMission();
  const now = later(minutes * MS_PER_MIN);
  flown.advanceTo(now);
  const ask = (command?: { readonly name: CommandName; readonly time: EpochMs }): LookAhead => {
    const query = { channels: EFFECT_CHANNELS, to: addMs(now, AHEAD_MS), ...(command && { command }) };
    const outcome = flown.control.lookAhead(query);
    if (!outcome.ok) throw new Error(outcome.message);
    return outcome.value;
  };
  const without = predictedWithout.get(minutes) ?? ask();
  predictedWithout.set(minutes, without);
  const compared: Compared = { withIt: ask({ name, time: now }), without };
  const transitions = contactsOf(flown.snapshot().contacts.value, 'orbita')?.eclipseTransitions ?? [];
  const sunrise = transitions.find((change) => !change.isEclipsed && change.time > now)?.time;
  const facts: EffectFacts = { now, time: now, sunrise, anomalies: flown.snapshot().anomalies.value };
  return { flown, compared, facts };
}

const viewOf = (session: Session) => {
  const view = session.snapshot().spacecraft.value;
  if (!view) throw new Error('The spacecraft has no orbit.');
  return view;
};

/** Channels with a reading beyond a limit within a span. */
function channelsOut(session: Session, from: EpochMs, to: EpochMs): ReadonlySet<string> {
  const out = new Set<string>();
  const outcome = session.control.stretch({ channels: TELEMETRY_CHANNELS, from, to });
  if (!outcome.ok || !outcome.value) throw new Error('There are no samples.');
  for (const channel of TELEMETRY_CHANNELS) {
    const { low = Number.NEGATIVE_INFINITY, high = Number.POSITIVE_INFINITY } =
      CHANNELS[channel].limits.warning;
    const values = outcome.value.samples.values[channel] ?? new Float64Array();
    if (values.some((value) => value < low || value > high)) out.add(CHANNELS[channel].title.toLowerCase());
  }
  return out;
}

/** What becomes of a mission. */
interface Fate {
  /** Charge at sunrise, %. */
  readonly charge: number;
  readonly mode: string;
  readonly downlinkedMb: number;
  readonly out: ReadonlySet<string>;
}

/** Flies a mission to the end of its prediction. */
function fly(session: Session, { now, sunrise = now }: EffectFacts): Fate {
  session.advanceTo(sunrise);
  const { battery, mode } = viewOf(session);
  const end = addMs(now, AHEAD_MS);
  session.advanceTo(end);
  return {
    charge: Math.round(100 * battery.soc),
    mode,
    downlinkedMb: viewOf(session).data.downlinkedMb,
    out: channelsOut(session, now, end),
  };
}

const fatesWithout = new Map<number, Fate>();

/** Returns what becomes of the same mission without a command, which is flown once for all commands. */
function fateWithout(minutes: number, facts: EffectFacts): Fate {
  const known = fatesWithout.get(minutes);
  if (known) return known;
  const session = startUneventfulMission();
  session.advanceTo(facts.now);
  const fate = fly(session, facts);
  fatesWithout.set(minutes, fate);
  return fate;
}

/** Minutes of a mission at which ORBITA-1 has been in sunlight, and in eclipse, for at least five minutes. */
const MINUTES = (() => {
  const session = startUneventfulMission();
  const found: { sunlight?: number; eclipse?: number } = {};
  let [light, since] = [Number.NaN, 0];
  for (let minute = 1; minute < 120; minute += 1) {
    session.advanceTo(later(minute * MS_PER_MIN));
    const now = viewOf(session).light;
    if (now !== light) [light, since] = [now, minute];
    if (minute - since < 5) continue;
    if (light === 1) found.sunlight ??= minute;
    if (light === 0) found.eclipse ??= minute;
  }
  return found;
})();

describe('the predicted effect of a command', () => {
  const cases = COMMAND_NAMES.map((name, index) => ({
    name,
    light: index % 2 === 0 ? ('sunlight' as const) : ('eclipse' as const),
  }));
  it.each(cases)('has figures that come true: $name in $light', ({ name, light }) => {
    const minutes = MINUTES[light] ?? Number.NaN;
    const { flown, compared, facts } = foresee(minutes, name);
    const text = effectText(compared, facts);
    const sent = flown.control.sendCommand({ name });
    expect(sent.ok).toBe(true);
    const [withIt, without] = [fly(flown, facts), fateWithout(minutes, facts)];
    const [, charge, instead] = /Charge at sunrise (\d+) % instead of (\d+) %/.exec(text) ?? [];
    if (charge !== undefined) {
      expect(Math.abs(Number(charge) - withIt.charge)).toBeLessThanOrEqual(1);
      expect(Math.abs(Number(instead) - without.charge)).toBeLessThanOrEqual(1);
    } else expect(Math.abs(withIt.charge - without.charge)).toBeLessThanOrEqual(1);

    const [, mode, minute] = /ORBITA-1 enters (\w+) at (\d\d:\d\d) UTC/.exec(text) ?? [];
    if (mode !== undefined) {
      expect(minute).toBe(new Date(facts.now).toISOString().slice(11, 16));
      expect(withIt.mode).toBe(mode);
    } else expect(withIt.mode).toBe('NOMINAL');

    const [, megabytes = 0, sign] = /(\d+) MB (more|less) downlinked/.exec(text) ?? [];
    const predicted = Number(megabytes) * (sign === 'less' ? -1 : 1);
    expect(Math.abs(predicted - (withIt.downlinkedMb - without.downlinkedMb))).toBeLessThan(20);

    const named = TELEMETRY_CHANNELS.map((channel) => CHANNELS[channel].title.toLowerCase()).filter((title) =>
      new RegExp(`${title} (rises above|falls below)`, 'i').test(text),
    );
    const because = [...withIt.out].filter((title) => !without.out.has(title));
    for (const title of named) expect(because).toContain(title);
    // What it does not name as crossed, it says may be crossed for moments.
    for (const title of because) expect(text.toLowerCase()).toMatch(new RegExp(`${title} (rises|falls|may)`));
  });

  it('says what changes only for a moment, and what does not change', () => {
    const { compared, facts } = foresee(MINUTES.sunlight ?? 0, 'Communications Check');
    expect(effectText(compared, facts)).toMatch(
      /^Signal strength up to \d+\.\d points (higher|lower) while it is carried out\. No limit is crossed\.$/,
    );
    const same = { ...compared, without: compared.withIt };
    expect(effectText(same, facts)).toBe('No noticeable change. No limit is crossed.');
    expect(effectCharts(same, facts.now)).toEqual([]);
  });

  it('draws the channels that it changes most, in the units of the charts', () => {
    const { compared, facts } = foresee(MINUTES.sunlight ?? 0, 'Enter Safe Mode');
    const charts = effectCharts(compared, facts.now);
    expect(charts.map(({ title }) => title)).toContain('Battery charge');
    expect(charts).toHaveLength(2);
    for (const { range, withIt, without } of charts) {
      expect(range[0]).toMatch(/^−?\d+\.\d\s(%|°C|V|MB)$|°$/);
      expect(withIt).not.toBe(without);
      expect(withIt).not.toContain('NaN');
    }
  });

  it('says when it would be on board, and that it would wait without a link', () => {
    const { compared, facts } = foresee(10, 'Calibrate Sensors');
    const at = (arrival: EpochMs | undefined): string => {
      const { arrival: _, ...withIt } = compared.withIt;
      const told = arrival === undefined ? withIt : { ...withIt, arrival };
      return effectText({ ...compared, withIt: told }, facts);
    };
    const late = addMs(facts.time, 40 * MS_PER_MIN);
    expect(at(late)).toContain(`It would be on board at ${new Date(late).toISOString().slice(11, 16)} UTC.`);
    expect(at(facts.time)).not.toContain('on board');
    expect(at(undefined)).toMatch(/^No link is predicted until \d\d:\d\d UTC: it would wait for one\.$/);
  });

  it('names what it leaves out', () => {
    const { compared, facts } = foresee(10, 'Calibrate Sensors');
    const anomaly: Anomaly = {
      id: 'anomaly-9',
      type: 'Battery',
      severity: 'Low',
      status: 'Active',
      timestamp: epochMs(Date.UTC(2026, 10, 20, 9, 41)),
      message: '',
      aiExplanation: '',
    };
    const withIt = { ...compared.withIt, without: [anomaly.id], isOpen: true } as const;
    const text = effectText({ ...compared, withIt }, { ...facts, anomalies: [anomaly] });
    expect(text).toContain('This leaves out the Battery anomaly of 09:41, whose cause is not known.');
    expect(text).toMatch(
      /Nothing is predicted beyond \d\d:\d\d UTC, when chance decides whether safe mode ends\.$/,
    );
  });

  it('says the charge at the end if no sunrise comes before it', () => {
    const { compared, facts } = foresee(MINUTES.sunlight ?? 0, 'Enter Safe Mode');
    const sunrise = addMs(facts.now, MS_PER_DAY);
    const end = new Date(compared.withIt.to).toISOString().slice(11, 16);
    expect(effectText(compared, { ...facts, sunrise })).toMatch(
      new RegExp(`Charge at ${end} UTC \\d+ % instead of`),
    );
  });
});

describe('the sentences about crafted predictions', () => {
  const { compared, facts } = foresee(10, 'Calibrate Sensors');
  const at = (minutes: number): EpochMs => addMs(facts.now, minutes * MS_PER_MIN);
  const clock = (time: EpochMs): string => new Date(time).toISOString().slice(11, 16);
  const LIMIT = { channel: 'batteryVoltage', level: 'warning', value: 22, isUpper: false } as const;
  const plain = { ...compared.without, crossings: [], approaches: [], modes: [] };
  const textOf = (withIt: Partial<LookAhead>, without: Partial<LookAhead>): string =>
    effectText(
      { withIt: { ...plain, arrival: facts.now, ...withIt }, without: { ...plain, ...without } },
      facts,
    );

  it('say of a mode that it comes later, not at all, or stays', () => {
    const safe = (minutes: number) => ({ modes: [{ time: at(minutes), mode: 'SAFE' as const }] });
    expect(textOf(safe(150), safe(30))).toContain(
      `ORBITA-1 enters SAFE at ${clock(at(150))} UTC instead of ${clock(at(30))}.`,
    );
    expect(textOf({}, safe(30))).toContain('ORBITA-1 does not enter SAFE.');
    const nominal = { modes: [{ time: at(60), mode: 'NOMINAL' as const }] };
    expect(textOf({}, nominal)).toContain('ORBITA-1 stays out of NOMINAL.');
    expect(textOf(nominal, {})).toContain(`ORBITA-1 returns to NOMINAL at ${clock(at(60))} UTC.`);
    expect(textOf(safe(30), safe(31))).not.toContain('SAFE');
  });

  it('say of a limit that it is avoided only where the reading stays inside of it', () => {
    const out = { ...LIMIT, to: 'out' as const, from: at(60), until: at(70) };
    const lineOf = (volts: number) => {
      const times = Float64Array.of(plain.from, plain.to);
      const line = Float64Array.of(volts, volts);
      return {
        channels: { ...plain.channels, batteryVoltage: { times, values: line, low: line, high: line } },
      };
    };
    expect(textOf(lineOf(25), { crossings: [out] })).toContain('Battery voltage no longer falls below 22 V.');
    expect(textOf(lineOf(20), { crossings: [out] })).not.toContain('no longer');
    const back = { ...LIMIT, to: 'in' as const, from: at(30), until: at(32) };
    expect(textOf({ crossings: [back] }, {})).toMatch(
      /Battery voltage returns above 22 V at about \d\d:\d\d UTC/,
    );
  });

  it('compare only as far as both predictions go', () => {
    const out = { ...LIMIT, to: 'out' as const, from: at(120), until: at(125) };
    const text = textOf({ to: at(60), isOpen: true }, { crossings: [out] });
    expect(text).not.toContain('22 V');
    expect(text).toContain(`Nothing is predicted beyond ${clock(at(60))} UTC`);
  });

  it('do not say that there is no link where the prediction ends', () => {
    const { arrival: _, ...withIt } = plain;
    const text = effectText({ withIt: { ...withIt, to: facts.now, isOpen: true }, without: plain }, facts);
    expect(text).toBe(
      `Nothing is predicted beyond ${clock(facts.now)} UTC, when chance decides whether safe mode ends.`,
    );
  });
});
