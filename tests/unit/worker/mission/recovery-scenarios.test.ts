import { describe, expect, it } from 'vitest';
import { type Anomaly, COMMAND_NAMES, type CommandName } from '../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../../src/shared/entities/faults.ts';
import type { CommandVerification } from '../../../../src/shared/entities/spacecraft.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_DAY, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { remediesOf, severityOf } from '../../../../src/worker/ground/diagnosis/assessment.ts';
import { FAULT_SIGNATURES } from '../../../../src/worker/ground/diagnosis/fault-signatures.ts';
import { causesOf } from '../../../../src/worker/ground/diagnosis/fitting-causes.ts';
import { formatRoundedSize, roundReading } from '../../../../src/worker/ground/telemetry/telemetry-text.ts';
import { ACTIVITY_KINDS } from '../../../../src/worker/spacecraft/activities.ts';
import { FAULT_KINDS } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import { later, T0 } from '../../../support/mission.ts';
import { type FlownMission, forking, type Scenario, startScenario } from '../../../support/scenario.ts';
import { aroundOrbita } from '../../../support/spacecraft.ts';

/** Long enough to notice an anomaly and to complete the longest recoveryCommand. */
const STEADY_MIN = 22;

/** Returns the first minute from which on a condition holds for that long. */
function steadyFrom(from: EpochMs, isSo: (time: EpochMs) => boolean, minutes: number): EpochMs {
  let since = from;
  for (let time = from; ; time = addMs(time, MS_PER_MIN)) {
    if (!isSo(time)) since = addMs(time, MS_PER_MIN);
    else if (time - since >= minutes * MS_PER_MIN) return since;
  }
}

/** True for every situation with both seeds, and each wrong command in both. By default they alternate. */
const HAS_ALL = process.env.SCENARIOS === 'all';
const seedsOf = (index: number): readonly number[] => (HAS_ALL ? [1, 2] : [1 + (index % 2)]);

/** Two seasons, in sunlight and in shadow, with two seeds, the second starting later after the edge. */
const moments = (
  [
    ['short nights', T0],
    ['90 days later', later(90 * MS_PER_DAY)],
  ] as const
).flatMap(([season, from], row) =>
  [true, false].flatMap((isLit, column) =>
    seedsOf(row + column).map((seed) => {
      const edge = steadyFrom(from, (time) => aroundOrbita(time).light === (isLit ? 1 : 0), STEADY_MIN);
      return {
        season,
        light: isLit ? 'sunlight' : 'shadow',
        seed,
        start: addMs(edge, (seed - 1) * 5 * MS_PER_MIN),
      };
    }),
  ),
);

type Flight = Scenario<FlownMission>;

const prepared = new Map<string, () => Flight>();

/** Returns a function that forks a mission two minutes into training, which is simulated once. */
function preparing(seed: number, start: EpochMs): () => Flight {
  const key = `${seed} ${start}`;
  let begin = prepared.get(key);
  if (!begin) {
    const scenario = startScenario(seed, addMs(start, -2 * MS_PER_MIN));
    scenario.flyTo(addMs(start, 5 * MS_PER_S));
    begin = forking(scenario);
    prepared.set(key, begin);
  }
  return begin;
}

const newest = ({ mission }: Flight): Anomaly => {
  const [anomaly] = mission.snapshot().anomalies.value;
  if (!anomaly) throw new Error('no anomaly');
  return anomaly;
};

const logSince = ({ mission }: Flight, since: EpochMs): readonly string[] =>
  mission
    .snapshot()
    .log.value.filter(({ time }) => time >= since)
    .map(({ text }) => text);

const faultsIn = ({ mission }: Flight) => mission.snapshot().spacecraft.value?.faults ?? [];

/** Queues and executes a command like an operator; returns its id. */
function send({ mission, time }: Flight, name: CommandName): string {
  const scheduledTime = new Date(time() + MS_PER_DAY).toISOString().slice(0, 16);
  const queued = mission.control.queueCommand({ name, scheduledTime });
  if (!queued.ok) throw new Error(queued.message);
  expect(mission.control.executeCommand(queued.value.id)).toMatchObject({ ok: true });
  return queued.value.id;
}

