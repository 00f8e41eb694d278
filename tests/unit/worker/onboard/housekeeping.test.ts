import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../../../src/shared/entities/entities.ts';
import { ORBITAL_ELEMENTS, SPACECRAFT } from '../../../../src/shared/entities/satellites.ts';
import {
  ANTENNAS,
  SPACECRAFT_MODES,
  type SpacecraftView,
} from '../../../../src/shared/entities/spacecraft.ts';
import { ecefToGeodetic, greenwichSiderealTime, temeToEcef } from '../../../../src/shared/orbit/frames.ts';
import { createPropagator } from '../../../../src/shared/orbit/propagator.ts';
import {
  activityField,
  LINKS,
  STRUCTURES,
  type StructureName,
} from '../../../../src/shared/packets/table.ts';
import { encodeTelecommand, telecommandNamed } from '../../../../src/shared/packets/telecommand.ts';
import type { ReadTelemetry } from '../../../../src/shared/packets/telemetry.ts';
import { streamsOf } from '../../../../src/worker/kit/random.ts';
import type { MissionSnapshot } from '../../../../src/worker/mission/state/slices.ts';
import { beginTelemetry } from '../../../../src/worker/onboard/onboard.ts';
import { INITIAL_SPACECRAFT, withFields } from '../../../../src/worker/spacecraft/model.ts';
import { T0 } from '../../../support/mission.ts';
import { read, startFlight } from '../../../support/packets.ts';

/** What a housekeeping report must say, read at the same instant from what the page shows. */
interface Shown {
  readonly view: SpacecraftView;
  readonly snapshot: MissionSnapshot;
}
type Truth = Readonly<Record<string, (shown: Shown) => number>>;

const propagator = createPropagator(ORBITAL_ELEMENTS[SPACECRAFT]);
const orbitAt = ({ view: { time } }: Shown) => {
  const state = propagator.ok ? propagator.value.stateAt(time) : undefined;
  if (!state) throw new Error('There is no orbit.');
  const { positionTeme, velocityTeme } = state;
  const place = ecefToGeodetic(temeToEcef(positionTeme, greenwichSiderealTime(time)));
  return { position: positionTeme, velocity: velocityTeme, place };
};

