import type { ContactPlan, SatelliteContacts } from '../../../src/shared/contact-plan.ts';
import type { Pass } from '../../../src/shared/orbit/passes.ts';
import { succeeded } from '../../../src/shared/result.ts';
import { mapSatellites } from '../../../src/shared/satellites.ts';
import { addMs, degrees, type EpochMs, epochMs, MS_PER_DAY, MS_PER_MIN } from '../../../src/shared/units.ts';

/** Contacts without any pass or change, but for what is given. */
export const contactsWith = (given: Partial<SatelliteContacts> = {}): SatelliteContacts => ({
  stations: { houston: [], madrid: [], canberra: [], baikonur: [] },
  eclipseTransitions: [],
  illuminationChanges: [],
  ...given,
});

/** A plan for ORBITA-1 alone. */
export const planOf = (orbita: SatelliteContacts): ContactPlan => ({
  from: epochMs(0),
  to: epochMs(MS_PER_DAY),
  satellites: mapSatellites((id) =>
    id === 'orbita' ? succeeded(orbita) : { ok: false, message: 'The orbit has decayed.' },
  ),
});

/** A pass of ten minutes with its culmination in the middle. */
export const passAt = (aos: EpochMs, maxElevation = 43): Pass => ({
  aos,
  tca: addMs(aos, 5 * MS_PER_MIN),
  los: addMs(aos, 10 * MS_PER_MIN),
  maxElevation: degrees(maxElevation),
  aosAzimuth: degrees(200),
  tcaAzimuth: degrees(120),
  losAzimuth: degrees(60),
  startsBefore: false,
  endsAfter: false,
});
