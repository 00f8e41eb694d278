import * as v from 'valibot';
import type { TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_HISTORY_LENGTH } from '../shared/limits.ts';
import { type Checkpoint, SLICE_NAMES, type SliceName } from '../shared/mission-control.ts';
import { failed, type Result, succeeded } from '../shared/result.ts';
import { type EpochMs, epochMs } from '../shared/units.ts';
import type { RandomState } from './random.ts';
import type { Schedule } from './schedule.ts';
import type { SpacecraftState } from './spacecraft/model.ts';

/** What a checkpoint holds beside the slices. */
export interface MissionResume {
  readonly time: EpochMs;
  readonly schedule: Schedule;
  readonly random: RandomState;
  readonly spacecraft: SpacecraftState;
  /** The instant that the spacecraft's state belongs to. */
  readonly spacecraftTime: EpochMs;
  readonly nextNoticeId: number;
}

/** A checkpoint that was read and found whole. What follows from the time alone (orbits, passes) is not in it. */
export interface RestoredMission extends MissionResume {
  readonly startTime: EpochMs;
  /** Mission time at the clock's last whole second. */
  readonly clockTime: EpochMs;
  readonly history: readonly TelemetrySample[];
  readonly revisions: Readonly<Record<SliceName, number>>;
}

const finite = v.pipe(v.number(), v.finite());
const share = v.pipe(finite, v.minValue(0), v.maxValue(1));
const percent = v.pipe(finite, v.minValue(0), v.maxValue(100));
/** The instants that a `Date` can hold. */
const instant = v.pipe(finite, v.minValue(-8.64e15), v.maxValue(8.64e15), v.transform(epochMs));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const word = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));

const sample = v.object({
  timestamp: instant,
  batteryVoltage: finite,
  solarOutput: finite,
  signalStrength: finite,
  temperature: finite,
  attitudeStability: finite,
});

const spacecraft = v.object({
  soc: share,
  busVoltage: finite,
  arrayPowerW: finite,
  busTemperature: finite,
  arrayTemperature: finite,
  isHeaterOn: v.boolean(),
  isSunlit: v.boolean(),
  attitudeError: finite,
  jolt: finite,
  drift: finite,
  signalStrength: percent,
});

const numbered = v.object({ revision: count });

const checkpointSchema = v.object({
  slices: v.object({
    clock: v.object({ revision: count, value: v.object({ startTime: instant, time: instant }) }),
    telemetry: v.object({
      revision: count,
      value: v.pipe(v.array(sample), v.maxLength(TELEMETRY_HISTORY_LENGTH)),
    }),
    ephemerides: numbered,
    positions: numbered,
    contacts: numbered,
  }),
  resume: v.object({
    time: instant,
    schedule: v.object({ clock: instant, telemetry: instant, positions: instant, contacts: instant }),
    random: v.tuple([word, word, word, word]),
    spacecraft,
    spacecraftTime: instant,
    nextNoticeId: count,
  }),
});

/** Reads a checkpoint, which has been on the other side of a channel. Fails with what is wrong in it. */
export function readCheckpoint(checkpoint: Checkpoint): Result<RestoredMission> {
  const read = v.safeParse(checkpointSchema, checkpoint);
  if (!read.success) {
    const [issue] = read.issues;
    return failed(`${v.getDotPath(issue) ?? 'checkpoint'}: ${issue.message}`);
  }
  const { slices, resume } = read.output;
  if (Object.values(resume.schedule).some((due) => due <= resume.time)) {
    return failed('resume.schedule: a step is due before the checkpoint was taken');
  }
  return succeeded({
    ...resume,
    startTime: slices.clock.value.startTime,
    clockTime: slices.clock.value.time,
    history: slices.telemetry.value,
    revisions: Object.fromEntries(SLICE_NAMES.map((name) => [name, slices[name].revision])) as Record<
      SliceName,
      number
    >,
  });
}