const TRUTH: Readonly<Partial<Record<StructureName, Truth>>> = {
  essential: {
    mode: ({ view }) => SPACECRAFT_MODES.indexOf(view.mode),
    antenna: ({ view }) => ANTENNAS.indexOf(view.radio.antenna),
    link: ({ view }) => LINKS.indexOf(view.radio.link),
    batteryVoltage: ({ snapshot }) => newestSample(snapshot).batteryVoltage,
    solarOutput: ({ snapshot }) => newestSample(snapshot).solarOutput,
    temperature: ({ snapshot }) => newestSample(snapshot).temperature,
    signalStrength: ({ snapshot }) => newestSample(snapshot).signalStrength,
    attitudeStability: ({ snapshot }) => newestSample(snapshot).attitudeStability,
  },
  power: {
    inSunlight: ({ view }) => Number(view.light >= 0.5),
    stateOfCharge: ({ view }) => 100 * view.battery.soc,
    busVoltage: ({ view }) => view.battery.voltageV,
    batteryCurrent: ({ view }) => view.battery.currentA,
    arrayPower: ({ view }) => view.array.powerW,
    arrayPotential: ({ view }) => view.array.potentialW,
    arrayDeployed: ({ view }) => 100 * view.array.deployedShare,
    arrayEfficiency: ({ snapshot }) => snapshot.performance.value.powerEfficiency,
    busLoad: ({ view }) => view.loads.busW,
    payloadLoad: ({ view }) => view.loads.payloadW,
    transmitterLoad: ({ view }) => view.loads.transmitterW,
    heaterLoad: ({ view }) => view.loads.heaterW,
    activityLoad: ({ view }) => view.loads.activityW,
  },
  thermal: {
    heaterThermostat: ({ view }) => Number(view.thermal.isHeaterOn),
    busTemperature: ({ view }) => view.thermal.busTemperature,
    arrayTemperature: ({ view }) => view.array.temperature,
    attitudeDeviation: ({ view }) => view.attitude.deviation,
    wheelMomentum: ({ view }) => 100 * view.attitude.wheelMomentumShare,
  },
  radio: {
    stationInView: ({ view }) => Number(view.radio.station !== undefined),
    stationRange: ({ view }) => view.radio.rangeKm ?? 0,
    stationElevation: ({ view }) => view.radio.elevation ?? 0,
    highGainMargin: ({ view }) => view.radio.marginDb,
    lowGainMargin: ({ view }) => view.radio.lowGainMarginDb,
    antennaMisalignment: ({ view }) => view.radio.misalignment,
    recorderStored: ({ view }) => view.data.storedMb,
    downlinkRate: ({ view }) => view.data.downlinkMbPerS,
    downlinked: ({ view }) => view.data.downlinkedMb,
  },
  orbit: {
    sunVisible: ({ view }) => Math.round(100 * view.light),
    positionX: (shown) => orbitAt(shown).position.x,
    positionY: (shown) => orbitAt(shown).position.y,
    positionZ: (shown) => orbitAt(shown).position.z,
    velocityX: (shown) => orbitAt(shown).velocity.x,
    velocityY: (shown) => orbitAt(shown).velocity.y,
    velocityZ: (shown) => orbitAt(shown).velocity.z,
    latitude: (shown) => orbitAt(shown).place.latitude,
    longitude: (shown) => orbitAt(shown).place.longitude,
    altitude: (shown) => orbitAt(shown).place.altitudeKm,
  },
  software: Object.fromEntries(
    COMMAND_NAMES.map((name) => [
      activityField(name),
      ({ view }: Shown) => Number(view.activities.some((activity) => activity.name === name)),
    ]),
  ),
};

function newestSample(snapshot: MissionSnapshot) {
  const sample = snapshot.telemetry.value.at(-1);
  if (!sample) throw new Error('There is no telemetry.');
  return sample;
}

const FAULTS = ['wing-folded', 'louvre-open', 'gimbal-slip'];

/** Flies two orbits with faults, and each function now and then, and calls back each half minute. */
function flyThrough(see: (received: readonly ReadTelemetry[], shown: Shown) => void): void {
  const flight = startFlight({ planFault: undefined });
  const names = COMMAND_NAMES.map((name) => name.toUpperCase().replaceAll(' ', '_'));
  for (let half = 0; half < 360; half++) {
    const inject = FAULTS[half / 50];
    if (inject) flight.apply({ kind: 'fault', inject, course: 'lasting' });
    flight.advance(20);
    if (half % 20 === 5) flight.send(names[((half - 5) / 20) % names.length] ?? '');
    const received = flight.advance(10).filter(({ time }) => time === flight.mission.time());
    const snapshot = flight.mission.snapshot();
    const { value: view } = snapshot.spacecraft;
    if (view?.time === flight.mission.time()) see(received, { view, snapshot });
  }
}

