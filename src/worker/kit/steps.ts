import type { Notice, NoticeLevel } from '../../shared/contract/mission-control.ts';
import { type DraftField, type Outcome, refused } from '../../shared/contract/outcome.ts';

/** A notice before the mission has numbered and dated it. */
export type NoticeDraft = Omit<Notice, 'id' | 'time'>;

/** Result of a rule: the next state (the given one if nothing changed) and its notices. */
export interface Step<State> {
  readonly state: State;
  readonly notices: readonly NoticeDraft[];
}

/** Result of an operation's rule. A refusal keeps the state and gives no notice. */
export interface OperationStep<State, T> extends Step<State> {
  readonly outcome: Outcome<T>;
}

export const accept = <State, T>(
  state: State,
  value: T,
  level: NoticeLevel,
  text: string,
): OperationStep<State, T> => ({ state, outcome: { ok: true, value }, notices: [{ level, text }] });

export const refuse = <State>(
  state: State,
  message: string,
  fields?: readonly DraftField[],
): OperationStep<State, never> => ({ state, outcome: refused(message, fields), notices: [] });
