import {
  type ApplicationOptions,
  Container,
  extensions,
  Filter,
  Graphics,
  Application as PixiApplication,
  TextStyle,
} from 'pixi.js';

// What `@pixi/react` imports as `pixi.js` (vite.config.ts), with an application of our own.
export { Container, extensions, Filter, Graphics, TextStyle };

export interface StartOptions extends Partial<ApplicationOptions> {
  /** Told why the application has not started: `@pixi/react` reports that to nobody. */
  readonly onStartFailure?: (error: Error) => void;
}

const never = new Promise<never>(() => {});

/**
 * An application that can be destroyed while it starts. `@pixi/react` does that: as soon as one map has started, it
 * destroys every map that has left the page, also those that are still starting. PixiJS has no renderer to destroy by
 * then, and would never free the one that follows.
 */
export class Application extends PixiApplication {
  #isStarting = false;
  #isUnwanted = false;

  override async init({ onStartFailure, ...options }: StartOptions = {}): Promise<void> {
    this.#isStarting = true;
    let failure: unknown;
    try {
      await super.init(options);
    } catch (error) {
      failure = error;
    } finally {
      this.#isStarting = false;
    }
    if (failure === undefined && !this.#isUnwanted) return;
    if (this.#isUnwanted) this.destroy();
    else if (onStartFailure) onStartFailure(failure instanceof Error ? failure : new Error(String(failure)));
    else throw failure;
    // `@pixi/react` would go on to draw on it.
    await never;
  }

  override destroy(...how: Parameters<PixiApplication['destroy']>): void {
    if (this.#isStarting) this.#isUnwanted = true;
    // There is none after a start that failed.
    else if (this.renderer) super.destroy(...how);
  }
}
