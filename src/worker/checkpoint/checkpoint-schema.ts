import * as v from 'valibot';
import { ANOMALY_LIST_CAP, TELEMETRY_HISTORY_LENGTH } from '../../shared/constants.ts';
import { CONSOLE_HOLDERS } from '../../shared/duty-crew.ts';
import {
  ANOMALY_SEVERITIES,
  ANOMALY_STATUSES,
  ANOMALY_TYPES,
  COMMAND_NAMES,
  COMMAND_STATUSES,
  EVENT_STATUSES,
  EVENT_TYPES,
  PRIORITIES,
} from '../../shared/entities.ts';
import { LOG_CAP, LOG_KINDS, LOG_LEVELS } from '../../shared/event-log.ts';
import { LIVE_SOURCES } from '../../shared/live-answers.ts';
import {
  type KeptSliceName,
  type MissionSlices,
  type Revised,
  SLICE_NAMES,
  SLICES,
  type SliceName,
} from '../../shared/mission-control.ts';
import { readOmm } from '../../shared/orbit/elements.ts';
import type { OrbitalElements } from '../../shared/orbit/propagator.ts';
import { VERDICTS } from '../../shared/spacecraft.ts';
import { mapChannels } from '../../shared/telemetry-channels.ts';
import { VERIFICATION_VERDICTS, VERIFICATIONS_CAP } from '../commanding/verification.ts';
import { PRESSING_REASONS } from '../diagnosis/assessment.ts';
import { RECURRENCES } from '../diagnosis/symptoms.ts';
import { CREW_PACES, CREW_STEPS, CREW_SUBJECTS } from '../operations/console-duty.ts';
import { FAULT_NAMES } from '../spacecraft/fault-kinds.ts';
import { FAULT_EVENT_KINDS } from '../telemetry/fault-events.ts';
import { criteriaSchema } from './criteria-schema.ts';
import { fdirPlan, spacecraftSchema } from './spacecraft-schema.ts';
import { angle, channel, count, finite, instant, percent, positive } from './value-schemas.ts';

const sample = v.object({
  timestamp: instant,
  ...mapChannels(() => finite),
});

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
  isStale: v.exactOptional(v.boolean()),
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

const elements = v.pipe(
  v.unknown(),
  v.rawTransform<unknown, OrbitalElements>(({ dataset, addIssue, NEVER }) => {
    const read = readOmm(dataset.value);
    if (read.ok) return read.value;
    addIssue({ message: read.message });
    return NEVER;
  }),
);

const issOrbit = v.object({
  elements,
  isFitted: v.boolean(),
  measured: v.optional(v.object({ source, time: instant, from: instant, until: instant })),
  fixes: v.array(v.object({ time: instant, latitude: angle, longitude: angle })),
});

const transition = v.object({
  startTime: instant,
  durationMs: v.pipe(finite, v.minValue(1)),
  rotation: v.object({ x: finite, y: finite, z: finite }),
  radiusKm: finite,
});

const priority = v.picklist(PRIORITIES);
const command = v.object({
  id: v.string(),
  name: v.picklist(COMMAND_NAMES),
  scheduledTime: instant,
  priority,
  status: v.picklist(COMMAND_STATUSES),
  executionTime: v.exactOptional(instant),
});

const timelineEvent = v.object({
  id: v.string(),
  title: v.string(),
  startTime: instant,
  endTime: instant,
  description: v.string(),
  type: v.picklist(EVENT_TYPES),
  status: v.picklist(EVENT_STATUSES),
  priority,
});

const anomaly = v.object({
  id: v.string(),
  timestamp: instant,
  type: v.picklist(ANOMALY_TYPES),
  severity: v.picklist(ANOMALY_SEVERITIES),
  message: v.string(),
  aiExplanation: v.string(),
  status: v.picklist(ANOMALY_STATUSES),
  suggestedAction: v.exactOptional(v.picklist(COMMAND_NAMES)),
});

const performance = v.object({
  time: instant,
  missionUptime: finite,
  totalCommands: count,
  averageSignalStrength: percent,
  anomalyCount: count,
  dataDownloaded: finite,
  powerEfficiency: percent,
  systemHealth: percent,
});

const logEntry = v.object({
  id: count,
  time: instant,
  kind: v.picklist(LOG_KINDS),
  level: v.picklist(LOG_LEVELS),
  text: v.string(),
});

const faultRecord = v.object({
  name: v.picklist(FAULT_NAMES),
  since: instant,
  onset: v.exactOptional(instant),
  plan: fdirPlan,
  isContained: v.exactOptional(v.literal(true)),
  recurrence: v.exactOptional(v.picklist(RECURRENCES)),
  resolvedAt: v.exactOptional(instant),
  before: v.exactOptional(sample),
  slopeBefore: v.exactOptional(finite),
  forecast: v.exactOptional(
    v.object({
      channel,
      level: v.picklist(['warning', 'critical']),
      value: finite,
      time: instant,
    }),
  ),
  foreseenAt: v.exactOptional(instant),
  endedAt: v.exactOptional(instant),
  endedBy: v.exactOptional(v.picklist(COMMAND_NAMES)),
  reported: v.object({
    phase: v.picklist(['unseen', 'seen', 'ended', 'recovered']),
    causes: v.array(v.picklist(FAULT_NAMES)),
    channel,
    reading: v.exactOptional(finite),
    pressing: v.exactOptional(v.picklist(PRESSING_REASONS)),
    tried: v.exactOptional(v.object(v.entriesFromList(COMMAND_NAMES, v.exactOptional(instant)))),
    status: v.picklist(ANOMALY_STATUSES),
    time: instant,
  }),
});

