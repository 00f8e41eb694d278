import type {
  HistoryChannel,
  HistoryQuery,
  ModelChannel,
} from '../../../../../src/shared/contract/history.ts';
import { TELEMETRY_HISTORY_LENGTH } from '../../../../../src/shared/entities/constants.ts';
import type { TelemetrySample } from '../../../../../src/shared/entities/entities.ts';
import type { SpacecraftView } from '../../../../../src/shared/entities/spacecraft.ts';
import { CHANNELS } from '../../../../../src/shared/entities/telemetry-channels.ts';
import { degrees, type EpochMs, epochMs } from '../../../../../src/shared/kit/units.ts';
import type { MissionFacts } from '../../../../../src/worker/mission/state/slices.ts';
import { type Archive, createArchive } from '../../../../../src/worker/session/archive/archive.ts';
import { T0 } from '../../../../support/mission.ts';
import { spacecraftView } from '../../../../support/spacecraft-view.ts';
import { NOMINAL } from '../../../../support/telemetry.ts';

/** A session's ground, its archive, and a plain list of the received samples: the archive's naive model. */

const PERIOD_MS = 5000;
const LOW_PERIOD_MS = 30_000;

export type Step = 'high' | 'low' | 'none' | 'odd';

/** Returns a pattern-free number from 0 to 1 for each place and instant. */
function scatter(time: number, place: number): number {
  const x = Math.sin(time / 5000 + place * 77.7) * 43_758.5453;
  return x - Math.floor(x);
}

const onGrid = (value: number, step: number): number => Math.round(value / step) * step;

/** Returns readings rounded as by the sensors; an odd sample is outside of their resolution or range. */
function readings(time: EpochMs, salt: number, isOdd: boolean): TelemetrySample {
  const draw = (place: number): number => scatter(time, place + 100 * salt);
  return {
    ...NOMINAL,
    timestamp: time,
    batteryVoltage: onGrid(20 + 10 * draw(1), CHANNELS.batteryVoltage.step),
    solarOutput: onGrid(Math.max(0, 1200 * draw(2) - 600), CHANNELS.solarOutput.step),
    signalStrength: isOdd ? 0.123_456 : onGrid(100 * draw(3), CHANNELS.signalStrength.step),
    temperature: onGrid(80 * draw(4) - 40, CHANNELS.temperature.step),
    attitudeStability: isOdd
      ? onGrid(170, CHANNELS.attitudeStability.step)
      : onGrid(draw(5), CHANNELS.attitudeStability.step),
  };
}

export function modelAt(time: EpochMs, salt: number): Readonly<Record<ModelChannel, number>> {
  const draw = (place: number): number => scatter(time, place + 100 * salt);
  return {
    stateOfCharge: draw(11),
    batteryCurrent: 20 * draw(12) - 10,
    arrayPower: 600 * draw(13),
    loadPower: 200 * draw(14),
    arrayTemperature: 100 * draw(15) - 50,
    busTemperature: 40 * draw(16),
    wheelMomentum: draw(17),
    linkMargin: 20 * draw(18) - 3,
    antennaMisalignment: 5 * draw(19),
    recorder: 4000 * draw(20),
    downlinked: 1000 * draw(21),
  };
}

export function viewAt(time: EpochMs, salt: number): SpacecraftView {
  const model = modelAt(time, salt);
  const { array, battery, loads, thermal, attitude, radio, data, ...view } = spacecraftView({ time });
  return {
    ...view,
    array: { ...array, powerW: model.arrayPower, temperature: model.arrayTemperature },
    battery: { ...battery, soc: model.stateOfCharge, currentA: model.batteryCurrent },
    loads: { ...loads, totalW: model.loadPower },
    thermal: { ...thermal, busTemperature: model.busTemperature },
    attitude: { ...attitude, wheelMomentumShare: model.wheelMomentum },
    radio: { ...radio, marginDb: model.linkMargin, misalignment: degrees(model.antennaMisalignment) },
    data: { ...data, storedMb: model.recorder, downlinkedMb: model.downlinked },
  };
}

/** Facts of a session in which nothing has happened. */
const NOTHING = {
  telemetry: [],
  spacecraft: undefined,
  anomalies: [],
  commands: [],
  timeline: [],
  log: [],
  verifications: [],
  contacts: { satellites: { orbita: { ok: false, message: '' } } },
};

/** Returns the given facts, with empty ones for the rest that an archive reads. */
export const factsOf = (facts: { readonly [Name in keyof MissionFacts]?: unknown }): MissionFacts =>
  ({ ...NOTHING, ...facts }) as unknown as MissionFacts;

interface Received {
  readonly sample: TelemetrySample;
  readonly model?: Readonly<Record<ModelChannel, number>>;
  readonly knownAt: EpochMs;
}

const newestOf = (samples: readonly TelemetrySample[]): number => samples.at(-1)?.timestamp ?? -Infinity;
const keepNewest = (samples: readonly TelemetrySample[]) =>
  [...samples].sort((a, b) => a.timestamp - b.timestamp).slice(-TELEMETRY_HISTORY_LENGTH);

export class Ground {
  time: EpochMs;
  readonly archive: Archive;
  #received: Map<EpochMs, Received>;
  #newestPrompt: number;
  #history: readonly TelemetrySample[];
  #recorded: readonly TelemetrySample[];
  #view: SpacecraftView | undefined;
  /** Varies all values. */
  #salt: number;

