import { PRIORITIES, type Priority } from '../shared/entities.ts';
import { type DraftField, type Refusal, refused } from '../shared/operations.ts';
import { typedLine, typedLines } from '../shared/typed-text.ts';

/** How the rules read a form: what counts as missing, what is one of a list, and how a refusal says so. */

/** Nothing but spaces, control characters and characters that are drawn as nothing. */
const NOTHING_VISIBLE = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

const readText = (text: unknown, clean: (text: string) => string): string =>
  typeof text !== 'string' || NOTHING_VISIBLE.test(text) ? '' : clean(text);

/** What was typed into a field, as one line; empty where nothing can be seen in it. */
export const typedText = (text: unknown): string => readText(text, typedLine);

/** The same of a field of several lines. */
export const typedParagraphs = (text: unknown): string => readText(text, typedLines);

/** What a form holds; nothing where what came over the channel is none. */
export const fieldsOf = <Draft extends object>(draft: Draft): Partial<Draft> =>
  typeof draft === 'object' && draft !== null ? draft : {};

export const missingFields = <Field extends DraftField>(
  values: Readonly<Record<Field, string>>,
): readonly Field[] => (Object.keys(values) as Field[]).filter((field) => values[field] === '');

/** One of a list of words; `fallback` where nothing was typed, `undefined` where it is none of them. */
export function chosenFrom<Word extends string>(
  words: readonly Word[],
  text: unknown,
  fallback?: Word,
): Word | undefined {
  const typed = typedText(text);
  return typed === '' ? fallback : words.find((word) => word === typed);
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** `The priority must be Low, Medium or High.` The field is called by its name unless told otherwise. */
export const refuseChoice = (field: DraftField, words: readonly string[], called: string = field): Refusal =>
  refused(`The ${called} must be ${listed(words)}.`, [field]);

/** Medium where nothing was typed (spec §5). */
export const chosenPriority = (text: unknown): Priority | undefined => chosenFrom(PRIORITIES, text, 'Medium');

/** What the message of a refused time calls each field of time. */
const TIME_NAMES = { scheduledTime: 'scheduled time', startTime: 'start time', endTime: 'end time' } as const;
type TimeField = keyof typeof TIME_NAMES;

export const refuseTime = (field: TimeField): Refusal =>
  refused(
    `The ${TIME_NAMES[field]} is not a date and time in UTC between 1970 and 2199, such as 2026-11-20 15:00.`,
    [field],
  );

/** Whether a text has more than `limit` characters (code points, so that a rare letter counts once). */
export const isLongerThan = (text: string, limit: number): boolean =>
  text.length > 2 * limit || (text.length > limit && [...text].length > limit);
