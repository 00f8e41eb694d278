import * as v from 'valibot';
import { failed, type Result, succeeded } from '../kit/result.ts';
import type { OrbitalElements } from '../orbit/elements.ts';
import { readMessages } from '../orbit/elements-text.ts';
import { FUNCTION_PATHS } from './backend.ts';
import { type AnswerOrigin, readFailure, readOrigin } from './live-answers.ts';

/** Satellite groups that the gateway serves: CelesTrak's name, and the display name. */
export const ELEMENT_GROUPS = {
  stations: 'Space stations',
  visual: 'Brightest',
  weather: 'Weather',
  science: 'Science',
  gnss: 'GNSS',
  amateur: 'Amateur radio',
  cubesat: 'CubeSats',
  'last-30-days': 'Last 30 days’ launches',
  active: 'All active',
} as const;
export type ElementGroup = keyof typeof ELEMENT_GROUPS;

export const isElementGroup = (text: string): text is ElementGroup => Object.hasOwn(ELEMENT_GROUPS, text);

/** Group of all active satellites; its response is several megabytes. */
export const CATALOGUE = 'active' satisfies ElementGroup;

/** Maximum size of that response, from CelesTrak and from the gateway: 20,000 satellites at 440 bytes, and a margin. */
export const LARGEST_CATALOGUE_BYTES = 10_000_000;

export const isOfCatalogue = (query: ElementsQuery): boolean =>
  query.kind === 'group' && query.group === CATALOGUE;

/** Selection of elements in a request. */
export type ElementsQuery =
  | { readonly kind: 'group'; readonly group: ElementGroup }
  /** NORAD catalogue number, an integer from 1 to `HIGHEST_NUMBER`. */
  | { readonly kind: 'number'; readonly noradId: number }
  /** Part of a name: `SHORTEST_NAME` to `LONGEST_NAME` printable ASCII characters. */
  | { readonly kind: 'name'; readonly name: string };

export const HIGHEST_NUMBER = 999_999_999;
export const SHORTEST_NAME = 3;
export const LONGEST_NAME = 40;

/** Normalizes a search text by joining blanks; `undefined` if it is not valid. */
export function searchableName(text: string): string | undefined {
  const name = text.trim().replace(/ +/g, ' ');
  const isOfLength = name.length >= SHORTEST_NAME && name.length <= LONGEST_NAME;
  return isOfLength && /^[\x20-\x7e]+$/.test(name) ? name : undefined;
}

function parametersOf(query: ElementsQuery): string {
  switch (query.kind) {
    case 'group':
      return `endpoint=group&group=${query.group}`;
    case 'number':
      return `endpoint=satellite&noradId=${query.noradId}`;
    case 'name':
      return `endpoint=search&name=${encodeURIComponent(query.name)}`;
  }
}

/** Path and query of the gateway's function. */
export const elementsPath = (query: ElementsQuery): string =>
  `${FUNCTION_PATHS.celestrak}?${parametersOf(query)}`;

/** Answer of the gateway's function. */
export interface ElementsAnswer {
  /** At most 20,000, each with an orbit at its epoch; empty if no satellite matches. */
  readonly elements: readonly OrbitalElements[];
  /** Number of CelesTrak entries that are damaged, repeat a satellite, or exceed the first 20,000. */
  readonly leftOut: number;
  readonly origin: AnswerOrigin;
}

const answerSchema = v.object({
  elements: v.array(v.unknown()),
  leftOut: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** Reads an answer of the gateway's function. Unreadable entries are left out and counted. */
export function readElementsAnswer(json: unknown): Result<ElementsAnswer> {
  const failure = readFailure(json);
  if (failure !== undefined) return failed(failure);
  const read = v.safeParse(answerSchema, json);
  const origin = readOrigin(json);
  if (!read.success || !origin) return failed('The response contains no list of elements.');
  const { elements } = readMessages(read.output.elements);
  const unreadable = read.output.elements.length - elements.length;
  return succeeded({ elements, leftOut: read.output.leftOut + unreadable, origin });
}
