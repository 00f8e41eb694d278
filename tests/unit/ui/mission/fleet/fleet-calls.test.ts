import { describe, expect, it } from 'vitest';
import { createFleetCalls, type Host } from '../../../../../src/ui/mission/fleet/fleet-calls.ts';

/** Opens calls to idle workers, with a record of what happened to them. */
function openCalls() {
  const events: string[] = [];
  let fail: (message?: string) => void = () => {};
  let workers = 0;
  const { call, closeIdle } = createFleetCalls(
    (onFailure) => {
      workers += 1;
      const name = `worker ${workers}`;
      events.push(`${name} started`);
      fail = onFailure;
      return { host: {} as Host, close: () => events.push(`${name} ended`) };
    },
    (reason) => events.push(reason),
  );
  return { call, closeIdle, events, fail: (message?: string) => fail(message) };
}

/** Creates work that a test ends. */
function openWork() {
  const { promise, resolve, reject } = withResolvers<string>();
  const signals: AbortSignal[] = [];
  return {
    work(_host: Host, signal: AbortSignal) {
      signals.push(signal);
      return promise;
    },
    resolve,
    reject,
    isEnded: () => signals[0]?.aborted,
  };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

describe('a call of the worker of added satellites', () => {
  it('starts a worker, which stays until it is idle and told so', async () => {
    const { call, closeIdle, events } = openCalls();
    const [one, other] = [openWork(), openWork()];
    const answers = [call(one.work), call(other.work)];
    one.resolve('first');
    expect(await answers[0]).toBe('first');
    closeIdle();
    expect(events).toEqual(['worker 1 started']);
    other.resolve('second');
    expect(await answers[1]).toBe('second');
    closeIdle();
    await call(async () => undefined);
    expect(events).toEqual(['worker 1 started', 'worker 1 ended', 'worker 2 started']);
  });

  it('is dropped at once by any of its signals, here and in the worker, and its answer comes too late', async () => {
    const { call, events } = openCalls();
    const { work, resolve, isEnded } = openWork();
    const [one, other] = [new AbortController(), new AbortController()];
    const answer = call(work, one.signal, other.signal);
    expect(isEnded()).toBe(false);
    other.abort();
    expect(isEnded()).toBe(true);
    resolve('too late');
    await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    await expect(call(work, other.signal)).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    expect(events).toEqual(['worker 1 started']);
  });

  it('that is dropped keeps no worker', () => {
    const { call, closeIdle, events } = openCalls();
    const cancelling = new AbortController();
    call(openWork().work, cancelling.signal).catch(() => undefined);
    cancelling.abort();
    closeIdle();
    expect(events).toEqual(['worker 1 started', 'worker 1 ended']);
  });

  it('ends its signal when it has been answered, so that nothing stays open', async () => {
    const { call } = openCalls();
    const { work, resolve, isEnded } = openWork();
    const answer = call(work);
    resolve('done');
    await answer;
    expect(isEnded()).toBe(true);
  });

  it.each([
    ['out of memory', 'out of memory'],
    [undefined, 'its code failed to load'],
  ])('is rejected when the worker fails (%s), and the next one starts another', async (message, reason) => {
    const { call, events, fail } = openCalls();
    const answers = [call(openWork().work), call(openWork().work)];
    fail(message);
    for (const answer of answers) await expect(answer).rejects.toThrow(reason);
    await call(async () => undefined);
    expect(events).toEqual(['worker 1 started', 'worker 1 ended', reason, 'worker 2 started']);
  });

  it('that throws in the worker is a failure of the worker', async () => {
    const { call, events } = openCalls();
    const { work, reject } = openWork();
    const answers = [call(work), call(openWork().work)];
    reject(new Error('no such orbit'));
    for (const answer of answers) await expect(answer).rejects.toThrow('no such orbit');
    expect(events).toEqual(['worker 1 started', 'worker 1 ended', 'no such orbit']);
  });
});
