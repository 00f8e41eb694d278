import { describe, expect, it } from 'vitest';
import type { SatelliteContacts } from '../../../../../src/shared/contract/contact-plan.ts';
import { degrees } from '../../../../../src/shared/kit/units.ts';
import type { SatelliteFix } from '../../../../../src/shared/orbit/ephemeris.ts';
import type { Pass } from '../../../../../src/shared/orbit/passes.ts';
import { placeName } from '../../../../../src/ui/features/orbital/place-name.ts';
import { describeSatellite } from '../../../../../src/ui/features/orbital/sentence.ts';
import { overStations } from '../../../../support/contact-plans.ts';
import { later, T0 } from '../../../../support/mission.ts';

describe('the region below', () => {
  it.each([
    ['Paris', 48.9, 2.4, 'Europe'],
    ['Kyiv', 50.4, 30.5, 'Europe'],
    ['Cairo', 29.5, 31, 'Africa'],
    ['Nairobi', -1.3, 36.8, 'Africa'],
    ['Riyadh', 24.7, 46.7, 'Asia'],
    ['Delhi', 28.6, 77.2, 'Asia'],
    ['Tokyo', 35.9, 139.5, 'Asia'],
    ['Alice Springs', -23.7, 133.9, 'Australia'],
    ['Denver', 39.7, -105, 'North America'],
    ['Brasília', -15.8, -47.9, 'South America'],
    ['Nuuk’s ice', 72, -40, 'Greenland'],
    ['the South Pole', -89, 0, 'Antarctica'],
    ['off Cape Town', -30, 5, 'the South Atlantic'],
    ['the Azores', 38, -30, 'the North Atlantic'],
    ['Hawaii', 23, -160, 'the North Pacific'],
    ['Easter Island', -27, -112, 'the South Pacific'],
    ['off Lima', -12, -80, 'the South Pacific'],
    ['off Costa Rica', 8, -87, 'the North Pacific'],
    ['south of Jamaica', 15, -76, 'the Caribbean Sea'],
    ['north of Hispaniola', 21.7, -70.3, 'the North Atlantic'],
    ['off Miami', 26, -79, 'the North Atlantic'],
    ['off New Orleans', 27, -90, 'the Gulf of Mexico'],
    ['the Bay of Bengal', 13, 88, 'the Indian Ocean'],
    ['off Perth', -33, 105, 'the Indian Ocean'],
    ['the Great Barrier Reef', -17, 148, 'the Coral Sea'],
    ['off Darwin', -11, 132, 'the Arafura Sea'],
    ['off Malta', 35, 18, 'the Mediterranean Sea'],
    ['in the Bay of Biscay', 45, -3, 'the North Atlantic'],
    ['off Genoa', 44, 9, 'the Mediterranean Sea'],
    ['in Algeria', 36.5, 5, 'Africa'],
    ['in Tunisia', 36.5, 9.5, 'Africa'],
    ['in Andalusia', 37, -2.2, 'Europe'],
    ['in Sicily', 37.2, 14.5, 'Europe'],
    ['off Turkmenbashi', 39.5, 51.5, 'the Caspian Sea'],
    ['off Odesa', 45, 32, 'the Black Sea'],
    ['off Jeddah', 21, 38, 'the Red Sea'],
    ['off Doha', 26.5, 51.8, 'the Persian Gulf'],
    ['off Gotland', 57, 19.8, 'the Baltic Sea'],
    ['off Churchill', 59, -87, 'Hudson Bay'],
    ['Drake Passage', -61, -60, 'the Southern Ocean'],
    ['the North Pole', 89, 0, 'the Arctic Ocean'],
  ])('%s, at %d, %d, is %s', (_place, latitude, longitude, name) => {
    expect(placeName(degrees(latitude), degrees(longitude))).toBe(name);
  });
});

describe('the sentence', () => {
  const fix: SatelliteFix = {
    latitude: degrees(-24.12),
    longitude: degrees(-11.81),
    altitudeKm: 430,
    heading: degrees(40),
    eclipseFraction: 0,
  };
  const pass = (fromMin: number, toMin: number): Pass => ({
    aos: later(fromMin * 60_000),
    tca: later(((fromMin + toMin) / 2) * 60_000),
    los: later(toMin * 60_000),
    maxElevation: degrees(40),
    aosAzimuth: degrees(0),
    tcaAzimuth: degrees(90),
    losAzimuth: degrees(180),
    startsBefore: false,
    endsAfter: false,
  });
  const contacts = (passes: Parameters<typeof overStations>[0]): SatelliteContacts => ({
    stations: overStations(passes),
    eclipseTransitions: [],
    illuminationChanges: [],
  });

  it('gives the region, the illumination and the next contact', () => {
    const plan = contacts({ houston: [pass(14, 22)], madrid: [pass(40, 50)] });
    expect(describeSatellite('orbita', fix, plan, T0)).toBe(
      'ORBITA-1 over the South Atlantic, 24.1° S 11.8° W, sunlit; Houston contact in 14 min.',
    );
  });

  it('says that the ISS does not follow live data', () => {
    const plan = contacts({ houston: [pass(14, 22)] });
    const over = (source: Parameters<typeof describeSatellite>[5]) =>
      describeSatellite('iss', fix, plan, T0, undefined, source).split(',')[0];
    expect(over('simulated')).toBe('ISS over the South Atlantic (simulated)');
    expect(over('predicted')).toBe('ISS over the South Atlantic (predicted)');
    expect(over('live')).toBe('ISS over the South Atlantic');
    expect(describeSatellite('orbita', fix, plan, T0, undefined, 'simulated')).not.toContain('simulated');
  });

  it('gives the present contact', () => {
    const plan = contacts({ houston: [pass(-2, 5)], madrid: [pass(-1, 6)], canberra: [pass(1, 2)] });
    expect(describeSatellite('iss', fix, plan, T0)).toContain('; in view of Houston and Madrid.');
  });

  it('takes the illumination from the plan, omits inactive stations, and handles long waits and none', () => {
    const dark = {
      ...contacts({ canberra: [pass(135, 140)], baikonur: [pass(5, 9)] }),
      illuminationChanges: [{ time: later(-60_000), phase: 'umbra' as const }],
    };
    expect(describeSatellite('orbita', fix, dark, T0)).toContain(
      ', in eclipse; Canberra contact in 2 h 15 min.',
    );
    expect(describeSatellite('orbita', fix, contacts({}), T0)).toContain('; no station contact within 24 h.');
  });
});