function verificationFor({ mission }: Flight, id: string): CommandVerification {
  const evidence = mission.snapshot().verifications.value.find(({ commandId }) => commandId === id);
  if (!evidence) throw new Error('not watched');
  return evidence;
}

/** Advances until a command is verified. */
function settle(scenario: Flight, id: string): CommandVerification {
  const { until = scenario.time() } = verificationFor(scenario, id);
  scenario.flyTo(addMs(until, 10 * MS_PER_S));
  return verificationFor(scenario, id);
}

const SEEN = /, (\S+)(?: (?:V|W|°C|points)|°) (lower|higher) than before the onset/;

const SLOPE =
  /^Bus temperature changes by [+−]?\d\.\d\d °C\/min .*, [+−]?\d\.\d\d °C\/min before the onset\.$/;

/** Checks that a message matches two samples: the newest one, and the one before the onset. */
function expectTold(message: string, scenario: Flight, before: Anomaly['timestamp']): void {
  const { value: history } = scenario.mission.snapshot().telemetry;
  const [from, to] = [history.find(({ timestamp }) => timestamp === before), history.at(-1)];
  if (!from || !to) throw new Error('no samples');
  if (SLOPE.test(message)) return;
  const [, size, side] = SEEN.exec(message) ?? [];
  const sizes = TELEMETRY_CHANNELS.filter(
    (channel) => side === (to[channel] < from[channel] ? 'lower' : 'higher'),
  ).map((channel) =>
    formatRoundedSize(
      channel,
      roundReading(channel, to[channel]) - roundReading(channel, from[channel]),
    ).replace(/ .*|°/, ''),
  );
  expect(sizes, message).toContain(size);
}

/** Suggestion of the first minutes, which excludes safe mode while the on-board retry may clear the fault. */
const withoutSafeMode = (command: CommandName | undefined): CommandName | undefined =>
  command === 'Enter Safe Mode' ? undefined : command;

describe.each(moments)('in $light, $season, seed $seed', ({ seed, start }) => {
  const begin = preparing(seed, start);

  it.each(FAULT_NAMES)('%s is detected, explained and cleared by the suggested command', (name) => {
    const { recoveryCommand, label, severity, type } = FAULT_KINDS[name];
    const scenario = begin();
    const since = scenario.inject(name);
    const anomaly = () => newest(scenario);
    // Until the evidence identifies the cause, severity and action are those of all possible ones.
    const causes = causesOf(type);
    expect(anomaly()).toMatchObject({
      timestamp: since,
      type,
      severity: severityOf(causes, false),
    });
    expect(anomaly().suggestedAction).toBe(withoutSafeMode(remediesOf(causes)[0]?.[0]));
    expect(anomaly().message).toMatch(/ monitor alarm; not confirmed by samples yet\.$/);
    const others = causesOf(type).filter((other) => other !== name);
    const open = `${type.toLowerCase()} fault`;
    expect(faultsIn(scenario)).toMatchObject([{ label: open, isCauseUnknown: true }]);

    let seenAt = Number.POSITIVE_INFINITY;
    let told = '';
    scenario.flyTo(addMs(since, 90 * MS_PER_S), () => {
      const { message } = anomaly();
      const isSeen = SEEN.test(message) || SLOPE.test(message);
      // A cause is named only once something is seen, and never a wrong one.
      const unnamed = (isSeen || seenAt < scenario.time() ? others : causes).map((cause) =>
        FAULT_SIGNATURES[cause].cause.slice(1),
      );
      for (const cause of unnamed) expect(anomaly().aiExplanation).not.toContain(cause);
      // An observation is never withdrawn; when rewritten, its numbers are those of the chart.
      if (seenAt < scenario.time()) expect(message).not.toContain('monitor alarm');
      if (isSeen && message !== told) expectTold(message, scenario, since);
      if (isSeen) seenAt = Math.min(seenAt, scenario.time());
      told = message;
      const isNamed = anomaly().aiExplanation.includes(FAULT_SIGNATURES[name].cause.slice(1));
      expect(faultsIn(scenario)).toMatchObject([{ label: isNamed ? label : open }]);
      // Severity and action follow the name, and the log reports it once.
      const naming = logSince(scenario, since).filter((text) => text.includes(`${label}, severity `));
      expect(naming).toHaveLength(isNamed ? 1 : 0);
      if (!isNamed) return;
      const suggested = withoutSafeMode(recoveryCommand);
      expect(naming[0]).toContain(
        `; ${suggested ? `${suggested} is suggested` : 'it is left to FDIR for now'}`,
      );
      expect(anomaly().suggestedAction).toBe(suggested);
      expect([severity, severityOf([name], false)]).toContain(anomaly().severity);
    });
    expect(seenAt - since).toBeLessThanOrEqual(60 * MS_PER_S);

    const sent = scenario.time();
    const id = send(scenario, recoveryCommand);
    const endsAt = addMs(sent, ACTIVITY_KINDS[recoveryCommand].durationS * MS_PER_S);
    scenario.flyTo(addMs(endsAt, -10 * MS_PER_S));
    expect(faultsIn(scenario)).toHaveLength(1);
    scenario.flyTo(endsAt);
    expect(faultsIn(scenario)).toEqual([]);
    expect(anomaly().message).toContain(` cleared by ${recoveryCommand} at `);
    expect(anomaly()).toMatchObject({ status: 'Active' });
    const evidence = settle(scenario, id);
    expect(evidence, JSON.stringify(evidence)).toMatchObject({ verdict: 'confirmed' });
  });
});

