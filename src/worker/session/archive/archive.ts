import type {
  History,
  HistoryQuery,
  SessionMarks,
  Stretch,
  StretchQuery,
  TimeSpan,
} from '../../../shared/contract/history.ts';
import type { PerformanceReport } from '../../../shared/entities/entities.ts';
import type { LogEntry } from '../../../shared/entities/event-log.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import type { MissionFacts } from '../../mission/state/slices.ts';
import { queryHistory } from './history.ts';
import { createKnownList, type KnownList, knownFrom } from './known-list.ts';
import { createMarks, type Marks } from './marks.ts';
import {
  type ArchivedSample,
  createSamples,
  forkSamples,
  type Samples,
  samplesFrom,
  samplesOf,
  takeSamples,
} from './samples.ts';

/**
 * History of one mission: telemetry, model channels, figures, event log and marks. It holds the content of the
 * snapshots, as known at each instant.
 */
export interface Archive extends Pick<Marks, 'conditions' | 'asks' | 'unconfirmed'> {
  /**
   * Adds what is new at an instant; called after each step and each input of the mission. A sample that is not the
   * newest one counts as received late, without values of the model.
   */
  append(facts: MissionFacts, time: EpochMs): void;
  /** Returns channels over a span, as known at an instant. */
  history(query: HistoryQuery, knownAt: EpochMs): History;
  /** Returns all samples and figures of a stretch, as known at an instant. */
  stretch(query: StretchQuery, knownAt: EpochMs): Stretch;
  /** Returns the marks over a span, as known at an instant. */
  marks(span: Required<TimeSpan>, knownAt: EpochMs): SessionMarks;
  /** Returns the whole event log, as known at an instant; oldest first. */
  logAt(knownAt: EpochMs): readonly LogEntry[];
  /**
   * Returns samples in order of time, beginning no later than the last one up to an instant; only those known at
   * `knownAt`, if given.
   */
  samplesFrom(time: EpochMs, knownAt?: EpochMs): Iterable<ArchivedSample>;
  /** Returns an archive that shares everything known at an instant, and continues independently. */
  fork(time: EpochMs): Archive;
  /** Drops what became known after an instant, when mission time moves back. */
  dropAfter(time: EpochMs): void;
  /** Drops data older than an instant, for sessions of weeks; some may stay. */
  dropBefore(time: EpochMs): void;
}

interface Contents {
  readonly samples: Samples;
  readonly marks: Marks;
  readonly log: KnownList<LogEntry>;
  readonly performance: KnownList<PerformanceReport>;
  /** Instant of the last facts; `undefined` before the first. */
  readonly since?: EpochMs;
}

export const createArchive = (): Archive =>
  openArchive({
    samples: createSamples(),
    marks: createMarks(),
    log: createKnownList(),
    performance: createKnownList(),
  });

function openArchive({ samples, marks, log, performance, since }: Contents): Archive {
  let last = since;
  let held: MissionFacts | undefined;
  const parts = [samples.columns, samples.late, marks, log, performance];

  function takeLog(entries: readonly LogEntry[], time: EpochMs): void {
    const newestId = log.all().at(-1)?.id ?? 0;
    const firstNew = entries.findLastIndex(({ id }) => id <= newestId) + 1;
    for (const entry of entries.slice(firstNew)) log.add(entry, knownFrom(entry.time, last, time));
  }

  function takeReport(report: PerformanceReport, time: EpochMs): void {
    if (report.time <= (performance.all().at(-1)?.time ?? Number.NEGATIVE_INFINITY)) return;
    performance.add(report, knownFrom(report.time, last, time));
  }

  return {
    append(facts, time) {
      const { telemetry, spacecraft } = facts;
      if (telemetry !== held?.telemetry) {
        const known = held?.telemetry ?? [];
        const received = telemetry.filter((sample) => !known.includes(sample));
        takeSamples(samples, received, spacecraft, time);
      }
      if (facts.log !== held?.log) takeLog(facts.log, time);
      if (facts.performance !== held?.performance) takeReport(facts.performance, time);
      marks.take(facts, time);
      held = facts;
      last = time;
    },
    history: (query, knownAt) => queryHistory(samples, query, knownAt),
    stretch: (query, knownAt) => ({
      samples: samplesOf(samples, query, knownAt),
      performance: performance.at(knownAt).filter(({ time }) => time >= query.from && time < query.to),
    }),
    marks: (span, knownAt) => marks.at(span, knownAt),
    logAt: (knownAt) => log.at(knownAt),
    conditions: (knownAt) => marks.conditions(knownAt),
    asks: (knownAt) => marks.asks(knownAt),
    unconfirmed: (knownAt) => marks.unconfirmed(knownAt),
    samplesFrom: (time, knownAt) => samplesFrom(samples, time, knownAt),
    fork: (time) =>
      openArchive({
        samples: forkSamples(samples, time),
        marks: marks.fork(time),
        log: log.fork(time),
        performance: performance.fork(time),
        since: time,
      }),
    dropAfter(time) {
      for (const part of parts) part.dropAfter(time);
      last = time;
      held = undefined;
    },
    dropBefore(time) {
      for (const part of parts) part.dropBefore(time);
    },
  };
}
