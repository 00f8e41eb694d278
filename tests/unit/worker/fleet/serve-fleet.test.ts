import { describe, expect, it } from 'vitest';
import type { FleetAnswer, FleetRequest } from '../../../../src/shared/fleet-messages.ts';
import { serveFleet } from '../../../../src/worker/fleet/serve-fleet.ts';
import { syntheticElements } from '../../../support/synthetic-fleet.ts';

/** A worker whose clock goes on by a millisecond at each look, and whose slices a test runs. */
function openWorker() {
  const answers: FleetAnswer[] = [];
  const waiting: (() => void)[] = [];
  let time = 0;
  let slices = 0;
  const request = serveFleet({
    now: () => ++time,
    later: (callback) => waiting.push(callback),
    send: (answer) => answers.push(answer),
  });
  const runSlice = (): boolean => {
    const slice = waiting.shift();
    slice?.();
    if (slice) slices += 1;
    return slice !== undefined;
  };
  return {
    answers,
    request: (one: FleetRequest) => request(one),
    runSlice,
    finish() {
      while (runSlice());
    },
    slices: () => slices,
    knots: () => answers.flatMap((answer) => (answer.type === 'knot' ? answer.knot.index : [])),
  };
}

const elements = Array.from({ length: 40 }, (_, number) => syntheticElements(number));
const satellites = (revision: number): FleetRequest => ({ type: 'satellites', revision, elements });
const knots = (revision: number, ...indexes: number[]): FleetRequest => ({
  type: 'knots',
  revision,
  indexes,
});
/** 2026-11-20T12:00:00Z in steps of two minutes. */
const NOON = Date.UTC(2026, 10, 20, 12) / 120_000;

describe('the worker of a fleet', () => {
  it('tells the epochs, then sends the knots in the order asked for', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.request(knots(1, NOON + 1, NOON));
    worker.finish();
    expect(worker.answers[0]).toMatchObject({ type: 'epochs', revision: 1 });
    expect(worker.knots()).toEqual([NOON + 1, NOON]);
  });

  it('works in slices between which it takes requests', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    const before = worker.slices();
    worker.request(knots(1, NOON, NOON + 1));
    worker.finish();
    // 82 steps, of which a slice of 8 ms holds 8.
    expect(worker.slices() - before).toBeGreaterThanOrEqual(10);
  });

  it('drops what is not wanted any more, and goes on with what still is', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    worker.request(knots(1, NOON, NOON + 1, NOON + 2));
    worker.runSlice();
    worker.request(knots(1, NOON + 500, NOON));
    worker.finish();
    expect(worker.knots()).toEqual([NOON, NOON + 500]);
    worker.request(knots(1, NOON + 7));
    worker.runSlice();
    worker.request(knots(1, NOON + 9));
    worker.finish();
    expect(worker.knots()).toEqual([NOON, NOON + 500, NOON + 9]);
  });

  it('answers for the newest list only', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.runSlice();
    worker.request(satellites(2));
    worker.request(knots(1, NOON));
    worker.request(knots(2, NOON + 1));
    worker.finish();
    expect(worker.answers.map((answer) => [answer.type, 'revision' in answer && answer.revision])).toEqual([
      ['epochs', 2],
      ['knot', 2],
    ]);
  });

  it('reads a text, whatever else it does', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.request({ type: 'text', id: 7, text: JSON.stringify(elements.slice(0, 2)) });
    expect(worker.answers).toMatchObject([{ type: 'read', id: 7, read: { problems: [] } }]);
    worker.finish();
    expect(worker.answers[1]).toMatchObject({ type: 'epochs', revision: 1 });
  });

  it('rests when nothing is asked for', () => {
    const worker = openWorker();
    worker.request(satellites(1));
    worker.finish();
    expect(worker.runSlice()).toBe(false);
  });
});
