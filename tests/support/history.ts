import { onTestFinished, vi } from 'vitest';
import type { ChannelHistory, History, SessionMarks } from '../../src/shared/contract/history.ts';
import { refused } from '../../src/shared/contract/outcome.ts';
import type { RemoteSessionControl } from '../../src/shared/contract/session-control.ts';
import { NO_MARKS } from '../../src/ui/features/history/marks.ts';

/** All samples of a channel, as a naive archive would keep them. */
export type Samples = readonly (readonly [time: number, value: number])[];

/** Returns all samples of a span, with the nearest one before and after it. */
function within(samples: Samples, from: number, to: number): ChannelHistory {
  const before = samples.findLast(([time]) => time < from);
  const after = samples.find(([time]) => time > to);
  const inside = samples.filter(([time]) => time >= from && time <= to);
  const all = [before, ...inside, after].filter((sample) => sample !== undefined);
  return {
    times: Float64Array.from(all, ([time]) => time),
    values: Float64Array.from(all, ([, value]) => value),
  };
}

/** Fakes a session's control that answers from arrays and records every query. */
export function fakeSessionControl(
  channels: Partial<Record<keyof History['channels'], Samples>>,
  marks: SessionMarks = NO_MARKS,
) {
  const queries: Parameters<RemoteSessionControl['history']>[0][] = [];
  const control: Pick<RemoteSessionControl, 'history' | 'stretch' | 'marks' | 'lookAhead'> = {
    async history(query) {
      queries.push(query);
      const { from, to } = query;
      const known = query.channels.map((name) => [name, within(channels[name] ?? [], from, to)]);
      return { ok: true, value: { from, to, channels: Object.fromEntries(known) } };
    },
    async stretch({ channels: names, from, to }) {
      const isInside = ([time]: readonly [number, number]) => time >= from && time < to;
      const held = new Map(names.map((name) => [name, new Map((channels[name] ?? []).filter(isInside))]));
      const times = [...new Set([...held.values()].flatMap((samples) => [...samples.keys()]))];
      times.sort((a, b) => a - b);
      const values = names.map((name) => [
        name,
        Float64Array.from(times, (time) => held.get(name)?.get(time) ?? Number.NaN),
      ]);
      const samples = { times: Float64Array.from(times), values: Object.fromEntries(values) };
      return { ok: true, value: { samples, performance: [] } };
    },
    marks: async () => ({ ok: true, value: marks }),
    lookAhead: async () => refused('There is no look ahead.'),
  };
  return { control: control as RemoteSessionControl, queries };
}

/** Collects the texts that are drawn on any canvas until the test ends. */
export function drawnTexts(): readonly string[] {
  const texts: string[] = [];
  const plain = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const recording = new Proxy(plain, {
    get: (target, name) =>
      name === 'fillText' ? (text: string) => void texts.push(text) : Reflect.get(target, name),
  });
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext');
  getContext.mockImplementation((() => recording) as never);
  onTestFinished(() => void getContext.mockImplementation((() => plain) as never));
  return texts;
}
