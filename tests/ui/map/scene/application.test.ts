import { Application, RendererType } from 'pixi.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { mapSize } from '../../../../src/ui/map/geometry/map-size.ts';
import { rendererOf, startApplication } from '../../../../src/ui/map/scene/application.ts';
import { eventually } from '../../../support/eventually.ts';

/** Starts an application in an element. The test decides when its renderer is ready or has failed. */
function startIn(host: HTMLElement) {
  const context = { extensions: { loseContext: {} } };
  const renderer = { type: RendererType.WEBGL, destroy: vi.fn(), context };
  let [succeed, fail] = [(): void => undefined, (): void => undefined];
  const outcome = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = () => reject(new Error('no script'));
  });
  vi.spyOn(Application.prototype, 'init').mockImplementationOnce(async function (this: Application) {
    await outcome;
    Object.assign(this, { renderer });
  });
  vi.spyOn(Application.prototype, 'destroy').mockImplementation(function (this: Application) {
    this.renderer.destroy();
  });
  const events = {
    onStart: vi.fn<(app: Application) => void>(),
    onFailure: vi.fn(),
    onLoss: vi.fn(),
    onEnd: vi.fn(),
  };
  const size = mapSize({ width: 800, height: 400, pixelRatio: 1 }, 16);
  const end = startApplication(host, { renderer: 'webgl', size, background: '#000' }, events);
  return { renderer, events, end, succeed, fail };
}

const started = ({ events }: ReturnType<typeof startIn>): Promise<void> =>
  eventually(() => expect(events.onStart).toHaveBeenCalledOnce());

afterEach(() => vi.restoreAllMocks());

describe('an application of the map', () => {
  it('starts on a canvas of its own, and frees its renderer and the canvas once when it ends', async () => {
    const host = document.createElement('div');
    const application = startIn(host);
    const { renderer, events, end, succeed } = application;
    expect(host.children).toHaveLength(1);
    succeed();
    await started(application);
    expect(events.onStart.mock.calls.map(([app]) => rendererOf(app))).toEqual(['webgl']);
    end();
    expect(renderer.destroy).toHaveBeenCalledOnce();
    expect(events.onEnd).toHaveBeenCalledBefore(renderer.destroy);
    expect(host.children).toHaveLength(0);
  });

  it('frees its renderer if it ends while it starts, and reports nothing', async () => {
    const { renderer, events, end, succeed } = startIn(document.createElement('div'));
    end();
    succeed();
    await eventually(() => expect(renderer.destroy).toHaveBeenCalledOnce());
    for (const event of Object.values(events)) expect(event).not.toHaveBeenCalled();
  });

  it('can be started again in the same element before the first one is there', async () => {
    const host = document.createElement('div');
    const first = startIn(host);
    first.end();
    const second = startIn(host);
    first.succeed();
    second.succeed();
    await started(second);
    expect(first.renderer.destroy).toHaveBeenCalledOnce();
    expect(second.renderer.destroy).not.toHaveBeenCalled();
    expect(host.children).toHaveLength(1);
  });

  it('reports a failed start, and can be ended', async () => {
    const { events, end, fail } = startIn(document.createElement('div'));
    fail();
    await eventually(() => expect(events.onFailure).toHaveBeenCalledExactlyOnceWith(new Error('no script')));
    expect(() => end()).not.toThrow();
    expect(events.onStart).not.toHaveBeenCalled();
    expect(events.onEnd).not.toHaveBeenCalled();
  });

  it('reports that its context is lost, and does not release what is gone', async () => {
    const host = document.createElement('div');
    const application = startIn(host);
    application.succeed();
    await started(application);
    host.querySelector('canvas')?.dispatchEvent(new Event('webglcontextlost'));
    expect(application.events.onLoss).toHaveBeenCalledOnce();
    expect(application.renderer.context.extensions).toEqual({});
  });

  it('does not report the loss of the context that it releases itself', async () => {
    const host = document.createElement('div');
    const application = startIn(host);
    application.succeed();
    await started(application);
    const canvas = host.querySelector('canvas');
    application.end();
    canvas?.dispatchEvent(new Event('webglcontextlost'));
    expect(application.events.onLoss).not.toHaveBeenCalled();
  });
});
