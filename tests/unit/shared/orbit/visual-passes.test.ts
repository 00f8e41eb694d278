import { describe, expect, it } from 'vitest';
import {
  addMs,
  degrees,
  type EpochMs,
  epochMs,
  MS_PER_DAY,
  MS_PER_S,
} from '../../../../src/shared/kit/units.ts';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import { observeSatellite } from '../../../../src/shared/orbit/observed-satellite.ts';
import { darkAround, findWholePasses, type VisualPass } from '../../../../src/shared/orbit/visual-passes.ts';
import reference from '../../../reference/orbits.json';
import { findPasses } from '../../../support/passes.ts';
import { propagate, siteAt, unixTime, unwrap } from './flights.ts';

const BERLIN = siteAt(52.52, 13.405, 0.034);

function search(name: string, site = BERLIN) {
  const orbit = reference.orbits.find((one) => one.name === name);
  if (!orbit) throw new Error(`The reference has no ${name}.`);
  const [line1 = '', line2 = ''] = orbit.tle;
  const propagator = propagate(unwrap(readTle(line1, line2)));
  const from = unixTime(orbit.from);
  const range = { from, to: addMs(from, MS_PER_DAY), minElevation: degrees(5) };
  const steps = findWholePasses(propagator, site, range, darkAround(site, range));
  let step = steps.next();
  let yields = 0;
  for (; !step.done; step = steps.next()) yields += 1;
  return { propagator, range, passes: step.value, yields };
}

const isIn = ({ visible }: VisualPass, time: EpochMs): boolean =>
  visible.some(({ start, end }) => start <= time && time <= end);

describe('the passes of a satellite that one would see', () => {
  it.each(['LEO', 'LEO, polar', 'Molniya', 'GNSS, GPS'])('are those of the plain search: %s', (name) => {
    const { propagator, range, passes, yields } = search(name);
    const plain = findPasses(propagator, BERLIN, range);
    expect(plain.length).toBeGreaterThan(0);
    // Passes that the plain search cuts are reported whole, and compared below.
    const uncut = plain.map((pass) => (pass.startsBefore || pass.endsAfter ? {} : pass));
    expect(passes).toMatchObject(uncut);
    expect(yields).toBe(plain.length);
  });

  it.each([
    ['LEO', 1],
    ['Molniya', 15],
    ['GNSS, Galileo', 15],
  ])('are visible at the very seconds at which the satellite is: %s', (name, stepS) => {
    const { propagator, passes } = search(name);
    let [seen, unseen] = [0, 0];
    for (const pass of passes) {
      for (const { start, end } of pass.visible) {
        expect([pass.aos, start, end, pass.los]).toEqual([pass.aos, start, end, pass.los].toSorted());
        expect(end).toBeGreaterThan(start);
      }
      for (let time = addMs(pass.aos, 1); time < pass.los; time = addMs(time, stepS * MS_PER_S)) {
        const state = propagator.stateAt(time);
        if (!state) throw new Error('no state');
        const isSeen = observeSatellite(state, BERLIN, time, degrees(0)).visibility === 'visible';
        if (isSeen) seen += 1;
        else unseen += 1;
        expect(isIn(pass, time), `${name} at ${new Date(time).toISOString()}`).toBe(isSeen);
      }
    }
    expect(seen).toBeGreaterThan(0);
    expect(unseen).toBeGreaterThan(0);
  });

  it('say at the closest approach why nothing is seen', () => {
    const { propagator, passes } = search('LEO');
    for (const { tca, visibilityAtTca } of passes) {
      const state = propagator.stateAt(tca);
      if (!state) throw new Error('no state');
      expect(visibilityAtTca).toBe(observeSatellite(state, BERLIN, tca, degrees(0)).visibility);
    }
    expect(passes.map(({ visibilityAtTca }) => visibilityAtTca)).toContain('in daylight');
  });
});

describe('whole passes', () => {
  const orbit = (name: string) => {
    const { propagator, passes, range } = search(name);
    const [pass] = passes.filter(({ startsBefore, endsAfter }) => !startsBefore && !endsAfter);
    if (!pass) throw new Error('no whole pass');
    return { propagator, pass, range };
  };
  const findWhole = (propagator: Parameters<typeof findWholePasses>[0], from: EpochMs, to: EpochMs) => {
    const range = { from, to, minElevation: degrees(5) };
    const steps = findWholePasses(propagator, BERLIN, range, darkAround(BERLIN, range));
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  };

  it.each(['LEO', 'Molniya'])('keep AOS and LOS where the search begins or ends within them: %s', (name) => {
    const { propagator, pass } = orbit(name);
    const middle = epochMs((pass.aos + pass.los) / 2);
    for (const [from, to] of [
      [middle, addMs(pass.los, 1000)],
      [addMs(pass.aos, -1000), middle],
      [addMs(middle, -1000), middle],
    ] as const) {
      const found = findWhole(propagator, from, to);
      expect(found).toHaveLength(1);
      expect(found).toMatchObject([{ aos: pass.aos, tca: pass.tca, los: pass.los, startsBefore: false }]);
    }
  });

  it('are those that the stretch touches, and none beside it', () => {
    const { propagator, pass } = orbit('LEO');
    expect(findWhole(propagator, addMs(pass.los, 1000), addMs(pass.los, 60_000))).toEqual([]);
  });

  it('say so when they last longer than a day on either side', () => {
    const longitude =
      reference.orbits.find(({ name }) => name === 'GEO')?.samples[0]?.geodetic[1] ?? Number.NaN;
    const site = siteAt(0, longitude);
    const { propagator, range } = search('GEO', site);
    const steps = findWholePasses(propagator, site, range, darkAround(site, range));
    let step = steps.next();
    while (!step.done) step = steps.next();
    expect(step.value).toMatchObject([{ startsBefore: true, endsAfter: true }]);
  });
});
