"""Makes orbits.json: every type of orbit by python-sgp4 2.15 and Skyfield 1.45 (Debian: python3-sgp4, python3-skyfield).

    /usr/bin/python3 tests/reference/orbits.py > tests/reference/orbits.json

UT1 is taken as UTC and there is no polar motion, as in the other files. The elements are typical ones of their type.
"""

import calendar
import json
from datetime import datetime, timedelta

from numpy import diff, linspace, nonzero
from sgp4.api import WGS72, Satrec
from skyfield.api import EarthSatellite, load, wgs84

SITES = {
    "Berlin": (52.52, 13.405, 34),
    "North Pole": (90, 0, 0),
    "South Pole": (-90, 0, 2835),
    "Date line": (-16.8, 180, 10),
}
MASK = 5

# name, catalogue number, epoch, B*, inclination, node, eccentricity, perigee, anomaly, revolutions a day
ORBITS = [
    ("LEO", "25544", "26324.50000000", " 94937-4", 51.6312, 109.0734, 0.0006869, 229.7980, 130.2407, 15.48752789),
    ("LEO, equatorial", "44001", "26324.12345678", " 20000-4", 0.0021, 10.0, 0.0012345, 45.0, 300.0, 14.80000000),
    ("LEO, polar", "43613", "26324.33333333", " 10000-3", 90.0000, 20.0, 0.0002500, 90.0, 270.0, 15.28000000),
    ("LEO, retrograde", "44002", "26324.75000000", " 10000-3", 144.0000, 20.0, 0.0010000, 90.0, 270.0, 15.10000000),
    ("Sun-synchronous", "39084", "26324.87654321", " 45000-4", 98.2100, 30.5, 0.0001300, 95.0, 265.0, 14.57110000),
    ("MEO, LAGEOS", "08820", "26324.22222222", " 00000-0", 109.8400, 200.0, 0.0044000, 200.0, 160.0, 6.38664400),
    ("GTO", "50001", "26324.61111111", " 12000-3", 6.0000, 150.0, 0.7300000, 178.0, 20.0, 2.27000000),
    ("Molniya", "40296", "26324.05555555", " 10000-3", 63.4000, 70.0, 0.7200000, 270.0, 15.0, 2.00600000),
    ("Tundra", "50002", "26324.44444444", " 00000-0", 63.4000, 140.0, 0.2684000, 270.0, 350.0, 1.00270000),
    ("HEO", "25867", "26324.55555555", " 00000-0", 70.0000, 300.0, 0.7400000, 260.0, 100.0, 0.37800000),
    ("GNSS, GPS", "48859", "26324.66666666", " 00000-0", 55.0000, 12.0, 0.0012000, 200.0, 100.0, 2.00562000),
    ("GNSS, Galileo", "37846", "26324.99999999", " 00000-0", 56.5000, 250.0, 0.0003000, 10.0, 40.0, 1.70475000),
    ("GEO", "41866", "26324.77777777", " 00000-0", 0.0300, 80.0, 0.0001500, 100.0, 150.0, 1.00271500),
    ("GEO, inclined", "26038", "26324.88888888", " 00000-0", 12.5000, 45.0, 0.0004000, 100.0, 250.0, 1.00272000),
    ("Alpha-5 A0000", "A0000", "26324.10000000", " 15000-3", 53.0540, 77.0, 0.0001400, 80.0, 280.0, 15.06400000),
    ("Alpha-5 Z9999", "Z9999", "26324.20000000", " 30000-3", 97.6000, 17.0, 0.0011000, 180.0, 180.0, 15.20000000),
    ("Epoch of 1957", "00002", "57277.81150463", " 50000-3", 65.1000, 339.0, 0.0517400, 58.0, 10.0, 14.97000000),
    ("Epoch of 2056", "99990", "56366.90000000", " 50000-4", 81.2000, 210.0, 0.0020000, 30.0, 300.0, 15.00000000),
    ("Epoch of 2056, GEO", "99991", "56001.00000001", " 00000-0", 1.2000, 210.0, 0.0002000, 30.0, 300.0, 1.00273000),
]

# Vallado and others, AIAA 2006-6753: "lost in 50 minutes", "lost in under 420 min".
DECAYING = [
    (
        "1 28872U 05037B   05333.02012661  .25992681  00000-0  24476-3 0  1534",
        "2 28872  96.4736 157.9986 0303955 244.0492 110.6523 16.46015938 10708",
    ),
    (
        "1 29141U 85108AA  06170.26783845  .99999999  00000-0  13519-0 0   718",
        "2 29141  82.4288 273.4882 0015848 277.2124  83.9133 15.93343074  6828",
    ),
]

MINUTES = [-10080, -1440, -97, 0, 0.5, 17, 45, 90, 360, 719, 1440, 4321, 10080, 43200]
LAUNCH = "58001A  "