const downlink = v.object({
  reported: v.exactOptional(v.object({ spacecraft: spacecraftSchema, time: instant })),
  periodMs: positive,
  recorded: v.pipe(v.array(sample), v.maxLength(TELEMETRY_HISTORY_LENGTH)),
  events: v.array(
    v.object({
      anomalyId: v.string(),
      kind: v.picklist(FAULT_EVENT_KINDS),
      time: instant,
      endedBy: v.exactOptional(v.picklist(COMMAND_NAMES)),
    }),
  ),
});

const uplink = v.array(
  v.object({
    commandId: v.string(),
    name: v.picklist(COMMAND_NAMES),
    arrivalTime: v.exactOptional(instant),
    contactTime: v.exactOptional(instant),
  }),
);

const verification = v.object({
  commandId: v.string(),
  startTime: instant,
  until: instant,
  base: v.exactOptional(sample),
  criteria: criteriaSchema,
  expected: v.string(),
  observed: v.exactOptional(v.string()),
  verdict: v.picklist(VERIFICATION_VERDICTS),
});

const commandVerification = v.object({
  commandId: v.string(),
  expected: v.string(),
  observed: v.exactOptional(v.string()),
  verdict: v.picklist(VERDICTS),
  until: v.exactOptional(instant),
});

const duty = v.object({
  holder: v.picklist(CONSOLE_HOLDERS),
  since: instant,
  task: v.exactOptional(v.string()),
});

const crew = v.object({
  duty,
  tasks: v.array(
    v.object({
      subject: v.picklist(CREW_SUBJECTS),
      id: v.string(),
      step: v.picklist(CREW_STEPS),
      dueTime: instant,
      sent: count,
      command: v.exactOptional(v.picklist(COMMAND_NAMES)),
      pace: v.exactOptional(v.picklist(CREW_PACES)),
      handsBack: v.exactOptional(v.literal(true)),
    }),
  ),
  drawn: count,
  downlinkTime: v.exactOptional(instant),
});

const outcome = v.object({ ok: v.literal(true), value: v.union([command, timelineEvent, anomaly, duty]) });

const operatorResume = v.object({
  removed: v.array(v.object({ command, time: instant })),
  nextCommandId: count,
  cancelled: v.array(v.object({ id: v.string(), time: instant })),
  nextEventId: count,
  nextAnomalyId: count,
  faults: v.record(v.string(), faultRecord),
  closedFaults: v.record(v.string(), faultRecord),
  crew,
  handled: v.array(v.object({ request: v.string(), outcome })),
});

const eclipse = v.undefinedable(
  v.object({
    time: instant,
    eclipse: v.exactOptional(v.object({ startTime: instant, endTime: instant, socAtEnd: finite })),
  }),
);

const revised = <Schema extends v.GenericSchema>(value: Schema) => v.object({ revision: count, value });
/** A slice that follows from other state has only its revision in a checkpoint. */
const numbered = v.object({ revision: count });

const keptSlices = {
  clock: revised(v.object({ startTime: instant, time: instant })),
  telemetry: revised(v.pipe(v.array(sample), v.maxLength(TELEMETRY_HISTORY_LENGTH))),
  realData: revised(realData),
  commands: revised(v.array(command)),
  timeline: revised(v.array(timelineEvent)),
  anomalies: revised(v.pipe(v.array(anomaly), v.maxLength(ANOMALY_LIST_CAP))),
  performance: revised(performance),
  log: revised(v.pipe(v.array(logEntry), v.maxLength(LOG_CAP))),
  eclipse: revised(eclipse),
  verifications: revised(v.pipe(v.array(commandVerification), v.maxLength(VERIFICATIONS_CAP))),
} satisfies {
  readonly [Name in KeptSliceName]: v.GenericSchema<unknown, Revised<MissionSlices[Name]>>;
};

const derivedSlices = Object.fromEntries(
  SLICE_NAMES.filter((name) => !SLICES[name].isKept).map((name) => [name, numbered]),
) as Record<Exclude<SliceName, KeptSliceName>, typeof numbered>;

/** Schema of a checkpoint. */
export const checkpointSchema = v.object({
  slices: v.object({ ...keptSlices, ...derivedSlices }),
  resume: v.object({
    time: instant,
    schedule: v.object({
      clock: instant,
      telemetry: instant,
      positions: instant,
      contacts: instant,
      anomalies: instant,
      performance: instant,
    }),
    seed: v.pipe(v.number(), v.safeInteger()),
    drawsFaults: v.boolean(),
    spacecraft: spacecraftSchema,
    spacecraftTime: instant,
    issOrbit,
    issTransition: v.optional(transition),
    downlink,
    uplink,
    verifications: v.array(verification),
    operator: operatorResume,
    nextNoticeId: count,
  }),
});
