import { type DraftField, type Refusal, refused } from '../../../shared/contract/outcome.ts';
import { PRIORITIES, type Priority } from '../../../shared/entities/entities.ts';
import { isBlank, typedLine, typedLines } from '../../../shared/kit/typed-text.ts';

/** Reading of forms: missing fields, choices, and the wording of refusals. */

/** Returns the input of a field as one line; empty if nothing in it is visible. */
export const typedText = (text = ''): string => (isBlank(text) ? '' : typedLine(text));

export const typedParagraphs = (text = ''): string => (isBlank(text) ? '' : typedLines(text));

export const missingFields = <Field extends DraftField>(
  values: Readonly<Record<Field, string>>,
): readonly Field[] => (Object.keys(values) as Field[]).filter((field) => values[field] === '');

/** Returns the chosen word of a list; `fallback` for empty input, `undefined` for any other word. */
export function chosenFrom<Word extends string>(
  words: readonly Word[],
  text: string | undefined,
  fallback?: Word,
): Word | undefined {
  const typed = typedText(text);
  return typed === '' ? fallback : words.find((word) => word === typed);
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** `The priority must be Low, Medium or High.` `called` replaces the field's name. */
export const refuseChoice = (field: DraftField, words: readonly string[], called: string = field): Refusal =>
  refused(`The ${called} must be ${listed(words)}.`, [field]);

/** Returns Medium for empty input (spec §5). */
export const chosenPriority = (text: string | undefined): Priority | undefined =>
  chosenFrom(PRIORITIES, text, 'Medium');

/** Names of the time fields in refusals. */
const TIME_NAMES = { scheduledTime: 'scheduled time', startTime: 'start time', endTime: 'end time' } as const;
type TimeField = keyof typeof TIME_NAMES;

export const refuseTime = (field: TimeField): Refusal =>
  refused(
    `The ${TIME_NAMES[field]} is not a date and time in UTC between 1970 and 2199, such as 2026-11-20 15:00.`,
    [field],
  );

/** True if a text has more than `limit` characters, counted in code points. */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > 2 * limit || (text.length > limit && [...text].length > limit);
