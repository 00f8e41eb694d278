import {
  type ApplicationOptions,
  Container,
  extensions,
  Filter,
  Graphics,
  Application as PixiApplication,
  TextStyle,
} from 'pixi.js';

// The module that `@pixi/react` imports as `pixi.js` (vite.config.ts), with a modified application.
export { Container, extensions, Filter, Graphics, TextStyle };

export interface StartOptions extends Partial<ApplicationOptions> {
  /** Called with the reason when the application fails to start, which `@pixi/react` does not report. */
  readonly onStartFailure?: (error: Error) => void;
}

const never = new Promise<never>(() => {});

/**
 * An application that can be destroyed while it starts. As soon as one map has started, `@pixi/react`
 * destroys every unmounted map, including those still starting. PixiJS has no renderer to destroy then, and
 * would never free the one that follows.
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
    // Otherwise `@pixi/react` would draw on it.
    await never;
  }

  override destroy(...how: Parameters<PixiApplication['destroy']>): void {
    if (this.#isStarting) this.#isUnwanted = true;
    // Absent after a failed start.
    else if (this.renderer) super.destroy(...how);
  }
}
