import { EVENT_TYPES, PRIORITIES, type TimelineEvent } from '../../shared/entities.ts';
import { type Outcome, refused, type TimelineEventDraft } from '../../shared/operations.ts';
import { parseUtc } from '../../shared/utc-text.ts';
import {
  chosenFrom,
  chosenPriority,
  fieldsOf,
  isLongerThan,
  missingFields,
  refuseChoice,
  refuseTime,
  typedParagraphs,
  typedText,
} from './drafts.ts';

/** Caps on the texts, in characters. */
const TITLE_LIMIT = 200;
const DESCRIPTION_LIMIT = 2000;

/** Reads the timeline form, or refuses it. The end may lie before the start (spec §5). */
export function readEventDraft(draft: TimelineEventDraft): Outcome<Omit<TimelineEvent, 'id' | 'status'>> {
  const fields = fieldsOf(draft);
  const texts = {
    title: typedText(fields.title),
    startTime: typedText(fields.startTime),
    endTime: typedText(fields.endTime),
  };
  const missing = missingFields(texts);
  if (missing.length > 0) return refused('Please fill in all required fields', missing);
  const { title } = texts;
  if (isLongerThan(title, TITLE_LIMIT)) {
    return refused('The title is longer than 200 characters. Please shorten it.', ['title']);
  }
  const startTime = parseUtc(texts.startTime);
  if (startTime === undefined) return refuseTime('startTime');
  const endTime = parseUtc(texts.endTime);
  if (endTime === undefined) return refuseTime('endTime');
  const description = typedParagraphs(fields.description);
  if (isLongerThan(description, DESCRIPTION_LIMIT)) {
    return refused('The description is longer than 2,000 characters. Please shorten it.', ['description']);
  }
  const type = chosenFrom(EVENT_TYPES, fields.type, 'Experiment');
  if (!type) return refuseChoice('type', EVENT_TYPES);
  const priority = chosenPriority(fields.priority);
  if (!priority) return refuseChoice('priority', PRIORITIES);
  return { ok: true, value: { title, startTime, endTime, description, type, priority } };
}
