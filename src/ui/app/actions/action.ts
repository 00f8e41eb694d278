import type { ConfirmationText } from '../../kit/controls/Confirmation.tsx';

/** Action that a user can run from the palette or by its key. */
export type Action = PlainAction | ConfirmedAction;

interface ActionBase {
  readonly id: string;
  /** Imperative: `Open Telemetry`. */
  readonly name: string;
  /** Distinguishes actions of the same name: due time of a command, subject of an anomaly. */
  readonly detail?: string;
  /** Heading in the palette and on the key sheet. */
  readonly group: string;
  /** Key in react-hotkeys-hook's notation (`mod+k`, `1`); absent if only the palette has it. */
  readonly keys?: string;
  /** Additional search terms. */
  readonly keywords?: readonly string[];
  readonly isDisabled?: boolean;
}

/** An action that only shows or saves something: it runs when chosen. */
export interface PlainAction extends ActionBase {
  run(): void;
}

/** An action that changes the mission: it runs after confirmation. It has no key. */
export interface ConfirmedAction extends ActionBase {
  readonly keys?: never;
  ask(): ConfirmationText;
}