/**
 * Advances until the evidence identifies the newest anomaly's cause, for six minutes at most; returns true if it does.
 */
function untilNamed(scenario: Flight, name: FaultName): boolean {
  const isNamed = () => faultsIn(scenario).some(({ label }) => label === FAULT_KINDS[name].label);
  const end = addMs(scenario.time(), 6 * MS_PER_MIN);
  while (!isNamed() && scenario.time() < end) scenario.flyTo(addMs(scenario.time(), 5 * MS_PER_S));
  return isNamed();
}

describe('the outlook of a fault', () => {
  /** Time of the limit passage that each explanation gives, whenever the fault starts. */
  const WHEN = String.raw`(by|between \d\d:\d\d and) \d\d:\d\d UTC`;
  const FORECASTS = [
    ['cell-short', `battery voltage (falls below 22 V ${WHEN}|is below 22 V from \\d\\d:\\d\\d UTC on)`],
    ['wing-folded', `battery voltage (falls below 22 V ${WHEN}|comes close to 22 V)`],
    ['drive-stuck', `battery voltage falls below 22 V ${WHEN}`],
    ['radiator-blocked', `bus temperature rises above 40 °C ${WHEN}`],
    ['heater-stuck-on', `bus temperature rises above 40 °C ${WHEN}`],
    ['wheel-failing', `above ()?3° ${WHEN}`],
  ] as const;

  it.each(FORECASTS)('%s names its forecast, once it is the only cause', (name, sentence) => {
    let named = 0;
    for (const { seed, start } of moments) {
      const scenario = preparing(seed, start)();
      scenario.inject(name);
      expect(newest(scenario).aiExplanation).toMatch(/At worst, .* leaves its limits\./);
      if (!untilNamed(scenario, name)) continue;
      named += 1;
      expect(newest(scenario).aiExplanation).toMatch(new RegExp(sentence));
    }
    expect(named).toBeGreaterThanOrEqual(moments.length / 2);
  });

  const KEPT = [
    ['weak-cell', 'With no further fault, battery voltage does not fall below 22 V within 12 h.'],
    ['high-resistance', 'With no further fault, battery voltage does not fall below 22 V within 12 h.'],
    ['open-string', 'With no further fault, battery voltage does not fall below 22 V within 12 h.'],
    ['louvre-open', 'With no further fault, bus temperature does not fall below −20 °C within 12 h.'],
    ['gyro-drift', 'With no further fault, attitude deviation does not rise above 1.5° within 12 h.'],
  ] as const;

  it.each(KEPT)('%s names the limit that is kept, once it is the only cause', (name, sentence) => {
    let named = 0;
    for (const { seed, start } of moments) {
      const scenario = preparing(seed, start)();
      scenario.inject(name);
      if (!untilNamed(scenario, name)) continue;
      named += 1;
      expect(newest(scenario).aiExplanation).toContain(sentence);
    }
    expect(named).toBeGreaterThanOrEqual(moments.length / 2);
  });
});

