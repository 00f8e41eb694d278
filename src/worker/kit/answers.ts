import type { NoticeLevel } from '../../shared/mission-control.ts';
import { type DraftField, type Outcome, refused } from '../../shared/operations.ts';
import type { Step } from './notices.ts';

/**
 * Reply of a rule to an operator: the step and the outcome. A refusal keeps the state and gives no notice.
 */
export interface Answer<State, T> extends Step<State> {
  readonly outcome: Outcome<T>;
}

export const accept = <State, T>(
  state: State,
  value: T,
  level: NoticeLevel,
  text: string,
): Answer<State, T> => ({ state, outcome: { ok: true, value }, notices: [{ level, text }] });

export const refuse = <State>(
  state: State,
  message: string,
  fields?: readonly DraftField[],
): Answer<State, never> => ({ state, outcome: refused(message, fields), notices: [] });
