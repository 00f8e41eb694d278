import { beforeAll, describe, expect, it } from 'vitest';
import type { JournalEntry, Keyframe, MissionInput } from '../../../../src/shared/contract/journal.ts';
import type { FaultName } from '../../../../src/shared/entities/faults.ts';
import { type EpochMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { createRandom, type Random } from '../../../../src/worker/kit/random.ts';
import { hashKeptState, type KeptState } from '../../../../src/worker/mission/keyframe.ts';
import { createMission, type Mission } from '../../../../src/worker/mission/mission.ts';

import type { ActiveFault } from '../../../../src/worker/spacecraft/model.ts';
import { later, withSpacecraft } from '../../../support/mission.ts';
import { drawElements, drawNetwork, drawRecording, type Recording } from '../../../support/recordings.ts';

/** A mission is a fold over its journal. `FOLD_RUNS=8` is the long form: whole days, and restored missions run for another. */
const RUNS = Number(process.env.FOLD_RUNS ?? 1);
const IS_LONG = process.env.FOLD_RUNS !== undefined;
const DAY_MS = 24 * MS_PER_H;
const TIMEOUT_MS = IS_LONG ? 7_200_000 : 240_000;

/** Returns everything that a mission shows, including its log. */
const shownBy = (mission: Mission) =>
  Object.fromEntries(Object.entries(mission.snapshot()).map(([name, { value }]) => [name, value]));

function expectSame(mission: Mission, other: Mission): void {
  expect(mission.hash()).toBe(other.hash());
  expect(shownBy(mission)).toEqual(shownBy(other));
  expect(mission.journal()).toEqual(other.journal());
}

const DRAWN_HOURS = IS_LONG ? 24 : 6;
/** Draws hours with inputs of every kind; jumps do not count as time. */
const drawHours = (seed: number): Recording =>
  drawRecording({ seed, simulatedMs: DRAWN_HOURS * MS_PER_H, everyMs: 12 * MS_PER_MIN });

/** Replays a recording; `live` divides the time between two inputs. */
function liveBy(
  { header, entries, until }: Recording,
  live: (mission: Mission, to: EpochMs) => Mission,
): Mission {
  let mission = createMission(header);
  for (const { time, input, origin } of entries) {
    mission = live(mission, time);
    mission.apply(input, origin);
  }
  return live(mission, until);
}

const liveAtOnce = (mission: Mission, to: EpochMs): Mission => {
  mission.advanceTo(to);
  return mission;
};

/** Restores the mission from a copy of its keyframe. */
const restored = (mission: Mission): Mission =>
  createMission({
    ...mission.header,
    keyframe: structuredClone(mission.keyframe()),
    journal: structuredClone(mission.journal()),
  });

/**
 * Advances in bursts of equal steps, from 1 ms to 24 h each; occasionally replaces the mission by its restored copy.
 */
const liveInPieces =
  (random: Random, restoredShare: number) =>
  (mission: Mission, to: EpochMs): Mission => {
    let living = mission;
    while (living.time() < to) {
      const stepMs = Math.ceil(DAY_MS ** random.next());
      const burst = 1 + Math.floor(random.next() * 60);
      for (let count = 0; count < burst; count++) {
        living.advanceTo(epochMs(Math.min(to, living.time() + stepMs)));
      }
      if (random.next() < restoredShare) living = restored(living);
    }
    return living;
  };

describe('a mission with a random journal', () => {
  it.each(Array.from({ length: RUNS }, (_, index) => index + 1))(
    `is the same for any division of ${DRAWN_HOURS} hours, and when it is restored again and again: journal %i`,
    { timeout: TIMEOUT_MS },
    (seed) => {
      const drawn = drawHours(seed);
      const whole = liveBy(drawn, liveAtOnce);
      expect(whole.journal().length).toBeGreaterThan(15);
      const random = createRandom(seed);
      if (IS_LONG) expectSame(liveBy(drawn, liveInPieces(random, 0)), whole);
      expectSame(liveBy(drawn, liveInPieces(random, 0.1)), whole);
    },
  );

  it('is repeated by its journal, from which refused inputs are missing', { timeout: TIMEOUT_MS }, () => {
    const recording = drawRecording({
      seed: 3,
      simulatedMs: MS_PER_H,
      everyMs: MS_PER_MIN,
      isOnTheWire: true,
    });
    const first = liveBy(recording, liveAtOnce);
    expect(first.journal().length).toBeLessThan(recording.entries.length);
    const again = createMission({ ...first.header, journal: structuredClone(first.journal()) });
    again.advanceTo(recording.until);
    expectSame(again, first);
  });

  it('is the same in steps of a millisecond', () => {
    const recording = drawRecording({ seed: 4, simulatedMs: 12_000, everyMs: 3000, isOnTheWire: true });
    const divided = liveBy(recording, (mission, to) => {
      while (mission.time() < to) mission.advanceTo(epochMs(mission.time() + 1));
      return mission;
    });
    expectSame(divided, liveBy(recording, liveAtOnce));
  });
});

describe('a mission restored right after the contact plan needs another chunk', () => {
  // The plan extends at 13:00, with the next sample.
  const time = later(MS_PER_H + 2345);

  it.each<[string, (mission: Mission) => void]>([
    ['begins there', () => {}],
    ['gets another orbit of the ISS', (mission) => void mission.apply(drawElements(createRandom(1)))],
    [
      'gets another ground network',
      (mission) => void mission.apply({ kind: 'network', stations: drawNetwork(createRandom(1)) }),
    ],
    ['jumped back to it', (mission) => void mission.apply({ kind: 'jump', to: time })],
  ])('shows the same plan when it %s', (what, change) => {
    const startTime = what === 'begins there' ? time : later(what.startsWith('jumped') ? 2 * MS_PER_H : 0);
    const mission = createMission({ seed: 1, startTime });
    mission.advanceTo(time);
    change(mission);
    expectSame(restored(mission), mission);
  });
});

/** Situations for a keyframe, recognized by what the mission shows. */
const MOMENTS: Readonly<Record<string, (mission: Mission) => boolean>> = {
  'a command is in the uplink over low gain': (mission) => hasVerdict(mission, 'sent'),
  'a command waits for a link': (mission) => hasVerdict(mission, 'waiting'),
  'a verification is open': (mission) => hasVerdict(mission, 'watching'),
  'low gain carries the link': (mission) => craftOf(mission)?.radio.antenna === 'low',
  'there is no link': (mission) => craftOf(mission)?.radio.antenna === 'none',
  'the spacecraft is in SAFE': (mission) => craftOf(mission)?.mode === 'SAFE',
  'a command is in progress': (mission) => (craftOf(mission)?.activities.length ?? 0) > 0,
  'the ISS is in an orbit transition': isInTransition,
  'the crew handles an anomaly': (mission) => mission.snapshot().duty.value.task !== undefined,
  'a cancellation can be undone': (mission) => mission.snapshot().commands.value.length < 7,
  'the list of anomalies is full': (mission) => mission.snapshot().anomalies.value.length === 10,
};

const craftOf = (mission: Mission) => mission.snapshot().spacecraft.value;

const hasVerdict = (mission: Mission, wanted: string): boolean =>
  mission.snapshot().verifications.value.some(({ verdict }) => verdict === wanted);

function isInTransition(mission: Mission): boolean {
  const { iss } = mission.snapshot().ephemerides.value;
  const transition = iss.status === 'available' ? iss.window.transition : undefined;
  return transition !== undefined && mission.time() < transition.startTime + transition.durationMs;
}

const operation = (name: string, input: string): MissionInput => ({
  kind: 'operation',
  name: name as never,
  input,
});

const HEADER = { seed: 5, startTime: later(417), profile: 'specified' } as const;

/** Faults that break all links until then, and then the high-gain ones: more of a kind than a journal can inject. */
const LOW_GAIN_FROM_MS = 60 * MS_PER_MIN;
const HIGH_GAIN_FROM_MS = 90 * MS_PER_MIN;

/** Returns a mission at its start, with such faults on board. */
function withoutLink(): Keyframe {
  const keyframe = createMission(HEADER).keyframe();
  const kept = structuredClone(keyframe.state) as KeptState;
  const fault = (name: FaultName, endMs: number): ActiveFault => ({
    anomalyId: 'anomaly-1',
    name,
    startTime: HEADER.startTime,
    strength: 1.6,
    plan: { course: 'transient', clearedAt: later(endMs) },
    mending: undefined,
  });
  const faults = [
    ...Array.from({ length: 2 }, () => fault('gimbal-slip', HIGH_GAIN_FROM_MS)),
    ...Array.from({ length: 5 }, () => fault('receiver-detuned', LOW_GAIN_FROM_MS)),
  ];
  const telemetry = withSpacecraft(kept.telemetry, { faults });
  const state = { ...kept, telemetry };
  return { ...keyframe, state, hash: hashKeptState(state, keyframe.log) };
}

/** Inputs that lead through all of these situations. */
const STORY: readonly (readonly [ms: number, input: MissionInput])[] = [
  [10_300, operation('cancelCommand', 'cmd-7')],
  [19_000, operation('restoreCommand', 'cmd-7')],
  [20_700, drawElements(createRandom(1))],
  [2 * MS_PER_MIN, operation('executeCommand', 'cmd-6')],
  [10 * MS_PER_MIN + 1, operation('executeCommand', 'cmd-7')],
  [100 * MS_PER_MIN, { kind: 'fault', inject: 'wheel-failing', course: 'safed' }],
  [110 * MS_PER_MIN, { kind: 'fault', inject: 'gimbal-slip', course: 'lasting' }],
  [120 * MS_PER_MIN, operation('handOverConsole', 'duty crew')],
  [121 * MS_PER_MIN, { kind: 'fault', inject: 'weak-cell', course: 'lasting' }],
  [130 * MS_PER_MIN, { kind: 'fault', inject: 'open-string' }],
  [131 * MS_PER_MIN, { kind: 'fault', inject: 'louvre-open' }],
  [132 * MS_PER_MIN, { kind: 'fault', inject: 'gyro-drift' }],
  [133 * MS_PER_MIN, { kind: 'fault', inject: 'antenna-off' }],
  [134 * MS_PER_MIN, { kind: 'fault', inject: 'wing-folded' }],
  [135 * MS_PER_MIN, { kind: 'fault', inject: 'cell-short' }],
];
const STORY_MS = 2.5 * MS_PER_H;
const LIVED_MS = IS_LONG ? STORY_MS + DAY_MS : STORY_MS;
/** Time that a restored mission runs: equal states have an equal future. */
const GOES_ON_MS = IS_LONG ? LIVED_MS : 10 * MS_PER_MIN;

interface Found {
  readonly keyframe: Keyframe;
  readonly shown: ReturnType<typeof shownBy>;
  /** The whole mission some time later. */
  later?: {
    readonly time: EpochMs;
    readonly hash: string;
    readonly shown: ReturnType<typeof shownBy>;
    readonly entries: readonly JournalEntry[];
  };
}

describe('a mission restored from a keyframe goes on as if it had never stopped', () => {
  const found = new Map<string, Found>();

  beforeAll(() => {
    const whole = createMission({ ...HEADER, keyframe: withoutLink() });
    const looksEvery = Array.from({ length: STORY_MS / 4130 }, (_, index) => ({ ms: index * 4130 }));
    const inputs = STORY.map(([ms, input]) => ({ ms, input }));
    const steps: readonly { ms: number; input?: MissionInput }[] = [...looksEvery, ...inputs];
    for (const { ms, input } of steps.toSorted((one, other) => one.ms - other.ms)) {
      whole.advanceTo(later(ms));
      if (input) whole.apply(input);
      for (const [name, isMoment] of Object.entries(MOMENTS)) {
        if (found.has(name) || !isMoment(whole)) continue;
        found.set(name, structuredClone({ keyframe: whole.keyframe(), shown: shownBy(whole) }));
      }
      lookAgain(whole, later(ms - GOES_ON_MS));
    }
    whole.advanceTo(later(LIVED_MS));
    lookAgain(whole, whole.time());
  }, TIMEOUT_MS);

  /** Keeps what the mission is now for moments that were found by then. */
  function lookAgain(whole: Mission, by: EpochMs): void {
    for (const moment of found.values()) {
      if (moment.later || moment.keyframe.time > by) continue;
      const entries = whole.journal();
      moment.later = structuredClone({
        time: whole.time(),
        hash: whole.hash(),
        shown: shownBy(whole),
        entries,
      });
    }
  }

  it.each(Object.keys(MOMENTS))('in which %s', { timeout: TIMEOUT_MS }, (name) => {
    const moment = found.get(name);
    if (!moment?.later) throw new Error(`There was no instant in which ${name}.`);
    const { keyframe, shown, later: then } = moment;
    const before = then.entries.slice(0, keyframe.entryCount);
    expect(shownBy(createMission({ ...HEADER, keyframe, journal: before }))).toEqual(shown);
    const again = createMission({ ...HEADER, keyframe, journal: then.entries });
    again.advanceTo(then.time);
    expect(again.hash()).toBe(then.hash);
    expect(shownBy(again)).toEqual(then.shown);
    expect(again.journal()).toEqual(then.entries);
  });
});
