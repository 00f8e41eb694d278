import { TELEMETRY_CHANNELS, type TelemetryChannel } from '../../src/shared/telemetry-channels.ts';
import { addMs, MS_PER_H, MS_PER_MIN } from '../../src/shared/units.ts';
import { streamsOf } from '../../src/worker/kit/random.ts';
import type { PropagatedSpacecraft } from '../../src/worker/spacecraft/propagate.ts';
import { readSensors } from '../../src/worker/spacecraft/sensors.ts';
import { command, fly, SEASONS, strike, transitionEndedAt } from './spacecraft.ts';

/** Readings every five minutes of six hours with a command, a fault and its recovery command. */
export type GoldenTrace = Readonly<Record<TelemetryChannel, readonly number[]>>;

export const GOLDEN_SEEDS = [1, 2, 3] as const;

const STORIES = [
  { from: SEASONS[0].from, fault: 'wheel-friction', remedy: 'Attitude Adjustment' },
  { from: SEASONS[1].from, fault: 'wing-folded', remedy: 'Deploy Solar Array' },
  { from: SEASONS[1].from, fault: 'heater-stuck-on', remedy: 'Thermal Control' },
] as const;

const SAMPLE_MS = 5 * MS_PER_MIN;

/** Present trace of a seed. */
export function flyGoldenTrace(seed: (typeof GOLDEN_SEEDS)[number]): GoldenTrace {
  const { from, fault, remedy } = STORIES[seed - 1] as (typeof STORIES)[number];
  const streams = streamsOf(seed);
  const trace = Object.fromEntries(TELEMETRY_CHANNELS.map((channel) => [channel, [] as number[]]));
  let flown: PropagatedSpacecraft = transitionEndedAt(from, streams);
  for (let time = from; time < addMs(from, 6 * MS_PER_H); time = addMs(time, SAMPLE_MS)) {
    if (time === addMs(from, MS_PER_H / 2)) flown = command(flown, 'Communications Check');
    if (time === addMs(from, MS_PER_H)) flown = strike(flown, fault);
    if (time === addMs(from, 2.5 * MS_PER_H)) flown = command(flown, remedy);
    flown = fly(flown, SAMPLE_MS / 1000, streams);
    const reading = readSensors(flown.spacecraft, flown.time, streams);
    for (const channel of TELEMETRY_CHANNELS) trace[channel]?.push(Number(reading[channel].toFixed(3)));
  }
  return trace as unknown as GoldenTrace;
}
