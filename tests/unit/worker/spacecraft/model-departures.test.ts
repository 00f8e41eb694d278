import { describe, expect, it } from 'vitest';
import { GROUND_STATIONS } from '../../../../src/shared/entities/stations.ts';
import { addMs, degrees, MS_PER_DAY, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import type { Environment } from '../../../../src/worker/spacecraft/environment.ts';
import { noEffects } from '../../../../src/worker/spacecraft/fault-effects.ts';
import { INITIAL_SPACECRAFT, type SpacecraftState } from '../../../../src/worker/spacecraft/model.ts';
import { batteryResistance } from '../../../../src/worker/spacecraft/power.ts';
import { SUNLIT } from '../../../support/environment.ts';
import { T0 } from '../../../support/mission.ts';
import {
  aroundOrbita,
  command,
  fly,
  stepSpacecraft,
  strike,
  transitionEndedAt,
} from '../../../support/spacecraft.ts';

const stepped = (state: SpacecraftState, environment: Environment): SpacecraftState =>
  stepSpacecraft(state, environment, T0, 5);

/** Omissions listed in `docs/model.md`. If a test here fails, that list has to change, not only the code. */
describe('the model deliberately omits', () => {
  it('1. a temperature of the battery: its resistance follows the bus', () => {
    const cold = batteryResistance({ ...INITIAL_SPACECRAFT, busTemperature: 0 }, noEffects());
    const warm = batteryResistance({ ...INITIAL_SPACECRAFT, busTemperature: 20 }, noEffects());
    expect(cold / warm).toBeCloseTo(Math.exp(0.36), 9);
  });

  it('2. saturation: full wheels point as well as empty ones', () => {
    const full = stepped({ ...INITIAL_SPACECRAFT, wheelMomentum: 1 }, SUNLIT);
    const empty = stepped({ ...INITIAL_SPACECRAFT, wheelMomentum: 0 }, SUNLIT);
    expect(full.attitudeError).toBe(empty.attitudeError);
  });

  it('3. the zone of exclusion: there is a link at every minute of a day', () => {
    let flown = transitionEndedAt(T0);
    for (let minute = 0; minute < 1440; minute++) {
      flown = fly(flown, 60);
      expect(flown.spacecraft.link).not.toBe('none');
    }
  });

  it('4. the place over the ground: heat follows light, beta and load alone', () => {
    const near = stepped(INITIAL_SPACECRAFT, SUNLIT);
    const far = stepped(INITIAL_SPACECRAFT, { ...SUNLIT, relayAngle: degrees(20) });
    expect(near.busTemperature).toBe(far.busTemperature);
  });

  it('5. ageing: a year later the same light gives the same power', () => {
    const now = stepSpacecraft(INITIAL_SPACECRAFT, SUNLIT, T0, 5);
    const later = stepSpacecraft(INITIAL_SPACECRAFT, SUNLIT, addMs(T0, 365 * MS_PER_DAY), 5);
    expect(later).toEqual(now);
  });

  it('6. the stations’ schedule: an inactive one carries the link too', () => {
    const inactive = GROUND_STATIONS.filter(({ active }) => !active).map(({ id }): string => id);
    let seen = false;
    for (let time = T0; time < T0 + MS_PER_DAY && !seen; time = addMs(time, MS_PER_MIN)) {
      const { station } = aroundOrbita(time);
      seen = station !== undefined && inactive.includes(station.id);
    }
    expect(seen).toBe(true);
  });

  it('7. traces of a cleared fault: the same day follows as without it', () => {
    const start = transitionEndedAt(T0);
    const dayAfter = (flown: typeof start) =>
      fly(command(fly(flown, 60), 'Deploy Solar Array'), MS_PER_DAY / 1000).spacecraft;
    const [mended, healthy] = [dayAfter(strike(start, 'open-string')), dayAfter(start)];
    expect(mended.faults).toEqual([]);
    expect(mended.arrayPowerW).toBeCloseTo(healthy.arrayPowerW, 1);
    expect(mended.soc).toBeCloseTo(healthy.soc, 3);
    expect(mended.busTemperature).toBeCloseTo(healthy.busTemperature, 2);
  });

  it('8. protection from heat: a bus of 90 °C stays in nominal mode', () => {
    expect(stepped({ ...INITIAL_SPACECRAFT, busTemperature: 90 }, SUNLIT).mode).toBe('NOMINAL');
  });

  it('9. what happens between two instants of its grid: a reading is up to 5 s old', () => {
    const start = transitionEndedAt(T0);
    expect(fly(start, 4.999).spacecraft).toEqual(start.spacecraft);
    expect(fly(start, 5).spacecraft).not.toEqual(start.spacecraft);
  });
});
