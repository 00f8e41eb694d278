import { describe, expect, it } from 'vitest';
import { type AnomalySeverity, COMMAND_NAMES } from '../../../../src/shared/entities/entities.ts';
import { FAULT_NAMES, type FaultName } from '../../../../src/shared/entities/faults.ts';
import {
  TELEMETRY_CHANNELS,
  type TelemetryChannel,
  telemetryLevel,
} from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, type EpochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import { ACTIVITY_KINDS } from '../../../../src/worker/spacecraft/activities.ts';
import { FAULT_KINDS, type FaultKind } from '../../../../src/worker/spacecraft/fault-kinds.ts';
import { foresee } from '../../../../src/worker/spacecraft/forecast.ts';
import type { SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import {
  type PropagatedSpacecraft,
  propagateSpacecraft,
} from '../../../../src/worker/spacecraft/propagate.ts';
import { readSensors, SENSORS, trueReadings } from '../../../../src/worker/spacecraft/sensors.ts';
import { later, T0 } from '../../../support/mission.ts';
import {
  aroundOrbita,
  command,
  firstInstant,
  fly,
  SEASONS,
  strike,
  transitionEndedAt,
} from '../../../support/spacecraft.ts';

const kindOf = (name: FaultName): FaultKind => FAULT_KINDS[name];

/**
 * Returns the sample-to-sample noise of a channel, one standard deviation: for the attitude, that of its control loop.
 */
const unrest = (channel: TelemetryChannel, value: number): number => {
  if (channel === 'attitudeStability') return 0.1;
  return channel === 'solarOutput'
    ? Math.max(0.25, SENSORS.solarOutput.noise * value)
    : SENSORS[channel].noise;
};

/** Returns the largest difference of two flights over all channels, in standard deviations. */
function contrast(healthy: PropagatedSpacecraft, faulty: PropagatedSpacecraft): number {
  const [one, other] = [healthy, faulty].map(({ spacecraft, time }) =>
    readSensors(spacecraft, time, streamsOf(9)),
  );
  if (!one || !other) throw new Error('no readings');
  return Math.max(
    ...TELEMETRY_CHANNELS.map(
      (channel) => Math.abs(other[channel] - one[channel]) / unrest(channel, one[channel]),
    ),
  );
}

const moments = SEASONS.flatMap(({ season, from }) =>
  [true, false].map((isSunlit) => ({
    season,
    light: isSunlit ? 'sunlight' : 'shadow',
    healthy: transitionEndedAt(firstInstant(from, isSunlit)),
  })),
);

describe.each(moments)('after 60 s of $light, $season', ({ healthy }) => {
  it.each(FAULT_NAMES)('%s shows in a channel by five standard deviations', (name) => {
    const [fine, faulty] = [fly(healthy, 60), fly(strike(healthy, name), 60)];
    expect(contrast(fine, faulty)).toBeGreaterThan(5);
  });
});

/**
 * Minutes after which each fault takes its own channel out of a limit, over both seasons and onsets in light or shadow:
 * minimum and maximum, 720 if it may take more than the simulated 12 hours; absent if it does not happen within them.
 */
const CROSSINGS: Readonly<
  Record<FaultName, Partial<Record<'warning' | 'critical', readonly [least: number, most: number]>>>
> = {
  'weak-cell': {},
  'high-resistance': {},
  'cell-short': { warning: [0, 95] },
  'open-string': {},
  'wing-folded': { warning: [240, 720], critical: [240, 720] },
  'drive-stuck': { warning: [0, 3], critical: [1, 10] },
  'antenna-off': { warning: [0, 720] },
  'gimbal-slip': { warning: [0, 120] },
  'receiver-detuned': { warning: [0, 720] },
  'heater-stuck-on': { warning: [10, 180] },
  'radiator-blocked': { warning: [5, 60], critical: [20, 80] },
  'louvre-open': {},
  'wheel-friction': { warning: [0, 720] },
  'wheel-failing': { warning: [0, 3], critical: [1, 10] },
  'gyro-drift': {},
};

const OWN_CHANNELS: Readonly<Record<FaultKind['type'], readonly TelemetryChannel[]>> = {
  Battery: ['batteryVoltage'],
  Solar: ['batteryVoltage', 'attitudeStability'],
  Signal: ['signalStrength'],
  Temperature: ['temperature'],
  Attitude: ['attitudeStability'],
};

/** Returns the minutes until one of the channels is first beyond a limit of each level. */
function firstViolations(
  from: SpacecraftState,
  time: EpochMs,
  channels: readonly TelemetryChannel[],
  hours = 12,
): { warning?: number; critical?: number } {
  const first: { warning?: number; critical?: number } = {};
  let flown = { spacecraft: from, time };
  for (let minute = 0; minute <= hours * 60 && first.critical === undefined; minute++) {
    flown = propagateSpacecraft(flown, addMs(time, minute * MS_PER_MIN), aroundOrbita);
    const readings = trueReadings(flown.spacecraft, flown.time);
    const levels = channels.map((channel) => telemetryLevel(channel, readings[channel]));
    if (levels.some((level) => level !== 'nominal')) first.warning ??= minute;
    if (levels.includes('critical')) first.critical ??= minute;
  }
  return first;
}

describe('left alone, without noise', () => {
  for (const [name, crossings] of Object.entries(CROSSINGS) as [FaultName, (typeof CROSSINGS)[FaultName]][]) {
    it(`${name} violates its limits at the expected times`, () => {
      for (const { healthy, season, light } of moments) {
        const { spacecraft, time } = strike(healthy, name);
        const first = firstViolations(spacecraft, time, OWN_CHANNELS[kindOf(name).type]);
        for (const level of ['warning', 'critical'] as const) {
          const minutes = first[level];
          const span = crossings[level];
          const where = `${level}, ${season}, ${light}: ${minutes}`;
          if (!span || (span[1] === 720 && minutes === undefined)) {
            expect(minutes, where).toBeUndefined();
          } else {
            expect(minutes, where).toBeGreaterThanOrEqual(span[0]);
            expect(minutes, where).toBeLessThanOrEqual(span[1]);
          }
        }
      }
    });
  }

  it.each(FAULT_NAMES)('the severity of %s follows from it', (name) => {
    const { severity } = kindOf(name);
    const { warning, critical } = CROSSINGS[name];
    const isSoonCritical = critical !== undefined && critical[1] <= 80;
    const isFitting: Readonly<Record<AnomalySeverity, boolean>> = {
      Critical: isSoonCritical,
      High: warning !== undefined && !isSoonCritical,
      Medium: critical === undefined,
      Low: warning === undefined && critical === undefined,
    };
    expect(isFitting).toMatchObject({ [severity]: true });
  });
});

const hasFault = ({ spacecraft }: PropagatedSpacecraft): boolean => spacecraft.faults.length > 0;

const isNominal = ({ spacecraft, time }: PropagatedSpacecraft): boolean => {
  const readings = trueReadings(spacecraft, time);
  return TELEMETRY_CHANNELS.every((channel) => telemetryLevel(channel, readings[channel]) === 'nominal');
};

describe.each(FAULT_NAMES)('%s', (name) => {
  const { recoveryCommand: remedy, worsenedBy } = kindOf(name);
  const { healthy } = moments[2] ?? (moments[0] as (typeof moments)[number]);
  const struck = fly(strike(healthy, name), 600);
  const mendingS = ACTIVITY_KINDS[remedy].durationS;

  it(`is cleared by ${remedy} at its end, and the spacecraft is nominal within three hours`, () => {
    const sent = command(struck, remedy);
    expect(hasFault(fly(sent, mendingS - 10))).toBe(true);
    const mended = fly(sent, mendingS + 5);
    expect(hasFault(mended)).toBe(false);
    // Attitude Adjustment leaves safe mode if it was entered.
    const back = mended.spacecraft.mode === 'NOMINAL' ? mended : command(mended, 'Attitude Adjustment');
    const recovered = fly(back, 3 * 3600 - 600);
    expect(recovered.spacecraft.mode).toBe('NOMINAL');
    expect(isNominal(recovered)).toBe(true);
    expect(contrast(fly(healthy, (recovered.time - healthy.time) / 1000), recovered)).toBeLessThan(10);
  });

  it.each(COMMAND_NAMES.filter((other) => other !== remedy))('is not cleared by %s', (other) => {
    const tried = fly(command(struck, other), 1300);
    const [fault] = tried.spacecraft.faults;
    expect(fault?.strength).toBe(worsenedBy.includes(other) ? 1.25 : 1);
  });

  it('never exceeds its bound, however often it is worsened', () => {
    let tried = struck;
    for (let round = 0; round < 20; round++) for (const other of worsenedBy) tried = command(tried, other);
    expect(tried.spacecraft.faults).toMatchObject([{ name, strength: worsenedBy.length > 0 ? 1.6 : 1 }]);
  });
});

describe('the forecast', () => {
  it('agrees with the propagation with noise', () => {
    const start = transitionEndedAt(T0);
    const { spacecraft, time } = strike(start, 'wing-folded');
    const foreseen = foresee(spacecraft, aroundOrbita, time, 12 * MS_PER_H).limits.find(
      ({ channel, value }) => channel === 'batteryVoltage' && value === 22,
    );
    const [turn] = foreseen?.turns ?? [];
    if (!turn) throw new Error('nothing foreseen');
    expect(turn.to).toBe('out');
    let flown: PropagatedSpacecraft = { spacecraft, time };
    const streams = streamsOf(1);
    while (flown.spacecraft.busVoltage >= 22 && flown.time < later(12 * MS_PER_H))
      flown = fly(flown, 60, streams);
    expect(flown.time).toBeGreaterThanOrEqual(turn.from);
    expect(flown.time).toBeLessThanOrEqual(turn.until);
    expect((turn.until - turn.from) / MS_PER_MIN).toBeLessThan(20);
  });
});
