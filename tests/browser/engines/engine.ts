/** A page of a real browser, by what every way of driving one has in common. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function that names nothing outside of itself in the page, and waits for what it returns. */
  evaluate<Result, Argument = undefined>(
    run: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>;
  /** Presses the mouse's main button at a place in the window, in CSS pixels. */
  click(x: number, y: number): Promise<void>;
  /** Presses a key by its name (`Enter`, `k`), with Control held down on request. */
  press(key: string, isWithControl?: boolean): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives the page this size in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** What of the page is in the window, as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A running browser with its first page. */
export interface Engine {
  readonly page: EnginePage;
  /** Opens another page beside the others, with the same storage. */
  newPage(): Promise<EnginePage>;
  /** Its name and version, for messages. */
  readonly version: string;
  close(): Promise<void>;
}
