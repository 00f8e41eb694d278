import { describe, expect, it } from 'vitest';
import type { LookAhead } from '../../../../src/shared/contract/look-ahead.ts';
import { FAULT_NAMES } from '../../../../src/shared/entities/faults.ts';
import { TELEMETRY_CHANNELS } from '../../../../src/shared/entities/telemetry-channels.ts';
import { addMs, epochMs, MS_PER_H, MS_PER_MIN, MS_PER_S } from '../../../../src/shared/kit/units.ts';
import { bandText, crossingsAhead } from '../../../../src/ui/mission/look-ahead/crossing-text.ts';
import { later, startUneventfulMission, T0 } from '../../../support/mission.ts';

/** Number of missions whose forecast is read. */
const FORECASTS = Number(process.env.FORECASTS ?? 5);

/** A mission with one lasting fault, 25 minutes after its onset. */
function missionOf(seed: number) {
  const session = startUneventfulMission({
    seed,
    planFault: (_name, time) =>
      time < later(MS_PER_MIN) ? { course: 'transient', clearedAt: time } : { course: 'lasting' },
  });
  // At another place of the orbit each time.
  session.advanceTo(later((10 + ((seed * 13) % 97)) * MS_PER_MIN));
  const fault = FAULT_NAMES[seed % FAULT_NAMES.length] ?? 'gyro-drift';
  session.apply({ kind: 'fault', inject: fault });
  session.advanceTo(addMs(session.mission.time(), 25 * MS_PER_MIN));
  return session;
}

describe('the forecast of a limit on the Overview', () => {
  it(`comes true within its band: at least 19 of 20, in ${FORECASTS} missions`, () => {
    const outcomes: boolean[] = [];
    for (let seed = 1; seed <= FORECASTS; seed += 1) {
      const session = missionOf(seed);
      const now = session.mission.time();
      const end = addMs(now, 6 * MS_PER_H);
      const told = session.control.lookAhead({ channels: TELEMETRY_CHANNELS, to: end });
      if (!told.ok) throw new Error(told.message);
      const [next] = crossingsAhead(told.value, now);
      if (!next) continue;
      // A crossing after its band is as wrong as none.
      const to = epochMs(Math.min(end, next.until + 10 * MS_PER_S));
      session.advanceTo(to);
      const stretch = session.control.stretch({ channels: [next.channel], from: now, to });
      if (!stretch.ok || !stretch.value) throw new Error('There are no samples.');
      const { times, values } = stretch.value.samples;
      const first = times.findIndex((_, index) => {
        const value = values[next.channel]?.[index] ?? Number.NaN;
        return next.isUpper ? value > next.value : value < next.value;
      });
      const time = times[first] ?? Number.NaN;
      outcomes.push(time >= next.from - 5 * MS_PER_S && time <= next.until + 5 * MS_PER_S);
    }
    expect(outcomes.length).toBeGreaterThan(FORECASTS / 4);
    expect(outcomes.filter(Boolean).length / outcomes.length).toBeGreaterThanOrEqual(0.95);
  });

  it('names no time for a limit that noise may cross before, that is crossed already, or that is near now', () => {
    const limit = { channel: 'signalStrength', level: 'warning', value: 50, isUpper: false } as const;
    const at = (minutes: number) => later(minutes * MS_PER_MIN);
    const out = { ...limit, to: 'out', from: at(30), until: at(40) } as const;
    const told: Pick<LookAhead, 'from' | 'crossings' | 'approaches'> = {
      from: T0,
      crossings: [out],
      approaches: [],
    };
    expect(crossingsAhead(told, T0)).toEqual([out]);
    expect(crossingsAhead(told, at(41))).toEqual([]);
    const near = { ...limit, from: at(10), until: at(20) };
    expect(crossingsAhead({ ...told, approaches: [near] }, T0)).toEqual([]);
    expect(crossingsAhead({ ...told, approaches: [{ ...near, value: 30 }] }, T0)).toEqual([out]);
    expect(crossingsAhead({ ...told, approaches: [{ ...near, from: at(50), until: at(60) }] }, T0)).toEqual([
      out,
    ]);
    const back = { ...limit, to: 'in', from: at(5), until: at(6) } as const;
    expect(crossingsAhead({ ...told, crossings: [back, out] }, T0)).toEqual([]);
    expect(crossingsAhead({ ...told, crossings: [{ ...out, from: T0 }] }, T0)).toEqual([]);
  });
});

describe('the words of a time band', () => {
  const band = (from: number, to: number): string =>
    bandText({ from: epochMs(T0 + from * MS_PER_MIN), to: epochMs(T0 + to * MS_PER_MIN) }, T0);
  it.each([
    [30, 32, 'at about 12:30 UTC, in 30 min'],
    [29, 40, 'in 29 to 40 min'],
    [50, 100, 'in 50 min to 1 h 40 min'],
    [0, 0.5, 'within a minute'],
    [0, 20, 'by 12:20 UTC'],
    [0, 150, 'at any moment within the next 3 h'],
  ])('from %s to %s min: %s', (from, to, text) => {
    expect(band(from, to)).toBe(text);
  });
});
