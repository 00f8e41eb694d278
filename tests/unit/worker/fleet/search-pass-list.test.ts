import { describe, expect, it } from 'vitest';
import { readTle } from '../../../../src/shared/orbit/elements.ts';
import type { VisualPass } from '../../../../src/shared/orbit/visual-passes.ts';
import { failed } from '../../../../src/shared/result.ts';
import { addMs, degrees, MS_PER_H } from '../../../../src/shared/units.ts';
import { searchPassList } from '../../../../src/worker/fleet/search-pass-list.ts';
import reference from '../../../reference/orbits.json';
import { finish } from '../../../support/finish.ts';
import { lookEachSecond, type Stretch } from '../../../support/passes.ts';
import { propagate, siteAt, unixTime, unwrap } from '../../shared/orbit/flights.ts';

const SITES = reference.sites.map(({ latitude, longitude, heightM }) =>
  siteAt(latitude, longitude, heightM / 1000),
);
const MASK = degrees(5);
/** For the interpolation of eccentric orbits, and for slow risings. */
const TOLERANCE_MS = 100;

/** Whether a pass is seen over all of a stretch of whole seconds. */
const holds = ({ aos, los }: VisualPass, { first, last }: Stretch): boolean =>
  aos <= first + TOLERANCE_MS && los >= last - TOLERANCE_MS;

describe('a list of passes', () => {
  const orbits = reference.orbits.map(({ name, tle: [line1 = '', line2 = ''], from }) => ({
    name,
    from: addMs(unixTime(from), 6 * MS_PER_H),
    elements: unwrap(readTle(line1, line2)),
  }));

  it.each(orbits)(
    'misses none over the poles and the date line, and no part of one: $name',
    ({ from, elements }) => {
      const to = addMs(from, 12 * MS_PER_H);
      const watches = SITES.map((site) => ({ site, mask: MASK }));
      const seen = lookEachSecond(propagate(elements), watches, from, to);
      for (const [index, { observer }] of SITES.entries()) {
        const search = { from, to, minElevation: MASK, observer };
        const [answer = failed('no answer')] = finish(searchPassList([elements], search));
        const passes = unwrap(answer);
        for (const stretch of seen[index] ?? [])
          expect(passes.filter((pass) => holds(pass, stretch))).toHaveLength(1);
        // None is made up, but those too short to be seen at a whole second.
        for (const { aos, los } of passes) {
          const isSeen = seen[index]?.some(({ first, last }) => first <= los && last >= aos);
          if (!isSeen) expect(Math.min(los, to) - Math.max(aos, from)).toBeLessThan(1000 + 2 * TOLERANCE_MS);
        }
      }
      expect(seen.flat().length).toBeGreaterThan(0);
    },
  );
});