def with_checksum(line):
    return line + str(sum(int(c) if c.isdigit() else c == "-" for c in line) % 10)


def lines_of(number, epoch, bstar, i, node, e, w, m, n):
    one = f"1 {number}U {LAUNCH} {epoch}  .00000000  00000-0 {bstar} 0  999"
    two = f"2 {number} {i:8.4f} {node:8.4f} {round(e * 1e7):07d} {w:8.4f} {m:8.4f} {n:11.8f}    1"
    return with_checksum(one), with_checksum(two)


def states(model, minutes):
    for minute in minutes:
        error, position, velocity = model.sgp4_tsince(minute)
        if error:
            raise RuntimeError(f"{model.satnum}: SGP4 error {error} after {minute} min")
        yield [minute, *(round(x, 8) for x in position), *(round(x, 10) for x in velocity)]


def epoch_of(number_of_year, day):
    year = number_of_year + (1900 if number_of_year >= 57 else 2000)
    return datetime(year, 1, 1) + timedelta(days=day - 1)


def timescale(year):
    """UT1 = UTC: delta T is the leap seconds (10 before they began, 37 since 2017) and 32.184 s."""
    return load.timescale(delta_t=32.184 + (10 if year < 1972 else 37), builtin=True)


def seconds(moment):
    return calendar.timegm(moment.timetuple())


def crossings(satellite, site, ts, start):
    """Brute force over a day: elevations on a grid of 10 s, and around each crossing of the mask on finer ones.

    Not Skyfield's find_events, whose times are up to some seconds off, and which leaves out a rise without a maximum.
    """

    def heights(offsets):
        t = ts.utc(start.year, start.month, start.day, start.hour, start.minute, start.second + offsets)
        return (satellite - site).at(t).altaz()[0].degrees - MASK

    def refined(first, last):
        for _ in range(3):
            offsets = linspace(first, last, 11)
            index = nonzero(diff(heights(offsets) > 0))[0][0]
            first, last = offsets[index], offsets[index + 1]
        return round(seconds(start) + float(first + last) / 2, 3)

    grid = linspace(0, 86400, 8641)
    above = heights(grid) > 0
    found = {"rises": [], "sets": []}
    for index in nonzero(diff(above))[0]:
        found["sets" if above[index] else "rises"].append(refined(grid[index], grid[index + 1]))
    return found


def ground(one, two, model):
    start = epoch_of(model.epochyr, model.epochdays).replace(second=0, microsecond=0)
    ts = timescale(start.year)
    satellite = EarthSatellite(one, two, "x", ts)

    def at(moment):
        return ts.utc(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)

    samples = []
    for minutes in (0, 7, 61, 367, 1439):
        moment = start + timedelta(minutes=minutes)
        place = satellite.at(at(moment))
        point = wgs84.geographic_position_of(place)
        looks = []
        for latitude, longitude, height in SITES.values():
            site = wgs84.latlon(latitude, longitude, elevation_m=height)
            elevation, azimuth, distance, _, _, rate = (satellite - site).at(at(moment)).frame_latlon_and_rates(site)
            looks.append(
                [round(azimuth.degrees, 6), round(elevation.degrees, 6), round(distance.km, 5), round(rate.km_per_s, 7)]
            )
        samples.append(
            {
                "time": seconds(moment),
                "geodetic": [
                    round(point.latitude.degrees, 7),
                    round(point.longitude.degrees, 7),
                    round(point.elevation.km, 6),
                ],
                "looks": looks,
            }
        )

    passes = [crossings(satellite, wgs84.latlon(*place[:2], elevation_m=place[2]), ts, start) for place in SITES.values()]
    end = start + timedelta(days=1)
    return {"from": seconds(start), "to": seconds(end), "samples": samples, "passes": passes}


def orbit(name, number, epoch, *elements):
    one, two = lines_of(number, epoch, *elements)
    model = Satrec.twoline2rv(one, two, WGS72)
    return {"name": name, "tle": [one, two], "states": list(states(model, MINUTES)), **ground(one, two, model)}


def decaying(one, two):
    model = Satrec.twoline2rv(one, two, WGS72)
    lost = next(minute for minute in range(1440) if model.sgp4_tsince(minute)[0] == 6)
    return {"tle": [one, two], "lostMin": lost, "states": list(states(model, range(0, lost - 20, 5)))}


def line(value):
    return json.dumps(value, separators=(",", ":"))


def rows(values):
    return "[\n" + ",\n".join(line(value) for value in values) + "\n]"


sites = [dict(zip(("name", "latitude", "longitude", "heightM"), (name, *place))) for name, place in SITES.items()]
print(f'{{"maskDeg":{MASK},\n"sites":{rows(sites)},')
print(f'"orbits":{rows(orbit(*values) for values in ORBITS)},')
print(f'"decaying":{rows(decaying(*values) for values in DECAYING)}}}')