/** Claims that only the recovery command may make. */
const MENDING = /(strength|output|voltage|deviation) (up|down) by \d|turns (up|down)|heater off|resistance/;

function momentIn(light: string, season: string): (typeof moments)[number] {
  const found = moments.find((moment) => moment.light === light && moment.season === season);
  if (!found) throw new Error(`no moment in ${light}, ${season}`);
  return found;
}

describe.each([momentIn('sunlight', 'short nights'), momentIn('shadow', '90 days later')])(
  'the wrong commands in $light, $season',
  ({ light, seed, start }) => {
    const begin = preparing(seed, start);
    const parity = light === 'sunlight' ? 0 : 1;

    it.each(FAULT_NAMES)('do not clear %s, and none claims to', (name) => {
      const struck = begin();
      struck.flyTo(addMs(struck.inject(name), MS_PER_MIN));
      const again = forking(struck);
      const wrong = COMMAND_NAMES.filter((other) => other !== FAULT_KINDS[name].recoveryCommand);
      for (const [index, command] of wrong.entries()) {
        if (!HAS_ALL && (FAULT_NAMES.indexOf(name) + index) % 2 !== parity) continue;
        const scenario = again();
        const evidence = settle(scenario, send(scenario, command));
        expect(faultsIn(scenario), command).toHaveLength(1);
        if (evidence.verdict === 'confirmed') expect(evidence.expected).not.toMatch(MENDING);
        expect(newest(scenario).message).not.toContain('cleared');
      }
    });

    it.each(FAULT_NAMES)(
      'resolving %s does not clear it, and raises no other anomaly while it persists',
      (name) => {
        const scenario = begin();
        scenario.flyTo(addMs(scenario.inject(name), MS_PER_MIN));
        const { id, type } = newest(scenario);
        expect(scenario.mission.control.resolveAnomaly(id)).toMatchObject({ ok: true });
        expect(faultsIn(scenario)).toHaveLength(1);
        scenario.flyTo(addMs(scenario.time(), 2 * MS_PER_MIN));
        expect(newest(scenario)).toMatchObject({ id, type, status: 'Resolved' });
        expect(scenario.mission.snapshot().spacecraft.value?.faults).toEqual([
          expect.objectContaining({ anomalyId: id }),
        ]);
      },
    );
  },
);

describe('without a fault', () => {
  const isLinked = (isStation: boolean, isLit: boolean) => (time: EpochMs) => {
    const { station, light } = aroundOrbita(time);
    return (station !== undefined) === isStation && light === (isLit ? 1 : 0);
  };
  const links = [
    { link: 'station', minutes: 5 },
    { link: 'relay', minutes: 20 },
  ] as const;
  const cases = links.flatMap(({ link, minutes }, index) =>
    [true, false].flatMap((isLit, row) =>
      [0, 90].flatMap((days, column) =>
        seedsOf(index + row + column).map((seed) => ({
          days,
          link,
          light: isLit ? 'sunlight' : 'shadow',
          seed,
          start: steadyFrom(later(days * MS_PER_DAY), isLinked(link === 'station', isLit), minutes),
        })),
      ),
    ),
  );

  it.each(cases)(
    'every command has its expected effect over a $link in $light, $days days on, with seed $seed',
    ({ link, seed, start }) => {
      const begin = preparing(seed, start);
      for (const command of COMMAND_NAMES) {
        const scenario = begin();
        const evidence = settle(scenario, send(scenario, command));
        const text = JSON.stringify(evidence);
        expect(evidence.expected, text).not.toMatch(MENDING);
        // Data are downlinked only over a ground station, as the note says.
        if (command !== 'Data Downlink' || link === 'station')
          expect(evidence.verdict, text).toBe('confirmed');
        else if (evidence.verdict !== 'confirmed')
          expect(evidence.expected).toContain('needs a ground station');
      }
    },
  );
});
