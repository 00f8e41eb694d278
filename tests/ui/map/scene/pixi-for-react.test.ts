import { Application as PixiApplication } from 'pixi.js';
import { describe, expect, it, vi } from 'vitest';
import { Application, type StartOptions } from '../../../../src/ui/map/scene/pixi-for-react.ts';
import { eventually } from '../../../support/eventually.ts';

/** An application whose renderer is there, or has failed, when the test says so. */
function startApplication(options?: StartOptions) {
  const app = new Application();
  const renderer = { destroy: vi.fn() };
  const { promise, resolve, reject } = deferred();
  vi.spyOn(PixiApplication.prototype, 'init').mockImplementationOnce(async function (this: PixiApplication) {
    await promise;
    Object.assign(this, { renderer });
  });
  vi.spyOn(PixiApplication.prototype, 'destroy').mockImplementation(function (this: PixiApplication) {
    this.renderer.destroy();
  });
  const outcome = vi.fn();
  app.init(options).then(
    () => outcome('started'),
    (error: Error) => outcome(error.message),
  );
  return { app, renderer, outcome, succeed: resolve, fail: () => reject(new Error('no script')) };
}

function deferred() {
  let resolve = (): void => {};
  let reject = (_error: Error): void => {};
  const promise = new Promise<void>((onSuccess, onFailure) => {
    resolve = onSuccess;
    reject = onFailure;
  });
  return { promise, resolve, reject };
}

describe('an application of the map', () => {
  it('starts, and frees its renderer when it is destroyed', async () => {
    const { app, renderer, outcome, succeed } = startApplication();
    succeed();
    await eventually(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('started'));
    app.destroy();
    expect(renderer.destroy).toHaveBeenCalledOnce();
  });

  it('frees its renderer if destroyed while starting, and never reports a start', async () => {
    const { app, renderer, outcome, succeed } = startApplication();
    app.destroy();
    succeed();
    await eventually(() => expect(renderer.destroy).toHaveBeenCalledOnce());
    expect(outcome).not.toHaveBeenCalled();
  });

  it('reports a failed start, and can be destroyed', async () => {
    const { app, outcome, fail } = startApplication();
    fail();
    await eventually(() => expect(outcome).toHaveBeenCalledExactlyOnceWith('no script'));
    expect(() => app.destroy()).not.toThrow();
  });

  it('reports a failed start to its caller, and never reports a start', async () => {
    const onStartFailure = vi.fn();
    const { app, outcome, fail } = startApplication({ onStartFailure });
    fail();
    await eventually(() => expect(onStartFailure).toHaveBeenCalledExactlyOnceWith(new Error('no script')));
    expect(outcome).not.toHaveBeenCalled();
    expect(() => app.destroy()).not.toThrow();
  });
});
