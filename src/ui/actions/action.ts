/** Something that a user can do without looking for its button: in the palette, and by its key. */
export interface Action {
  readonly id: string;
  /** What it does, in the imperative: `Open Telemetry`. */
  readonly name: string;
  /** The heading that it stands under in the palette and on the sheet of keys. */
  readonly group: string;
  /** The key as react-hotkeys-hook reads it (`mod+k`, `1`); none where the palette is the only way. */
  readonly keys?: string;
  /** Other words that it is found by. */
  readonly keywords?: readonly string[];
  readonly isDisabled?: boolean;
  run(): void;
}
