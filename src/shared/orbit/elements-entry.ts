import type { Result } from '../kit/result.ts';
import type { OrbitalElements } from './elements.ts';

/** One satellite in a text of orbital elements. */
export interface ElementsEntry {
  /** Where it begins, for a message: a line or an entry, counted from 1. */
  readonly place: string;
  /** Its elements, or what is wrong with them and what to do. */
  read(): Result<OrbitalElements>;
}

/** The lines of a text, whatever ends them. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
