import * as v from 'valibot';
import type { TelemetrySample } from '../shared/entities.ts';
import { TELEMETRY_HISTORY_LENGTH } from '../shared/limits.ts';
import { LIVE_SOURCES } from '../shared/live-answers.ts';
import { type Checkpoint, SLICE_NAMES, type SliceName } from '../shared/mission-control.ts';
import { readOmm } from '../shared/orbit/elements.ts';
import type { OrbitalElements } from '../shared/orbit/propagator.ts';
import type { RealData } from '../shared/real-data.ts';
import { failed, type Result, succeeded } from '../shared/result.ts';
import type { Settling } from '../shared/settling.ts';
import { degrees, type EpochMs, epochMs } from '../shared/units.ts';
import type { RandomState } from './random.ts';
import type { StationOrbit } from './real-data/station-orbit.ts';
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
  readonly stationOrbit: StationOrbit;
  /** The glide of the station onto its orbit, while there is one. */
  readonly stationSettling: Settling | undefined;
  readonly nextNoticeId: number;
}

/** A checkpoint that was read and found whole. What follows from the time alone (orbits, passes) is not in it. */
export interface RestoredMission extends MissionResume {
  readonly startTime: EpochMs;
  /** Mission time at the clock's last whole second. */
  readonly clockTime: EpochMs;
  readonly history: readonly TelemetrySample[];
  readonly realData: RealData;
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
  arrayEfficiency: share,
  downlinkedMb: v.pipe(finite, v.minValue(0)),
});

const angle = v.pipe(finite, v.minValue(-360), v.maxValue(360), v.transform(degrees));
const source = v.picklist(LIVE_SOURCES);

const position = v.object({
  satlatitude: angle,
  satlongitude: angle,
  sataltitude: finite,
  azimuth: angle,
  elevation: angle,
  ra: angle,
  dec: angle,
  timestamp: instant,
  eclipsed: v.boolean(),
});

const call = v.object({
  status: v.picklist(['loading', 'ready', 'failed']),
  lastSuccess: v.exactOptional(instant),
  source: v.exactOptional(source),
  dataTime: v.exactOptional(instant),
  error: v.exactOptional(v.string()),
});

const realData = v.object({
  status: v.picklist(['loading', 'ready', 'error']),
  error: v.exactOptional(v.string()),
  issPosition: v.nullable(v.object({ latitude: angle, longitude: angle, timestamp: instant })),
  astronauts: v.array(v.object({ name: v.string(), craft: v.string() })),
  satellitePositions: v.array(position),
  calls: v.object({ issPosition: call, astronauts: call, satellitePositions: call }),
  nextTry: v.exactOptional(instant),
});

const elements = v.custom<OrbitalElements>((input) => readOmm(input).ok, 'Invalid elements');

const stationOrbit = v.object({
  elements,
  isFitted: v.boolean(),
  measured: v.optional(v.object({ source, time: instant, from: instant, until: instant })),
  fixes: v.array(v.object({ time: instant, latitude: angle, longitude: angle })),
});

const settling = v.object({
  startTime: instant,
  durationMs: v.pipe(finite, v.minValue(1)),
  rotation: v.object({ x: finite, y: finite, z: finite }),
  radiusKm: finite,
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
    realData: v.object({ revision: count, value: realData }),
    provenance: numbered,
  }),
  resume: v.object({
    time: instant,
    schedule: v.object({ clock: instant, telemetry: instant, positions: instant, contacts: instant }),
    random: v.tuple([word, word, word, word]),
    spacecraft,
    spacecraftTime: instant,
    stationOrbit,
    stationSettling: v.optional(settling),
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
  const { stationSettling, ...rest } = resume;
  const { measured, ...orbit } = resume.stationOrbit;
  return succeeded({
    ...rest,
    stationSettling,
    stationOrbit: { ...orbit, measured },
    startTime: slices.clock.value.startTime,
    clockTime: slices.clock.value.time,
    history: slices.telemetry.value,
    realData: slices.realData.value,
    revisions: Object.fromEntries(SLICE_NAMES.map((name) => [name, slices[name].revision])) as Record<
      SliceName,
      number
    >,
  });
}
