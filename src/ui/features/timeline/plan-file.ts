import * as v from 'valibot';
import type { TimelineEventDraft } from '../../../shared/contract/operations.ts';
import { EVENT_TYPES, PRIORITIES, type TimelineEvent } from '../../../shared/entities/entities.ts';
import { failed, type Result, succeeded } from '../../../shared/kit/result.ts';
import { isBlank } from '../../../shared/kit/typed-text.ts';
import type { EpochMs } from '../../../shared/kit/units.ts';
import { parseUtc } from '../../../shared/kit/utc-text.ts';
import { fileTime } from '../../kit/files/csv.ts';
import type { ExportFile } from '../../kit/files/download.ts';
import { fieldsOf } from './event-draft.ts';

/** A plan as a file: the Scheduled events as JSON, with their fields as they are typed. */

const FORMAT = 'orbita-plan';
const VERSION = 1;
/** As many events are read from a file. */
const MOST_EVENTS = 20_000;

const text = (most: number) =>
  v.pipe(
    v.string('is not a text'),
    v.check((typed) => [...typed].length <= most, `has more than ${most} characters`),
  );
const instant = v.pipe(
  v.string('is not a text'),
  v.check(
    (typed) => parseUtc(typed) !== undefined,
    'is not a date and time in UTC, such as 2026-11-20 15:00',
  ),
);
const event = v.strictObject(
  {
    title: v.pipe(
      text(200),
      v.check((typed) => !isBlank(typed), 'is empty'),
    ),
    startTime: instant,
    endTime: instant,
    description: v.exactOptional(text(2000)),
    type: v.picklist(EVENT_TYPES, 'is not a type of event'),
    priority: v.exactOptional(v.picklist(PRIORITIES, 'is not a priority')),
    waiver: v.exactOptional(text(200)),
  },
  'is missing or unknown',
);
const plan = v.strictObject(
  {
    format: v.literal(FORMAT, `is not ${FORMAT}`),
    version: v.literal(VERSION, `is not ${VERSION}`),
    events: v.pipe(
      v.array(event, 'is not a list'),
      v.maxLength(MOST_EVENTS, `has more than ${MOST_EVENTS} events`),
    ),
  },
  'is missing or unknown',
);

/** Writes the Scheduled events. */
export const writePlan = (events: readonly TimelineEvent[], now: EpochMs): ExportFile => ({
  name: `orbita-plan-${fileTime(now)}.json`,
  type: 'application/json',
  text: `${JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      events: events.filter(({ status }) => status === 'Scheduled').map(fieldsOf),
    },
    undefined,
    2,
  )}\n`,
});

/** Reads the events of a file. A refusal names the first member that is wrong. */
export function readPlan(file: string): Result<readonly TimelineEventDraft[]> {
  let data: unknown;
  try {
    data = JSON.parse(file);
  } catch {
    return failed('The file is not a plan: it is not JSON. Save Plan writes one.');
  }
  const read = v.safeParse(plan, data, { abortEarly: true });
  if (read.success) return succeeded(read.output.events);
  const [issue] = read.issues;
  return failed(`The file is not a plan: ${v.getDotPath(issue) ?? 'it'} ${issue.message}.`);
}
