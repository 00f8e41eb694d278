/** A page of a real browser, independent of how it is driven. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a self-contained function in the page and waits for its result. */
  evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Presses the main mouse button at a place in the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Drags with the main mouse button to the right, from a place in the window, in CSS pixels. */
  drag(x: number, y: number, by: number): Promise<void>;
  /** Presses a key by its name (`Enter`, `k`), optionally with Control. */
  press(key: string, isWithControl?: boolean): Promise<void>;
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns the visible part of the page as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A running browser with its first page. */
export interface Engine {
  readonly page: EnginePage;
  /** Opens another page with the same storage. */
  newPage(): Promise<EnginePage>;
  /** Name and version, for messages. */
  readonly version: string;
  close(): Promise<void>;
}
