import {
  type ElementsQuery,
  HIGHEST_NUMBER,
  LONGEST_NAME,
  SHORTEST_NAME,
  searchableName,
} from '../../shared/celestrak.ts';
import { failed, type Result, succeeded } from '../../shared/result.ts';

/** What is searched for: digits alone are a catalogue number, everything else is a part of a name. */
export function readSearch(text: string): Result<ElementsQuery> {
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) {
    const noradId = Number(trimmed);
    if (noradId >= 1 && noradId <= HIGHEST_NUMBER) return succeeded({ kind: 'number', noradId });
    return failed('A catalogue number is from 1 to 999,999,999.');
  }
  const name = searchableName(trimmed);
  if (name !== undefined) return succeeded({ kind: 'name', name });
  return failed(`Use ${SHORTEST_NAME} to ${LONGEST_NAME} letters without accents, digits and signs.`);
}
