import { expect, it } from 'vitest';
import type { Stretch } from '../../../../src/shared/contract/history.ts';
import type { RemoteSessionControl } from '../../../../src/shared/contract/session-control.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { MS_PER_DAY, MS_PER_H } from '../../../../src/shared/kit/units.ts';
import { openTelemetryFile } from '../../../../src/ui/features/history/export.ts';
import { askStretches } from '../../../../src/ui/mission/link/stretches.ts';
import { later, T0 } from '../../../support/mission.ts';
import { readCsv } from '../performance/csv-reader.ts';

const stretchOf = (times: readonly number[], values: Stretch['samples']['values']): Stretch['samples'] => ({
  times: Float64Array.from(times),
  values,
});

it('a file of telemetry begins with a byte order mark', () => {
  const file = openTelemetryFile({
    span: { from: T0, to: later(1000) },
    step: 'samples',
    channels: ['temperature'],
    branches: ['A'],
  }).finish();
  expect([...new TextEncoder().encode(file.text).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(file.type).toBe('text/csv;charset=utf-8');
});

it('a file of telemetry has channels of the model in their unit, and the name of the branch', () => {
  const file = openTelemetryFile({
    span: { from: T0, to: later(5000) },
    step: 'samples',
    channels: ['batteryVoltage', 'stateOfCharge'],
    branches: ['=safe, at once'],
  });
  const batteryVoltage = Float64Array.of(28.1, 28.123456);
  file.add([
    stretchOf([T0, later(5000)], { batteryVoltage, stateOfCharge: Float64Array.of(0.8, Number.NaN) }),
  ]);
  expect(readCsv(file.finish().text)).toEqual([
    ['Time (UTC)', 'Time for spreadsheets (UTC)', 'Branch', 'Battery voltage (V)', 'Battery charge (%)'],
    ['2026-11-20T12:00:00.000Z', '2026-11-20 12:00:00', "'=safe, at once", '28.1', '80'],
    ['2026-11-20T12:00:05.000Z', '2026-11-20 12:00:05', "'=safe, at once", '28.1235', ''],
  ]);
});

it('a week of telemetry at 5 s is asked for in stretches, and none of its samples is missing or there twice', async () => {
  const from = later(1234);
  const to = later(7 * MS_PER_DAY);
  const spans: (readonly [number, number])[] = [];
  const control: Pick<RemoteSessionControl, 'stretch'> = {
    async stretch({ channels, from: begin, to: end }) {
      spans.push([begin, end]);
      const times: number[] = [];
      for (let time = Math.ceil(begin / 5000) * 5000; time < end; time += 5000) times.push(time);
      const values = Object.fromEntries(
        channels.map((channel) => [channel, Float64Array.from(times, () => 1)]),
      );
      return { ok: true, value: { samples: stretchOf(times, values), performance: [] } };
    },
  };
  const channels = TELEMETRY_CHANNELS;
  const file = openTelemetryFile({ span: { from, to }, step: 'samples', channels, branches: ['A', 'B'] });
  const asked = askStretches(control as RemoteSessionControl, { channels, from, to }, ['A', 'B']);
  for await (const stretches of asked) file.add(stretches.map(({ samples }) => samples));
  expect(Math.max(...spans.map(([begin, end]) => end - begin))).toBeLessThanOrEqual(6 * MS_PER_H);
  const [, ...rows] = readCsv(file.finish().text);
  expect(rows).toHaveLength((7 * MS_PER_DAY) / 5000);
  const times = rows.map(([time = '']) => Date.parse(time));
  expect(times[0]).toBe(later(5000));
  expect(times.every((time, index) => index === 0 || time - (times[index - 1] ?? 0) === 5000)).toBe(true);
  expect(rows.every((cells) => cells.slice(2).every((cell) => cell === '1'))).toBe(true);
});
