/** Something that a user can do without looking for its button: in the palette, and by its key. */
export type Action = PlainAction | ConfirmedAction;

interface ActionBase {
  readonly id: string;
  /** What it does, in the imperative: `Open Telemetry`. */
  readonly name: string;
  /** What tells it from others of its name: when a command is due, what an anomaly is about. */
  readonly detail?: string;
  /** The heading that it stands under in the palette and on the sheet of keys. */
  readonly group: string;
  /** The key as react-hotkeys-hook reads it (`mod+k`, `1`); none where the palette is the only way. */
  readonly keys?: string;
  /** Other words that it is found by. */
  readonly keywords?: readonly string[];
  readonly isDisabled?: boolean;
}

/** It only shows or saves something: it is done when it is chosen. */
export interface PlainAction extends ActionBase {
  run(): void;
}

/** It changes the mission: choosing it asks, and only the answer does it. It has no key. */
export interface ConfirmedAction extends ActionBase {
  readonly keys?: never;
  ask(): Question;
}

export interface Question {
  readonly title: string;
  /** What will happen, with every value. */
  readonly text: string;
  /** The button that does it. */
  readonly word: string;
  run(): void;
  /** A way to look closer first. */
  readonly other?: { readonly word: string; run(): void };
}