  constructor(parent?: Ground, at: EpochMs = T0, salt = 0) {
    this.time = at;
    this.#salt = salt;
    this.archive = parent?.archive.fork(at) ?? createArchive();
    this.#received = new Map(parent?.knownAt(at));
    this.#newestPrompt = this.#findPrompt();
    this.#history = keepNewest([...this.#received.values()].map(({ sample }) => sample));
    this.#recorded = [];
  }

  knownAt(time: EpochMs): readonly (readonly [EpochMs, Received])[] {
    return [...this.#received].filter(([, { knownAt }]) => knownAt <= time);
  }

  #findPrompt(): number {
    return Math.max(
      ...[...this.#received.values()].map(({ sample, model }) => (model ? sample.timestamp : 0)),
      0,
    );
  }

  /** Simulates some sample periods, recording what is known after each. */
  live(kind: Step, steps: number): void {
    for (let step = 0; step < steps; step++) {
      this.#sample(kind);
      this.#append();
    }
  }

  /** Skips time except for its last two minutes. */
  jump(steps: number): void {
    this.time = epochMs(this.time + steps * PERIOD_MS);
    for (let step = 0; step < 24; step++) this.#sample('high');
    this.#append();
  }

  /** Moves mission time back; a different course follows. */
  back(steps: number): void {
    this.#salt += 50;
    this.time = epochMs(this.time - steps * PERIOD_MS);
    this.archive.dropAfter(this.time);
    this.#received = new Map(this.knownAt(this.time));
    this.#newestPrompt = this.#findPrompt();
    this.#history = this.#history.filter(({ timestamp }) => timestamp <= this.time);
    this.#recorded = [];
    this.#append();
  }

  #sample(kind: Step): void {
    this.time = epochMs(this.time + PERIOD_MS);
    const sample = readings(this.time, this.#salt, kind === 'odd');
    if (kind === 'none' || (kind === 'low' && this.time - newestOf(this.#history) < LOW_PERIOD_MS)) {
      this.#recorded = keepNewest([...this.#recorded, sample]);
      return;
    }
    const played = kind === 'low' ? [] : this.#recorded;
    this.#history = keepNewest([...this.#history, ...played, sample]);
    if (kind !== 'low') this.#recorded = [];
    this.#view = viewAt(this.time, this.#salt);
  }

  #append(): void {
    const missing = this.#history.filter(({ timestamp }) => !this.#received.has(timestamp));
    const newest = missing.at(-1);
    if (newest) {
      const time = newest.timestamp;
      const isPrompt = this.#view?.time === time && time > this.#newestPrompt;
      const knownAt = isPrompt ? time : this.time;
      for (const sample of missing) this.#received.set(sample.timestamp, { sample, knownAt });
      if (isPrompt) {
        this.#received.set(time, { sample: newest, knownAt, model: modelAt(time, this.#salt) });
        this.#newestPrompt = time;
      }
    }
    this.archive.append(factsOf({ telemetry: this.#history, spacecraft: this.#view }), this.time);
  }

  /** Returns all samples of a channel as known at an instant, in order of time. */
  samplesOf(channel: HistoryChannel, knownAt: EpochMs): readonly Point[] {
    return this.knownAt(knownAt)
      .map(([, { sample, model }]) => ({
        time: sample.timestamp,
        value:
          channel in sample ? sample[channel as keyof TelemetrySample] : model?.[channel as ModelChannel],
        isPrompt: model !== undefined,
      }))
      .filter((point): point is Point => point.value !== undefined)
      .sort((a, b) => a.time - b.time);
  }

  /** Returns the line that the archive should answer with, sample by sample. */
  lineOf(
    channel: HistoryChannel,
    { from, to, columns }: HistoryQuery,
    knownAt: EpochMs,
  ): readonly (readonly number[])[] {
    const samples = this.samplesOf(channel, knownAt);
    const inside = samples.filter(({ time }) => time >= from && time <= to);
    const before = samples.filter(({ time }) => time < from).slice(-1);
    const after = samples.filter(({ time }) => time > to).slice(0, 1);
    const isDense = inside.filter(({ isPrompt }) => isPrompt).length > 4 * columns;
    const pixelOf = ({ time }: Point) =>
      Math.min(columns - 1, Math.floor(((time - from) / (to - from)) * columns));
    const pixels: Point[][] = [];
    for (const [index, point] of inside.entries()) {
      const previous = inside[index - 1];
      if (isDense && previous && pixelOf(previous) === pixelOf(point)) pixels.at(-1)?.push(point);
      else pixels.push([point]);
    }
    const line: (readonly number[])[] = [];
    let last: number | undefined;
    for (const pixel of [before, ...pixels, after]) {
      const [first] = pixel;
      if (!first) continue;
      if (last !== undefined && first.time - last > LOW_PERIOD_MS)
        line.push([(first.time + last) / 2, Number.NaN]);
      const values = pixel.map(({ value }) => value);
      const lowest = values.indexOf(Math.min(...values));
      const highest = values.indexOf(Math.max(...values));
      const kept = [...new Set([0, Math.min(lowest, highest), Math.max(lowest, highest), pixel.length - 1])];
      for (const index of kept) line.push([(pixel[index] as Point).time, (pixel[index] as Point).value]);
      last = (pixel.at(-1) as Point).time;
    }
    return line;
  }
}

interface Point {
  readonly time: EpochMs;
  readonly value: number;
  readonly isPrompt: boolean;
}
