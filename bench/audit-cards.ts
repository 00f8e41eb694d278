import { SPECIFIED_NETWORK } from '../src/shared/contract/network.ts';
import { TELEMETRY_PERIOD_MS } from '../src/shared/entities/constants.ts';
import type { TelemetrySample } from '../src/shared/entities/entities.ts';
import type { SpacecraftMode, SpacecraftView } from '../src/shared/entities/spacecraft.ts';
import {
  CHANNELS,
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../src/shared/kit/units.ts';
import { isOpen } from '../src/worker/ground/anomalies/anomalies.ts';
import { symptomsIn } from '../src/worker/ground/anomalies/anomaly-reports.ts';
import type { FaultRecord } from '../src/worker/ground/anomalies/fault-records.ts';
import { outlookFor, shareFor } from '../src/worker/ground/diagnosis/diagnosis.ts';
import { expectFdir } from '../src/worker/ground/diagnosis/expected-fdir.ts';
import { FAULT_SIGNATURES } from '../src/worker/ground/diagnosis/fault-signatures.ts';
import { statedBand } from '../src/worker/ground/diagnosis/forecast-text.ts';
import { type LimitStatement, type Outlook, outlookText } from '../src/worker/ground/diagnosis/outlook.ts';
import { isStillAbout } from '../src/worker/ground/diagnosis/seen-text.ts';
import type { Share } from '../src/worker/ground/diagnosis/shares.ts';
import { type Seed, type Streams, streamsOf } from '../src/worker/kit/random.ts';
import { createMission, type MissionOptions } from '../src/worker/mission/mission.ts';
import { createPropagators } from '../src/worker/orbit/propagators.ts';
import { environmentsOf } from '../src/worker/spacecraft/environment.ts';
import type { FdirPlan } from '../src/worker/spacecraft/fdir.ts';
import {
  CHANNEL_LIMITS,
  type ChannelLimit,
  isBeyond,
  isSameLimit,
} from '../src/worker/spacecraft/forecast.ts';
import { type SpacecraftState, withFaultFields, withFields } from '../src/worker/spacecraft/model.ts';
import { propagateSpacecraft } from '../src/worker/spacecraft/propagate.ts';
import { readSensors } from '../src/worker/spacecraft/sensors.ts';

/** Result of comparing a mission's cards with the samples beside them and with the actual future. */
export interface CardAudit {
  /** Number of open cards checked, summed over all looks. */
  readonly cards: number;
  /** Contradictions between a card and the sample beside it. */
  readonly contradictions: readonly string[];
  /** Statements about the future by kind, and how many came true within their band. */
  readonly stated: Readonly<Record<string, Tally>>;
  /** Statements that did not come true. */
  readonly untrue: readonly string[];
  /** Statements about a limit that a card gave up and repeated although the reading never passed the limit. */
  readonly alternations: readonly string[];
  /** Each change in a card's statements about limits and mode, ignoring times. */
  readonly changes: readonly { readonly time: EpochMs; readonly says: string }[];
}

export interface Tally {
  readonly stated: number;
  readonly true: number;
}

/** Returns the share of statements that came true, over the kinds whose name starts with `begin`. */
export function shareTrue({ stated }: Pick<CardAudit, 'stated'>, begin = ''): number {
  const tallies = Object.entries(stated).flatMap(([kind, tally]) => (kind.startsWith(begin) ? [tally] : []));
  const sum = (count: (tally: Tally) => number): number =>
    tallies.reduce((all, next) => all + count(next), 0);
  return sum((tally) => tally.true) / sum((tally) => tally.stated);
}

export interface AuditOptions extends Pick<MissionOptions, 'profile' | 'planFault'> {
  readonly seed: Seed;
  readonly from: EpochMs;
  readonly hours: number;
  /**
   * Time between two looks. They start with the first sample, between fault polls, so that a sample already shows each
   * fault.
   */
  readonly lookMs?: number;
  /** Prepares the mission before the first look. */
  readonly prepare?: (mission: ReturnType<typeof createMission>) => void;
}

const { orbita } = createPropagators();
if (!orbita.ok) throw new Error(orbita.message);
const environmentAt = environmentsOf(orbita.value, SPECIFIED_NETWORK);

/** Future of a spacecraft without further faults or operator actions, propagated sample by sample as far as needed. */
class Future {
  #spacecraft: SpacecraftState;
  #time: EpochMs;
  readonly #start: EpochMs;
  readonly #streams: Streams;
  /** Per sample, one bit for each violated limit. */
  readonly #beyond: number[] = [];
  readonly #modes: SpacecraftMode[] = [];

  constructor(spacecraft: SpacecraftState, time: EpochMs, seed: Seed) {
    this.#spacecraft = spacecraft;
    this.#time = time;
    this.#start = time;
    this.#streams = streamsOf(seed);
  }

  #flyTo(until: EpochMs): void {
    while (this.#time + TELEMETRY_PERIOD_MS <= until) {
      const from = { spacecraft: this.#spacecraft, time: this.#time };
      const to = addMs(this.#time, TELEMETRY_PERIOD_MS);
      ({ spacecraft: this.#spacecraft, time: this.#time } = propagateSpacecraft(
        from,
        to,
        environmentAt,
        this.#streams,
      ));
      const sample = readSensors(this.#spacecraft, to, this.#streams);
      this.#beyond.push(
        CHANNEL_LIMITS.reduce(
          (bits, limit, bit) => bits | (Number(isBeyond(limit, sample[limit.channel])) << bit),
          0,
        ),
      );
      this.#modes.push(this.#spacecraft.mode);
    }
  }

  /** Index of the first sample after an instant. */
  #after(time: EpochMs): number {
    return Math.floor((time - this.#start) / TELEMETRY_PERIOD_MS);
  }

  #first(from: EpochMs, until: EpochMs, isIt: (place: number) => boolean): EpochMs | undefined {
    this.#flyTo(until);
    const end = Math.min(this.#beyond.length, this.#after(until));
    for (let place = Math.max(0, this.#after(from)); place < end; place++) {
      if (isIt(place)) return addMs(this.#start, (place + 1) * TELEMETRY_PERIOD_MS);
    }
    return undefined;
  }

  /** Returns the time of the first sample after `from` that is beyond a limit, or within it. */
  firstPass(limit: ChannelLimit, to: 'out' | 'in', from: EpochMs, until: EpochMs): EpochMs | undefined {
    const bit = CHANNEL_LIMITS.findIndex(
      ({ channel, value }) => channel === limit.channel && value === limit.value,
    );
    const wanted = to === 'out' ? 1 : 0;
    return this.#first(from, until, (place) => (((this.#beyond[place] ?? 0) >> bit) & 1) === wanted);
  }

  firstIn(isIt: (mode: SpacecraftMode) => boolean, from: EpochMs, until: EpochMs): EpochMs | undefined {
    return this.#first(from, until, (place) => isIt(this.#modes[place] as SpacecraftMode));
  }
}

const LASTING: FdirPlan = { course: 'lasting' };

const clockTime = (time: EpochMs): string => new Date(time).toISOString().slice(11, 19);

/** True if a statement about a limit comes true within its stated band. */
function comesTrue(statement: LimitStatement, future: Future, now: EpochMs): boolean {
  const { kind, to, isAgain } = statement;
  const { from, until } = statedBand(statement);
  switch (kind) {
    case 'passes': {
      // An `isAgain` passage is preceded by a return, so the search starts at the band.
      const passed = future.firstPass(statement, to ?? 'out', isAgain ? addMs(from, -1) : now, until);
      return passed !== undefined && passed >= from;
    }
    case 'kept':
    case 'helped':
      return future.firstPass(statement, 'out', now, until) === undefined;
    case 'broken':
      return future.firstPass(statement, 'in', now, until) === undefined;
    case 'near':
      return true;
  }
}

/** True if a possible cause moves the channel in this direction; a sunrise may move the solar output the other way. */
const leadsTo = ({ reported }: FaultRecord, channel: TelemetryChannel, sign: number): boolean =>
  reported.causes.some((cause) =>
    FAULT_SIGNATURES[cause].indications.some(
      (indication) => indication.channel === channel && indication.direction === (sign > 0 ? 'up' : 'down'),
    ),
  );

/** Returns the channels of which the cards together claim more change than was measured. */
function overclaimed(
  shares: readonly { readonly channel: TelemetryChannel; readonly share: Share }[],
): readonly string[] {
  return TELEMETRY_CHANNELS.flatMap((channel) =>
    [1, -1].flatMap((sign) => {
      const held = shares.filter((other) => other.channel === channel && other.share.change * sign > 0);
      const claimed = held.reduce((sum, { share }) => sum + sign * share.own, 0);
      const changed = Math.max(0, ...held.map(({ share }) => sign * share.change));
      return claimed > changed + CHANNELS[channel].variation
        ? [`${held.length} cards claim ${claimed.toFixed(2)} of ${changed.toFixed(2)} in ${channel}`]
        : [];
    }),
  );
}

const gistOf = ({ fdir, limits, mode, atWorst }: Outlook): string =>
  [
    fdir.stage,
    ...limits.map(({ kind, to = '', channel, value }) => `${kind} ${to} ${channel} ${value}`),
    mode ? `${mode.mode}${mode.isOrSurvival ? ' or SURVIVAL' : ''}` : '',
    ...atWorst,
  ].join();

/** Statements of each card about each limit since the reading was last beyond it or the faults last changed. */
class SaidOfLimits {
  readonly #said = new Map<string, string[]>();

  forget(): void {
    this.#said.clear();
  }

  /** Returns the statements that a card repeats after having stated something else in between. */
  returnedTo(id: string, limits: readonly LimitStatement[], newest: TelemetrySample): readonly string[] {
    return CHANNEL_LIMITS.flatMap((limit) => {
      const key = `${id} ${limit.channel} ${limit.value}`;
      if (isBeyond(limit, newest[limit.channel])) {
        this.#said.delete(key);
        return [];
      }
      const of = limits.find((held) => held.kind !== 'helped' && isSameLimit(held, limit));
      if (!of) return [];
      const says = of.to === undefined ? of.kind : `${of.kind} ${of.to}`;
      const before = this.#said.get(key) ?? [];
      if (before.at(-1) === says) return [];
      this.#said.set(key, [...before, says]);
      return before.includes(says) ? [`${says} again of ${limit.channel} ${limit.value}`] : [];
    });
  }
}

/** True if the newest sample contradicts a card's statement about a limit. */
function denied({ kind, to, isAgain, ...limit }: LimitStatement, sample: TelemetrySample): boolean {
  // Noise moves the reading across the limit, so either side is consistent.
  if (isAgain || kind === 'near') return false;
  const saysOut = kind === 'broken' || (kind === 'passes' && to === 'in');
  return saysOut !== isBeyond(limit, sample[limit.channel]);
}

/** Smallest visible share of the Sun's disc that counts as sunlit. */
const LIT_FROM = 0.5;

function contradictionsOf(
  { reported }: FaultRecord,
  { limits, mode, atWorst }: Outlook,
  newest: TelemetrySample,
  view: SpacecraftView | undefined,
): readonly string[] {
  const { channel, reading, isLit } = reported;
  const found: string[] = [];
  if (view && isLit !== undefined && isLit !== view.light >= LIT_FROM) found.push('light');
  if (reading !== undefined) {
    const now = newest[channel];
    if (telemetryLevel(channel, reading) !== telemetryLevel(channel, now)) found.push(`level of ${channel}`);
    if (!isStillAbout(channel, reading, now)) found.push(`reading of ${channel}`);
  }
  for (const limit of [...limits, ...(mode?.passes ?? [])]) {
    if (denied(limit, newest)) found.push(`${limit.kind} ${limit.to ?? ''} ${limit.channel} ${limit.value}`);
  }
  for (const led of atWorst as readonly TelemetryChannel[]) {
    if (telemetryLevel(led, newest[led]) !== 'nominal') found.push(`at worst ${led}`);
  }
  if (mode && mode.mode === view?.mode) found.push(`mode ${mode.mode}`);
  return found;
}

/**
 * Simulates an unattended mission and checks its open cards by their fields, never by their texts. Each statement is
 * compared with a fork of the same mission that knows the faults; one that holds unless FDIR acts is also compared with
 * a fork without FDIR.
 */
export function auditCards({
  seed,
  from,
  hours,
  lookMs = MS_PER_MIN,
  prepare,
  ...options
}: AuditOptions): CardAudit {
  const mission = createMission({ seed, startTime: from, ...options });
  prepare?.(mission);
  let cards = 0;
  const contradictions: string[] = [];
  const stated: Record<string, { stated: number; true: number }> = {};
  const untrue: string[] = [];
  const changes: { time: EpochMs; says: string }[] = [];
  const said = new Map<string, string>();
  const alternations: string[] = [];
  const saidOf = new SaidOfLimits();
  let known = '';
  let knownAlone = '';
  let future: Future | undefined;
  let alone: Future | undefined;
  const end = addMs(from, hours * MS_PER_H);
  for (let now = addMs(from, TELEMETRY_PERIOD_MS); now <= end; now = addMs(now, lookMs)) {
    mission.advanceTo(now);
    const { state } = mission.instant();
    const { telemetry } = state;
    const { anomalies } = state.operator;
    const view = mission.facts().spacecraft;
    const newest = telemetry.history.at(-1);
    if (!newest) continue;
    const { spacecraft } = telemetry;
    const drawn = `${anomalies.nextId}`;
    if (drawn !== known || !future) future = new Future(spacecraft, now, seed);
    known = drawn;
    const isReported = (id: string): boolean => anomalies.faults[id]?.isContained === true;
    const acted = spacecraft.faults.map(({ anomalyId, plan }) => [
      anomalyId,
      isReported(anomalyId),
      plan.containedAt !== undefined && plan.containedAt <= now,
    ]);
    const drawnAlone = `${drawn} ${JSON.stringify(acted)}`;
    if (drawnAlone !== knownAlone || !alone) {
      const faults = spacecraft.faults.map((fault) =>
        isReported(fault.anomalyId) ? fault : withFaultFields(fault, { plan: LASTING }),
      );
      alone = new Future(withFields(spacecraft, { faults }), now, seed);
    }
    // A card may revise its statements when other faults change.
    if (drawnAlone !== knownAlone) saidOf.forget();
    knownAlone = drawnAlone;
    const truth = future;
    const withoutFdir = alone;
    /** Faults on which FDIR may still act, as far as the ground knows. */
    const pending = Object.values({ ...anomalies.closed, ...anomalies.faults }).filter(
      (record) =>
        record.endedAt === undefined &&
        expectFdir({
          causes: record.reported.causes,
          onset: record.onset ?? record.since,
          plan: record.isContained ? record.plan : undefined,
          heardAt: newest.timestamp,
        }).containedBy !== undefined,
    );
    const isEachDetected = pending.every(({ plan }) => plan.course !== 'lasting');
    const shares: { channel: TelemetryChannel; share: Share }[] = [];
    for (const anomaly of anomalies.anomalies) {
      const record = anomalies.faults[anomaly.id];
      if (!record || record.endedAt !== undefined || !isOpen(anomaly, anomalies)) continue;
      cards += 1;
      const symptoms = symptomsIn(anomalies, record, anomaly.status, telemetry.history, view);
      const outlook = outlookFor(symptoms, record.reported.causes, now);
      const { channel: cited } = record.reported;
      const share = shareFor(symptoms, cited);
      if (share && leadsTo(record, cited, Math.sign(share.change))) shares.push({ channel: cited, share });
      const says = gistOf(outlook);
      if (said.get(anomaly.id) !== says) changes.push({ time: now, says });
      said.set(anomaly.id, says);
      const at = `seed ${seed}, ${clockTime(now)}, ${anomaly.id} ${record.name}`;
      if (!anomaly.aiExplanation.includes(`If nothing is done: ${outlookText(outlook, view, now)}\n`)) {
        contradictions.push(`${at}: its text is not that of its fields`);
      }
      if (outlook.mayFdirAvert && pending.length === 0) contradictions.push(`${at}: unless FDIR acts`);
      for (const what of contradictionsOf(record, outlook, newest, view)) {
        contradictions.push(`${at}: ${what}`);
      }
      const note = (kind: string, isTrue: boolean, what = ''): void => {
        stated[kind] ??= { stated: 0, true: 0 };
        const tally = stated[kind];
        tally.stated += 1;
        if (isTrue) tally.true += 1;
        else untrue.push(`${at}: ${kind} ${what}`);
      };
      const { fdir, mayFdirAvert, limits, mode } = outlook;
      const { clearedAt, containedAt } = record.plan;
      const { containedBy, endedBy } = fdir;
      const isMeant = !fdir.needsDetection || record.plan.course !== 'lasting';
      if (isMeant && containedBy !== undefined && now < (fdir.clearedBy ?? containedBy)) {
        note(
          'dated: FDIR acts',
          Math.min(clearedAt ?? Infinity, containedAt ?? Infinity) <=
            statedBand({ from: now, until: containedBy }).until,
        );
      }
      if (endedBy !== undefined)
        note(
          'dated: FDIR ends the fault',
          (clearedAt ?? Infinity) <= statedBand({ from: now, until: endedBy }).until,
        );
      for (const what of saidOf.returnedTo(anomaly.id, limits, newest)) alternations.push(`${at}: ${what}`);
      for (const limit of limits) {
        const { kind, channel, value, to, isAgain } = limit;
        const band = `${channel} ${value} ${to ?? ''} ${clockTime(limit.from)} ${clockTime(limit.until)}`;
        if (kind === 'near') continue;
        if (kind === 'helped') {
          if (isEachDetected) note('negative: with FDIR', comesTrue(limit, truth, now), band);
        } else if (to !== undefined) {
          const isConditional = mayFdirAvert;
          note(
            `dated: ${kind} ${to}${isAgain ? ' again' : ''}${isConditional ? ' unless FDIR acts' : ''}`,
            comesTrue(limit, isConditional ? withoutFdir : truth, now),
            band,
          );
        } else {
          note(`negative: ${kind}`, comesTrue(limit, kind === 'kept' ? truth : withoutFdir, now), band);
        }
      }
      if (mode) {
        const condition = mayFdirAvert ? ' unless FDIR acts' : '';
        const fork = mayFdirAvert ? withoutFdir : truth;
        const band = statedBand(mode);
        const isIt = (other: SpacecraftMode): boolean =>
          other === mode.mode || (mode.isOrSurvival === true && other === 'SURVIVAL');
        const entered = fork.firstIn(isIt, now, band.until);
        note(
          `dated: mode${condition}`,
          entered !== undefined && entered >= band.from,
          `${mode.mode} ${clockTime(band.from)} ${clockTime(band.until)}`,
        );
        for (const pass of mode.passes) {
          const by = { ...pass, from: epochMs(now) };
          note(
            `dated: with the mode${condition}`,
            comesTrue(by, fork, now),
            `${pass.channel} ${pass.value} by ${clockTime(pass.until)}`,
          );
        }
      }
    }
    for (const what of overclaimed(shares)) contradictions.push(`seed ${seed}, ${clockTime(now)}: ${what}`);
  }
  return { cards, contradictions, stated, untrue, alternations, changes };
}
