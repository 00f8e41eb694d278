import { describe, expect, it } from 'vitest';
import type { SatelliteId } from '../../../../src/shared/entities/satellites.ts';
import type { StationId } from '../../../../src/shared/entities/stations.ts';
import { addMs, epochMs, MS_PER_H, MS_PER_MIN } from '../../../../src/shared/kit/units.ts';
import { endTime } from '../../../../src/shared/orbit/ephemeris.ts';
import { type Details, satelliteDetails, stationDetails } from '../../../../src/ui/map/objects/details.ts';
import { followStationVisibility } from '../../../../src/ui/mission/contacts/station-visibility.ts';
import { networkPasses } from '../../../../src/ui/mission/contacts/stations-shown.ts';
import { contactsWith, overStations, passAt, planOf } from '../../../support/contact-plans.ts';
import { windowAround } from './windows.ts';

const NOON = epochMs(Date.UTC(2026, 10, 20, 12));
const window = windowAround(NOON);
const at = (minutes: number) => addMs(NOON, minutes * MS_PER_MIN);

const contacts = contactsWith({
  stations: overStations({
    houston: [passAt(at(-100)), passAt(at(30))],
    madrid: [passAt(at(-3), 61.4), passAt(at(90))],
    baikonur: [passAt(at(12))],
  }),
  illuminationChanges: [
    { time: at(-20), phase: 'umbra' },
    { time: at(8), phase: 'penumbra' },
  ],
});
const plan = planOf(contacts);

const rowsOf = ({ rows }: Details) => Object.fromEntries(rows);
const station = (id: StationId, satellite: SatelliteId = 'orbita') => {
  const found = networkPasses(plan, satellite).find((over) => over.station.id === id);
  if (!found) throw new Error(`There is no station ${id}.`);
  return found;
};

describe('the details of a satellite', () => {
  it('show position, speed, illumination and the station in contact', () => {
    const details = satelliteDetails('orbita', window, plan, NOON);
    expect(details.title).toBe('ORBITA-1');
    expect(rowsOf(details)).toEqual({
      Latitude: expect.stringMatching(/^\d+\.\d\d° [NS]$/),
      Longitude: expect.stringMatching(/^\d+\.\d\d° [EW]$/),
      Altitude: expect.stringMatching(/^4[23]\d\.\d km$/),
      Speed: expect.stringMatching(/^7\.6\d km\/s$/),
      Illumination: 'Eclipse',
      'Next contact': 'Madrid, for 7 min 00 s',
    });
  });

  it('count down to the next AOS of an active station', () => {
    const contactAt = (minutes: number) =>
      rowsOf(satelliteDetails('orbita', window, plan, at(minutes)))['Next contact'];
    expect(contactAt(7)).toBe('Houston in 23 min 00 s');
    expect(contactAt(22)).toBe('Houston in 8 min 00 s');
  });

  it('mark unknown values', () => {
    expect(rowsOf(satelliteDetails('iss', window, plan, NOON))['Next contact']).toBe('Not known yet');
    expect(rowsOf(satelliteDetails('orbita', window, undefined, NOON))['Next contact']).toBe('Not known yet');
    const silent = planOf(contactsWith());
    expect(rowsOf(satelliteDetails('orbita', window, silent, NOON))['Next contact']).toBe('None within 24 h');
  });

  it('are those of the last known position, marked as such, after the end of the window', () => {
    const late = satelliteDetails('orbita', window, plan, addMs(endTime(window), MS_PER_H));
    expect(late.title).toBe('ORBITA-1 · last known');
    const last = satelliteDetails('orbita', window, plan, endTime(window));
    expect(late.rows.slice(0, 5)).toEqual(last.rows.slice(0, 5));
  });
});

describe('the details of a station', () => {
  it('show a contact in progress and its time left', () => {
    const details = stationDetails(station('madrid'), 'orbita', undefined, NOON);
    expect(details.title).toBe('Madrid');
    expect(rowsOf(details)).toEqual({
      Coordinates: '40.43° N, 4.25° W',
      Station: 'Active',
      'Sees ORBITA-1': 'Now, for 7 min 00 s',
      AOS: '11:57:00 UTC',
      'Max elevation': '61°',
      'Scheduled pass': '15:18 UTC',
    });
  });

  it('show the next contact, beside the fixed next pass', () => {
    expect(rowsOf(stationDetails(station('baikonur'), 'orbita', undefined, NOON))).toMatchObject({
      Station: 'Inactive',
      'Sees ORBITA-1': 'No',
      'Next AOS': '12:12:00 UTC, in 12 min 00 s',
      'Max elevation': '43°',
      'Scheduled pass': '17:41 UTC',
    });
  });

  it('show that no pass is planned, or that there is no plan', () => {
    expect(rowsOf(stationDetails(station('canberra'), 'orbita', undefined, NOON))['Next AOS']).toBe(
      'None within 24 h',
    );
    expect(rowsOf(stationDetails(station('canberra', 'iss'), 'iss', undefined, NOON))).toMatchObject({
      'Sees ISS': 'Not known yet',
      'Next AOS': 'Not known yet',
    });
  });
});

describe('the visibility of the stations', () => {
  it('follows the passes, and keeps its identity while nothing changes', () => {
    const now = followStationVisibility(undefined, networkPasses(plan, 'orbita'), undefined, NOON);
    expect(now.madrid).toEqual({ isActive: true, isInView: true, isSoon: false });
    expect(now.baikonur).toEqual({ isActive: false, isInView: false, isSoon: false });
    expect(followStationVisibility(now, networkPasses(plan, 'orbita'), undefined, at(6.9))).toBe(now);
    const later = followStationVisibility(now, networkPasses(plan, 'orbita'), undefined, at(7));
    expect(later.madrid?.isInView).toBe(false);
    expect(
      followStationVisibility(later, networkPasses(undefined, 'orbita'), undefined, NOON).madrid?.isInView,
    ).toBe(false);
  });

  it('announces the AOS of an active station a minute ahead', () => {
    const stations = overStations({ madrid: [passAt(at(20))], baikonur: [passAt(at(20))] });
    const over = networkPasses(planOf(contactsWith({ stations })), 'orbita');
    const soon = (minute: number) => followStationVisibility(undefined, over, undefined, at(minute));
    expect(soon(18.9).madrid?.isSoon).toBe(false);
    expect(soon(19.5).madrid).toEqual({ isActive: true, isInView: false, isSoon: true });
    expect(soon(19.5).baikonur?.isSoon).toBe(false);
    expect(soon(20.1).madrid).toMatchObject({ isInView: true, isSoon: false });
  });
});
