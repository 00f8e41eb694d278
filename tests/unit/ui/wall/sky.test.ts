import { describe, expect, it } from 'vitest';
import { degrees } from '../../../../src/shared/kit/units.ts';
import { siteOf } from '../../../../src/shared/orbit/observer.ts';
import { subsolarPoint } from '../../../../src/shared/orbit/sun.ts';
import { contactsOf } from '../../../../src/ui/mission/contacts/contacts-at.ts';
import {
  daylight,
  skyArc,
  skyPicture,
  skyPoint,
  skySample,
  sunAltitude,
  sunAzimuth,
  twilight,
} from '../../../../src/ui/wall/sky.ts';
import { STATION_SITES } from '../../../support/contact-plans.ts';
import { startUneventfulMission, T0 } from '../../../support/mission.ts';

describe('the perspective of the sky', () => {
  const look = { azimuth: 200, elevation: 30 };

  it('has its direction in the middle, the zenith above, and east to the left of south', () => {
    const middle = skyPoint(look, look);
    expect(middle?.x).toBeCloseTo(0, 12);
    expect(middle?.y).toBeCloseTo(0, 12);
    const zenith = skyPoint(look, { azimuth: 0, elevation: 90 });
    expect(zenith?.x).toBeCloseTo(0, 12);
    expect(zenith?.y).toBeCloseTo(-2 * Math.tan(Math.PI / 6), 12);
    expect(skyPoint(look, { azimuth: 90, elevation: 0 })?.x).toBeLessThan(-1);
    expect(skyPoint(look, { azimuth: 270, elevation: 0 })?.x).toBeGreaterThan(1);
  });

  it('has nothing behind the observer', () => {
    expect(skyPoint(look, { azimuth: 20, elevation: -30 })).toBeUndefined();
  });
});

describe('the picture of a pass', () => {
  const { ephemerides, contacts } = startUneventfulMission().snapshot();
  const { orbita } = ephemerides.value;
  if (orbita.status !== 'available') throw new Error('no orbit');
  const free = { left: 0, top: 2.4, width: 29, height: 14 };
  const stations = contactsOf(contacts.value, 'orbita')?.stations ?? [];
  const passes = stations.flatMap((over) => {
    const site = siteOf(over.station);
    return over.passes.flatMap((pass) => {
      const arc = skyArc(orbita.window, site, pass);
      return arc.length > 60 ? [{ site, pass, arc }] : [];
    });
  });

  it('has all of the arc above the horizon and in the free part, each pass of the station’s', () => {
    expect(passes.length).toBeGreaterThan(0);
    for (const { arc } of passes) {
      const { look, place } = skyPicture(arc, free);
      const horizon = place({ azimuth: look.azimuth, elevation: 0 })?.y ?? Number.NaN;
      expect(horizon).toBeLessThan(free.top + free.height);
      for (const sample of arc) {
        const { x, y } = place(sample) ?? { x: Number.NaN, y: Number.NaN };
        expect(x).toBeGreaterThan(free.left);
        expect(x).toBeLessThan(free.left + free.width);
        expect(y).toBeGreaterThan(free.top);
        expect(y).toBeLessThan(free.top + free.height);
      }
    }
  });

  it('agrees with the plan at AOS, TCA and LOS', () => {
    for (const { site, pass } of passes) {
      const top = skySample(orbita.window, site, pass.tca);
      expect(top?.elevation).toBeCloseTo(pass.maxElevation, 1);
      expect(top?.azimuth).toBeCloseTo(pass.tcaAzimuth, 0);
    }
  });

  it('is nothing outside of the known orbit', () => {
    const [site] = STATION_SITES;
    if (!site) throw new Error('no station');
    expect(skyArc(orbita.window, site, { aos: 0, los: 1 } as never)).toEqual([]);
    expect(skyPicture([], free).place({ azimuth: 180, elevation: 5 })).toBeDefined();
  });
});

describe('the light over a station', () => {
  const sun = subsolarPoint(T0);

  it('has the Sun in the zenith below it, and on the other side of the Earth below the ground', () => {
    expect(sunAltitude(sun, sun)).toBeCloseTo(90, 4);
    const antipode = { latitude: degrees(-sun.latitude), longitude: degrees(sun.longitude + 180) };
    expect(sunAltitude(antipode, sun)).toBeCloseTo(-90, 4);
  });

  it('has the Sun in the south at noon of the northern hemisphere, and in the east before', () => {
    const at = (turn: number) => ({ latitude: degrees(50), longitude: degrees(sun.longitude + turn) });
    expect(sunAzimuth(at(0), sun)).toBeCloseTo(180, 6);
    expect(sunAzimuth(at(-60), sun)).toBeGreaterThan(90);
    expect(sunAzimuth(at(-60), sun)).toBeLessThan(180);
    expect(sunAzimuth(at(60), sun)).toBeGreaterThan(180);
  });

  it('ends with astronomical twilight, and glows about sunset', () => {
    expect([daylight(20), daylight(-12), daylight(-40)]).toEqual([1, 0, 0]);
    expect(twilight(-3)).toBe(1);
    expect([twilight(30), twilight(-20)]).toEqual([0, 0]);
  });
});
