import { describe, expect, it } from 'vitest';
import { ORBITAL_ELEMENTS } from '../../../../src/shared/entities/satellites.ts';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_MIN,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import {
  darkIntervals,
  dopplerShift,
  type OpticalVisibility,
  observeSatellite,
  visibleIntervals,
} from '../../../../src/shared/orbit/observed-satellite.ts';
import positions from '../../../reference/positions.json';
import sun from '../../../reference/sun.json';
import { findPasses } from '../../../support/passes.ts';
import { FLIGHTS, named, propagate, siteAt, unixTime } from './flights.ts';

describe('the Doppler shift', () => {
  it.each([
    // 145.8 MHz × 7 km/s ÷ (299,792.458 − 7) km/s
    [145_800_000, -7, 3404.4346],
    [145_800_000, 7, -3404.2757],
    [437.5, 0, 0],
  ])('of %d at %d km/s is %d', (frequency, rangeRate, shift) => {
    expect(dopplerShift(frequency, rangeRate)).toBeCloseTo(shift, 3);
  });
});

describe.each(FLIGHTS.filter(({ form }) => form === 'OMM'))('the view of $name', ({ name, propagator }) => {
  const { samples, observer } = named(positions.satellites, name);
  const site = siteAt(observer.latitude, observer.longitude, observer.altitude_m / 1000);
  const viewAt = (time: EpochMs, minElevation = 0) => {
    const state = propagator.stateAt(time);
    if (!state) throw new Error('no state');
    return observeSatellite(state, site, time, degrees(minElevation));
  };

  it('has the direction, the range and the light of the reference', () => {
    let [lit, dark] = [0, 0];
    for (const sample of samples) {
      const view = viewAt(unixTime(sample.timestamp));
      expect(Math.abs(view.elevation - sample.elevation)).toBeLessThan(0.01);
      expect(Math.abs(view.rangeKm - sample.range_km)).toBeLessThan(0.1);
      expect(Math.abs(view.rangeRateKmPerS - sample.range_rate_km_s)).toBeLessThan(0.001);
      if (sample.borderline) continue;
      expect(view.eclipseFraction >= 0.5).toBe(sample.eclipsed);
      if (sample.eclipsed) dark += 1;
      else lit += 1;
    }
    expect(Math.min(lit, dark)).toBeGreaterThan(5);
  });

  it('can be seen where it is up, sunlit, and over a dark observer only', () => {
    const counts: Record<OpticalVisibility, number> = {
      visible: 0,
      'too low': 0,
      'in shadow': 0,
      'in daylight': 0,
    };
    const wrong: number[] = [];
    for (let minute = 0; minute < 14 * 1440; minute++) {
      const time = addMs(propagator.epoch, minute * MS_PER_MIN);
      const view = viewAt(time, 10);
      counts[view.visibility] += 1;
      const isUp = view.elevation > 10;
      const isLit = view.eclipseFraction < 0.5;
      const isDark = view.sunElevation < -6;
      if ((view.visibility === 'visible') !== (isUp && isLit && isDark)) wrong.push(minute);
    }
    expect(wrong, 'minutes').toEqual([]);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  });
});

/** Time between two looks at a pass. */
const LOOK_MS = 10 * MS_PER_S;

describe('the visible part of a pass', () => {
  const propagator = propagate(ORBITAL_ELEMENTS.iss);
  const site = siteAt(52.52, 13.405);
  const minElevation = degrees(10);
  const search = { from: propagator.epoch, to: addMs(propagator.epoch, 60 * MS_PER_DAY), minElevation };
  const passes = findPasses(propagator, site, search);
  const positionAt = (time: EpochMs) => propagator.stateAt(time)?.positionTeme;
  const darkOf = ({ aos, los }: { readonly aos: EpochMs; readonly los: EpochMs }) =>
    darkIntervals(site, { from: aos, to: los });

  it('is where a look each ten seconds, and one at either side of its ends, say so', () => {
    const kinds = { whole: 0, part: 0, none: 0 };
    const wrong: string[] = [];
    for (const pass of passes) {
      const parts = visibleIntervals(positionAt, pass, darkOf(pass));
      // Allows half a second at either end for the search.
      const atEnds = parts.flatMap(({ start, end }) =>
        [start, end].flatMap((time) => [addMs(time, -501), addMs(time, 501)]),
      );
      const looks = Array.from({ length: Math.floor((pass.los - pass.aos) / LOOK_MS) }, (_, index) =>
        addMs(pass.aos, (index + 0.5) * LOOK_MS),
      );
      for (const time of [...looks, ...atEnds]) {
        if (time <= pass.aos || time >= pass.los) continue;
        const state = propagator.stateAt(time);
        if (!state) throw new Error('no state');
        const { visibility } = observeSatellite(state, site, time, minElevation);
        const isNearEdge = parts.some(
          ({ start, end }) => Math.min(Math.abs(time - start), Math.abs(time - end)) < 500,
        );
        if (isNearEdge) continue;
        const isInPart = parts.some(({ start, end }) => start <= time && time <= end);
        if ((visibility === 'visible') !== isInPart) wrong.push(new Date(time).toISOString());
      }
      const share = parts.reduce((sum, { start, end }) => sum + end - start, 0) / (pass.los - pass.aos);
      if (share > 0.95) kinds.whole += 1;
      else if (share > 0) kinds.part += 1;
      else kinds.none += 1;
    }
    expect(wrong).toEqual([]);
    expect(Math.min(...Object.values(kinds))).toBeGreaterThan(0);
  });

  it('ends at the shadow, or with the pass, and says which', () => {
    const all = passes.map((pass) => ({
      pass,
      parts: visibleIntervals(positionAt, pass, darkOf(pass)),
    }));
    const shadowed = all.filter(({ parts }) => parts.at(-1)?.endsAfter === false);
    const whole = all.filter(({ parts }) => parts.at(-1)?.endsAfter === true);
    expect(Math.min(shadowed.length, whole.length)).toBeGreaterThan(0);
    for (const { pass, parts } of whole) expect(parts.at(-1)?.end).toBe(pass.los);
    for (const { pass, parts } of shadowed) expect(parts.at(-1)?.end).toBeLessThan(pass.los);
  });

  it('is none by day', () => {
    const noon = { aos: epochMs(Date.UTC(2026, 9, 7, 11)), los: epochMs(Date.UTC(2026, 9, 7, 12)) };
    expect(visibleIntervals(positionAt, noon, darkOf(noon))).toEqual([]);
  });
});

describe('the Sun of an observer', () => {
  const PLACES = { Houston: [29.5502, -95.097], 'New York': [40.7128, -74.006], London: [51.5074, -0.1278] };
  const { stateAt, epoch } = propagate(ORBITAL_ELEMENTS.orbita);

  it('has the elevation of the reference', () => {
    const state = stateAt(epoch);
    if (!state) throw new Error('no state');
    for (const sample of sun.samples) {
      for (const [name, [latitude = 0, longitude = 0]] of Object.entries(PLACES)) {
        const time = unixTime(sample.timestamp);
        const { sunElevation } = observeSatellite(state, siteAt(latitude, longitude), time, degrees(0));
        const expected = sample.sun_elevation[name as keyof typeof PLACES];
        expect(Math.abs(sunElevation - expected)).toBeLessThan(0.036);
      }
    }
  });
});