describe('every housekeeping report says what the page shows at its instant', () => {
  const seen = new Map<string, Set<number>>();
  const wrong = new Set<string>();
  flyThrough((received, shown) => {
    for (const [structure, truth] of Object.entries(TRUTH)) {
      const report = received.find(({ type }) => type.name === `HK_${structure.toUpperCase()}`);
      for (const [name, expectedOf] of Object.entries(report ? truth : {})) {
        const field = report?.type.fields.find((one) => one.name === name);
        const expected = field?.type === 'float' ? Math.fround(expectedOf(shown)) : expectedOf(shown);
        const value = report?.values[name] ?? Number.NaN;
        seen.set(name, (seen.get(name) ?? new Set()).add(value));
        if (value !== expected) wrong.add(`${name}: ${value}, not ${expected}`);
      }
    }
  });
  const fields = Object.entries(TRUTH).flatMap(([structure, truth]) =>
    Object.keys(truth).map((name) => [structure, name] as const),
  );

  /** The same all the time in this flight; the test below changes them. */
  const CONSTANT = ['antenna', 'heaterLoad', 'heaterThermostat'];
  it.each(fields)('%s: %s', (_structure, name) => {
    // A field that never changes would hide that another one is in its place.
    expect(seen.get(name)?.size).toBeGreaterThanOrEqual(CONSTANT.includes(name) ? 1 : 2);
    expect([...wrong].filter((one) => one.startsWith(`${name}:`))).toEqual([]);
  });
});

it.each([
  { antenna: 'low', heaterLoadW: 30, isHeaterOn: false },
  { antenna: 'high', heaterLoadW: 0, isHeaterOn: true },
] as const)(
  'housekeeping of a spacecraft with %j has the antenna, the thermostat and the heaters',
  (fields) => {
    const craft = {
      spacecraft: withFields(INITIAL_SPACECRAFT, fields),
      streams: streamsOf(1),
      environmentAt: () => undefined,
      orbitAt: () => undefined,
    };
    const received = beginTelemetry(undefined, craft, T0).packets.map(read);
    const said = Object.assign({}, ...received.map(({ values }) => values));
    expect(said).toMatchObject({
      antenna: ANTENNAS.indexOf(fields.antenna),
      heaterLoad: fields.heaterLoadW,
      heaterThermostat: Number(fields.isHeaterOn),
    });
  },
);

it('housekeeping counts what has been sent, received and done', () => {
  const flight = startFlight();
  flight.send('ROTATE_ANTENNA');
  flight.send('ROTATE_ANTENNA');
  flight.send('COMMUNICATIONS_CHECK');
  flight.sendOctets(encodeTelecommand({ ...telecommandNamed('PING'), subservice: 9 }, {}, 500));
  flight.sendOctets(Uint8Array.of(1, 2, 3));
  flight.send('ENTER_SAFE_MODE');
  flight.advance(40);
  const [, , software] = flight.send('REQUEST_HOUSEKEEPING', { sid: 6 });
  const [, , essential] = flight.send('REQUEST_HOUSEKEEPING', { sid: 1 });
  const events = flight.packets.map(read).filter(({ type }) => type.service === 5);
  expect(events.map(({ values }) => values.eventId)).toEqual([5, 2]);
  expect(software?.values).toMatchObject({
    packetsGenerated: software?.sequenceCount,
    eventsReported: 2,
    functionsStarted: 4,
    functionsCompleted: 1,
    functionsFailed: 1,
    // After a command, FDIR leaves SAFE by itself eight hours later at the earliest; 40 s have passed.
    safeHold: 8 * 3600 - 40,
    scheduleOn: 0,
    scheduleEntries: 0,
    storedPackets: 0,
  });
  expect(essential?.values).toMatchObject({
    telecommandsAccepted: 6,
    telecommandsRefused: 1,
    telecommandsDiscarded: 1,
    lastSequenceCount: 5,
  });
});

it('no field of housekeeping is without a test here', () => {
  const counted = Object.values(STRUCTURES).flatMap(({ fields }) =>
    fields.filter(({ name }) => !Object.values(TRUTH).some((truth) => name in truth)).map(({ name }) => name),
  );
  expect(counted).toEqual([
    'telecommandsAccepted',
    'telecommandsRefused',
    'telecommandsDiscarded',
    'lastSequenceCount',
    'packetsGenerated',
    'eventsReported',
    'functionsStarted',
    'functionsCompleted',
    'functionsFailed',
    'safeHold',
    'scheduleOn',
    'scheduleEntries',
    'storedPackets',
  ]);
});
