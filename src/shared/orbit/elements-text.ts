import { failed, type Result, succeeded } from '../kit/result.ts';
import { typedLine } from '../kit/typed-text.ts';
import type { EpochMs } from '../kit/units.ts';
import type { OrbitalElements } from './elements.ts';
import type { ElementsEntry } from './elements-entry.ts';
import { csvEntries, hasKeywords, jsonEntries, kvnEntries, messageEntries } from './omm-text.ts';
import { xmlEntries } from './omm-xml.ts';
import { createPropagator } from './propagator.ts';
import { hasTleLines, tleEntries } from './tle-text.ts';

/** Maximum length of a text, in characters; the catalogue of active satellites as JSON fits. */
export const LONGEST_ELEMENTS_TEXT = 10_000_000;

/** Maximum number of satellites in a text and in a list: all active ones, 15,000 in 2026, and a margin. */
export const MOST_SATELLITES = 20_000;

/** Maximum number of problems that are listed individually. */
const MOST_PROBLEMS = 50;

const FORMATS = 'TLE lines, or OMM as JSON, XML, KVN or CSV';

/** Contents of a text of orbital elements. */
export interface ElementsText {
  /** In the order of the text; each has a name, a catalogue number, and an orbit at its epoch. */
  readonly elements: readonly OrbitalElements[];
  /** Unreadable parts: where, what is wrong, and what to do. For the operator. */
  readonly problems: readonly string[];
}

/** Returns the entries of a text, whose format is recognised by its content. */
function entriesOf(text: string): Result<Iterable<ElementsEntry>> {
  const trimmed = text.trim();
  if (trimmed === '') return failed(`The text is empty. Paste ${FORMATS}.`);
  if (/^[[{]/.test(trimmed)) {
    const entries = jsonEntries(trimmed);
    if (!entries) return failed('The JSON is incomplete or damaged. Copy all of it again from its source.');
    return succeeded(entries);
  }
  if (trimmed.startsWith('<')) {
    if (/<(?:[\w.-]+:)?omm[\s>]/.test(trimmed)) return succeeded(xmlEntries(text));
    return failed(`The text is XML or a web page without <omm> messages. Paste ${FORMATS}.`);
  }
  const table = csvEntries(text);
  if (table) return succeeded(table);
  if (hasTleLines(text)) return succeeded(tleEntries(text));
  if (hasKeywords(text)) return succeeded(kvnEntries(text));
  return failed(`The text has no orbital elements in a known format. Paste ${FORMATS}.`);
}

interface CheckedElements {
  readonly elements: OrbitalElements;
  readonly epoch: EpochMs;
}

/** Reads an entry and checks that its elements give an orbit at their epoch. */
function readSatellite({ place, read }: ElementsEntry): Result<CheckedElements> {
  const elements = read();
  if (!elements.ok) return failed(`${place}: ${elements.message}`);
  const { OBJECT_NAME: name, NORAD_CAT_ID: id } = elements.value;
  if (id === 0)
    return failed(`${place}: ${name} has no catalogue number. Give it one that no other satellite has.`);
  const propagator = createPropagator(elements.value);
  if (propagator.ok) return succeeded({ elements: elements.value, epoch: propagator.value.epoch });
  return failed(`${place}: ${propagator.message} Get other elements of this satellite.`);
}

function collect(entries: Iterable<ElementsEntry>): ElementsText {
  const satellites = new Map<unknown, CheckedElements>();
  const problems: string[] = [];
  let [unlisted, repeated, leftOut] = [0, 0, 0];
  for (const entry of entries) {
    const satellite = readSatellite(entry);
    if (!satellite.ok) {
      if (problems.length < MOST_PROBLEMS) problems.push(typedLine(satellite.message));
      else unlisted += 1;
      continue;
    }
    const key = satellite.value.elements.NORAD_CAT_ID;
    const known = satellites.get(key);
    if (known) {
      repeated += 1;
      if (satellite.value.epoch > known.epoch) satellites.set(key, satellite.value);
    } else if (satellites.size < MOST_SATELLITES) satellites.set(key, satellite.value);
    else leftOut += 1;
  }
  if (unlisted > 0) problems.push(`${unlisted} more satellites could not be read.`);
  if (repeated > 0) {
    problems.push(`${repeated} sets repeat a satellite of the text. Of each satellite the newest are kept.`);
  }
  if (leftOut > 0) {
    problems.push(`${leftOut} sets beyond the first 20,000 satellites are left out.`);
  }
  if (satellites.size === 0 && problems.length === 0)
    problems.push(`The text has no satellites. Paste ${FORMATS}.`);
  return { elements: Array.from(satellites.values(), ({ elements }) => elements), problems };
}

/**
 * Reads orbital elements from a text that an operator pastes or drops: two-line element sets (with or without names,
 * alpha-5 catalogue numbers, epochs of 1957 to 2056), or Orbit Mean-Elements Messages (CCSDS 502.0-B) as JSON, XML, KVN
 * or CSV, as CelesTrak and Space-Track publish them. The format is recognised by the content. An unreadable satellite
 * does not affect the others. Of several sets of a satellite the newest is kept. Never throws.
 */
export function readElements(text: string): ElementsText {
  if (text.length > LONGEST_ELEMENTS_TEXT) {
    return { elements: [], problems: ['The text is longer than 10 million characters. Divide it.'] };
  }
  const entries = entriesOf(text);
  return entries.ok ? collect(entries.value) : { elements: [], problems: [entries.message] };
}

/** Reads orbital elements from messages in parsed JSON, like those of a text. */
export const readMessages = (messages: readonly unknown[]): ElementsText => collect(messageEntries(messages));
