import type { Result } from '../kit/result.ts';
import type { OrbitalElements } from './elements.ts';

/** One satellite in a text of orbital elements. */
export interface ElementsEntry {
  /** Position of its beginning, for a message: a line or an entry, counted from 1. */
  readonly place: string;
  /** Returns its elements, or what is wrong with them and what to do. */
  read(): Result<OrbitalElements>;
}

/** Splits a text at any kind of line end. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);
