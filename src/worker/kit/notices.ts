import type { Notice } from '../../shared/mission-control.ts';
import { MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../shared/units.ts';

/** A notice before the mission has numbered and dated it. */
export type NoticeDraft = Omit<Notice, 'id' | 'time'>;

/** Result of a rule: the next state (the given one if nothing changed) and its notices. */
export interface Step<State> {
  readonly state: State;
  readonly notices: readonly NoticeDraft[];
}

/** A duration in its two largest units: `8 h 0 min`, `12 min 5 s`, `4 s`. */
export function formatDuration(durationMs: number): string {
  const hours = Math.floor(durationMs / MS_PER_H);
  const minutes = Math.floor((durationMs % MS_PER_H) / MS_PER_MIN);
  const seconds = Math.floor((durationMs % MS_PER_MIN) / MS_PER_S);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`;
}
